"""Claim 13: distances by numpy, the least sensitivity by a root finder, the half-space by the exact curve."""

from fractions import Fraction
from math import log, sqrt

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import norm

from tabular.privacy import delta_ball
from theory_checks.papers.dpdqn.mechanism._gaussian_release import PROMISES, around, half_space
from theory_checks.papers.dpdqn.mechanism.mahalanobis import least_sensitivity, mahalanobis_square


def delta_g(epsilon, mu):
    return norm.cdf(mu / 2 - epsilon / mu) - np.exp(epsilon) * norm.cdf(-mu / 2 - epsilon / mu)


def test_the_mahalanobis_distance_agrees_with_numpy():
    M, d = [[5, 7], [7, 10]], [1, -1]

    assert mahalanobis_square(M, d) == 29
    assert float(mahalanobis_square(M, d)) == pytest.approx(np.array(d) @ np.linalg.inv(M) @ d, rel=1e-9)


@pytest.mark.parametrize(("epsilon", "delta"), PROMISES)
def test_the_least_sensitivity_is_the_root_of_the_exact_curve(epsilon, delta):
    epsilon, delta = float(epsilon), float(delta)
    c = sqrt(2 * log(1.25 / delta))
    root = brentq(lambda size: delta_g(epsilon, size / (c * size / epsilon) ** 2) / delta - 1, 0.02, 0.3, xtol=1e-14)

    assert float(least_sensitivity(Fraction(epsilon), Fraction(delta))) == pytest.approx(root, rel=1e-8)


def test_the_printed_noise_at_the_notable_values():
    """Delta = 0.01, epsilon = 0.5, delta = 1e-5: the noise has the standard deviation 0.0969^2, not 0.0969."""
    sigma = sqrt(2 * log(1.25e5)) * 0.01 / 0.5

    assert sigma == pytest.approx(0.096896, rel=1e-5)
    assert delta_g(0.5, 0.01 / sigma**2) == pytest.approx(0.264372, rel=1e-5)
    assert delta_g(0.5, 0.01 / sigma) < 1e-5


def test_the_half_space_attains_the_curve():
    for epsilon, mu in ((Fraction(1, 2), Fraction(1)), (Fraction(5), Fraction(2))):
        assert half_space(epsilon, delta_ball(0, 1) * 0 + int(mu)).overlaps(delta_ball(epsilon, mu))


def test_multiples_around_a_ball_enclose_it():
    low, high = around(least_sensitivity(Fraction(1, 2), Fraction(1, 10)))

    assert float(low) < float(least_sensitivity(Fraction(1, 2), Fraction(1, 10))) < float(high)
    assert high - low == Fraction(1, 10**6)
