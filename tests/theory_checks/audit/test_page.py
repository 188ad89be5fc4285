"""An audit as a card, a page, and a test."""

import math
from xml.etree import ElementTree as ET

import pytest

import theory_checks as tc
from theory_checks.audit import Approximate, Budget, Gaussian, audit
from theory_checks.audit.outcome import NotPrivateError
from theory_checks.audit.page import junit_of, page_of
from theory_checks.core.judge import Verdict

PLAN = Budget(seconds=None, runs=2000)


def leaky(world, rng):
    return [world, "<script>"]


def sound(world, rng):
    return int(rng.integers(2))


def closed(world, rng):
    return (x for x in "ab")


FALLEN, STANDS, OPEN = (audit(m, epsilon=1.0, plan=PLAN) for m in (leaky, sound, closed))


def test_require_fails_as_a_test_does():
    assert STANDS.require() is STANDS
    with pytest.raises(NotPrivateError, match="REFUTED") as caught:
        FALLEN.require()
    assert isinstance(caught.value, AssertionError)
    assert "leaky" in str(caught.value)
    with pytest.raises(NotPrivateError, match="cannot be looked into: generator"):
        OPEN.require()


def test_an_audit_shows_itself_as_a_card():
    assert str(FALLEN) == repr(FALLEN)
    assert "✗ REFUTED: the runs refute it; the error of saying so is at most 1e-09" in str(FALLEN)
    assert "nothing was found, which means little here" in str(OPEN)
    assert "&lt;script&gt;" not in STANDS._repr_html_()
    assert "no event was found that tells the worlds apart better than this" in STANDS._repr_html_()
    assert isinstance(FALLEN, tc.Audit)


@pytest.mark.parametrize("found", [FALLEN, STANDS, OPEN])
def test_a_page_tells_all_and_escapes_it(found):
    page = page_of(found)

    assert str(found.verdict) in page
    assert found.plays[-1].event.replace(">", "&gt;").replace("<", "&lt;").replace("'", "&#x27;") in page
    assert page.count("<polyline") == 2
    assert "<script>" not in page
    assert "What an audit can see" in page
    assert "http" not in page.replace("http://www.w3.org", "")


def test_a_page_of_another_claim_has_its_curve():
    page = page_of(audit(sound, Gaussian(1.0), plan=PLAN))

    assert "1-Gaussian private" in page
    assert "nan" not in page.split("</svg>")[0]


@pytest.mark.parametrize(
    ("found", "tag"), [(FALLEN, "failure"), (STANDS, None), (OPEN, "skipped")], ids=["fallen", "stands", "open"]
)
def test_junit_reads_it_as_a_test(found, tag):
    suite = ET.fromstring(junit_of(found))
    case = suite.find("testcase")

    assert suite.get("tests") == "1"
    assert (suite.get("failures"), suite.get("skipped")) == (str(int(tag == "failure")), str(int(tag == "skipped")))
    assert case is not None
    assert case.get("name") == "is (1, 0)-private"
    assert [child.tag for child in case] == ([tag] if tag else [])


@pytest.mark.parametrize(("epsilon", "delta"), [(1.0, 0.0), (0.5, 0.1)])
def test_what_a_claim_allows_below_its_epsilon(epsilon, delta):
    """Attained by telling all with probability delta, and by randomised response otherwise."""
    claim, truth = Approximate(epsilon, delta), 1 / (1 + math.exp(-epsilon))
    for x in (0.0, 0.2, 0.4):
        attained = delta + (1 - delta) * (truth - math.exp(x) * (1 - truth))
        assert claim.delta_at(x) == pytest.approx(attained)
    assert claim.delta_at(2.0) == delta


def test_the_verdicts_are_what_the_other_tests_suppose():
    assert (FALLEN.verdict, STANDS.verdict, OPEN.verdict) == (
        Verdict.REFUTED,
        Verdict.CONSISTENT,
        Verdict.INCONCLUSIVE,
    )
