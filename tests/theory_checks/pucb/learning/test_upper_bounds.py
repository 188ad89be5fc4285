"""Bounds with explicit constants, and the end of forced optimism against runs."""

from __future__ import annotations

from math import log, sqrt

import numpy as np
import pytest

from tabular.algorithms.episodic.pucb import PUCB, Sizes
from tabular.episodic import gap
from theory_checks.pucb.learning.lower_bounds import bad_arm_first
from theory_checks.pucb.learning.upper_bounds import (
    LEARNERS,
    mistakes_bound,
    never_learning,
    predicted_end,
    regret_bound,
)


def test_bounds_by_hand() -> None:
    sizes = Sizes(1, 2, 1, 1000)
    private = 4 / 50 * log(60) * log(1000) ** 3.5
    assert regret_bound(sizes, 50.0) == pytest.approx(sqrt(2000 * log(10_000)) + private, rel=1e-12)
    mistakes = 18 * (2 / 0.04 * log(10_000) + 2 / (50 * 0.2) * log(60) * log(1000) ** 2.5)
    assert mistakes_bound(sizes, 50.0, 0.2) == pytest.approx(mistakes, rel=1e-12)


def test_the_worse_arm_comes_first() -> None:
    mdp = bad_arm_first(0.25)
    assert gap(mdp, [[0]]) == pytest.approx(0.25)
    assert gap(mdp, [[1]]) == 0
    assert never_learning(Sizes(1, 2, 1, 50), 1.0).run(mdp, 0).total_regret == pytest.approx(12.5)


@pytest.mark.parametrize("epsilon", [10.0, 100.0])
def test_forced_optimism_ends_where_predicted(epsilon: float) -> None:
    learner = PUCB(1, 2, 1, 8000, epsilon, "repaired")
    ends = [int(np.flatnonzero(learner.run(bad_arm_first(0.5), seed).gaps == 0)[0]) for seed in range(5)]
    assert np.mean(ends) == pytest.approx(predicted_end(learner, 0.5), rel=0.15)  # noise of rewards and counters


def test_all_learners_run() -> None:
    for make in LEARNERS.values():
        assert make(Sizes(1, 2, 1, 20), 10.0).run(bad_arm_first(0.25), 1).episodes == 20
