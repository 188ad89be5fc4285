"""Sizes are compared exactly where both squares are known, and by enclosures otherwise."""

from fractions import Fraction

import pytest
from flint import arb

from theory_checks.core.certificate import Certificate
from theory_checks.core.evidence import Method, Outcome
from theory_checks.core.formula import num, pi, sqrt
from theory_checks.papers.dpdqn.utility._sizes import Size, compare, counted, size


def half_normal(square):
    """The size of E |N(0, square)|."""
    return size(sqrt(2 * num(square) / pi))


TRUE = Certificate(says="2 > 1", conclusion=num(2) > 1)


def test_equal_multiples_are_decided_exactly():
    found = compare("case", half_normal(1), "<=", half_normal(Fraction(4, 4)), quantity="x")

    assert (found.outcome, found.method, found.tightness) == (Outcome.HOLDS, Method.EXACT, 1.0)


def test_one_thing_is_singular():
    assert [counted(k, "state") for k in (0, 1, 2)] == ["0 states", "1 state", "2 states"]


def test_equal_balls_stay_undecided():
    ball = Size((2 / arb.pi()).sqrt())

    assert compare("case", ball, "<=", half_normal(1), quantity="x").outcome is Outcome.UNDECIDED


@pytest.mark.parametrize(("square", "outcome"), [(Fraction(1, 2), Outcome.HOLDS), (Fraction(2), Outcome.FAILS)])
def test_balls_decide_different_numbers(square, outcome):
    left = Size(half_normal(square).value)

    assert compare("case", left, "<=", half_normal(1), quantity="x").outcome is outcome


def test_only_a_failure_carries_the_certificate():
    held = compare("case", half_normal(1), "<=", half_normal(2), quantity="x", certificate=TRUE)
    failed = compare("case", half_normal(2), "<=", half_normal(1), quantity="x", certificate=TRUE)

    assert held.certificate is None
    assert failed.certificate is TRUE


@pytest.mark.parametrize("square", [Fraction(0), Fraction(1), Fraction(9, 7)])
def test_the_square_is_that_of_the_ball(square):
    size = half_normal(square)

    assert size.square == square
    assert (size.value**2 * arb.pi() / 2).overlaps(arb(square.numerator) / square.denominator)
