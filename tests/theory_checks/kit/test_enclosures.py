"""Balls around expressions agree with the checker, which evaluates them in arithmetic of its own."""

from fractions import Fraction
from math import erf, exp, log, pi, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from theory_checks.core.certificate import Certificate, op, relation
from theory_checks.kit.enclosures import enclose

POSITIVE = st.fractions(min_value=Fraction(1, 50), max_value=8, max_denominator=100)
ORACLES = {
    "neg": lambda x: -x,
    "abs": abs,
    "sqrt": sqrt,
    "exp": exp,
    "log": log,
    "normal-cdf": lambda x: (1 + erf(x / sqrt(2))) / 2,
    "mills-ratio": lambda x: (1 - erf(x / sqrt(2))) / 2 * sqrt(2 * pi) * exp(x * x / 2),
}


@given(st.sampled_from(sorted(ORACLES)), POSITIVE)
def test_functions_of_one_number(name, x):
    assert float(enclose(op(name, x))) == pytest.approx(ORACLES[name](float(x)), rel=1e-6, abs=1e-12)


def end(x):
    """The end of a ball, a binary fraction, as the exact rational that it is."""
    mantissa, exponent = x.man_exp()
    return int(mantissa) * Fraction(2) ** int(exponent)


def holds(enclosure, x):
    return end(enclosure.lower()) <= x <= end(enclosure.upper())


@given(POSITIVE, POSITIVE, st.integers(-4, 4))
def test_arithmetic_is_exact_to_the_ball(x, y, k):
    constants = {"x": x, "y": op("+", y, 0)}
    node = op("-", op("/", op("*", "x", "y", "x"), op("+", "x", "y")), op("pow", "x", k))

    assert holds(enclose(node, constants), x * y * x / (x + y) - x**k)
    assert holds(enclose(op("max", "x", op("min", "y", 3)), constants), max(x, min(y, 3)))


@given(st.sampled_from(sorted(ORACLES)), POSITIVE)
def test_the_checker_finds_the_same_number(name, x):
    node, slack = op("*", op(name, x), op("sqrt", op("pi"))), Fraction(1, 10**9)
    middle = Fraction(float(enclose(node)))
    near = relation(op("abs", op("-", node, middle)), "<", slack)

    certificate = Certificate(claim="a", reading="b", says="c", conclusion=near)

    assert certificate.check()["accepted"], certificate.check()


def test_unknown_names_and_operations_are_refused():
    with pytest.raises(ValueError, match="a name must be one of the constants x, got 'y'"):
        enclose("y", {"x": 1})
    with pytest.raises(ValueError, match="op must be one of"):
        enclose(op("mean-max-normal", 1))
