"""Tests for tabular/mdp/solvers/team.py."""

import threading

import pytest

from tabular.mdp.solvers.team import Team, joined


@pytest.mark.parametrize(
    ("jobs", "n", "parts"), [(1, 10**6, 1), (2, 10**6, 2), (3, 10**6, 3), (2, 19_999, 1), (2, 20_000, 2), (5, 1, 1)]
)
def test_the_parts_are_all_states_in_their_order(jobs, n, parts):
    ranges = Team(jobs, n)(lambda *range_of: range_of)
    assert len(ranges) == parts
    assert [s for first, last in ranges for s in (first, last)][::2] == [0, *(last for _, last in ranges[:-1])]
    assert ranges[-1][1] == n
    assert all(last - first >= min(n, 10_000) for first, last in ranges)


def test_the_parts_are_done_at_the_same_time():
    """Each waits for the others: one after the other they would wait for ever."""
    barrier = threading.Barrier(3)
    assert Team(3, 30_000)(lambda name, first, last: (barrier.wait(60) >= 0, name), "loop") == [(True, "loop")] * 3


def test_an_error_in_another_thread_is_an_error():
    def loop(first, last):
        if first > 0:
            raise ZeroDivisionError("second part")

    with pytest.raises(ZeroDivisionError, match="second part"):
        Team(2, 30_000)(loop)


def test_the_range_of_several_parts_has_the_lowest_and_the_highest_end():
    assert joined([(0.0, 1.0), (-2.0, 0.5), (0.25, 3.0)]) == (-2.0, 3.0)
