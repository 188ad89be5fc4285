"""Solving for the noise: the boundary in one variable, its lower bounds, and the closed form."""

from fractions import Fraction
from math import e, exp, log, sqrt

import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from theory_checks.papers.dpdqn.density._gaussian_curves import closed_factor, printed_factor
from theory_checks.papers.dpdqn.density.solved_noise import (
    boundary_point,
    exact_gain,
    far_share,
    first_factor,
    first_gain,
    gain,
    gain_slope,
    least_first_gain,
    least_slope,
    least_surplus,
    near_share,
    needed_epsilon,
    share_bound,
)


def needed(epsilon, delta, factor):
    """D/2 + sqrt(2 D w) in doubles."""
    root = epsilon / float(factor(Fraction(epsilon), Fraction(delta)))
    return root**2 / 2 + root * sqrt(2 * log(e + root / delta))


def limit(y):
    """G(y) = 4 (l - sqrt(l w)) in doubles."""
    l_ = log(e + y)
    return 4 * (l_ - sqrt(l_ * log(e + y / sqrt(2 * l_))))


def first_limit(y):
    """H(y) = 8 (l - sqrt(l w/2)) in doubles."""
    l_ = log(e + y)
    return 8 * (l_ - sqrt(l_ * log(e + y / (2 * sqrt(l_))) / 2))


@given(log_epsilon=st.floats(-5, 5), log_delta=st.floats(-40, -0.001))
def test_the_step_holds_exactly_below_the_boundary(log_epsilon, log_delta):
    epsilon, delta = exp(log_epsilon), exp(log_delta)
    for factor, boundary in ((printed_factor, limit), (first_factor, first_limit)):
        room = boundary(epsilon / delta) - epsilon
        if abs(room) > 1e-6 * epsilon:  # doubles cannot tell at the boundary
            assert (needed(epsilon, delta, factor) <= epsilon) == (room > 0)


@given(epsilon=st.floats(0.001, 1), delta=st.floats(1e-12, 0.1))
def test_the_rectangle_is_inside(epsilon, delta):
    assert needed(epsilon, delta, printed_factor) <= epsilon


@given(epsilon=st.floats(0.001, 7.5), delta=st.floats(1e-12, 0.9999))
def test_the_strip_of_the_first_version_is_inside(epsilon, delta):
    assert needed(epsilon, delta, first_factor) <= epsilon


@given(y=st.floats(0.001, 1000).map(Fraction))
def test_the_lower_bounds_are_below_the_boundaries(y):
    assert float(gain(y)) <= limit(float(y)) + 1e-12
    assert float(first_gain(y, y)) == pytest.approx(first_limit(float(y)), rel=1e-12)
    assert float(first_gain(y, y + 1)) <= first_limit(float(y) + 0.5) + 1e-12


@given(y=st.floats(0.01, 50).map(Fraction))
def test_the_slope_is_that_of_the_lower_bound(y):
    step = Fraction(1, 10**5)
    quotient = (float(gain(y + step)) - float(gain(y - step))) / float(2 * step)

    assert float(gain_slope(y, y)) == pytest.approx(quotient, abs=1e-7)  # error of the difference quotient


def test_the_balls_enclose_the_smallest_surplus():
    smallest = min(float(gain(Fraction(k, 50))) - k / 500 for k in range(50, 501))

    assert 0 < float(least_surplus(Fraction(1), Fraction(10), 64).lower()) <= smallest
    assert least_slope() > 0
    assert 0 < float(least_first_gain(2000)) < min(first_limit(k / 10) - min(k / 10, 7.5) for k in range(221))


def test_near_zero_the_boundary_is_at_a_fixed_delta():
    delta, epsilon = boundary_point(1e-4)

    assert delta == pytest.approx(2 * (1 - 1 / sqrt(2)) / e, rel=1e-4)
    assert epsilon == pytest.approx(1e-4 * delta)


@given(y=st.floats(0.01, 50))
def test_the_boundary_and_its_slope(y):
    value, slope = map(float, exact_gain(arb(y)))
    quotient = (limit(y + 1e-5) - limit(y - 1e-5)) / 2e-5

    assert value == pytest.approx(limit(y), rel=1e-9)
    assert slope == pytest.approx(quotient, abs=1e-7)  # error of the difference quotient


@given(low=st.floats(0.125, 20).map(Fraction), width=st.floats(0, 0.1).map(Fraction), at=st.floats(0, 1))
def test_the_share_is_bounded_on_intervals(low, width, at):
    y = float(low) + at * float(width)

    assert float(share_bound(low, low + width).upper()) >= limit(y) / (0.224 * y) - 1e-12


def test_the_boundary_stays_left_of_a_delta_that_it_nearly_reaches():
    shares = [limit(k / 1000) / (k / 1000) for k in range(1, 30000)]
    most = max(shares)

    assert 0.2238 < most < 0.2239
    assert shares.index(most) + 1 == pytest.approx(612, abs=2)
    assert max(shares[:125]) / 0.224 < near_share(64) < 1
    assert max(shares[20000:]) / 0.224 < far_share() < 1


def test_the_step_holds_left_of_the_curve_because_the_boundary_rises():
    values = [limit(10 ** (k / 20)) for k in range(-60, 240)]

    assert values == sorted(values)


@given(log_epsilon=st.floats(-8, 8), log_delta=st.floats(-100, -0.0001))
def test_the_closed_form_solves_for_all_parameters(log_epsilon, log_delta):
    epsilon, delta = Fraction(exp(log_epsilon)), Fraction(exp(log_delta))
    root = float(epsilon) / closed_factor(epsilon, delta)

    assert needed_epsilon(root, delta) <= float(epsilon)
