"""Exact predictions and exact laws of samplers against the float ones, and against the kernel they should have."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from tabular.noise.conditional import bridge, step
from tabular.noise.covariance import exact_rule, sequential_covariance
from tabular.noise.exact import conditional_rule, drawn_covariance, exponential, exponential_kernel, predict

HALF = Fraction(1, 2)
BASES = st.fractions(Fraction(1, 10), Fraction(9, 10), max_denominator=20)
ORDERS = st.lists(st.integers(-8, 8), min_size=1, max_size=7, unique=True)


def test_the_value_midway_between_two_known_ones():
    draw = predict(exponential_kernel(HALF), [0, 2], 1)

    assert draw == ((Fraction(2, 5), Fraction(2, 5)), Fraction(3, 5))


def test_nothing_known():
    assert predict(exponential_kernel(HALF), [], 5) == ((), 1)


@given(BASES, st.integers(1, 6), st.integers(1, 6))
def test_two_neighbours_give_the_bridge(q, left, right):
    draw = predict(exponential_kernel(q), [-left, right], 0)
    first, second, deviation = bridge(-math.log(q), left, right)

    assert [float(w) for w in draw.weights] == pytest.approx([first, second], rel=1e-12)
    assert float(draw.variance) == pytest.approx(deviation**2, rel=1e-12)


@given(BASES, st.integers(1, 6))
def test_one_neighbour_gives_the_step(q, distance):
    draw = predict(exponential_kernel(q), [distance], 0)

    assert (float(draw.weights[0]), math.sqrt(draw.variance)) == pytest.approx(step(-math.log(q) * distance), rel=1e-12)


@given(BASES, ORDERS)
def test_conditioning_on_everything_has_the_law_of_the_path(q, points):
    kernel = exponential_kernel(q)
    expected = [[kernel(x, y) for y in points] for x in points]

    assert drawn_covariance(conditional_rule(kernel), points).tolist() == expected


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=7))
def test_exact_and_float_laws_agree_and_repeated_points_keep_their_value(points):
    exact = drawn_covariance(conditional_rule(exponential_kernel(HALF)), points).astype(float)

    np.testing.assert_allclose(
        exact, sequential_covariance(exact_rule(math.log(2)), [float(x) for x in points]), rtol=0, atol=1e-13
    )


def test_a_kernel_without_the_markov_property_is_predicted_from_all_points():
    draw = predict(lambda x, y: HALF ** ((x - y) ** 2), [0, 1], 2)

    assert draw.weights[0] == -Fraction(1, 4)


def test_the_exponential_of_integers():
    assert [exponential(HALF)(n) for n in (-1, 0, 2)] == [HALF, 1, 4]


NO_BASES = [Fraction(0), Fraction(1), Fraction(3, 2), Fraction(-1, 2)]
test_a_base_that_belongs_to_no_kernel_is_refused = refusals(
    (exponential_kernel, "q must lie strictly between 0 and 1", NO_BASES),
    (exponential, "q must lie strictly between 0 and 1", NO_BASES),
)
