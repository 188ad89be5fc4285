"""Balls whose rational parts are exact, against plain enclosures and plain rationals."""

from fractions import Fraction

from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from theory_checks.core.formula import exp, log, num, ref
from theory_checks.core.interpret import enclose
from theory_checks.core.parsing import parse
from theory_checks.papers.dpdqn.common.rational_first import ball_of, logarithm

RATIONALS = st.fractions(Fraction(1, 50), Fraction(50), max_denominator=60)
MIXED = parse("sqrt(2*a*log(exp(1) + a/b))*(a/b) + maximum(a - b, 0)*b/3 - Phi(b)*pi")


@given(a=RATIONALS, b=RATIONALS)
def test_it_encloses_what_the_plain_ball_encloses_and_is_no_wider(a, b):
    first, plain = ball_of(MIXED, {"a": a, "b": b}), enclose(MIXED, {"a": a, "b": b})

    assert first.overlaps(plain)
    assert float(first.rad()) <= 1.01 * float(plain.rad()) + 1e-15


@given(a=RATIONALS, b=RATIONALS)
def test_rational_formulas_are_rounded_once(a, b):
    formula, value = parse("(a/b + 1/3)**2*sqrt(b**2) - 7*a"), (a / b + Fraction(1, 3)) ** 2 * b - 7 * a

    assert ball_of(formula, {"a": a, "b": b}).contains(arb(value.numerator) / arb(value.denominator))
    assert float(ball_of(formula, {"a": a, "b": b}).rad()) <= 2**-50 * float(abs(value)) + 1e-300


def test_symbols_may_be_formulas_and_balls():
    assert ball_of("x", {"x": ref("y") * 2, "y": exp("z"), "z": 0}) == 2
    assert ball_of(ref("x") + 1, {"x": arb(1, 0.5)}).contains(arb(2.4))


def test_the_logarithm_of_an_exponential_is_its_exponent():
    assert logarithm(exp(ref("x") + 1)) == ref("x") + 1
    assert logarithm(num(2)) == log(2)
