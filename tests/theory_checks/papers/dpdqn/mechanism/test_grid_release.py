"""Norms of pairs of values by numpy's generalised inverse, and the largest sensitivity by a root finder."""

from fractions import Fraction
from math import log, sqrt

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import norm

from theory_checks.papers.dpdqn.mechanism.grid_release import (
    ONES,
    generalised_norm,
    largest_sensitivity,
    signal,
    true_norm,
    variance,
)

HALF = Fraction(1, 2)
INVERTIBLE = ((Fraction(1), HALF), (HALF, Fraction(1)))
RANK_ONE = ((Fraction(1), Fraction(2)), (Fraction(2), Fraction(4)))
PAIRS = [(Fraction(1), Fraction(-1)), (Fraction(3), Fraction(2)), (Fraction(1), Fraction(2)), (HALF, HALF)]


@pytest.mark.parametrize("K", [ONES, INVERTIBLE, RANK_ONE])
@pytest.mark.parametrize("xi", PAIRS)
def test_the_generalised_norm_agrees_with_numpy(K, xi):
    matrix, vector = np.array(K, dtype=float), np.array(xi, dtype=float)

    assert float(generalised_norm(K, xi)) == pytest.approx(vector @ np.linalg.pinv(matrix) @ vector, abs=1e-12)


@pytest.mark.parametrize("K", [ONES, INVERTIBLE, RANK_ONE])
@pytest.mark.parametrize("xi", PAIRS)
def test_the_norm_is_infinite_exactly_outside_of_the_range(K, xi):
    matrix, vector = np.array(K, dtype=float), np.array(xi, dtype=float)
    outside = np.linalg.norm(matrix @ np.linalg.pinv(matrix) @ vector - vector) > 1e-9

    assert (true_norm(K, xi) is None) == outside
    assert outside or true_norm(K, xi) == generalised_norm(K, xi)


def test_a_combination_without_noise_reveals_a_difference():
    w, xi = (Fraction(1), Fraction(-1)), (Fraction(1), Fraction(-1))

    assert variance(ONES, w) == 0
    assert signal(xi, w) == 4
    assert generalised_norm(ONES, xi) == 0


@pytest.mark.parametrize(("epsilon", "delta"), [(0.5, 0.1), (0.9, 1e-4)])
def test_the_largest_sensitivity_is_the_root_of_the_exact_curve(epsilon, delta):
    def excess(size):
        mu = size * epsilon / sqrt(2 * log(1.25 / delta))
        return norm.cdf(mu / 2 - epsilon / mu) - np.exp(epsilon) * norm.cdf(-mu / 2 - epsilon / mu) - delta

    root = brentq(excess, 0.5, 10, xtol=1e-13)

    assert float(largest_sensitivity(Fraction(epsilon), Fraction(delta))) == pytest.approx(root, rel=1e-9)
