"""The scale at which a run is hardly ever clipped, against simulated runs."""

from fractions import Fraction

import numpy as np

from theory_checks.core.claim import Trial
from theory_checks.papers.gpope.common.data_sets import varying
from theory_checks.papers.gpope.optimisation.rare_clipping import Plan

DATA = varying(Trial(claim_id="gpope/no-clipping"))[0]


def clipped_runs(scale: float, steps: int, runs: int) -> float:
    """Return the share of runs with scaled features, h = sigma = 1 and beta = 1/2 with a clipped gradient."""
    rng, found = np.random.default_rng(1), 0
    pairs = [(q.astype(float), g.astype(float)) for q, g in zip(DATA.matrices, DATA.offsets, strict=True)]
    for _ in range(runs):
        x, clipped = np.zeros(2), False
        for _ in range(steps):
            q, g = pairs[rng.integers(2)]
            gradient = scale**2 * (q @ x) - scale * g
            clipped |= np.linalg.norm(gradient) > 1
            x = x - 0.5 * (gradient / max(1, np.linalg.norm(gradient)) + rng.standard_normal(2))
        found += clipped
    return found / runs


def test_at_the_scale_of_the_proof_runs_are_not_clipped_and_at_scale_one_most_are():
    plan = Plan(DATA, 50, Fraction(1, 10))

    assert clipped_runs(float(plan.scale(Fraction(0))), 50, 60) == 0
    assert clipped_runs(1.0, 50, 60) > 0.9


def test_longer_runs_and_smaller_probabilities_need_smaller_scales():
    scales = [Plan(DATA, N, Fraction(1, p)).scale(Fraction(1)) for N, p in ((1, 2), (10, 2), (10, 1000), (100, 1000))]

    assert sorted(scales, reverse=True) == scales
    assert len(set(scales)) == 4


def test_noise_longer_than_the_bound_is_as_rare_as_stated():
    plan = Plan(DATA, 10, Fraction(1, 5))
    rng = np.random.default_rng(2)

    longest = np.linalg.norm(rng.standard_normal((4000, 10, 2)), axis=2).max(axis=1)

    assert (longest > float(plan.noise)).mean() <= 0.2
