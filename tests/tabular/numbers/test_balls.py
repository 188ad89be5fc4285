"""Tests for tabular/numbers/balls.py."""

from fractions import Fraction

import pytest
from flint import arb, ctx
from hypothesis import given
from hypothesis import strategies as st

from tabular.errors import InputError
from tabular.numbers.balls import ball, ends, hull

rationals = st.fractions(max_denominator=10**30)


@given(rationals, st.sampled_from([20, 53, 200]))
def test_the_ends_of_a_ball_enclose_its_number(number, bits):
    with ctx.workprec(bits):
        low, high = ends("x", ball(number))

    assert low <= number <= high
    assert high - low <= abs(number) * Fraction(4, 2**bits)


@given(rationals, rationals)
def test_a_hull_holds_everything_between_its_ends(first, second):
    low, high = ends("x", hull(min(first, second), max(first, second)))

    assert low <= min(first, second) <= (first + second) / 2 <= max(first, second) <= high


def test_a_float_is_taken_literally():
    assert ends("x", ball(0.1)) == (Fraction(0.1), Fraction(0.1))


def test_a_ball_stays_itself():
    number = arb("1 +/- 0.25")

    assert ball(number) is number


@pytest.mark.parametrize("value", [arb("nan"), arb("inf"), float("nan"), "1", True])
def test_what_has_no_exact_ends_is_refused(value):
    with pytest.raises(InputError, match="x must be a"):
        ends("x", value)
