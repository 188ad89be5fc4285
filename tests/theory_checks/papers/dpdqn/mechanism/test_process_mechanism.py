"""What can be seen of a noised function on a grid, by linear algebra."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import multivariate_normal

from tabular.privacy import PiecewiseLinear, delta_of, grid_norm_squared
from theory_checks.papers.dpdqn.mechanism.process_mechanism import grid


@pytest.mark.parametrize("beta", [0.1, 1, 20])
def test_the_squared_norm_on_a_grid_is_a_quadratic_form(beta):
    points = np.array([float(x) for x in grid(8)])
    values = np.sin(3 * points) + points**2
    kernel = np.exp(-beta * abs(points[:, None] - points))

    assert grid_norm_squared(points.tolist(), values.tolist(), beta) == pytest.approx(
        values @ np.linalg.solve(kernel, values), rel=1e-12
    )


def test_the_norm_on_finer_grids_tends_to_the_norm():
    tent = PiecewiseLinear.through([0, Fraction(1, 2), 1], [Fraction(1, 2), 0, Fraction(1, 2)])
    seen = grid_norm_squared(grid(4096), [tent(x) for x in grid(4096)], 1)

    assert tent.norm_squared(Fraction(1)) == Fraction(19, 24)
    assert seen == pytest.approx(19 / 24, rel=1e-7)
    assert seen < 19 / 24


def test_a_simulated_release_is_as_private_as_the_curve_says():
    """The fraction of draws beyond the privacy loss epsilon, weighted, against delta_G: six standard errors."""
    points = np.array([0.0, 0.3, 1.0])
    kernel, shift = np.exp(-abs(points[:, None] - points)), np.array([0.5, -0.5, 1.0])
    draws = np.random.default_rng(7).multivariate_normal(shift, kernel, 200_000)
    law, other = multivariate_normal(shift, kernel), multivariate_normal(np.zeros(3), kernel)
    gains = np.maximum(0, 1 - np.exp(0.5 + other.logpdf(draws) - law.logpdf(draws)))
    mu = np.sqrt(grid_norm_squared(points.tolist(), shift.tolist(), 1))

    assert gains.mean() == pytest.approx(delta_of(0.5, float(mu)), abs=6 * gains.std() / np.sqrt(gains.size))
