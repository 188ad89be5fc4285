"""The bound of the repaired learner's regret in runs, and over numbers of plays by search."""

from __future__ import annotations

from math import log, sqrt

import numpy as np
import pytest

from tabular.algorithms.episodic.pucb import PUCB
from theory_checks.papers.pucb.learning._bad_arms import bad_arm_first


@pytest.mark.parametrize(("arms", "epsilon", "gap"), [(2, 1e4, 0.5), (3, 1e4, 0.25), (2, 1e3, 0.4)])
def test_runs_keep_the_bound(arms: int, epsilon: float, gap: float) -> None:
    T = 20_000
    learner = PUCB(1, arms, 1, T, epsilon, "repaired")
    E, L = learner.constants.level[0], max(2 * log(4 * T / 0.1), log(4 * arms * T / 0.1) / 2)
    bound = sqrt(39 * (arms - 1) * L * T) + (arms - 1) * (18 * E + 1)
    found = [learner.run(bad_arm_first(gap, arms), seed).total_regret for seed in range(5)]
    assert bound < T
    assert 0.001 * bound < max(found) <= bound


@pytest.mark.parametrize("E", [0.0, 0.3, 4.0, 500.0])
@pytest.mark.parametrize("L", [0.01, 1.0, 30.0])
def test_no_gaps_and_plays_that_are_allowed_cost_more(L: float, E: float) -> None:
    rng = np.random.default_rng(3)
    for arms in (2, 3, 9):
        for _ in range(300):
            gaps = 10 ** -rng.uniform(0, 3, arms - 1)
            most = np.maximum(39 * L / gaps**2, 17 * E / gaps) + E + 1
            plays = most * rng.choice([1, rng.uniform()], arms - 1)
            T = plays.sum()
            assert (gaps * plays).sum() <= sqrt(39 * (arms - 1) * L * T) + (arms - 1) * (18 * E + 1)
