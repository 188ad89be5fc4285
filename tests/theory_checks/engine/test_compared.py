"""What a record shows of a failure is what the checker has compared, in whatever units the check has found it."""

from fractions import Fraction

import pytest
from flint import arb

from theory_checks.core.certificate import Certificate
from theory_checks.core.evidence import Evidence, Method, ball, exact, show_rational
from theory_checks.core.formula import num
from theory_checks.engine.compared import Sides, agree, contradicts, ends_of, same, shown, sides


@pytest.mark.parametrize(
    ("compared", "said"),
    [
        ("3 > 2", Sides("3", "<=", "2")),
        ("1/3 >= 1/4", Sides("1/3", "<", "1/4")),
        ("-1 < 0", Sides("-1", ">=", "0")),
        ("2 != 3", Sides("2", "==", "3")),
        ("0 = 0", Sides("0", "!=", "0")),
        ("0.999... to 1.00... <= 1", Sides("0.999... to 1.00...", ">", "1")),
    ],
)
def test_what_the_checker_contradicts_is_what_the_statement_says(compared, said):
    assert sides(compared) == said


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("-7/2", "-7/2", "-7/2"),
        ("[1.25 +/- 0.5]", "0.75", "1.75"),
        ("[+/- 1e-2]", "-0.01", "0.01"),
        ("[-2e3 +/- 1]", "-2001", "-1999"),
        ("0.500000000000000", "0.5", "0.5"),
    ],
)
def test_the_ends_of_a_number(text, low, high):
    assert ends_of(text) == (Fraction(low), Fraction(high))


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("1.59576...", "1.595769", "1.59579"),
        ("-2.5...", "-2.59", "-2.7"),
        ("1.98427...e1547", "1.984275e1547", "1.9844e1547"),
        ("0.00206519...", "0.002065199", "0.0020653"),
        ("0.9999... to 1.0000...", "0.99999", "1.001"),
        (show_rational(Fraction(2, 3) ** 40), "9.0462e-8", None),
    ],
)
def test_digits_that_are_cut_off_leave_a_number_open(text, inside, outside):
    exactly = Fraction(2, 3) ** 40 if outside is None else Fraction(inside)
    low, high = ends_of(text)
    assert low <= exactly <= high
    assert high - low <= abs(exactly) / 5
    assert outside is None or not low <= Fraction(outside) <= high


@pytest.mark.parametrize(
    "text",
    ["", "not finite", "[nan +/- 1]", "1/0", "1e99999", "x", "9" * 10**5, "3 comparisons", "[1 +/- ]", "... to 1"],
)
def test_what_is_no_number_has_no_ends(text):
    assert ends_of(text) is None


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (("3", "<=", "2"), ("3", "<=", "2"), True),
        (("2", ">=", "3"), ("3", "<=", "2"), True),
        (("[1.59576912 +/- 1e-8]", "<=", "1"), ("1.59576...", "<=", "1"), True),
        (("5", "<=", "3"), ("1", "<=", "0"), False),
        (("3", "<", "2"), ("3", "<=", "2"), False),
        (("2", "<=", "3"), ("3", "<=", "2"), False),
        (("4", "==", "6"), ("6", "==", "4"), True),
        (("not finite", "<=", "1"), ("not finite", "<=", "1"), True),
        (("", "<=", ""), ("3", "<=", "2"), False),
    ],
)
def test_comparisons_are_the_same_or_not(one, other, same):
    assert agree(Sides(*one), Sides(*other)) is same


def failing(left, right, **more):
    return exact("a case", Fraction(left), "<=", Fraction(right), quantity="apples", **more)


def certificate(compared, **parts):
    """Return a certificate of which the checker would say this."""
    made = Certificate(says="Three pears are more than two.", **parts)
    vars(made)["compared"] = compared  # as if it had been asked
    return made


THREE_TWO = certificate("3 > 2", conclusion=num(3) > 2)


def test_a_failure_in_the_units_of_its_certificate_stays_as_it_is():
    item = failing(3, 2, detail="ripe")
    assert shown(item, THREE_TWO, []) == item


def test_a_failure_in_other_units_shows_the_comparison_of_its_certificate_and_says_what_the_check_did():
    item = shown(failing(30, 20, detail="ripe"), THREE_TWO, [])

    assert (item.left, item.relation, item.right) == ("3", "<=", "2")
    assert item.quantity == "Three pears are more than two."
    assert item.detail == "the check compares apples: 30 <= 20; ripe"
    assert item.method is Method.EXACT
    assert item.tightness == 1.5


def test_values_at_which_a_formula_fails_are_shown_as_that_formula():
    item = shown(failing(30, 20), certificate("1.5... > 1.4...", values={"x": num(3)}), [r"\sqrt{x} \leq \sqrt{2}"])

    assert item.quantity == r"$\sqrt{x} \leq \sqrt{2}$"
    assert item.method is Method.BALL


def record(*evidence: Evidence):
    written = [vars(x) | {"certificate": x.certificate and "digest"} for x in evidence]
    return {"evidence": written, "certificates": [{"digest": "digest", "compared": "3 > 2"}]}


def test_a_record_whose_numbers_are_not_those_of_the_certificate_is_found():
    assert same(record(failing(3, 2, certificate=THREE_TWO), failing(5, 4)))
    assert not same(record(failing(5, 3, certificate=THREE_TWO)))


def test_an_enclosure_and_the_number_in_it_are_the_same():
    item = ball("a case", arb(3, 1e-9), "<=", arb(2, 1e-9), certificate=THREE_TWO)
    assert shown(item, THREE_TWO, []) == item


def told(left, relation, right, outcome="holds", method="exact"):
    return {"left": left, "relation": relation, "right": right, "outcome": outcome, "method": method}


@pytest.mark.parametrize(
    ("item", "does"),
    [
        (told("5", "<=", "3"), True),
        (told("3", "<=", "3"), False),
        (told("3", "<", "3"), True),
        (told("3", "<", "3", "fails"), False),
        (told("2", "<=", "3", "fails"), True),
        (told("2", ">", "3"), True),
        (told("2", "==", "3"), True),
        (told("2", "!=", "2"), True),
        (told("2", "==", "2", "fails"), True),
        (told("[2.0 +/- 0.5]", ">=", "2.4", method="ball"), False),
        (told("[2.0 +/- 0.5]", ">=", "2.6", method="ball"), True),
        (told("5", "<=", "3", method="statistics"), False),
        (told("5", "<=", "3", "undecided"), False),
        (told("9 exact comparisons", "all", ""), False),
        (told(show_rational(Fraction(1, 7**400)), ">", "0"), False),
        (
            told(show_rational(Fraction(2, 3) ** 60), "<", show_rational(Fraction(2, 3) ** 60 + Fraction(1, 3**70))),
            False,
        ),
    ],
)
def test_an_outcome_that_the_numbers_exclude_is_found(item, does):
    assert contradicts(item) is does
