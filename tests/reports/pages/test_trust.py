"""What a verdict rests on: the weakest of the readings that must all fail, and of parts the strongest."""

from pathlib import Path

import msgspec
import pages_of
import pytest
import sample_results

from reports.__main__ import main
from reports.pages.trust import LAYERS, WAYS, way_of
from reports.read.model import Statement

THEOREM = {
    "theorem": "thm_refuted", "sense": "refuted", "scope": "whole", "statement": "a", "proof": "b", "coq": "8.16",
    "axioms": ["sig_forall_dec"], "lines": 3, "seconds": 1.0, "coq_statement": "Definition ...", "proposition": "P",
    "command": "make proofs",
}  # fmt: skip
BOUND = {"digest": "x", "certificate": {"values": {}}}
ASSUMING = {"digest": "y", "certificate": {"values": {}, "assumed": ["a lemma"]}}


def statement(verdict: str, *readings: dict[str, object]) -> Statement:
    listed = list(readings) or [sample_results.reading(verdict)]
    return msgspec.convert(sample_results.statement("demo/x", "X", verdict, readings=listed), Statement)


def false(name: str = "printed", **more: object) -> dict[str, object]:
    return sample_results.reading("REFUTED", name, **more)


@pytest.mark.parametrize(
    ("found", "way"),
    [
        (statement("VERIFIED"), "argued"),
        (statement("VERIFIED", sample_results.reading(complete=True)), "decided"),
        (statement("VERIFIED", sample_results.reading(proof=THEOREM | {"sense": "verified"})), "theorem"),
        (statement("CONSISTENT"), "unrefuted"),
        (statement("INCONCLUSIVE"), "unrefuted"),
        (statement("DEFINITION"), ""),
        (statement("REFUTED"), "computed"),
        (statement("REFUTED", false(certificates=[BOUND])), "certificate"),
        (statement("REFUTED", false(certificates=[ASSUMING])), "assuming"),
        (statement("REFUTED", false(certificates=[ASSUMING, BOUND])), "certificate"),
        (statement("REFUTED", false(proof=THEOREM)), "theorem"),
        (statement("REFUTED", false(proof=THEOREM | {"scope": "counterexample"}, certificates=[BOUND])), "certificate"),
    ],
)
def test_a_verdict_rests_on_what_decided_it(found: Statement, way: str) -> None:
    assert way_of(found) == way


def amended(**more: object) -> dict[str, object]:
    return false("corrected", role="amendment", **more)


PART = {"role": "part"}
CORE = THEOREM | {"scope": "core"}
INSTANCE = THEOREM | {"scope": "counterexample"}


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (statement("REFUTED", false()), ""),
        (statement("REFUTED", false(proof=THEOREM)), "proved by machine"),
        (statement("REFUTED", false(proof=THEOREM), amended()), "proved by machine"),
        (statement("REFUTED", amended(proof=THEOREM)), ""),
        (statement("REFUTED", false(proof=THEOREM), false("other")), "core proved by machine"),
        (statement("REFUTED", false(proof=INSTANCE), false("other", proof=CORE)), "core proved by machine"),
        (statement("REFUTED", false(proof=INSTANCE)), "counterexample proved by machine"),
        (statement("REFUTED", false(**PART, proof=THEOREM), false("b", **PART)), "proved by machine"),
        (
            statement("REFUTED", false(**PART), false("b", **PART, proof=THEOREM | {"sense": "verified"})),
            "core proved by machine",
        ),
    ],
)
def test_a_part_that_is_proved_never_looks_like_the_whole(found: Statement, said: str) -> None:
    assert found.machine == said


def test_readings_must_all_fail_and_the_weakest_counts() -> None:
    assert way_of(statement("REFUTED", false(certificates=[BOUND]), false("other"))) == "computed"


def test_of_several_parts_one_false_one_is_enough() -> None:
    parts = [false("a", role="part", certificates=[BOUND]), false("b", role="part")]
    assert way_of(statement("REFUTED", *parts)) == "certificate"


def test_an_amendment_has_no_say() -> None:
    amended = false("corrected", role="amendment")
    assert way_of(statement("REFUTED", false(certificates=[BOUND]), amended)) == "certificate"


def test_the_page_draws_each_way_on_its_layers_and_counts_statements(tmp_path: Path) -> None:
    assert main([str(sample_results.write(tmp_path)), "--out", str(tmp_path / "site")]) == 0
    page = pages_of.read(tmp_path / "site" / "trust.html")
    pillars = {node.attributes["id"]: pages_of.squeezed(node) for node in pages_of.with_class(page, "pillar")}

    assert pillars
    assert set(pillars) <= set(WAYS)
    for key, text in pillars.items():
        assert WAYS[key][0] in text
        assert all(LAYERS[layer].name in text for layer in WAYS[key][2])
    judged = [x for x in sample_results.sample()["statements"] if x["verdict"] not in (None, "DEFINITION")]
    assert sum(int(text.split()[0]) for text in pillars.values()) == len(judged)
