"""The private mathematics of Equation (2): hyperbolic forms, the stated bounds, and the continuum between the grids."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from theory_checks.papers.dpdqn.sampler._bridge import (
    factor_as_printed,
    right_factor,
    true_factor,
    weights_as_printed,
    weights_exchanged,
)
from theory_checks.papers.dpdqn.sampler.conditional_variance import factor_negated, factor_with_reversed_exponents

HALF = Fraction(1, 2)
BASES = st.fractions(Fraction(1, 10), Fraction(9, 10), max_denominator=20)
GAPS = st.integers(1, 6)


def hyperbolic(q, *gaps):
    beta = -math.log(q)
    return [math.sinh(beta * n) for n in (*gaps, sum(gaps))]


@given(BASES, GAPS, GAPS)
def test_weights_are_quotients_of_hyperbolic_sines(q, left, right):
    a, b, c = hyperbolic(q, left, right)

    assert [float(w) for w in weights_as_printed(q, (0, left, left + right))] == pytest.approx([a / c, b / c])
    assert [float(w) for w in weights_exchanged(q, (0, left, left + right))] == pytest.approx([b / c, a / c])


@given(BASES, GAPS, GAPS)
def test_the_right_factor_is_a_product_of_hyperbolic_sines(q, left, right):
    a, b, c = hyperbolic(q, left, right)
    place = (0, left, left + right)

    assert float(right_factor(q, place)) == pytest.approx(2 * a * b / c)
    assert right_factor(q, place) == true_factor(q, place)


@given(BASES, GAPS, GAPS)
def test_every_repaired_sign_is_wrong_off_the_midpoint(q, left, right):
    place = (-left, 0, right)
    truth = true_factor(q, place)
    bound = (1 - q ** (left + right)) / (1 + q ** (left + right))  # tanh(c/2)

    assert factor_as_printed(q, place) <= -bound < 0
    assert (factor_negated(q, place) == truth) == (left == right)
    assert (factor_with_reversed_exponents(q, place) == truth) == (left == right)
    assert factor_with_reversed_exponents(q, place) >= truth
    assert truth <= bound


@given(BASES, GAPS, GAPS)
def test_a_descending_list_reverses_the_exponents_and_keeps_the_weights(q, left, right):
    up, down = (-left, 0, right), (left, 0, -right)

    assert weights_as_printed(q, up) == weights_as_printed(q, down)
    assert factor_with_reversed_exponents(q, up) == factor_as_printed(q, down)


def test_the_smallest_cases():
    assert weights_as_printed(HALF, (0, 1, 3)) == (Fraction(4, 21), Fraction(10, 21))
    assert factor_as_printed(HALF, (0, 1, 2)) == -Fraction(3, 5)
    assert factor_negated(HALF, (0, 1, 3)) == Fraction(9, 7)
    assert factor_with_reversed_exponents(HALF, (0, 1, 3)) == Fraction(11, 14)
    assert true_factor(HALF, (0, 1, 3)) == Fraction(5, 7)
