"""Claims at values: exact between surds of one kind, by balls elsewhere, undefined without a value."""

from fractions import Fraction

import pytest
from flint import arb

from theory_checks.core.evidence import Method, Outcome
from theory_checks.core.parsing import relations
from theory_checks.papers.dpdqn.common.claims import held


def decided(text, **values):
    item = held("case", relations(text)[0], values, quantity="both sides")
    return item.method, item.outcome


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("x <= sqrt(2/pi)", Outcome.HOLDS),
        ("x < sqrt(2/pi)", Outcome.FAILS),
        ("-x >= -sqrt(2/pi)", Outcome.HOLDS),
        ("-11/10*x >= -sqrt(2/pi)", Outcome.FAILS),
        ("x > 0", Outcome.HOLDS),
        ("n == 3", Outcome.HOLDS),
    ],
)
def test_surds_of_one_kind_are_compared_exactly(text, outcome):
    assert decided(text, x=relations("x == sqrt(2)/sqrt(pi)")[0].right, n=3) == (Method.EXACT, outcome)


def test_what_is_no_surd_is_compared_by_balls():
    assert decided("x <= log(3)", x=arb(1)) == (Method.BALL, Outcome.HOLDS)
    assert decided("x == log(3)", x=arb(3).log()) == (Method.BALL, Outcome.HOLDS)
    assert decided("x == 11/10*log(3)", x=arb(3).log()) == (Method.BALL, Outcome.FAILS)
    assert decided("x <= pi", x=Fraction(22, 7)) == (Method.BALL, Outcome.FAILS)


@pytest.mark.parametrize("text", ["1 <= 1/(x - 9/10)", "1 <= sqrt(2*log(x)/(9/10 - 1))"])
def test_a_side_without_a_value_makes_the_claim_undefined(text):
    assert decided(text, x=Fraction(9, 10) if "log" not in text else 2)[1] is Outcome.UNDEFINED
