"""A results file in which somebody has edited a record is found out, and one that a run has written is not."""

from copy import deepcopy

import pytest

from theory_checks.core.statement import Ledger
from theory_checks.engine.edited import edited
from theory_checks.engine.execution import execute
from theory_checks.engine.papers import load
from theory_checks.engine.registry import claims_about
from theory_checks.engine.results import assemble
from theory_checks.engine.runner import Plan, Run
from theory_checks.engine.seal import sealed

ID = "dpdqn/line22-sum"
STATEMENT = load()[ID]
LEDGER = Ledger(load().papers, {ID: STATEMENT})
RECORDS = {claim.key: execute(claim, STATEMENT) for claim in claims_about(STATEMENT)}
RESULTS = assemble(Plan(keys=[*RECORDS]), LEDGER, Run(RECORDS, {}))


def statement(results):
    return results["statements"][0]


def reading(results):
    return statement(results)["readings"][0]


EDITS = {
    "the verdict of a statement": lambda results: statement(results).update(verdict="CONSISTENT"),
    "that of a reading": lambda results: reading(results).update(verdict="CONSISTENT"),
    "a number": lambda results: reading(results)["evidence"][0].update(left="7"),
    "a certificate": lambda results: reading(results).update(certificates=[]),
    "the digest of the code": lambda results: reading(results)["source"].update(digest="0" * 16),
    "the seal": lambda results: reading(results)["source"].update(seal="0" * 16),
    "no seal": lambda results: reading(results)["source"].pop("seal"),
    "a part that is missing": lambda results: reading(results).pop("silent_tests"),
    "the seed": lambda results: results["suite"].update(seed=7),
    "the profile": lambda results: results["suite"].update(profile="full"),
    "the formula that is shown": lambda results: statement(results).update(formulas=["1 = 1"]),
    "the formula that was decided": lambda results: reading(results).update(formal=["1 = 1"]),
    "the digest of the statement": lambda results: reading(results).update(digest="0" * 16),
    "what a verdict rests on": lambda results: reading(results).update(covers="It is plain."),
    "a reading twice": lambda results: statement(results)["readings"].insert(0, deepcopy(reading(results))),
    "a version": lambda results: results["versions"].update(numpy="0.1"),
}


def test_what_a_run_has_written_is_not_edited():
    assert list(edited(RESULTS, LEDGER)) == []


@pytest.mark.parametrize("what", EDITS)
def test_an_edit_is_found(what):
    results = deepcopy(RESULTS)
    EDITS[what](results)

    assert set(edited(results, LEDGER)) == {*RECORDS}


def another_value(own):
    values = own["certificates"][0]["certificate"]["values"]
    values.update(dict.fromkeys(values, "1"))


FORGERIES = {
    "another statement": lambda own: own["certificates"][0]["certificate"]["statement"].update(id="dpdqn/line11-index"),
    "another value": another_value,
    "what was compared": lambda own: own["certificates"][0].update(compared="5 > 3"),
    "a certificate too few": lambda own: own["certificates"].pop(),
    "evidence without its certificate": lambda own: own["evidence"][0].update(certificate=None),
    "an outcome": lambda own: [item.update(outcome="holds") for item in own["evidence"]],
    "numbers of a case that holds": lambda own: own["evidence"].append(
        {**own["evidence"][0], "certificate": None, "outcome": "holds", "left": "5", "relation": "<=", "right": "3"}
    ),
    "a control": lambda own: own["controls"][0].update(behaved=False),
    "the reason": lambda own: own.update(reason="the cases are the whole stated domain"),
    "the verdict": lambda own: own.update(verdict="CONSISTENT"),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_no_seal_makes_up_for_what_does_not_follow(what):
    results = deepcopy(RESULTS)
    own = reading(results)
    FORGERIES[what](own)
    record = {**own, "id": ID, "reading": own["name"]}
    own["source"] = sealed(record, STATEMENT, {**results["suite"], "versions": results["versions"]})["source"]

    assert set(edited(results, LEDGER)) == {*RECORDS}


def test_statements_that_are_gone_are_not_judged():
    assert list(edited(RESULTS, Ledger((), {}))) == []
