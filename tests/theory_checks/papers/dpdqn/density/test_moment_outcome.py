"""The outcome of the moment method: two bounds in order, their limit, and the choice of w."""

from fractions import Fraction
from math import exp, log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from tabular.privacy import delta_of
from theory_checks.core.interpret import approximate
from theory_checks.papers.dpdqn.density.moment_outcome import W, outcome, sharper, third_line


@given(mu=st.floats(1e-3, 1e3), power=st.floats(1e-3, 20))
def test_the_exact_delta_is_below_the_sharper_bound_and_that_below_half_the_printed_one(mu, power):
    D, exact = mu * mu, delta_of(mu * mu * (power + 0.5), mu)
    low, high = float(sharper(Fraction(D), Fraction(power))), float(outcome(Fraction(D), Fraction(power)))

    assert exact <= low * (1 + 1e-9)
    assert low <= high / 2 * (1 + 1e-12)


def test_the_bounds_by_another_library():
    t, factor = 1.5, 1 / 2.5  # D = 1, epsilon = 2

    assert float(sharper(Fraction(1), Fraction(3, 2))) == pytest.approx(norm.sf(t) * factor)
    assert float(outcome(Fraction(1), Fraction(3, 2))) == pytest.approx(exp(-t * t / 2) * factor)
    assert float(third_line(Fraction(1), Fraction(3, 2))) == pytest.approx(exp(-4.5) * 2.5)


def test_the_sharper_bound_is_attained_in_the_limit():
    mu, t = 1e6, 1.0

    assert delta_of(mu * (t + mu / 2), mu) == pytest.approx(
        float(sharper(Fraction(mu) ** 2, Fraction(t / mu))), rel=1e-5
    )


@given(log_mu=st.floats(-8, 8), log_delta=st.floats(-25, -0.001))
def test_the_choice_leaves_a_factor_of_more_than_two(log_mu, log_delta):
    mu, delta = exp(log_mu), exp(log_delta)
    w = approximate(W, {"D": mu**2, "delta": delta})
    exact = delta_of(mu**2 / 2 + mu * sqrt(2 * w), mu)

    assert w == pytest.approx(log(exp(1) + mu / delta))
    assert exact <= delta / (2 * (mu + sqrt(2))) * (1 + 1e-9)
