"""The ball of the repair against float projections, and runs whose gradients stay below the clip."""

from fractions import Fraction

import numpy as np
import pytest

from tabular.evaluation.saddle import lyapunov_norm
from theory_checks.core.claim import Trial
from theory_checks.papers.gpope.common.data_sets import varying
from theory_checks.papers.gpope.optimisation._bounds import proved_bound, root_above
from theory_checks.papers.gpope.optimisation.projection import euclidean_counterexample

DATA = [euclidean_counterexample(), *varying(Trial(claim_id="gpope/no-clipping/repaired"))]


@pytest.mark.parametrize("data", DATA, ids=lambda data: data.name)
def test_the_bound_is_the_norm_in_which_the_ball_is_a_sphere(data):
    P = lyapunov_norm(data.Q).P
    values, vectors = np.linalg.eigh(P.astype(float))
    root = vectors @ np.diag(values**-0.5) @ vectors.T
    for q, g in zip(data.matrices, data.offsets, strict=True):
        norm, offset = proved_bound(q, g, P)

        assert float(norm) == pytest.approx(np.linalg.norm(q.astype(float) @ root, 2), rel=1e-6)
        assert float(offset) == pytest.approx(np.linalg.norm(g.astype(float)), rel=1e-6)


@pytest.mark.parametrize("data", DATA, ids=lambda data: data.name)
def test_projected_noisy_runs_are_never_clipped_and_projection_never_leads_away(data):
    P, x_star = lyapunov_norm(data.Q).P.astype(float), data.optimum.astype(float)
    rng, radius = np.random.default_rng(7), 1.5 * np.sqrt(x_star @ P @ x_star) + 0.1
    pairs = [(q.astype(float), g.astype(float)) for q, g in zip(data.matrices, data.offsets, strict=True)]
    exact = [proved_bound(q, g, lyapunov_norm(data.Q).P) for q, g in zip(data.matrices, data.offsets, strict=True)]
    h = max(float(norm) * radius + float(offset) for norm, offset in exact)

    x, shortened = 0 * x_star, 0
    for _ in range(300):
        q, g = pairs[rng.integers(len(pairs))]
        assert np.linalg.norm(q @ x - g) <= h * (1 + 1e-12)
        y = x - 0.5 * (q @ x - g + h * rng.standard_normal(x.size))
        x = y * min(1, radius / np.sqrt(y @ P @ y))
        shortened += x is not y and not np.allclose(x, y)
        assert (x - x_star) @ P @ (x - x_star) <= (y - x_star) @ P @ (y - x_star) * (1 + 1e-12)

    assert shortened > 50


def test_the_euclidean_ball_can_lead_away_from_the_solution():
    """One state, gamma = 9/10: from (1, 0) to (1, +-3/4) and back to (4/5, +-3/5), 12/5 in place of 9/16."""
    data = euclidean_counterexample()
    P = lyapunov_norm(data.Q).P
    ends = [np.array([Fraction(4, 5), sign * Fraction(3, 5)]) - data.optimum for sign in (1, -1)]
    before = np.array([Fraction(0), Fraction(3, 4)])

    assert P.tolist() == [[51, 5], [5, 1]]
    assert data.optimum.tolist() == [1, 0]
    assert sum(end @ P @ end for end in ends) / 2 == Fraction(12, 5) > before @ P @ before == Fraction(9, 16)


def test_roots_are_rounded_up_and_exact_where_they_are_rational():
    assert root_above(Fraction(9, 16)) == Fraction(3, 4)
    assert 0 < root_above(Fraction(2)) ** 2 - 2 < Fraction(1, 10**10)
