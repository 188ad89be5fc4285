"""Formulas found in print and in code against numbers computed by hand, and the covariances that they lead to."""

import math

import numpy as np
import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from tabular.noise.covariance import ornstein_uhlenbeck_covariance, sequential_covariance
from tabular.noise.printed import (
    first_entry_rule,
    pinned_rule,
    printed_variance,
    printed_weights,
)

PLACES = st.tuples(st.floats(0.1, 20), st.floats(0, 1), st.floats(0.01, 1), st.floats(0.01, 1))


@given(PLACES)
def test_the_printed_variance_is_negative_for_every_input(place):
    """At most -tanh(c/2): with c = beta (s+ - s-), decided by balls."""
    beta, s_minus, left, right = (arb(x) for x in place)
    c = beta * (left + right)
    d = printed_variance(beta, s_minus, s_minus + left, s_minus + left + right, arb.exp)

    assert d < 0
    assert not d > -(c / 2).tanh()


@pytest.mark.parametrize(("s", "d"), [(0.5, -0.4621171573), (0.25, -0.7573205181)])
def test_the_printed_variance_at_two_points(s, d):
    assert printed_variance(1.0, 0.0, s, 1.0) == pytest.approx(d, abs=1e-10)


def test_the_printed_weights_are_those_of_the_other_neighbour():
    near, far = math.sinh(0.75) / math.sinh(1), math.sinh(0.25) / math.sinh(1)

    assert printed_weights(1.0, 0.0, 0.25, 1.0) == pytest.approx((far, near), rel=1e-15)
    assert printed_weights(1.0, 0.0, 0.5, 1.0)[0] == printed_weights(1.0, 0.0, 0.5, 1.0)[1]


@pytest.mark.parametrize(("s", "variance"), [(0.5, math.tanh(0.5)), (0.01, 0.019739), (0.0, 0.0), (1.0, 0.0)])
def test_pinned_ends_take_the_noise_away(s, variance):
    assert sequential_covariance(pinned_rule(1.0), [s])[0, 0] == pytest.approx(variance, abs=1e-6)


def test_the_pinned_rule_is_the_bridge_between_two_zeros():
    points = [0.3, 0.9, 0.1, 0.5, 0.3]
    exact = ornstein_uhlenbeck_covariance([*points, 0.0, 1.0], 2.0)
    inner, cross, ends = exact[:5, :5], exact[:5, 5:], exact[5:, 5:]

    expected = inner - cross @ np.linalg.solve(ends, cross.T)
    np.testing.assert_allclose(sequential_covariance(pinned_rule(2.0), points), expected, rtol=0, atol=1e-14)


def test_the_first_entry_rule_correlates_the_wrong_points():
    covariance = sequential_covariance(first_entry_rule(1.0), [0.1, 0.5, 0.9])

    assert covariance[2, 1] == pytest.approx(math.exp(-0.8), rel=1e-14)  # exp(-0.4) would be right
    assert covariance[2, 0] == pytest.approx(math.exp(-0.4), rel=1e-14)  # exp(-0.8) would be right


def test_the_first_entry_rule_tears_neighbours_apart():
    covariance = sequential_covariance(first_entry_rule(1.0), [0.0, 0.5, 0.5001])

    assert covariance[2, 1] == pytest.approx(0.606470, abs=1e-6)
    assert covariance[1, 1] + covariance[2, 2] - 2 * covariance[2, 1] == pytest.approx(0.78706, abs=1e-5)


def test_the_first_entry_rule_is_right_away_from_the_right_end():
    points = [0.9, 0.1, 0.5, 0.05, 0.5]

    np.testing.assert_allclose(
        sequential_covariance(first_entry_rule(3.0), points),
        ornstein_uhlenbeck_covariance(points, 3.0),
        rtol=0,
        atol=1e-14,
    )
