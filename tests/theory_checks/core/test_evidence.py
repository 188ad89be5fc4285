"""Outcomes are decided by the numbers: exact rationals, enclosures, stated error probabilities."""

import math
from fractions import Fraction

import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from theory_checks.core.certificate import Certificate
from theory_checks.core.evidence import Outcome, ball, exact, exact_all, searched, statistical

RELATIONS = ("<", "<=", ">", ">=", "==", "!=")
RATIONALS = st.fractions(max_denominator=1000)


@given(RATIONALS, st.sampled_from(RELATIONS), RATIONALS)
def test_exact_agrees_with_the_order_of_the_rationals(left, relation, right):
    expected = {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}
    expected |= {"==": left == right, "!=": left != right}

    assert (exact("case", left, relation, right).outcome is Outcome.HOLDS) == expected[relation]


@pytest.mark.parametrize("value", [0.5, math.nan, "1/2", True, None])
def test_exact_refuses_what_is_not_an_exact_number(value):
    with pytest.raises(TypeError, match="left must be an int or a Fraction"):
        exact("case", value, "<=", 1)


@given(RATIONALS, st.sampled_from(RELATIONS), RATIONALS)
def test_a_ball_never_contradicts_the_exact_outcome(left, relation, right):
    actual = ball("case", _ball(left), relation, _ball(right)).outcome

    assert actual in (Outcome.UNDECIDED, exact("case", left, relation, right).outcome)


def _ball(value: Fraction) -> arb:
    return arb(value.numerator) / arb(value.denominator)


@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize("doubtful", [arb("nan"), arb("inf"), arb(1, 5)])
def test_doubt_is_undecided(relation, doubtful):
    assert ball("case", doubtful, relation, arb(1)).outcome is Outcome.UNDECIDED


def test_touching_balls_decide_the_weak_inequality_only():
    assert ball("case", arb(1), "<=", arb(1)).outcome is Outcome.HOLDS
    assert ball("case", arb(1), "<", arb(1)).outcome is Outcome.FAILS


@given(RATIONALS)
def test_a_square_root_is_enclosed(value):
    root = _ball(abs(value)).sqrt()

    assert ball("case", root * root, "!=", _ball(2 * abs(value) + 1)).outcome is Outcome.HOLDS


def test_many_comparisons_show_the_first_that_fails():
    actual = exact_all("case", {"a": (1, "<=", 2), "b": (3, "<=", 2), "c": (5, "<=", 2)})

    assert (actual.outcome, actual.quantity, actual.detail) == (Outcome.FAILS, "b", "2 of 3 comparisons fail")


@pytest.mark.parametrize(
    ("left", "relation", "tightness"), [(1, "<=", 0.5), (4, "<=", 2.0), (4, ">=", 0.5), (1, "==", None)]
)
def test_tightness_is_the_used_share_of_the_room(left, relation, tightness):
    assert exact("case", left, relation, 2).tightness == tightness


def test_a_search_never_refutes():
    actual = searched("case", violation=True, quantity="q", left=2.0, relation="<=", right=1.0)

    assert actual.outcome is Outcome.UNDECIDED


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_a_search_that_overflowed_supports_nothing(value):
    actual = searched("case", violation=False, quantity="q", left=value, relation="<=", right=1.0)

    assert actual.outcome is Outcome.UNDECIDED


test_bad_input_is_refused_by_valueerror = refusals(
    (lambda: exact("case", 1, "~", 1), "relation must be one of"),
    (lambda: exact_all("case", {}), "at least one comparison"),
    (
        lambda probability: statistical(
            "c", refuted=False, error_probability=probability, quantity="", left="", relation="", right="", power=""
        ),
        "error_probability must lie in",
        [0.0, 1.0, -1.0, math.nan],
    ),
    error=ValueError,
)


def test_what_does_not_fail_carries_no_certificate():
    certificate = Certificate(says="s")
    wide = arb(1, 1)
    for left, kept in ((1, None), (3, certificate)):
        assert exact("n", left, "<=", 2, certificate=certificate).certificate is kept
        assert ball("n", arb(left), "<=", arb(2), certificate=certificate).certificate is kept
    assert ball("n", wide, "<=", arb(1), certificate=certificate).certificate is None
