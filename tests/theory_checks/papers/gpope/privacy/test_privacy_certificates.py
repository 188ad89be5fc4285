"""Certificates of the room: accepted with nothing assumed, and refused where they are about something else."""

import copy
import json
import re
from functools import cache

import pytest

from theory_checks.checker import checker
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Evidence
from theory_checks.core.judge import Verdict
from theory_checks.engine.papers import load
from theory_checks.engine.registry import claim_about

REFUTED = (Verdict.REFUTED, Verdict.HOLDS_ON_REGION)
TIED = [
    f"{statement.id}#{reading.name}"
    for statement in load().statements.values()
    for reading in statement.readings
    if statement.room == "theory_checks/papers/gpope/privacy" and reading.quantities and reading.verdict in REFUTED
]
KEYS = [*TIED, "gpope/thm1-region#one-pass", "gpope/b2-log-moment#deduction", "gpope/b2-constants#conditions"]


@cache
def example(key):
    """Return the first certificate of a reading as JSON."""
    id_, _, reading = key.partition("#")
    claim, statement = claim_about(load()[id_], reading), load()[id_]
    trial = Trial(claim_id=id_, reading=reading, formal=statement.reading(reading).claims)
    items = claim.function(trial, **claim.setting)
    found = next(x.certificate for x in items if isinstance(x, Evidence) and x.certificate)
    return found.about(statement.binding(reading)).to_json()


def answer(data):
    return checker.check_bytes(json.dumps(data).encode())


@pytest.mark.parametrize("key", KEYS)
def test_nothing_is_assumed(key):
    data = example(key)

    assert answer(data)["accepted"]
    assert data["assumed"] == []


def other_number(x):
    """Return a number that is larger by 1."""
    return {"op": "+", "args": [x, "1"]}


def quantities(data):
    """Return what is tied in a statement: the quantity of a symbol, and its parameters that are numbers."""
    tied = data["statement"]["quantities"].values()
    return [(q["is"], {name: x for name, x in q.items() if name not in ("is", "mdp")}) for q in tied]


@pytest.mark.parametrize("key", KEYS)
def test_a_lemma_on_other_numbers_is_refused(key):
    data = example(key)
    for place, item in enumerate(data["given"]):
        gives = checker.LEMMAS[item["theorem"]].get("gives", item["theorem"])
        for name in (name for is_, numbers in quantities(data) if is_ == gives for name in numbers):
            other = copy.deepcopy(data)
            other["given"][place]["parameters"][name] = other_number(item["parameters"][name])
            assert not answer(other)["accepted"], name


@pytest.mark.parametrize("key", KEYS)
def test_a_value_that_the_lemmas_do_not_have_is_refused(key):
    data = example(key)
    for name in {x["ref"] for _, numbers in quantities(data) for x in numbers.values() if "ref" in x}:
        changed = data | {"values": data["values"] | {name: other_number(data["values"][name])}}
        assert not answer(changed)["accepted"], name


@pytest.mark.parametrize(
    ("key", "other"),
    [
        ("gpope/lemma1#replacement", "gpope/lemma1#pair-of-the-proof"),
        ("gpope/lemma1-subsampling#all-orders", "gpope/lemma1-subsampling#printed-laws"),
        ("gpope/lemma1-subsampling#printed-laws", "gpope/lemma1-subsampling#all-orders"),
        ("gpope/b2-log-moment#pair-of-the-proof", "gpope/b2-log-moment#true-distance"),
        ("gpope/b2-log-moment#true-distance", "gpope/b2-log-moment#pair-of-the-proof"),
        ("gpope/thm1#absolute-constants", "gpope/b2-constants#two"),
        ("gpope/thm1-region#hypothesis-dropped", "gpope/thm1#absolute-constants"),
        ("gpope/multi-trajectory#every-way", "gpope/multi-trajectory#lengths-are-the-reason"),
        ("gpope/baseline-limits#off-policy-data", "gpope/baseline-limits#continuous-actions"),
    ],
)
def test_about_another_reading_it_is_refused(key, other):
    assert not answer(example(key) | {"statement": example(other)["statement"]})["accepted"]


@pytest.mark.parametrize(
    ("key", "changes", "rule"),
    [
        ("gpope/lemma1#replacement", {"distance": "3"}, "clipped means must be at most 2 apart"),
        ("gpope/lemma1#replacement", {"m": "5/2"}, "binomial must have integers"),
        ("gpope/multi-trajectory#lengths-are-the-reason", {"batch": "11"}, "binomial must have integers"),
        ("gpope/thm1#absolute-constants", {"steps": "0"}, "binomial must have integers"),
        ("gpope/lemma1-wlog#worst-case", {"m": "1"}, "batch must be|m must be above 1"),
        ("gpope/lemma1-wlog#laws", {"total": "1"}, "total must be the sum of the values"),
        ("gpope/mountain-car-off-policy-setup#fixed-point", {"value": "v_uniform"}, "value must be that of"),
    ],
)
def test_the_hypotheses_of_a_lemma_are_checked(key, changes, rule):
    data = copy.deepcopy(example(key))
    for item in data["given"]:
        item["parameters"] |= {name: x for name, x in changes.items() if name in item["parameters"]}
    assert re.search(rule, answer(data)["sentence"])
