"""Domains are read from texts and decide membership exactly, or by balls where nothing is rational."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from theory_checks.core.domain import domain, holds
from theory_checks.core.formula import exp, num, pi, ref, sqrt
from theory_checks.core.parsing import FormulaError

DOMAIN = domain("0 <= gamma < 1", "n >= 1 integer", "sigma > 0", "k integer")


@given(st.fractions(-2, 2), st.fractions(-2, 2), st.fractions(-2, 2), st.fractions(-2, 2))
def test_membership(gamma, n, sigma, k):
    inside = 0 <= gamma < 1 and n >= 1 and n.denominator == 1 and sigma > 0 and k.denominator == 1
    assert DOMAIN.contains({"gamma": gamma, "n": n, "sigma": sigma, "k": k}) == inside


def test_symbols():
    assert DOMAIN.symbols == {"gamma", "n", "sigma", "k"}
    assert DOMAIN.integers == ("n", "k")


def test_balls_decide_what_is_not_rational():
    assert holds(sqrt(2) ** 2 > num(2) - Fraction(1, 10**40), {})
    assert not holds(exp("x") <= pi, {"x": 2})
    with pytest.raises(ValueError, match="a relation must be decided by 1024 bits"):
        holds(sqrt(2) ** 2 > 2, {})


def test_a_value_that_is_missing():
    with pytest.raises(ValueError, match="a name must be one of"):
        DOMAIN.contains({"gamma": 0, "n": 1, "k": 1})


def test_a_domain_that_is_no_relation():
    with pytest.raises(FormulaError):
        domain("gamma")


def test_formulas_as_values():
    assert domain("x < 1").contains({"x": ref("y") / 2, "y": 1})
