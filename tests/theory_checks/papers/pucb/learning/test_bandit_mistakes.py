"""The bound of the repaired learner's mistakes in runs, and the largest value of an arm by search."""

from __future__ import annotations

from fractions import Fraction
from math import log, sqrt

import numpy as np
import pytest

from tabular.algorithms.episodic.pucb import PUCB, Repaired, Sizes
from theory_checks.papers.pucb.learning._bad_arms import bad_arm_first
from theory_checks.papers.pucb.learning.bandit_mistakes import Known


@pytest.mark.parametrize(("arms", "epsilon", "alpha"), [(2, 1e4, 0.49), (3, 1e3, 0.4), (2, 300.0, 0.49)])
def test_runs_keep_the_bound(arms: int, epsilon: float, alpha: float) -> None:
    T = 20_000
    learner = PUCB(1, arms, 1, T, epsilon, "repaired")
    E, L = learner.constants.level[0], max(2 * log(4 * T / 0.1), log(4 * arms * T / 0.1) / 2)
    bound = (arms - 1) * (max(39 * L / alpha**2, 17 * E / alpha) + E + 1)
    found = [learner.run(bad_arm_first(0.5, arms), seed).mistakes(alpha) for seed in range(5)]
    assert bound < T
    assert 0.01 * bound < max(found) <= bound


def test_no_errors_within_their_ranges_give_a_known_arm_more() -> None:
    sizes, epsilon, alpha, mean = Sizes(1, 2, 1, 100), 5.0, 0.5, 0.5
    c = Repaired().constants(sizes, epsilon, 0.1)
    E, L = c.level[0], (c.spread[0] / 2) ** 2
    start = max(39 * L / alpha**2, 17 * E / alpha)
    largest = float(Known().value(sizes, epsilon, Fraction(1, 2), Fraction(1, 2)))
    for released in start * np.array([1, 1.01, 2, 10]):
        for n in released + E * np.linspace(-1, 1, 21):
            rewards = mean * n + sqrt(n * log(4 * 2 * 100 / 0.1) / 2) + E
            bonus = c.spread[0] / sqrt(released - E) + (c.linear[0] + c.quadratic[0] / released) / released
            assert rewards / released + bonus <= largest * (1 + 1e-12)
