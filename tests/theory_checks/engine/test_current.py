"""A record is current while its code and what is said of its statement are the same, and while nobody edits it."""

import json
from dataclasses import replace

import pytest

from theory_checks.engine import current, seal, sources
from theory_checks.engine.current import is_current
from theory_checks.engine.execution import execute
from theory_checks.engine.papers import load
from theory_checks.engine.registry import claims_about
from theory_checks.engine.seal import COMPUTED

STATEMENT = load()["dpdqn/line22-sum"]
CLAIM = claims_about(STATEMENT)[0]
RECORD = json.loads(json.dumps(execute(CLAIM, STATEMENT)))
RUN = seal.header(0, "quick")


def saying(**parts):
    return replace(STATEMENT, readings=(replace(STATEMENT.readings[0], **parts),))


def test_what_was_just_computed_is_current():
    assert is_current(RECORD, CLAIM, STATEMENT, RUN)


@pytest.mark.parametrize("part", [name for name in COMPUTED if name not in ("error", "source")])
def test_an_edited_record_is_not_believed(part):
    assert not is_current(RECORD | {part: "VERIFIED"}, CLAIM, STATEMENT, RUN)


def test_one_digit_of_the_evidence_is_enough():
    evidence = [dict(item) for item in RECORD["evidence"]]
    evidence[0]["left"] = evidence[0]["left"] + "0"

    assert not is_current(RECORD | {"evidence": evidence}, CLAIM, STATEMENT, RUN)


@pytest.mark.parametrize("part", ["digest", "path", "line"])
def test_where_it_comes_from_is_part_of_a_record(part, monkeypatch):
    source = RECORD["source"] | {part: "another"}
    monkeypatch.setattr(current, "code_digest", lambda claim: source["digest"])

    assert not is_current(RECORD | {"source": source}, CLAIM, STATEMENT, RUN)


@pytest.mark.parametrize("run", [{"seed": 1}, {"profile": "full"}, {"versions": seal.versions() | {"numpy": "0.1"}}])
def test_a_record_of_another_run_is_not_taken_for_one_of_this(run):
    assert not is_current(RECORD, CLAIM, STATEMENT, RUN | run)


def test_what_ended_with_an_error_is_tried_again():
    failed = seal.sealed(RECORD | {"error": "MemoryError"}, STATEMENT, RUN)

    assert not is_current(failed, CLAIM, STATEMENT, RUN)


def test_a_record_of_other_code_or_without_a_seal_is_stale(monkeypatch):
    source = {name: text for name, text in RECORD["source"].items() if name != "seal"}
    assert not is_current(RECORD | {"source": source}, CLAIM, STATEMENT, RUN)

    monkeypatch.setattr(current, "code_digest", lambda claim: "other code")
    assert not is_current(RECORD, CLAIM, STATEMENT, RUN)


@pytest.mark.parametrize(
    ("module", "matters"),
    [
        ("theory_checks.engine.execution", True),
        ("theory_checks.core.judge", True),
        ("theory_checks.engine.compared", True),
        ("theory_checks.engine.believed", False),
        ("theory_checks.engine.files", False),
    ],
)
def test_who_judges_is_part_of_the_code(module, matters, monkeypatch, tmp_path):
    path, changed = sources._path, tmp_path / "changed.py"
    changed.write_text(path(module).read_text() + "# changed\n")
    monkeypatch.setattr(sources, "_path", lambda name: changed if name == module else path(name))
    sources._content.cache_clear()
    stale = not is_current(RECORD, CLAIM, STATEMENT, RUN)
    sources._content.cache_clear()

    assert stale is matters


@pytest.mark.parametrize("parts", [{"covers": "An argument."}, {"complete": True}, {"region": ("x > 0",)}])
def test_what_is_said_of_the_statement_is_part_of_it(parts):
    assert not is_current(RECORD, CLAIM, saying(**parts), RUN)


def test_rewording_makes_nothing_stale():
    assert is_current(RECORD, CLAIM, saying(says="The same in other words.", not_covered="Nothing."), RUN)
