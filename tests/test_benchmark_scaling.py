"""Races against size: absent and failing contestants have rows, the best turn counts, like is compared with like."""

import pytest
from rich.console import Console

from tests.benchmarks import scaling


def contestant(name, measure=None, **options):
    return scaling.Contestant(name, options.pop("group", "g"), measure, **options)


def race(*contestants, **options):
    words = {"symbol": "N", "size": "points", "unit": "query", "contestant": "sampler"}
    return scaling.Race(
        "r", "A race", "Says.", words, ({"key": "g", "title": "G", "says": ""},), contestants, (), **options
    )


def timed(name, nanoseconds, size=10, **options):
    row = scaling.new_row(contestant(name, **options), size)
    row.nanoseconds = nanoseconds
    return row


def fail(_):
    raise RuntimeError("no memory")


def test_absent_and_failing_contestants_have_rows_that_say_so():
    failing, absent = contestant("failing", fail), contestant("absent", fail, needs="no_such_library_anywhere")
    rows = scaling.measure(race(failing, absent), 10, 2, Console(quiet=True))

    assert [(row.note, row.nanoseconds) for row in rows] == [
        ("failed: no memory", None),
        ("no_such_library_anywhere is not installed", None),
    ]


def test_the_best_turn_counts():
    seconds = iter([9e-6, 4e-6, 2e-6, 3e-6])
    (row,) = scaling.measure(race(contestant("ours", lambda _: (next(seconds), 10))), 10, 3, Console(quiet=True))
    assert row.nanoseconds == pytest.approx(200)


def test_who_is_too_slow_or_too_large_has_no_further_turn():
    turns = []
    slow = contestant("slow", lambda size: (turns.append(size), (100.0, 1))[1])
    large = contestant("large", fail, largest=9)
    rows = scaling.measure(race(slow, large), 10, 3, Console(quiet=True))

    assert turns == [10]
    assert (rows[0].nanoseconds, rows[1].nanoseconds, rows[1].note) == (1e11, None, "")


def test_ratios_are_to_the_best_comparable_peer_of_the_same_group_and_size():
    rows = [
        timed("ours", 2.0, ours=True),
        timed("peer", 4.0),
        timed("limit", 1.0, comparable=False),
        timed("other size", 1.0, size=100),
        timed("other group", 1.0, group="h"),
        timed("ours", 3.0, ours=True, group="h"),
        timed("called", 8.0, ours=True, group="call"),
    ]
    scaling.compare(race(rivals={"call": ("g",)}), rows)
    assert [row.ratio_to_best_peer for row in rows] == [0.5, 1.0, None, 1.0, 1.0, 3.0, 2.0]


def test_growth_is_the_power_that_fits_best():
    offs = (1.2, 1 / 1.2, 1 / 1.2, 1.2)  # a pattern without slope of its own
    exponent, misfit = scaling.fitted_power({10**k: 10 ** (k / 2) * off for k, off in enumerate(offs, 1)})
    assert exponent == pytest.approx(0.5)
    assert misfit == pytest.approx(1.2)


@pytest.mark.parametrize("fits", [True, False])
def test_growth_is_given_where_it_says_something(fits):
    rows = [timed("ours", 2.0, 10), timed("ours", 20.0, 100), timed("alone", 1.0, 10)]
    scaling.compare(race(fits=fits), rows)
    assert [row.growth_exponent for row in rows] == (
        [pytest.approx(1.0), pytest.approx(1.0), None] if fits else [None] * 3
    )


def test_bars_are_counted_where_they_are_due():
    ours = contestant("ours", bars=((10, 5.0), (100, 5.0)))
    rows = [scaling.new_row(ours, size) for size in (1, 10, 100)]
    for row, nanoseconds in zip(rows, (9.0, 5.0, 6.0), strict=True):
        row.nanoseconds = nanoseconds
    assert scaling.bars(rows) == "1 of 2"
    assert scaling.bars(rows[:1]) == ""
