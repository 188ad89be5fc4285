"""Exact samplers of the claims against the float rules of the library, and the scale of line 16."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabular.noise.conditional import bridge
from tabular.noise.covariance import ornstein_uhlenbeck_covariance, sequential_covariance
from tabular.noise.exact import drawn_covariance
from tabular.noise.printed import pinned_rule
from theory_checks.core.interpret import exact
from theory_checks.papers.dpdqn.sampler._missing_neighbours import at_infinity, sampler
from theory_checks.papers.dpdqn.sampler.missing_neighbours import CELLS, independent_ends, tied_to_zero, zero_ends
from theory_checks.papers.dpdqn.sampler.sampling_line import AS_DEVIATION, AS_VARIANCE, RIGHT_SCALE

HALF = Fraction(1, 2)
ORDERS = st.lists(st.integers(-5, 8), min_size=1, max_size=6)


@given(ORDERS)
def test_neighbours_at_infinity_give_the_path(points):
    exact = drawn_covariance(sampler(HALF, at_infinity), points).astype(float)

    np.testing.assert_allclose(exact, ornstein_uhlenbeck_covariance(points, math.log(2)), rtol=0, atol=1e-14)


@given(st.permutations(range(CELLS + 1)))
def test_neighbours_tied_to_zero_are_the_rule_of_the_library(points):
    exact = drawn_covariance(sampler(HALF, tied_to_zero), points).astype(float)
    float_points = [x / CELLS for x in points]

    np.testing.assert_allclose(
        exact, sequential_covariance(pinned_rule(CELLS * math.log(2)), float_points), rtol=0, atol=1e-14
    )


@given(st.permutations([1, 2, 3, 5]))
def test_values_of_the_path_at_the_ends_make_neighbours_enough(inside):
    exact = drawn_covariance(sampler(HALF, at_infinity), (0, 7, *inside)).astype(float)
    truth = ornstein_uhlenbeck_covariance([0, 7, *inside], math.log(2))

    np.testing.assert_allclose(exact, truth, rtol=0, atol=1e-14)
    for ends in (independent_ends, zero_ends):
        assert abs(drawn_covariance(sampler(HALF, ends), (0, 7, *inside)).astype(float) - truth).max() > 1e-3


@pytest.mark.parametrize(("x", "variance"), [(0, 0), (1, Fraction(3, 5)), (2, 0)])
def test_the_first_value_tied_to_zero(x, variance):
    assert drawn_covariance(sampler(HALF, tied_to_zero), [x])[0, 0] == variance


def test_the_largest_variance_tied_to_zero_is_below_one():
    for beta in (0.1, 1.0, 10.0, 30.0):
        assert bridge(beta, 0.5, 0.5)[2] ** 2 == pytest.approx(math.tanh(beta / 2), rel=1e-14)
        assert bridge(beta, 0.5, 0.5)[2] < 1.0


@given(st.fractions(Fraction(1, 9), 9), st.fractions(Fraction(1, 9), Fraction(8, 9)))
def test_sigma_d_is_the_variance_for_sigma_1_only_and_never_the_deviation(sigma, d):
    as_variance, as_deviation, right = (
        exact(scale, {"sigma": sigma, "d": d, "variance": d}) for scale in (AS_VARIANCE, AS_DEVIATION, RIGHT_SCALE)
    )

    assert (as_variance == right) == (sigma == 1)
    assert as_deviation < right
