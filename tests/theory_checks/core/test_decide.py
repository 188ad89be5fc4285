"""A formula decided at values: exactly, by balls, or not at all; a failure has a certificate that is accepted."""

from dataclasses import replace
from fractions import Fraction

import pytest

from theory_checks.core.binding import Binding
from theory_checks.core.certificate import fact
from theory_checks.core.decide import decide
from theory_checks.core.evidence import Method, Outcome
from theory_checks.core.formal import formal
from theory_checks.core.formula import num, ref, sqrt

ROOT = formal(["v <= sqrt(n)"], ["n >= 1 integer"])


@pytest.mark.parametrize(
    ("values", "outcome", "method"),
    [
        ({"v": 2, "n": 4}, Outcome.HOLDS, Method.EXACT),
        ({"v": 3, "n": 4}, Outcome.FAILS, Method.EXACT),
        ({"v": Fraction(14142, 10000), "n": 2}, Outcome.HOLDS, Method.BALL),
        ({"v": Fraction(14143, 10000), "n": 2}, Outcome.FAILS, Method.BALL),
    ],
)
def test_both_sides_of_a_bound(values, outcome, method):
    item = decide(ROOT, values)

    assert (item.outcome, item.method) == (outcome, method)
    assert (item.certificate is not None) == (outcome is Outcome.FAILS)


def test_the_certificate_is_accepted_for_the_statement():
    certificate = decide(ROOT, {"v": 3, "n": 4}).certificate
    about = certificate.about(Binding("own/x", formal=ROOT.claims, domain=ROOT.domain))

    assert about.check()["accepted"]
    assert about.compared == "3 > 2"
    assert not replace(about, values={"v": 1, "n": 4}).check()["accepted"]


def test_precision_rises_until_the_balls_decide():
    """The two sides agree to 60 digits, far beyond the first precision."""
    near = Fraction(round(Fraction(2) ** 400), 2**400) + Fraction(1, 10**60)
    claim = formal(["x < y"])
    item = decide(claim, {"x": sqrt(2) * sqrt(2), "y": near + 1})

    assert (item.outcome, item.method) == (Outcome.HOLDS, Method.BALL)


def test_what_balls_cannot_tell_apart_is_undecided():
    assert decide(formal(["x == y"]), {"x": sqrt(2) * sqrt(3), "y": sqrt(6)}).outcome is Outcome.UNDECIDED


def test_a_division_by_zero_is_undefined():
    item = decide(formal(["1/(1 - gamma) >= 1"], ["0 <= gamma <= 1"]), {"gamma": 1})

    assert (item.outcome, item.detail) == (Outcome.UNDEFINED, "a division by 0")


def test_the_second_formula_and_words_of_ones_own():
    item = decide(formal(["x > 0", "x < 2"]), {"x": 3}, part=1, case="three", detail="it is three")

    assert (item.case, item.detail, item.relation, item.certificate.part) == ("three", "it is three", "<", 1)


def test_without_words_the_case_says_the_values():
    assert decide(ROOT, {"v": Fraction(1, 2), "n": 4}).case == r"$v = \frac{1}{2}$, $n = 4$"


def test_values_of_objects_are_computed_here_and_again_by_the_checker():
    claim = formal(["share <= 1/2"], ["n >= 1 integer"])
    objects, facts = {"law": [Fraction(1, 4), Fraction(3, 4)]}, [fact("distribution", weights="law")]
    item = decide(claim, {"share": num(1) - ref("law", 0), "n": 2}, objects=objects, facts=facts)
    about = item.certificate.about(Binding("own/x", formal=claim.claims, domain=claim.domain))
    other = replace(about, objects={"law": [Fraction(1, 4), Fraction(1, 4)]})

    assert (item.case, item.left) == (r"$\mathrm{share} = \frac{3}{4}$, $n = 2$", "3/4")
    assert (about.compared, about.check()["accepted"]) == ("3/4 > 1/2", True)
    assert "a fact must be true" in other.check()["sentence"]


def test_what_of_objects_is_no_rational_is_shown_as_a_formula():
    objects, facts = {"law": [Fraction(1, 2), Fraction(1, 2)]}, [fact("distribution", weights="law")]
    item = decide(formal(["x <= 1/2"]), {"x": sqrt(ref("law", 0))}, objects=objects, facts=facts)

    assert (item.case, item.method) == (r"$x = \sqrt{\mathrm{law}_{0}}$", Method.BALL)
    assert item.certificate.about(Binding("own/x", formal=formal(["x <= 1/2"]).claims)).check()["accepted"]


@pytest.mark.parametrize(
    ("values", "part", "message"),
    [
        ({"v": 1, "n": 0}, 0, "values must lie in the domain of the statement, got v = 1, n = 0"),
        ({"v": 1, "n": Fraction(3, 2)}, 0, "values must lie in the domain of the statement, got v = 1, n = 3/2"),
        ({"v": 1, "n": 1}, 1, "part must number one of the 1 formulas of the statement, got 1"),
        ({"n": 1}, 0, "a name must be one of the constants n, got 'v'"),
    ],
)
def test_refusals(values, part, message):
    with pytest.raises(ValueError, match=message):
        decide(ROOT, values, part=part)
