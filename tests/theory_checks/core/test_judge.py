"""The judge's table: doubt about the check first, doubt about the numbers second, the claim's favour last."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from theory_checks.core.evidence import Evidence, Method, Outcome, Region, exact, searched, statistical, undefined
from theory_checks.core.judge import ControlResult, Judgement, Verdict, combine, judge

BROKEN = ControlResult("no discount", "broken", behaved=True, detail="")
SOUND = ControlResult("repaired", "sound", behaved=True, detail="")
HOLDS = exact("tight", Fraction(1), "<=", Fraction(1))
FAILS_BARE = exact("bad", Fraction(2), "<=", Fraction(1))


class FakeCertificate:
    digest = "d"


FAILS = exact("bad", Fraction(2), "<=", Fraction(1), certificate=FakeCertificate())
UNDECIDED = searched("search", violation=True, quantity="q", left=2.0, relation="<=", right=1.0)
UNDEFINED = undefined("0/0", quantity="q", detail="division by zero")
INSIDE = exact("in", 0, "<=", 1, region=Region.INSIDE)
OUTSIDE = exact("out", 2, "<=", 1, region=Region.OUTSIDE, certificate=FakeCertificate())


def statistic(error, *, refuted=True):
    return statistical(
        "mc", refuted=refuted, error_probability=error, quantity="q", left="", relation="<=", right="", power="p"
    )


@pytest.mark.parametrize(
    ("evidence", "controls", "covers", "verdict"),
    [
        ([HOLDS], [BROKEN], "proof", Verdict.VERIFIED),
        ([HOLDS], [BROKEN], "", Verdict.CONSISTENT),
        ([HOLDS], [], "proof", Verdict.INCONCLUSIVE),
        ([HOLDS], [SOUND], "proof", Verdict.INCONCLUSIVE),
        ([FAILS], [SOUND], "", Verdict.REFUTED),
        ([FAILS], [BROKEN], "", Verdict.INCONCLUSIVE),
        ([HOLDS, FAILS], [SOUND, BROKEN], "proof", Verdict.REFUTED),
        ([FAILS_BARE], [SOUND], "", Verdict.INCONCLUSIVE),
        ([FAILS, FAILS_BARE], [SOUND], "", Verdict.INCONCLUSIVE),
        ([HOLDS, UNDECIDED], [BROKEN], "proof", Verdict.INCONCLUSIVE),
        ([UNDEFINED], [], "", Verdict.ILL_POSED),
        ([INSIDE, OUTSIDE], [SOUND], "proof", Verdict.HOLDS_ON_REGION),
        ([INSIDE, OUTSIDE], [SOUND], "", Verdict.REFUTED),
        ([INSIDE, OUTSIDE, FAILS], [SOUND], "proof", Verdict.REFUTED),
        ([statistic(1e-10)], [SOUND], "", Verdict.REFUTED),
        ([statistic(1e-8)], [SOUND], "", Verdict.INCONCLUSIVE),
        ([statistic(1e-10, refuted=False)], [BROKEN], "proof", Verdict.CONSISTENT),
        ([], [BROKEN, SOUND], "proof", Verdict.INCONCLUSIVE),
    ],
)
def test_table(evidence, controls, covers, verdict):
    assert judge(evidence, controls, covers=covers, has_region=True).verdict is verdict


def test_a_region_that_is_no_formula_does_not_count():
    assert judge([INSIDE, OUTSIDE], [SOUND], covers="proof").verdict is Verdict.REFUTED


def test_decided_is_said_only_where_the_cases_are_the_domain():
    assert judge([HOLDS], [BROKEN], covers="proof").reason == "argued: a written proof, and every case holds"
    assert judge([HOLDS], [BROKEN], covers="proof", complete=True).reason.startswith("the cases are the whole stated")
    assert judge([FAILS], [SOUND], covers="proof", complete=True).reason == "a counterexample stands"


@pytest.mark.parametrize("evidence", [[HOLDS], [FAILS], [UNDEFINED], [INSIDE, OUTSIDE]])
def test_a_control_that_misbehaves_silences_every_finding(evidence):
    bad = ControlResult("no discount", "broken", behaved=False, detail="")

    assert judge(evidence, [BROKEN, SOUND, bad], covers="proof").verdict is Verdict.INCONCLUSIVE


@pytest.mark.parametrize("covers", ["", "proof"])
def test_a_definition_is_not_decided(covers):
    assert judge([HOLDS], [BROKEN], covers=covers, is_definition=True).verdict is Verdict.DEFINITION


@pytest.mark.parametrize("finding", [FAILS, FAILS_BARE, UNDECIDED, UNDEFINED, OUTSIDE])
def test_a_definition_with_a_wrong_or_doubtful_implementation_is_left_open(finding):
    for controls in ([SOUND], [BROKEN], [SOUND, BROKEN]):
        assert judge([HOLDS, finding], controls, covers="proof", is_definition=True).verdict is Verdict.INCONCLUSIVE


@pytest.mark.parametrize(("evidence", "controls"), [([], [BROKEN]), ([HOLDS], []), ([HOLDS], [SOUND])])
def test_a_definition_needs_a_case_and_a_check_that_can_fail(evidence, controls):
    assert judge(evidence, controls, covers="proof", is_definition=True).verdict is Verdict.INCONCLUSIVE


OUTCOMES = st.lists(st.sampled_from([HOLDS, FAILS, FAILS_BARE, UNDECIDED, UNDEFINED, INSIDE, OUTSIDE]), max_size=5)
CONTROLS = st.lists(st.sampled_from([BROKEN, SOUND]), max_size=3)


@given(OUTCOMES, CONTROLS, st.sampled_from(["", "proof"]))
def test_verified_means_that_nothing_but_decided_support_was_seen(evidence, controls, covers):
    if judge(evidence, controls, covers=covers).verdict is Verdict.VERIFIED:
        assert {item.outcome for item in evidence} == {Outcome.HOLDS}
        assert all(item.method in (Method.EXACT, Method.BALL) for item in evidence)
        assert covers
        assert BROKEN in controls


@given(OUTCOMES, CONTROLS, st.sampled_from(["", "proof"]))
def test_a_definition_is_shown_as_such_only_if_every_case_confirms_it(evidence, controls, covers):
    shown = judge(evidence, controls, covers=covers, is_definition=True).verdict
    confirmed = bool(evidence) and {item.outcome for item in evidence} == {Outcome.HOLDS} and BROKEN in controls

    assert shown is (Verdict.DEFINITION if confirmed else Verdict.INCONCLUSIVE)


@given(OUTCOMES, CONTROLS, st.sampled_from(["", "proof"]))
def test_refuted_means_that_a_certificate_stands_and_a_sound_object_passed(evidence, controls, covers):
    if judge(evidence, controls, covers=covers).verdict is Verdict.REFUTED:
        assert any(item.certificate for item in evidence)
        assert SOUND in controls


@given(OUTCOMES, CONTROLS, st.sampled_from(["", "proof"]), st.randoms())
def test_the_order_of_the_evidence_does_not_matter(evidence, controls, covers, random):
    shuffled = random.sample(evidence, len(evidence))

    assert judge(evidence, controls, covers=covers) == judge(shuffled, controls, covers=covers)


def reading(verdict: Verdict) -> Judgement:
    return Judgement(verdict, "")


@pytest.mark.parametrize(
    ("readings", "parts", "expected"),
    [
        ("REFUTED", "", "REFUTED"),
        ("REFUTED REFUTED", "", "REFUTED"),
        ("VERIFIED VERIFIED", "", "VERIFIED"),
        ("VERIFIED REFUTED", "", "DEPENDS_ON_READING"),
        ("REFUTED VERIFIED", "", "DEPENDS_ON_READING"),
        ("CONSISTENT ILL_POSED", "", "DEPENDS_ON_READING"),
        ("HOLDS_ON_REGION REFUTED", "", "DEPENDS_ON_READING"),
        ("VERIFIED HOLDS_ON_REGION", "", "DEPENDS_ON_READING"),
        ("REFUTED ILL_POSED", "", "REFUTED"),
        ("VERIFIED CONSISTENT", "", "CONSISTENT"),
        ("VERIFIED REFUTED INCONCLUSIVE", "", "INCONCLUSIVE"),
        ("", "VERIFIED REFUTED", "REFUTED"),
        ("", "CONSISTENT REFUTED INCONCLUSIVE", "REFUTED"),
        ("", "VERIFIED CONSISTENT", "CONSISTENT"),
        ("VERIFIED REFUTED", "VERIFIED", "DEPENDS_ON_READING"),
        ("VERIFIED", "HOLDS_ON_REGION", "HOLDS_ON_REGION"),
    ],
)
def test_readings_and_parts_combine(readings, parts, expected):
    judgements = ([reading(Verdict(v)) for v in verdicts.split()] for verdicts in (readings, parts))
    assert combine(*judgements).verdict == expected


@pytest.mark.parametrize(("other", "expected"), [("T >= 3", "HOLDS_ON_REGION"), ("T >= 2", "DEPENDS_ON_READING")])
def test_readings_that_are_true_on_different_parts_of_the_domain_differ(other, expected):
    on_parts = [Judgement(Verdict.HOLDS_ON_REGION, "", [part]) for part in ("T >= 3", other)]
    assert combine(on_parts).verdict == expected


def test_no_readings_no_verdict():
    with pytest.raises(ValueError, match="at least one judgement"):
        combine([])


def test_evidence_is_immutable():
    with pytest.raises(AttributeError):
        Evidence(case="c", method=Method.EXACT, outcome=Outcome.HOLDS).outcome = Outcome.FAILS
