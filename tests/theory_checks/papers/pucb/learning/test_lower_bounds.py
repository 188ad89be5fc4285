"""The printed lower bounds as expressions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import log, sqrt

import numpy as np
import pytest

from tabular.episodic import EpisodicMDP, every_policy, gap
from theory_checks.core.interpret import enclose
from theory_checks.papers.pucb.learning.lower_bounds import ALL_REGRET, HIDDEN, MISTAKES, REGRET, capped, without_range

SIZES = {"S": 3, "A": 4, "H": 5, "T": 7, "epsilon": Fraction(1, 2), "alpha": Fraction(1, 4), "k": 2}


def test_expressions_are_the_printed_bounds() -> None:
    assert float(enclose(REGRET, SIZES)) == pytest.approx(sqrt(3 * 4 * 5 * 7) + 120, rel=1e-12)
    assert float(enclose(MISTAKES, SIZES)) == pytest.approx(300 * 16 + 60 * 8, rel=1e-12)
    assert float(enclose(HIDDEN, SIZES)) == pytest.approx((1 + log(840)) ** 2, rel=1e-12)


@pytest.mark.parametrize("horizon", [1, 2])
def test_the_agent_of_the_lemmas_loses_all_that_there_is(horizon: int, lemma_value: Callable[..., float]) -> None:
    """Where its action pays nothing and another one always 1 the gap is the horizon, which no gap exceeds."""
    rewards = np.array([[[0.0], [1.0]]] * horizon)
    mdp = EpisodicMDP(np.ones((horizon, 2, 1, 1)), rewards, 0)
    gaps = [float(gap(mdp, policy)) for policy in every_policy(mdp)]
    sizes = {"actions": 2, "horizon": horizon, "episodes": 7}

    assert max(gaps) == gaps[0] == horizon
    assert lemma_value("largest-regret", **sizes) == 7 * gaps[0]
    for alpha in (Fraction(1, 2), horizon):
        assert lemma_value("most-mistakes", alpha=alpha, **sizes) == 7 * (gaps[0] > alpha)


def test_limits() -> None:
    assert without_range(REGRET, ALL_REGRET) is REGRET
    assert float(enclose(capped(REGRET, ALL_REGRET), SIZES)) == 35
