"""The releases of episode 1, and where the repaired planner divides."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tabular.algorithms.episodic.pucb import PUCB, Printed
from tabular.errors import InputError
from theory_checks.papers.pucb.learning.value_estimate import where_known


def test_all_releases_before_episode_one_are_zero() -> None:
    releases = PUCB(2, 2, 2, 10, 1.0, Printed()).agent(7).releases()
    assert not any(releases[name].any() for name in ("n", "r", "m"))


def test_the_literal_planner_refuses_episode_one() -> None:
    with pytest.raises(InputError, match="0/0"):
        PUCB(2, 2, 2, 10, 1.0, Printed(zero_over_zero="error"))


def test_the_repaired_rule_never_divides_by_zero() -> None:
    assert not where_known(Fraction(0), Fraction(0))
    assert not where_known(Fraction(1), Fraction(1))
    assert where_known(Fraction(2), Fraction(1))
