"""The released buffer: exact law, faultless orders, and what rounding does to a variance."""

import math
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from flint import arb, ctx
from hypothesis import given
from hypothesis import strategies as st

from tabular.noise.covariance import sequential_covariance
from tabular.noise.exact import drawn_covariance
from tabular.noise.printed import first_entry_rule
from theory_checks.papers.dpdqn.sampler._missing_neighbours import sampler
from theory_checks.papers.dpdqn.sampler.released_sampler import UNIT, Q, first_entry, has_the_law_of_a_path

HALF = Fraction(1, 2)


@given(st.lists(st.integers(-5, 8), min_size=1, max_size=6))
def test_the_exact_sampler_is_the_rule_of_the_library(points):
    exact = drawn_covariance(sampler(HALF, first_entry), points).astype(float)

    np.testing.assert_allclose(exact, sequential_covariance(first_entry_rule(math.log(2)), points), rtol=0, atol=1e-14)


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_right_orders_are_those_with_the_largest_state_among_the_first_two(n):
    for order in permutations(range(n)):
        assert has_the_law_of_a_path(order) == (n - 1 in order[:2])


def test_the_correlations_of_three_states():
    covariance = drawn_covariance(sampler(HALF, first_entry), [0, 1, 2])

    assert covariance.tolist() == [
        [1, HALF, HALF],
        [HALF, 1, Fraction(1, 4)],
        [HALF, Fraction(1, 4), 1],
    ]


def test_the_counterexamples_lie_in_the_unit_interval_and_follow_the_rule_of_the_library():
    assert math.exp(-UNIT) == pytest.approx(float(Q), rel=1e-15)
    for points in ((0, 1, 2), (0, 8, 9)):
        exact = drawn_covariance(sampler(Q, first_entry), points).astype(float)
        floats = sequential_covariance(first_entry_rule(1.0), [n * UNIT for n in points])

        assert max(points) * UNIT < 1
        np.testing.assert_allclose(exact, floats, rtol=0, atol=1e-14)


def test_a_variance_computed_as_a_difference_can_be_negative_in_doubles():
    """With every exponential rounded to the nearest double, as good as any library can do."""

    def rounded_exp(x):
        with ctx.workprec(200):
            return float(arb(x).exp().mid())

    def u(x, y):
        return rounded_exp(abs(x - y)) - rounded_exp(-abs(x - y))

    low, s, high = 0.5, 0.5 + 2.0**-53, 0.5 + 2.0**-52
    weights = u(s, high) * rounded_exp(low - s) + u(low, s) * rounded_exp(s - high)

    assert 1.0 - weights / u(low, high) < -0.49
