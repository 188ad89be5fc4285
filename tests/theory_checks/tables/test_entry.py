"""Enclosures: the digits that they prove, how they are written, and on which side of them a double lies."""

import math
from fractions import Fraction

import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from theory_checks.tables.entry import Enclosure, decimal


@pytest.mark.parametrize(
    ("low", "high", "digits", "shown"),
    [
        ("1/3", "1/3", 30, "1/3"),
        ("3.14159265", "3.14159266", 7, "3.141593e+0"),
        ("0.00123456", "0.00123457", 4, "1.23456e-3 to 1.23457e-3"),
        ("-1", "1", 0, "-1e+0 to 1e+0"),
        ("0", "0.1", 0, "0 to 1e-1"),
        ("2", "9", 0, "2e+0 to 9e+0"),
    ],
)
def test_as_many_digits_are_shown_as_are_proved(low, high, digits, shown):
    value = Enclosure(Fraction(low), Fraction(high))

    assert (value.digits, value.shown()) == (digits, shown)


@given(st.fractions(), st.fractions(min_value=0, max_value=1), st.integers(1, 20))
def test_what_is_shown_is_right_up_to_one_unit_of_its_last_digit(middle, share, digits):
    value = Enclosure(middle, middle + abs(middle) * share / 10**digits)
    if value.is_exact or value.digits < 6:
        return
    text = value.shown()
    unit = Fraction(10) ** (int(text.partition("e")[2]) - value.digits + 1)

    for end in (value.low, value.high):
        assert abs(Fraction(text) - end) <= unit


@given(st.fractions().filter(bool), st.integers(1, 40))
def test_decimals_are_rounded_as_told(x, digits):
    low, high = (Fraction(decimal(x, digits, way)) for way in (math.floor, math.ceil))

    assert low <= x <= high
    assert high - low <= abs(x) * Fraction(10) ** (1 - digits)


def test_json_has_ends_that_enclose():
    value = Enclosure.of(arb(2).sqrt()).to_json()

    assert Fraction(value["low"]) ** 2 < 2 < Fraction(value["high"]) ** 2
    assert "exact" not in value
    assert Enclosure.of(Fraction(46, 45)).to_json()["exact"] == "46/45"


@pytest.mark.parametrize(
    ("answer", "side", "off"),
    [
        (math.nextafter(1.0, 0.0), "below", 1.0),
        (1.0, "within", 1.0),
        (1.5, "within", 0.5),
        (math.nextafter(2.0, 3.0), "above", 1.0),
        (0.0, "below", 2.0),
        (1e30, "above", None),
        (math.inf, "above", None),
        (-math.inf, "below", None),
        (math.nan, "no number", None),
    ],
)
def test_the_side_of_an_answer(answer, side, off):
    value = Enclosure(Fraction(1), Fraction(2))

    assert (value.side(answer), value.off(answer)) == (side, off)


def test_an_answer_may_be_the_number():
    assert Enclosure.of(Fraction(1, 4)).side(0.25) == "equal"
    assert Enclosure.of(Fraction(1, 3)).side(1 / 3) == "below"
    assert Enclosure.of(0).off(0.0) is None
