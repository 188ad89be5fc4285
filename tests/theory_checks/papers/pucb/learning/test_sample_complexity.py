"""The bound of the mistakes with explicit constants, and the end of forced optimism against runs in all modes."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from scipy.optimize import brentq

from tabular.algorithms.episodic.pucb import PUCB, Sizes
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Evidence
from theory_checks.papers.pucb.learning._bad_arms import bad_arm_first
from theory_checks.papers.pucb.learning._learners import LEARNERS
from theory_checks.papers.pucb.learning.sample_complexity import (
    end_of_forcing,
    mistakes,
    mistakes_bound,
    pac_upper,
    predicted_end,
)


def test_bound_by_hand() -> None:
    found = 18 * (2 / 0.04 * log(10_000) + 2 / (50 * 0.2) * log(60) * log(1000) ** 2.5)
    assert mistakes_bound(Sizes(1, 2, 1, 1000), 50.0, 0.2) == pytest.approx(found, rel=1e-12)


def test_the_printed_prediction_solves_the_printed_inequality() -> None:
    T, epsilon, beta = 8000, 30.0, 0.1
    E = 3 / epsilon * log(6 / beta) * log(T) ** 2.5

    def upper(n: float) -> float:
        return 0.5 + 2 * (2 * log(T / beta) / max(n - E, 1)) ** 0.5 + 2 * (3 * E / n + 2 * E * E / n**2) - 1

    expected = float(brentq(upper, 2 * E, 1e6))  # pyright: ignore[reportArgumentType, reportUnknownArgumentType]
    assert predicted_end(PUCB(1, 2, 1, T, epsilon, "printed"), 0.5) == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize(("mode", "epsilon"), [("printed", 30.0), ("repaired", 30.0), ("repaired", 100.0)])
def test_forced_optimism_ends_where_predicted(mode: str, epsilon: float) -> None:
    learner = PUCB(1, 2, 1, 4000, epsilon, mode, planning="eager")
    ends = [end_of_forcing(learner, bad_arm_first(0.5), seed) for seed in range(5)]
    plays = [end[1] for end in ends if end is not None]
    assert np.mean(plays) == pytest.approx(predicted_end(learner, 0.5), rel=0.1)  # noise of rewards and counters


@pytest.mark.parametrize("mode", ["repaired", "practical"])
def test_where_optimism_is_forced_the_other_arm_is_tried_after_its_end(mode: str) -> None:
    learner = PUCB(1, 2, 1, 3000, 100.0, mode, planning="eager")
    for seed in range(3):
        first_other = int(np.flatnonzero(learner.run(bad_arm_first(0.5), seed).gaps == 0)[0])
        assert end_of_forcing(learner, bad_arm_first(0.5), seed) == (first_other, first_other)


def test_no_end_within_a_short_run() -> None:
    assert end_of_forcing(PUCB(1, 2, 1, 50, 10.0, "repaired", planning="eager"), bad_arm_first(0.5), 1) is None


def test_uniform_actions_are_mistakes_and_the_optimal_arm_is_not() -> None:
    assert list(mistakes("uniform actions", 0.125, 30, 1.0, [1, 2])) == [30.0, 30.0]
    assert (mistakes("UBEV, not private", 0.125, 300, 1.0, [1, 2]) < 100).all()


def test_an_agent_that_plays_uniformly_does_not_pass() -> None:
    outcomes = [
        item.outcome
        for item in pac_upper(Trial(claim_id="pucb/pac-upper", seed=1), learner=LEARNERS["uniform actions"])
        if isinstance(item, Evidence)
    ]
    assert "fails" in outcomes
