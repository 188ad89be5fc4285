"""The lines of Algorithm 3 by hand, and that the run which is compared with them reaches all of them."""

from fractions import Fraction

import numpy as np
import pytest

from theory_checks.core.interpret import exact
from theory_checks.papers.pucb.learning.planner_lines import CUT, LEVEL, H, plans, upper


def test_the_cut_is_from_above_only():
    assert [exact(CUT, {"H": 2, "Q": q}) for q in (-5, 1, 7)] == [-5, 1, 2]


def test_the_run_reaches_both_branches_and_both_sides_of_the_cut():
    found = plans(0)
    counts, values = (np.array([plan[name] for plan in found]) for name in ("n", "q"))

    known = counts >= 2 * float(LEVEL)
    assert 0 < known.mean() < 1
    assert (values < 0).any()
    assert (values == H).any()
    assert ((values > 0) & (values < H) & known).any()


def test_an_upper_value_by_hand():
    one = np.ones((2, 2, 2))
    plan = {"n": 0.01 * one, "r": -0.03 * one, "m": np.zeros((2, 2, 2, 2)), "v": np.zeros((3, 2))}

    assert float(upper(plan, 1, 0, 0, Fraction(2), CUT)) == pytest.approx(-3 + H)  # n~ < 2 E: the bonus is H
