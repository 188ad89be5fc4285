"""Quadratic variation, chi-squared laws and norms in two variables against linear algebra, scipy and simulation."""

from fractions import Fraction
from math import exp

import numpy as np
import pytest
from scipy.integrate import dblquad
from scipy.stats import chi2

from tabular.noise.covariance import ornstein_uhlenbeck_covariance
from theory_checks.papers.dpdqn.hilbert.kernel_choice import KERNEL_RATE, ONE_OVER_V, PAPER, at, bound
from theory_checks.papers.dpdqn.hilbert.manhattan import (
    diagonal_share,
    grid_norm,
    product_norm,
    relu_of_sum,
    smooth_unit,
    unit_bound,
)
from theory_checks.papers.dpdqn.hilbert.norm_on_grid import innovations
from theory_checks.papers.dpdqn.hilbert.path_space import (
    even_chi_squared,
    mean_variation,
    rough_chance,
    variation_variance,
)
from theory_checks.papers.dpdqn.hilbert.updated_norm import FEATURES, step_of


def increments(cells, beta):
    """Return the covariance matrix of the increments of a path."""
    difference = np.diff(np.eye(cells + 1), axis=0)
    return difference @ ornstein_uhlenbeck_covariance(np.linspace(0, 1, cells + 1), beta) @ difference.T


@pytest.mark.parametrize(("cells", "beta"), [(1, 1), (8, 3), (64, 1)])
def test_moments_of_the_quadratic_variation(cells, beta):
    covariance = increments(cells, beta)

    assert float(mean_variation(cells, Fraction(beta))) == pytest.approx(np.trace(covariance), rel=1e-12)
    variance = 2 * np.sum(covariance**2)
    assert variance <= float(variation_variance(cells, Fraction(beta))) * (1 + 1e-12)  # rounding of the sum
    assert float(variation_variance(cells, Fraction(beta))) <= 3 * variance


def test_chance_is_trivial_where_chebyshev_says_nothing():
    assert rough_chance(1, Fraction(1), Fraction(100)) == 1
    assert rough_chance(10000, Fraction(1), Fraction(100)) < 0.01


@pytest.mark.parametrize(("degrees", "c"), [(2, 2), (10, 3), (40, 40), (168, 40), (80, 2)])
def test_chi_squared_agrees_with_scipy(degrees, c):
    assert float(even_chi_squared(degrees, Fraction(c))) == pytest.approx(chi2.cdf(c, degrees), rel=1e-9, abs=0)


def test_innovations_whiten():
    points, q = (0, 1, 3, 8), Fraction(1, 2)
    matrix, variances = innovations(q, points)
    kernel = np.array([[float(q) ** abs(x - y) for y in points] for x in points])
    white = np.array(matrix, dtype=float)

    assert white.T @ np.diag(1 / np.array(variances, dtype=float)) @ white == pytest.approx(np.linalg.inv(kernel))


@pytest.mark.parametrize("f", [relu_of_sum, smooth_unit])
def test_norm_on_a_grid_agrees_with_the_kernel_matrix(f):
    cells, beta = 4, Fraction(3, 2)
    axis = [Fraction(i, cells) for i in range(cells + 1)]
    points = [(x, y) for x in axis for y in axis]
    kernel = np.array([[exp(-1.5 * float(abs(a - c) + abs(b - d))) for c, d in points] for a, b in points])
    values = np.array([float(f(x, y)) for x, y in points])

    assert float(grid_norm(f, cells, beta)) == pytest.approx(values @ np.linalg.solve(kernel, values), rel=1e-9)


@pytest.mark.parametrize("cells", [2, 8, 32])
def test_diagonal_of_a_relu_unit_grows_with_the_grid(cells):
    share = diagonal_share(relu_of_sum, cells, Fraction(1))

    assert float(share) == pytest.approx(1 / (cells * (1 - exp(-2 / cells)) ** 2), rel=1e-12)
    assert share >= cells / 4
    assert share <= grid_norm(relu_of_sum, cells, Fraction(1))


def test_norm_of_a_polynomial_agrees_with_quadrature():
    beta = 2.0
    terms = {(1, 1): Fraction(1)}  # f = xy: values, slopes and mixed derivative 1

    def along(f, g):
        return (f(0) ** 2 + f(1) ** 2) / 2, beta / 2 * dblquad(lambda y, x: f(x) ** 2, 0, 1, 0, 1)[0] + g / (2 * beta)

    one_variable = sum(along(lambda x: x, 1.0))
    assert float(product_norm(terms, Fraction(2))) == pytest.approx(one_variable**2, rel=1e-9)
    assert unit_bound(Fraction(2)) == Fraction(9, 4) ** 2


def test_kernel_of_the_proof_spoils_the_bound():
    spoiled, chosen = ([bound(at(rate, v, L), v, L) for v, L in PAPER] for rate in (KERNEL_RATE, ONE_OVER_V))

    assert all(x > 10**5 * y for x, y in zip(spoiled, chosen, strict=True))
    assert float(spoiled[0]) == pytest.approx(3.23e4, rel=1e-3)  # L/(2v) leads


def test_one_update_agrees_with_numpy():
    theta, noise = np.array([0.5, -1.0, 0.25]), np.array([0.0, 0.5, -0.5, 1.0, -1.0])
    features = np.array([[float(y) for y in phi.values] for phi in FEATURES])
    q = theta @ features
    errors = [0.5 + 0.9 * (q[3] + noise[3]) - (q[1] + noise[1]), -1 + 0.9 * (q[0] + noise[0]) - (q[4] + noise[4])]
    expected = 0.125 / 2 * (errors[0] * features[:, 1] + errors[1] * features[:, 4]) @ features

    batch = [(1, 3, Fraction(1, 2)), (4, 0, Fraction(-1))]
    exact = [Fraction(x) for x in theta], batch, [Fraction(x) for x in noise]
    assert [float(y) for y in step_of(*exact).values] == pytest.approx(expected, abs=1e-12)  # a few roundings
