"""A verdict in plain words."""

from dataclasses import replace

import pytest

from theory_checks.core.answers import answer
from theory_checks.core.judge import Verdict
from theory_checks.core.statement import Reading, Statement

PRINTED = Statement(id="p/x", label="X", kind="lemma", place="", quantifier="forall", says="")
TRUE = Reading(name="a", because="it may", complete=True)


@pytest.mark.parametrize(
    ("verdict", "words"),
    [
        (None, "Not tested"),
        (Verdict.REFUTED, "False as printed"),
        (Verdict.ILL_POSED, "Not well-defined as printed"),
        (Verdict.DEPENDS_ON_READING, "Depends on the reading"),
        (Verdict.CONSISTENT, "No violation found"),
        (Verdict.INCONCLUSIVE, "Open"),
        (Verdict.DEFINITION, "A definition: nothing to decide"),
        (Verdict.VERIFIED, "True, argued"),
    ],
)
def test_every_verdict_has_its_words(verdict, words):
    assert answer(PRINTED, verdict) == words


def test_only_what_is_printed_is_false_as_printed():
    assert answer(replace(PRINTED, kind="repair"), Verdict.REFUTED) == "False"


def test_a_proof_by_machine_covers_all_readings_but_amendments():
    amended = Reading(name="b", amends="something")
    assert answer(replace(PRINTED, readings=(TRUE, amended)), Verdict.VERIFIED) == "True, proved by machine"
    assert answer(replace(PRINTED, readings=(TRUE, replace(TRUE, complete=False))), Verdict.VERIFIED) == "True, argued"


def test_a_region_of_few_words_is_named():
    region = replace(TRUE, region=("sigma <= 1",), where=("sigma > 0",))
    assert answer(replace(PRINTED, readings=(region,)), Verdict.HOLDS_ON_REGION) == r"True only where $\sigma \leq 1$"
    long = replace(region, region=(" + ".join(["sigma"] * 30) + " <= 1",))
    assert answer(replace(PRINTED, readings=(long,)), Verdict.HOLDS_ON_REGION).endswith("a part of what is claimed")
