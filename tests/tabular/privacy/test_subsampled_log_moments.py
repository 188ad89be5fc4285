"""Tests for the log moments and the moments accountant of tabular/privacy/subsampled."""

from fractions import Fraction
from math import exp, inf, log, nan

import numpy as np
import pytest
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refusals
from scipy.integrate import quad
from scipy.stats import norm

from tabular.privacy.subsampled import (
    Direction,
    SubsampledGaussian,
    binomial_log_moment,
    binomial_log_moment_ball,
    log_moment,
    log_moment_ball,
    moments_bound,
)
from tabular.privacy.subsampled.log_moment_balls import _trapezoidal

PAIR = st.builds(
    SubsampledGaussian,
    st.fractions(Fraction(1, 10**5), Fraction(99, 100), max_denominator=10**5),
    st.fractions(Fraction(1, 2), 20, max_denominator=20),
    st.sampled_from([1, 2]),
)
ORDER = st.fractions(Fraction(1, 10), 12, max_denominator=20)


def integrated(pair, order, direction):
    """The definition, log E_P (P/Q)^lambda, by another quadrature."""
    q, mu = float(pair.rate), float(pair.mu)

    def ratio(y):
        return 1 - q + q * exp(mu * y - mu**2 / 2)

    power = order + 1 if direction is Direction.REMOVE else -order
    return log(quad(lambda y: norm.pdf(y) * ratio(y) ** power, -12, 12 + 2 * order * mu, limit=400, epsabs=0)[0])


@pytest.mark.parametrize("order", [1, 2, 0.5, 3.75])
@pytest.mark.parametrize("direction", [Direction.REMOVE, Direction.ADD])
def test_the_definition_by_another_quadrature(order, direction):
    pair = SubsampledGaussian(Fraction(1, 10), 2, 2)

    assert log_moment(pair, order, direction) == pytest.approx(integrated(pair, order, direction), rel=1e-7)


@given(PAIR, ORDER, st.sampled_from(Direction))
@settings(max_examples=40, deadline=None)
def test_doubles_agree_with_balls(pair, order, direction):
    ball = log_moment_ball(pair, order, direction, 64)

    assert ball.rel_accuracy_bits() >= 60
    # log(e^alpha) of sums of a few hundred terms whose exponents have rounding errors of 1e-14
    assert log_moment(pair, order, direction) == pytest.approx(float(ball), rel=1e-11)


@given(PAIR, st.integers(1, 12))
@settings(max_examples=25, deadline=None)
def test_the_trapezoidal_sum_holds_the_binomial_sum(pair, order):
    """Two proofs of one number: their balls must meet."""
    with ctx.workprec(200):
        other = _trapezoidal(pair, Fraction(order + 1), 100)
    closed = binomial_log_moment_ball(pair, order)

    assert other.overlaps(closed)
    assert abs(other - closed) < arb("1e-20") * (1 + abs(closed))
    assert binomial_log_moment(pair, order) == pytest.approx(float(closed), rel=1e-11)


def test_the_first_moment_in_closed_form():
    """alpha(1) = log(1 + q^2 (e^{mu^2} - 1)) for mix || null."""
    pair = SubsampledGaussian(Fraction(1, 100), 2, 2)

    assert log_moment(pair, 1, Direction.REMOVE) == pytest.approx(np.log1p(1e-4 * (np.e - 1)), rel=1e-14)


def test_exact_moments_of_shift_one_that_break_the_lemma():
    """m = 10, sigma = 1/2, lambda = 2: 5.107 > 3.276, the bound that leaves out the higher orders."""
    pair = SubsampledGaussian(Fraction(1, 10), Fraction(1, 2), 1)
    bound = 3 * 2 * arb(4).exp() / 100  # lambda (lambda + 1) / (2 m^2) = 3/100

    assert log_moment_ball(pair, 2, Direction.REMOVE) > bound
    assert float(bound) == pytest.approx(3.276, abs=1e-3)
    assert log_moment(pair, 2, Direction.REMOVE) == pytest.approx(5.107, abs=1e-3)


@given(PAIR, st.integers(1, 10))
@settings(max_examples=25, deadline=None)
def test_the_dominating_moment_is_the_largest(pair, order):
    """Its curve is the largest, and moments are positive integrals of the curve."""
    dominating = log_moment(pair, order, Direction.DOMINATING)

    assert dominating >= log_moment(pair, order, Direction.REMOVE) * (1 - 1e-10)
    assert dominating >= log_moment(pair, order, Direction.ADD) * (1 - 1e-10)


def test_without_sampling_moments_are_those_of_normals():
    pair = SubsampledGaussian(1, 4, 2)
    for direction in Direction:
        assert log_moment(pair, 3, direction) == pytest.approx(3 * 4 / 8, rel=1e-15)
        assert log_moment_ball(pair, 3, direction).contains(arb(3) / 2)


@pytest.mark.parametrize("direction", Direction)
def test_continuous_orders_are_at_least_as_good(direction):
    pair = SubsampledGaussian(Fraction(1, 1000), 4)
    whole = moments_bound(pair, 10**4, Fraction(1, 4), direction)
    real = moments_bound(pair, 10**4, Fraction(1, 4), direction, "continuous")

    assert real.delta <= whole.delta * (1 + 1e-12)
    assert abs(real.order - whole.order) <= 1


def test_the_integer_order_is_the_best_of_all():
    pair = SubsampledGaussian(Fraction(1, 100), 3)
    actual = moments_bound(pair, 1000, 1)
    every = [1000 * binomial_log_moment(pair, order) - order for order in range(1, 200)]

    assert actual.order == 1 + int(np.argmin(every))
    assert actual.delta == pytest.approx(exp(min(every)), rel=1e-12)


COIN = SubsampledGaussian(0.1, 1)
NO_ORDERS = [0, -1, nan, inf, "2", True]
test_bad_input_is_refused = refusals(
    (lambda order: log_moment(COIN, order, Direction.REMOVE), "order must be", NO_ORDERS),
    (lambda order: log_moment_ball(COIN, order, Direction.REMOVE), "order must be", NO_ORDERS),
    (lambda: log_moment(COIN, 1.5, "add"), "direction must be"),
    (lambda: moments_bound(COIN, 1, 1, Direction.ADD, "some"), "orders must be"),
    (lambda: moments_bound(COIN, 0, 1), "steps must be an integer"),
    (lambda: moments_bound(COIN, 1, nan), "epsilon must be"),
    (lambda: log_moment(SubsampledGaussian(0.1, Fraction(1, 1000)), 999.5, Direction.REMOVE), "nodes"),
)
