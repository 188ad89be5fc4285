"""Comparisons over trials against counting by hand."""

import math

import numpy as np
import pytest

from theory_checks.core.evidence import Outcome
from theory_checks.papers.gpope.experiments._estimator_trials import (
    best,
    curve,
    decades,
    level,
    shown,
    smaller,
    stable_range,
    wins,
)


def test_what_diverged_is_counted():
    assert shown(np.array([1.0, math.inf, math.inf])) == "diverged in 2 of 3"


def test_wins_count_ties_and_never_what_diverged():
    ours = np.array([1.0, 2.0, 3.0, math.inf])

    assert wins(ours, np.array([10.0, 19.0, 30.0, math.inf]), 10.0) == 2
    assert wins(ours, 2.0) == 2


@pytest.mark.parametrize(("trials", "outcome"), [(29, Outcome.HOLDS), (30, Outcome.FAILS)])
def test_no_win_refutes_a_half_from_thirty_trials_on(trials, outcome):
    """2^-30 = 9.3e-10 is below 1e-9 and 2^-29 is not."""
    item = smaller("case", np.ones(trials), 0.5, quantity="wins")

    assert item.outcome is outcome
    assert item.left == f"0 of {trials} trials"


def test_a_band_stays_above_the_smallest_error():
    line, band = curve("x", [1.0, 10.0], [np.array([1.0, 1.0, 10.0]), np.array([2.0, 2.0, 2.0])])

    assert line.y == [4.0, 2.0]
    assert band.low == [1.0, 2.0]
    assert band.high[0] == pytest.approx(4 + math.sqrt(27), rel=1e-3)  # four digits are shown


def test_a_curve_leaves_out_where_the_estimator_diverged():
    (line,) = curve("x", [1.0, 2.0], [np.array([1.0, 1.0]), np.array([1.0, math.inf])])

    assert list(line.x) == [1.0]


def test_a_level_has_two_ends():
    assert level("zero", [3.0, 1.0, 2.0], 0.5).x == [1.0, 3.0]


def test_the_stable_range_is_connected():
    x = [1.0, 10.0, 100.0, 1000.0, 10_000.0]
    errors = [np.array([e]) for e in (1.5, 9.0, 1.9, 1.0, 2.1)]

    assert best(x, errors) == 3
    assert stable_range(x, errors, 2.0) == (100.0, 1000.0)
    assert decades((100.0, 1000.0)) == 1.0
