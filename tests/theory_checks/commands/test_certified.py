"""Which certificates of a results file go to the kernel; deciding them is the part that needs Coq."""

import json
import os
import re
from typing import NamedTuple

import pytest

from theory_checks.commands import certified
from theory_checks.commands.certified import certificates
from theory_checks.engine.errors import EngineError
from theory_checks.engine.papers import load

ID = "dpdqn/reset-frequency"
STATEMENT = load().statements[ID]
READING = STATEMENT.readings[0].name
LOOP = {"transitions": [[["1"]]], "rewards": [["1"]], "discount": "0"}


def results(folder, statement):
    reading = {"name": READING, "certificates": [{"certificate": {"statement": statement}}]}
    file = folder / "results.json"
    file.write_text(json.dumps({"statements": [{"id": ID, "readings": [reading]}]}), encoding="utf-8")
    return file


def test_certificates_of_the_chosen_statements_are_taken(tmp_path):
    own = STATEMENT.binding(READING).to_json()
    file = results(tmp_path, own)

    assert [x["statement"] for x in certificates(file, [STATEMENT])] == [own]
    assert list(certificates(file, [])) == []


def test_a_certificate_of_an_earlier_text_is_refused(tmp_path):
    earlier = {**STATEMENT.binding(READING).to_json(), "formal": []}

    with pytest.raises(
        EngineError, match=f"must be about a statement as it stands, got one of an earlier {ID}#{READING}"
    ):
        list(certificates(results(tmp_path, earlier), [STATEMENT]))


@pytest.mark.parametrize("text", ["{", "[]", '{"statements": [{}]}'])
def test_a_file_without_certificates_is_refused(tmp_path, text):
    file = tmp_path / "results.json"
    file.write_text(text, encoding="utf-8")

    with pytest.raises(
        EngineError, match=re.escape(f"RESULTS must be results of a run with certificates, got a fault at {file}")
    ):
        list(certificates(file, [STATEMENT]))


def whole(**changed):
    """Return a certificate about the statement, with damage."""
    parts = {"objects": {}, "constants": {}, "facts": [], "given": [], "assumed": ["all"], "values": {}, "part": 0}
    return {"statement": STATEMENT.binding(READING).to_json(), **parts, **changed}


@pytest.mark.parametrize(
    "damaged",
    [
        None,
        [],
        {},
        whole(objects=None),
        whole(objects={"M": {}}),
        whole(given=[{"name": "x"}]),
        whole(facts=[None]),
        whole(facts=[{"fact": []}]),
        whole(part=9),
        whole(constants={"x": {"op": "+"}}),
        whole(facts=[{"fact": "bracketed-fixed-point", "mdp": "M", "q": "q", "noise": "q"}], objects={"M": LOOP}),
    ],
)
def test_a_damaged_certificate_is_refused_before_anything_is_compiled(monkeypatch, tmp_path, damaged):
    reading = {"name": READING, "certificates": [{"certificate": damaged}]}
    file = tmp_path / "results.json"
    file.write_text(json.dumps({"statements": [{"id": ID, "readings": [reading]}]}), encoding="utf-8")
    monkeypatch.setattr(certified, "prepare", None)

    with pytest.raises(EngineError, match=re.escape(f"got a fault at {file}: ")):
        certified.prove_certificates(tmp_path, file, [STATEMENT], 1, 1, keep=False)


def test_what_is_no_ordinary_file_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(EngineError, match="RESULTS must be in an ordinary file"):
        list(certificates(tmp_path / "pipe", [STATEMENT]))


class Goal(NamedTuple):
    """A goal of a kernel that is played: the first ones are not decided, and a forgery is below zero."""

    number: int
    key: str = "p/x"


@pytest.mark.parametrize(
    ("count", "undecided", "believed", "enough"),
    [
        (100, 0, False, True),
        (100, 2, False, True),
        (100, 3, False, False),
        (42, 1, False, False),
        (100, 0, True, False),
    ],
)
def test_a_fiftieth_may_be_out_of_reach_and_no_forgery_may_pass(monkeypatch, count, undecided, believed, enough):
    play(monkeypatch, count, undecided, believed)

    assert certified.prove_certificates(None, None, [], 1, 1, keep=False) is enough


def play(monkeypatch, count=100, undecided=0, believed=False, fresh=True):
    """Put a kernel that is played in the place of Coq's, and lemmas of which the record is fresh or not."""

    def decide(_folder, goals, *_):
        yield {x: "not decided" if 0 <= x.number < undecided or (x.number < 0 and not believed) else "" for x in goals}

    monkeypatch.setattr(certified, "certificates", lambda *_: range(count))
    monkeypatch.setattr(certified, "goal", Goal)
    monkeypatch.setattr(certified, "forgeries", lambda _: [Goal(-1)])
    monkeypatch.setattr(certified, "prepare", lambda *_: ["an axiom"])
    monkeypatch.setattr(certified, "decide", decide)
    monkeypatch.setattr(certified.lemmas, "fresh", lambda: fresh)


def test_lemmas_that_are_not_what_was_recorded_are_seen_or_recorded_anew(monkeypatch, tmp_path):
    play(monkeypatch, fresh=False)
    monkeypatch.setattr(certified.lemmas, "RECORD", tmp_path / "lemmas.json")
    monkeypatch.setattr(certified, "coq_version", lambda: "9")

    assert not certified.prove_certificates(None, None, [], 1, 1, keep=False)
    assert certified.prove_certificates(None, None, [], 1, 1, keep=True)
    assert json.loads((tmp_path / "lemmas.json").read_text()) == {
        "coq": "9",
        "axioms": ["an axiom"],
        "proof": certified.lemmas.proof_digest(),
    }
