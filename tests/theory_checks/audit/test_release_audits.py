"""Black-box audits of the private learners on their worst neighbours, beside the same with half of the noise."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tabular.algorithms.evaluation import Records
from tabular.algorithms.evaluation.private_statistics import PrivateStatistics
from tabular.algorithms.evaluation.repaired_gpope import RepairedGPOPE, noise_multiplier
from tabular.evaluation import Tabular, Trajectories
from tabular.privacy.gaussian_curve import epsilon_of, mu_of
from theory_checks.audit import Plan, audit
from theory_checks.core.judge import Verdict

EPSILON, DELTA, STEPS = 1.0, 1e-2, 3
PLAN = Plan(search=1000, threshold=1000, confirm=6000)

# Rewards that drown everything else: the clipped statistics of the two worlds are opposite at every point.
WORLDS = tuple(
    Records.of(Trajectories.from_episodes([[(0, 0, r, 0)]], terminal=True), None, Tabular(1), 0.5, "sum")
    for r in (1e9, -1e9)
)


def learner(factor, epsilon=EPSILON):
    sigma = factor * noise_multiplier(epsilon, DELTA, 1, STEPS)
    return RepairedGPOPE(1.0, sigma, 1.0, STEPS)


def walks(factor):
    def release(world, rng):
        seed = int(rng.integers(2**62))
        return learners[factor].run(WORLDS[world], seed).w  # w_N = -(sum of the noisy gradients), theta aside

    learners = {factor: learner(factor)}
    return release


def statistics(clip):
    """Release b~ at a clip, moved to where a clip of 1 would centre it: its noise is too small if clip < 1."""
    mechanism = PrivateStatistics(EPSILON, DELTA, clip)

    def release(world, rng):
        run = mechanism.run(WORLDS[world], int(rng.integers(2**62)))
        return run.b + (1.0 - clip) * (1 if world == 0 else -1)

    return release


def test_gap_of_a_walk_is_exactly_the_mu_that_was_calibrated():
    """Gradients that do not depend on the point: w_N differs by N 2h, with deviation h sigma sqrt(N)."""
    quiet = replace(learner(1.0), sigma=0.0, private=False)
    gap = abs(float(quiet.run(WORLDS[0]).w[0] - quiet.run(WORLDS[1]).w[0]))
    assert gap == pytest.approx(2 * STEPS)
    mu = gap / (learner(1.0).sigma * math.sqrt(STEPS))
    assert mu == pytest.approx(mu_of(EPSILON, DELTA), rel=1e-9)
    assert epsilon_of(DELTA, mu) == pytest.approx(EPSILON, rel=1e-6)


def test_audit_of_walks():
    honest, broken = (audit(walks(factor), epsilon=EPSILON, delta=DELTA, plan=PLAN) for factor in (1.0, 0.5))
    assert honest.verdict is not Verdict.REFUTED
    assert honest.epsilon_bound <= EPSILON
    assert broken.verdict is Verdict.REFUTED
    # the Gaussian fit finds the mu of either
    assert honest.gaussian_mu == pytest.approx(mu_of(EPSILON, DELTA), rel=0.15)
    assert broken.gaussian_mu == pytest.approx(2 * mu_of(EPSILON, DELTA), rel=0.15)


def test_audit_of_statistics():
    honest, broken = (audit(statistics(clip), epsilon=EPSILON, delta=DELTA, plan=PLAN) for clip in (1.0, 0.5))
    assert honest.verdict is not Verdict.REFUTED
    assert honest.epsilon_bound <= EPSILON
    assert broken.verdict is Verdict.REFUTED
    assert np.isfinite(broken.gaussian_mu)
