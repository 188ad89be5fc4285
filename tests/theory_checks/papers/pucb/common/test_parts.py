"""Parts of formulas, and other formulas in their places."""

import pytest

from theory_checks.core.formula import exp, log, ref
from theory_checks.core.parsing import parse
from theory_checks.papers.pucb.common.parts import replaced, under_logarithm


def test_the_logarithm_is_that_of_the_symbol():
    assert under_logarithm(parse("2 * log(T) * sqrt(1 + log(C/beta))"), "beta") == ref("C") / "beta"


@pytest.mark.parametrize("text", ["log(T) + beta", "T", "1"])
def test_a_symbol_outside_of_logarithms_is_refused(text):
    with pytest.raises(ValueError, match="logarithm that speaks of beta"):
        under_logarithm(parse(text), "beta")


def test_every_place_of_a_part_is_changed_and_nothing_else():
    formula = parse("exp(x) + 3*exp(x)/exp(y)")

    assert replaced(formula, exp("x"), "r") == parse("r + 3*r/exp(y)")
    assert replaced(formula, log("x"), "r") == formula
