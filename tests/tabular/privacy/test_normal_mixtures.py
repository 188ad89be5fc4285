"""Log moments of normal mixtures: against closed sums, numerical integration, and bad input."""

from fractions import Fraction
from math import exp, log, pi, sqrt

import pytest
from refusals import refusals
from scipy.integrate import quad
from scipy.special import logsumexp

from tabular.privacy.normal_mixtures import NormalMixture, mixture_log_moment_ball, mixture_of
from tabular.privacy.subsampled import Direction, SubsampledGaussian, binomial_log_moment_ball, log_moment_ball

CASES = [([1, -1], [-1, -1], 1), ([0, 1, -1], [-1, 0, 0], 2), ([1, 1, -1], [0, 1, -1], Fraction(1, 2))]


@pytest.mark.parametrize(("m", "sigma", "order"), [(2, 1, 1), (2, Fraction(1, 2), 3), (3, 2, 5), (4, 1, 2)])
def test_it_meets_the_binomial_sum_where_the_second_law_is_normal(m, sigma, order):
    pair = SubsampledGaussian(Fraction(1, m), sigma, 2)

    actual = mixture_log_moment_ball(mixture_of([1] + [-1] * (m - 1), sigma), mixture_of([-1] * m, sigma), order)

    expected = binomial_log_moment_ball(pair, order)
    assert actual.overlaps(expected)
    assert actual.rel_accuracy_bits() > 40


def test_it_meets_the_trapezoidal_sum_where_the_first_law_is_normal():
    pair = SubsampledGaussian(Fraction(1, 3), 1, 1)

    actual = mixture_log_moment_ball(mixture_of([0, 0, 0], 1), mixture_of([0, 0, 1], 1), 2)

    assert actual.overlaps(log_moment_ball(pair, 2, Direction.ADD))
    assert actual.rel_accuracy_bits() > 40


@pytest.mark.parametrize(("first", "second", "sigma"), CASES)
@pytest.mark.parametrize("order", [1, 3])
def test_it_meets_numerical_integration(first, second, sigma, order):
    def log_density(means, x):
        return logsumexp([-((x - a) ** 2) / (2 * float(sigma) ** 2) for a in means]) - log(len(means))

    def integrand(x):
        return exp((order + 1) * log_density(first, x) - order * log_density(second, x))

    width = (2 * order + 1) + 12 * float(sigma)
    value, _ = quad(integrand, -width, width, limit=500, epsabs=0, epsrel=1e-11)

    # the quadrature was asked for 11 digits
    expected = log(value / (float(sigma) * sqrt(2 * pi)))
    actual = mixture_log_moment_ball(mixture_of(first, sigma), mixture_of(second, sigma), order)
    assert float(actual) == pytest.approx(expected, rel=1e-9)


def test_equal_laws_have_moment_zero():
    law = mixture_of([-1, 0, 1], 1)

    actual = mixture_log_moment_ball(law, law, 2)

    assert actual.contains(0)
    assert abs(actual) < 1e-15


def test_means_that_are_equal_are_put_together():
    law = mixture_of([1, -1, 1], 2)

    assert (law.weights, law.means) == ([Fraction(1, 3), Fraction(2, 3)], [-1, 1])
    assert law.reach == 1


test_bad_input_is_named = refusals(
    (lambda: mixture_of([], 1), "means must hold at least one mean"),
    (lambda: mixture_of([1], 0), "sigma must be a finite number above 0"),
    (lambda: NormalMixture([Fraction(1, 2)], [Fraction(0)], 1), "weights must sum to 1"),
    (lambda: NormalMixture([Fraction(1)], [Fraction(0), Fraction(1)], 1), "weights must have one entry"),
    (lambda: NormalMixture([Fraction(2), Fraction(-1)], [Fraction(0), Fraction(1)], 1), "at place 1"),
    (lambda: mixture_log_moment_ball(mixture_of([0], 1), mixture_of([0], 2), 1), "have the same sigma"),
    (lambda: mixture_log_moment_ball(mixture_of([0], 1), mixture_of([0], 1), 0), "order must be an integer"),
    error=ValueError,
)
