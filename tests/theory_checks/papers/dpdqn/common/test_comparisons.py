"""Comparisons of the sides of a relation: exact, by balls, and where a side has no value."""

from fractions import Fraction

import pytest
from flint import arb

from theory_checks.core.evidence import Method, Outcome
from theory_checks.core.parsing import relations
from theory_checks.papers.dpdqn.common.comparisons import all_decided, compared, sides

THIRD = Fraction(1, 3)


@pytest.mark.parametrize(
    ("text", "method", "outcome"),
    [
        ("x + x + x == 1", Method.EXACT, Outcome.HOLDS),
        ("sqrt(x)**2 == x", Method.BALL, Outcome.HOLDS),
        ("sqrt(x)**2 == x + 1/10**8", Method.BALL, Outcome.FAILS),
        ("exp(x) <= exp(2*x)", Method.BALL, Outcome.HOLDS),
        ("sqrt(log(x)) <= 1", Method.EXACT, Outcome.UNDEFINED),
    ],
)
def test_a_relation_is_decided_exactly_or_by_balls(text, method, outcome):
    evidence = compared("case", relations(text)[0], {"x": THIRD})

    assert (evidence.method, evidence.outcome) == (method, outcome)


def test_the_sides_of_relations_stand_under_their_texts():
    assert sides(relations("x <= 2*x < 1"), {"x": THIRD}) == {
        "x <= 2 * x": (THIRD, "<=", 2 * THIRD),
        "2 * x < 1": (2 * THIRD, "<", 1),
    }


def test_what_is_rational_is_compared_together_and_the_rest_alone():
    pairs = {"a": (THIRD, "=", THIRD), "b": (THIRD, "<=", Fraction(1)), "c": (arb(2), "<=", arb(1))}

    assert [x.outcome for x in all_decided("case", pairs)] == [Outcome.FAILS, Outcome.HOLDS]
