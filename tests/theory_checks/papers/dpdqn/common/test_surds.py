"""Formulas of rationals, roots and pi are exact, what is no such number is a ball, and both agree with enclosures."""

from fractions import Fraction

import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from theory_checks.core.formula import log, maximum, minimum, num, operation, pi, ref, sqrt
from theory_checks.core.interpret import enclose
from theory_checks.core.parsing import parse
from theory_checks.papers.dpdqn.common.surds import ONE, ZERO, Surd, surd, surd_of, value

positive = st.fractions(Fraction(1, 50), 50, max_denominator=50)
atoms = st.one_of(positive.map(num), positive.map(lambda x: sqrt(num(x))), st.just(pi))
surds = st.recursive(
    atoms,
    lambda inner: (
        st.builds(operation, st.sampled_from(["*", "/"]), inner, inner)
        | st.builds(lambda x, k: x**k, inner, st.integers(-2, 2))
        | st.builds(lambda x, share: x + share * x, inner, positive)
    ),
    max_leaves=6,
)


@given(surds)
def test_a_surd_lies_in_the_enclosure_of_its_formula(formula):
    assert surd(formula).ball.overlaps(enclose(formula))


@given(surds, surds)
def test_the_larger_of_two_is_one_of_them(x, y):
    assert value(maximum(x, y)) in (value(x), value(y)) or value(x).ball.overlaps(value(y).ball)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2*sqrt(2)/(sqrt(n*pi)*(1 - gamma))", Surd(1, Fraction(8, 5) / Fraction(1, 4), -1)),
        ("sqrt(2/pi) - 3*sqrt(2/pi)", Surd(-1, Fraction(8), -1)),
        ("sqrt(8) - 2*sqrt(2)", ZERO),
        ("sqrt(gamma**2*pi**2)", Surd(1, Fraction(1, 4), 2)),
        ("sqrt(sqrt(16))", surd_of(2)),
        ("abs(-sqrt(3))", Surd(1, Fraction(3))),
        ("2**(-3)", surd_of(Fraction(1, 8))),
        ("log(1) + 0*pi", ZERO),
        ("minimum(sqrt(2), 3/2)", Surd(1, Fraction(2))),
    ],
)
def test_what_is_exact(text, expected):
    assert value(parse(text), {"n": 5, "gamma": Fraction(1, 2)}) == expected


@pytest.mark.parametrize("text", ["sqrt(2) + 1", "sqrt(1 + pi)", "sqrt(sqrt(2))", "exp(1)", "2**sqrt(2)", "log(2)"])
def test_what_is_no_surd_is_a_ball_and_refused_where_a_surd_is_wanted(text):
    ball = value(parse(text))

    assert isinstance(ball, arb)
    assert ball.overlaps(enclose(parse(text)))
    with pytest.raises(ValueError, match="made of rationals, roots and pi"):
        surd(parse(text))


def test_symbols_may_be_formulas_and_balls():
    ball = arb(3).sqrt()
    known = {"x": 2 / sqrt(pi), "b": ball, "one": 1}

    assert value(ref("x") * sqrt(pi), known) == surd_of(2)
    assert value(ref("one") * "b" / "one", known) is ball
    assert value(minimum("x", "b"), known) == surd(2 / sqrt(pi))
    with pytest.raises(ValueError, match="'y'"):
        value("y", known)


def test_zero_and_one_are_what_they_say():
    assert (ZERO.rational, ONE.rational) == (0, 1)
    assert surd(-sqrt(num(4))).rational == -2
    assert surd(pi).rational is None
    assert value(log(num(1))) == ZERO
