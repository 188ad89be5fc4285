"""The law of the maximum of an Ornstein-Uhlenbeck path: two routes, and what is known in closed form."""

from fractions import Fraction
from itertools import pairwise
from math import asin, exp, pi, sqrt

import numpy as np
import pytest
from flint import arb
from scipy.special import ndtr
from scipy.stats import multivariate_normal

from tabular.gaussian import mean_max_normal
from tabular.noise.covariance import ornstein_uhlenbeck_covariance
from tabular.noise.path_maximum import (
    chord_tail,
    decay_rates,
    mean,
    mean_bound,
    mean_pair,
    mean_triple,
    tail,
    tail_ball,
)

LEVELS = [Fraction(1, 2), Fraction(1), Fraction(2), Fraction(3)]


@pytest.mark.parametrize("beta", [Fraction(1), Fraction(3), Fraction(1, 2)])
def test_the_level_zero_is_the_arcsine_law(beta: Fraction) -> None:
    # the probability that a stationary path has no zero in [0, 1] is 2 asin(exp(-beta)) / pi
    known = 1 - (-arb(beta.numerator) / beta.denominator).exp().asin() / arb.pi()
    assert tail_ball(0, beta, 40).overlaps(known)
    assert float(tail_ball(0, beta, 40).rad()) < 1e-8
    assert tail(0.0, float(beta)) == pytest.approx(1 - asin(exp(-float(beta))) / pi, abs=1e-8)


def test_the_rates_at_the_level_zero_are_the_odd_integers() -> None:
    assert [round(float(rate)) for rate in decay_rates(0, 10)] == [1, 3, 5, 7, 9]
    assert all(rate.contains(arb(k)) for rate, k in zip(decay_rates(0, 10), (1, 3, 5, 7, 9), strict=True))


@pytest.mark.parametrize("u", [Fraction(1, 3), Fraction(7, 4), Fraction(29, 10), Fraction(5)])
def test_no_rate_is_missed_below_any_integer(u: Fraction) -> None:
    counts = [len(decay_rates(u, n)) for n in range(2, 14, 2)]
    assert counts == sorted(counts)
    assert all(n // 2 <= count <= n for count, n in zip(counts, range(2, 14, 2), strict=True))  # k <= nu_k <= 2k + 1


def test_a_level_at_a_zero_of_a_hermite_polynomial_is_a_rate() -> None:
    # He_2 = x^2 - 1 vanishes at 1, where it has no zero below but -1: the second rate at u = 1 is 2
    assert decay_rates(1, 4)[1].contains(arb(2))


def test_the_rates_are_those_of_a_difference_scheme() -> None:
    # -psi'' + x psi' = nu psi on (-9, 2), symmetrised: -y'' + (x^2/4 - 1/2) y = nu y with y = 0 at both ends
    points, h = np.linspace(-9.0, 2.0, 1101, retstep=True)
    inner = points[1:-1]
    matrix = np.diag(2 / h**2 + inner**2 / 4 - 0.5) - (np.eye(1099, k=1) + np.eye(1099, k=-1)) / h**2
    actual = np.linalg.eigvalsh(matrix)[:4]
    assert [float(rate) for rate in decay_rates(2, 5)[:4]] == pytest.approx(list(actual), rel=2e-4)  # O(h^2)


@pytest.mark.parametrize("beta", [Fraction(1), Fraction(10), Fraction(100)])
@pytest.mark.parametrize("u", LEVELS)
def test_spectrum_and_transition_densities_agree(u: Fraction, beta: Fraction) -> None:
    assert tail(float(u), float(beta)) == pytest.approx(float(tail_ball(u, beta, 16)), rel=1e-5)


def test_small_tails_keep_their_digits() -> None:
    assert tail(12.0, 100.0) == pytest.approx(float(tail_ball(12, 100, 2)), rel=1e-4)


def test_chords_hit_more_often_and_the_more_the_longer() -> None:
    values = [chord_tail(2.0, 1.0, steps) for steps in (2, 4, 8, 16, 32)]
    assert all(a > b for a, b in pairwise(values))
    assert values[-1] > float(tail_ball(2, 1, 16).upper())


def test_the_tail_exceeds_that_of_a_grid() -> None:
    for beta in (0.5, 4.0):
        K = ornstein_uhlenbeck_covariance([k / 4 for k in range(5)], beta)
        below = float(multivariate_normal(np.zeros(5), K, seed=1).cdf(np.full(5, 1.5)))
        assert tail(1.5, beta) > 1 - below - 1e-4  # the error of scipy's quasi Monte Carlo
        assert tail(1.5, beta) > float(ndtr(-1.5))


def test_the_tail_is_below_the_union_over_crossings() -> None:
    # for large levels P(max > u) is close to P(g(0) > u) + beta u density(u), the first order in beta
    u, beta = 6.0, 1.0
    first = float(ndtr(-u)) + beta * u * exp(-u * u / 2) / sqrt(2 * pi)
    assert tail(u, beta) == pytest.approx(first, rel=0.05)


def test_means_of_small_grids_by_quadrature() -> None:
    rng = np.random.default_rng(3)
    for beta in (0.3, 2.0):
        K = ornstein_uhlenbeck_covariance([0.0, 0.5, 1.0], beta)
        draws = rng.multivariate_normal(np.zeros(3), K, size=400_000)
        six = 6 / sqrt(400_000)  # standard errors; each maximum has a deviation below 1
        assert float(mean_pair(arb(beta))) == pytest.approx(draws[:, ::2].max(axis=1).mean(), abs=six)
        assert float(mean_triple(arb(beta))) == pytest.approx(draws.max(axis=1).mean(), abs=six)


def test_far_points_are_independent() -> None:
    assert float(mean_pair(arb(200))) == pytest.approx(float(mean_max_normal(2)), rel=1e-12)
    assert float(mean_triple(arb(200))) == pytest.approx(float(mean_max_normal(3)), rel=1e-12)


@pytest.mark.parametrize("beta", [0.1, 1.0, 10.0, 100.0])
def test_the_mean_is_between_grids_and_bounds(beta: float) -> None:
    value, x = mean(beta), arb(beta)
    assert float(mean_triple(x)) < value < float(mean_bound(x))
    assert value > float(mean_bound(x)) * exp(-beta / 2)


def test_bad_input_is_refused() -> None:
    for u, beta, rates in ((-1, 1, 4), (1, 0, 4), (1, 1, 0)):
        with pytest.raises(ValueError, match="u, beta and rates must"):
            tail_ball(u, beta, rates)
    for level, rate in ((-7.0, 1.0), (1.0, 0.0), (float("nan"), 1.0), (1.0, float("inf"))):
        with pytest.raises(ValueError, match="u and beta must"):
            tail(level, rate)
    with pytest.raises(ArithmeticError, match="zero of He_n"):
        tail_ball(0, 1, 3)
