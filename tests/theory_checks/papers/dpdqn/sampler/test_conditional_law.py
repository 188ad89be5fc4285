"""The private mathematics of Equation (2): hyperbolic forms, the stated bounds, and the continuum between the grids."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from theory_checks.papers.dpdqn.sampler._bridge import (
    FACTOR_AS_PRINTED,
    RIGHT_FACTOR,
    RIGHT_WEIGHTS,
    WEIGHTS_AS_PRINTED,
    at_place,
    true_factor,
)
from theory_checks.papers.dpdqn.sampler.conditional_variance import NEGATED, REVERSED

HALF = Fraction(1, 2)
BASES = st.fractions(Fraction(1, 10), Fraction(9, 10), max_denominator=20)
GAPS = st.integers(1, 6)


def weights(formulas, q, place):
    return tuple(at_place(formula, q, place) for formula in formulas)


def hyperbolic(q, *gaps):
    beta = -math.log(q)
    return [math.sinh(beta * n) for n in (*gaps, sum(gaps))]


@given(BASES, GAPS, GAPS)
def test_weights_are_quotients_of_hyperbolic_sines(q, left, right):
    a, b, c = hyperbolic(q, left, right)

    assert [float(w) for w in weights(WEIGHTS_AS_PRINTED, q, (0, left, left + right))] == pytest.approx([a / c, b / c])
    assert [float(w) for w in weights(RIGHT_WEIGHTS, q, (0, left, left + right))] == pytest.approx([b / c, a / c])


@given(BASES, GAPS, GAPS)
def test_the_right_factor_is_a_product_of_hyperbolic_sines(q, left, right):
    a, b, c = hyperbolic(q, left, right)
    place = (0, left, left + right)

    assert float(at_place(RIGHT_FACTOR, q, place)) == pytest.approx(2 * a * b / c)
    assert at_place(RIGHT_FACTOR, q, place) == true_factor(q, place)


@given(BASES, GAPS, GAPS)
def test_every_repaired_sign_is_wrong_off_the_midpoint(q, left, right):
    place = (-left, 0, right)
    truth = true_factor(q, place)
    bound = (1 - q ** (left + right)) / (1 + q ** (left + right))  # tanh(c/2)

    assert at_place(FACTOR_AS_PRINTED, q, place) <= -bound < 0
    assert (at_place(NEGATED, q, place) == truth) == (left == right)
    assert (at_place(REVERSED, q, place) == truth) == (left == right)
    assert at_place(REVERSED, q, place) >= truth
    assert truth <= bound


@given(BASES, GAPS, GAPS)
def test_a_descending_list_reverses_the_exponents_and_keeps_the_weights(q, left, right):
    up, down = (-left, 0, right), (left, 0, -right)

    assert weights(WEIGHTS_AS_PRINTED, q, up) == weights(WEIGHTS_AS_PRINTED, q, down)
    assert at_place(REVERSED, q, up) == at_place(FACTOR_AS_PRINTED, q, down)


def test_the_smallest_cases():
    assert weights(WEIGHTS_AS_PRINTED, HALF, (0, 1, 3)) == (Fraction(4, 21), Fraction(10, 21))
    assert at_place(FACTOR_AS_PRINTED, HALF, (0, 1, 2)) == -Fraction(3, 5)
    assert at_place(NEGATED, HALF, (0, 1, 3)) == Fraction(9, 7)
    assert at_place(REVERSED, HALF, (0, 1, 3)) == Fraction(11, 14)
    assert true_factor(HALF, (0, 1, 3)) == Fraction(5, 7)
