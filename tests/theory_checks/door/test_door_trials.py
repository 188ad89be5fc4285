"""`check` computes what the record says; a claim of one's own is refuted with its smallest counterexample."""

import json
from fractions import Fraction
from html.parser import HTMLParser

import pytest

import theory_checks as tc
from theory_checks.core import claim as claims

SOUND = {"sound": {"nothing": {"worth": lambda gamma: Fraction(0)}}}
BROKEN = {"broken": {"ten": {"worth": lambda gamma: Fraction(10)}}}


def loop(gamma):
    return 1 / (1 - gamma)


@pytest.fixture(autouse=True)
def _forget(monkeypatch):
    monkeypatch.setattr(claims, "own", {})


@pytest.fixture
def cheap():
    """A false claim: a loop that pays 1 is worth at most 9."""

    @tc.claim("own/cheap", formal="value <= 9", where="0 <= gamma < 1", **BROKEN, **SOUND)
    def cheap(trial, *, worth=loop):
        for k in (19, 9, 1):
            gamma = Fraction(k, k + 1)
            yield tc.decide(trial.formal, {"gamma": gamma, "value": worth(gamma)})

    return cheap


@pytest.fixture
def true():
    @tc.claim(formal="value <= 10", covers="all three", complete=True, broken={"11": {"worth": lambda gamma: 11}})
    def true(trial, *, worth=loop):
        for k in (9, 1):
            gamma = Fraction(k, k + 1)
            yield tc.decide(trial.formal, {"value": worth(gamma)})

    return true


@pytest.mark.parametrize("id_", ["dpdqn/line22-sum", "dpdqn/line22-sum/repaired", "dpdqn/lemma14"])
def test_a_statement_of_a_paper_is_computed_as_it_is_recorded(id_):
    result = tc.check(id_)

    assert result.verdict == tc.statement(id_).verdict
    assert result.verdicts == {reading.name: reading.verdict for reading in result.statement.readings}
    assert (result.differences, result.errors) == ([], [])
    assert result.evidence


def test_certificates_are_those_of_what_fails_the_smallest_first():
    result = tc.check("dpdqn/line22-sum")
    sizes = [len(certificate.to_bytes()) for certificate in result.certificates]

    assert sizes == sorted(sizes)
    assert all(certificate.check()["accepted"] for certificate in result.certificates)
    assert result.counterexample is result.certificates[0]


def test_a_false_claim_of_ones_own_is_refuted(cheap, tmp_path):
    result = tc.check(cheap)
    saved = result.counterexample.save(tmp_path)

    assert (result.verdict, result.reason) == (tc.Verdict.REFUTED, "a counterexample stands")
    assert json.loads(saved.read_bytes())["statement"]["id"] == "own/cheap"
    assert [item.outcome.value for item in result.evidence] == ["fails", "fails", "holds"]
    assert result.counterexample.compared in ("10 > 9", "20 > 9")
    assert tc.check("own/cheap").verdict is tc.Verdict.REFUTED


def test_a_true_claim_of_ones_own_is_verified(true):
    result = tc.check(true)

    assert result.verdict is tc.Verdict.VERIFIED
    assert (result.certificates, result.counterexample) == ([], None)


def test_seed_and_profile_reach_the_trial():
    @tc.claim(says="so", broken={"b": {"x": 1}})
    def seen(trial, *, x=0):
        yield tc.exact(f"{trial.seed} {trial.profile}", x, "==", 0)

    assert tc.check(seen, seed=5, profile="full").evidence[0].case == "5 full"


def test_an_error_of_a_check_is_kept_and_shown():
    @tc.claim(says="so", broken={"b": {"x": 1}})
    def failing(trial, *, x=0):
        yield tc.exact("", 1 // x, "==", 0)

    result = tc.check(failing)

    assert result.verdict is tc.Verdict.INCONCLUSIVE
    assert "in failing" in result.errors[0]
    assert "ZeroDivisionError" in str(result)


def test_a_verdict_that_differs_from_the_record_is_told(cheap):
    @tc.claim(formal="x < 1", verdict="REFUTED", broken={"b": {"x": 1}})
    def stands(trial, *, x=0):
        yield tc.decide(trial.formal, {"x": x})

    assert tc.check(stands).differences == ["stands: CONSISTENT, the record says REFUTED"]
    assert tc.check(cheap).differences == []


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("dpdqn/prop1o", "a statement id must be one of"),
        (print, "a claim must be an id or a function that @claim decorates once, got <built-in function print>"),
    ],
)
def test_refusals(asked, message):
    with pytest.raises(tc.LedgerError, match=message):
        tc.check(asked)


def test_a_result_shows_as_a_card(cheap):
    text = str(tc.check(cheap))

    assert repr(tc.check(cheap)) == text
    assert text.splitlines()[1] == "  ✗ REFUTED: False"
    assert "  value ≤ 9" in text
    assert "cases: 1 holds, 2 fails" in text
    assert "assumed, not checked" in text
    assert "\x1b" not in text


def test_a_recorded_statement_shows_as_the_card_of_the_command():
    from click.testing import CliRunner

    from theory_checks.commands.group import cli

    command = CliRunner().invoke(cli, ["show", "dpdqn/line22-sum"]).output.split("\n\nmore: ")[0]

    assert " ".join(str(tc.statement("dpdqn/line22-sum")).split()) == " ".join(command.split())
    assert tc.statement("dpdqn/line22-sum").corrections[0].id == "dpdqn/line22-sum/repaired"
    assert "dpdqn/line22-sum" in tc.statements()


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.text = [], set(), ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.tags.add(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def test_in_a_notebook_the_card_is_html_that_stands_alone():
    page = Page(tc.check("dpdqn/line22-sum")._repr_html_())

    assert page.open == []
    assert page.tags == {"div", "b"}
    assert "REFUTED: False as printed" in page.text
    assert "2 != 1" in page.text


def test_a_card_escapes_what_it_shows():
    @tc.claim("own/<script>", says="<script>alert(1)</script> & more", broken={"b": {"x": 1}})
    def hostile(trial, *, x=0):
        yield tc.exact("<img src=x>", x, "==", 0)

    page = Page(tc.check(hostile)._repr_html_())

    assert page.tags == {"div", "b"}
    assert "<script>alert(1)</script> & more" in page.text
