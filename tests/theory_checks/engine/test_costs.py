"""The time that is left is told from what readings took before."""

import json
from importlib.resources import files

import pytest

from theory_checks.commands.progress import progress
from theory_checks.commands.run import keys_of
from theory_checks.engine.costs import SMALL, expected_seconds, long_first
from theory_checks.engine.papers import load

KEYS = keys_of(list(load().statements.values()))
LONG, SHORT = ("pucb/regret-upper", "fixed-failure-probability"), ("dpdqn/prop3", "printed")


def test_every_recorded_reading_exists():
    recorded = json.loads(files("theory_checks.engine").joinpath("costs.json").read_text("utf-8"))

    assert [name for name in recorded if tuple(name.split("#")) not in set(KEYS)] == []


def test_what_was_measured_here_outweighs_what_is_recorded():
    expected = expected_seconds([LONG, SHORT], {"pucb/regret-upper#fixed-failure-probability": 3.5})

    assert expected == {LONG: 3.5, SHORT: SMALL}
    assert expected_seconds([LONG], {})[LONG] > 1
    assert (
        expected_seconds([LONG], {"pucb/regret-upper#fixed-failure-probability": 0.0})[LONG] == SMALL
    )  # a bar needs a length


def test_the_package_that_takes_longest_is_begun_first_and_each_keeps_its_order():
    assert long_first([SHORT, LONG, SHORT, SHORT], ["short", "long", "long", "short"]) == [1, 2, 0, 3]
    assert long_first([SHORT] * 3, ["one", "two", "two"]) == [1, 2, 0]


@pytest.mark.parametrize("order", [KEYS, KEYS[::-1]])
def test_the_bar_ends_full_whatever_was_kept(order: list[tuple[str, str]]):
    with progress(expected_seconds(KEYS, {}), quiet=True) as bar:
        bar.finished(order[:100])
        bar.finished([])
        for key in order[100:]:
            bar.finished([key])
        (task,) = bar.shown.tasks

    assert task.completed == pytest.approx(task.total)
    assert task.fields == {"done": len(KEYS), "of": len(KEYS)}
    assert task.description == order[-1][0]
