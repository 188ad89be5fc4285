"""What Coq accepted is about the statements of today; none of this needs Coq."""

import re
from dataclasses import replace

import pytest

from theory_checks.core.domain import holds
from theory_checks.core.interpret import exact
from theory_checks.core.judge import Verdict
from theory_checks.core.parsing import parse
from theory_checks.core.proof import WHOLE
from theory_checks.core.statement import LedgerError
from theory_checks.engine.papers import load
from theory_checks.proofs.build import AXIOMS, FORBIDDEN, ProofError, axioms_in
from theory_checks.proofs.recorded import FILE, coverage, fresh, lock, recorded, shown
from theory_checks.proofs.theorems import LIBRARY, ROOT, required, theorems

STATEMENTS = load().statements
THEOREMS = theorems(STATEMENTS.values())
FORMAL = [x for x in THEOREMS if x.reading.formal]


@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda x: x.key)
def test_what_was_recorded_is_about_the_theorem_of_today(theorem):
    record = recorded(theorem.room).get(theorem.key)

    assert record is not None, f"theory-checks prove {theorem.statement.id} --keep"
    assert fresh(theorem), f"the statement or the proof has changed: theory-checks prove {theorem.statement.id} --keep"
    assert {*record["axioms"]} <= {*AXIOMS}


def test_nothing_else_is_recorded():
    files = {file.parent for file in (ROOT / "theory_checks/papers").glob(f"*/*/{FILE}")}
    keys = {key for room in files for key in recorded(room)}

    assert keys == {theorem.key for theorem in THEOREMS}


def test_every_file_of_a_room_belongs_to_a_theorem():
    own = {x.room / f"{x.stem}{end}.v" for x in THEOREMS for end in ("", "_statement")}

    assert {*(ROOT / "theory_checks/papers").rglob("*.v")} <= own


@pytest.mark.parametrize("theorem", FORMAL, ids=lambda x: x.key)
def test_each_limit_of_a_proved_statement_is_held_by_the_digest(theorem):
    where = theorem.reading.where
    for limit in range(len(where)):
        left_out = replace(theorem.reading, where=[*where[:limit], *where[limit + 1 :]])
        changed = replace(theorem, reading=left_out)
        assert not fresh(changed)


@pytest.mark.parametrize("theorem", [x for x in THEOREMS if x.proof.at], ids=lambda x: x.key)
def test_the_point_of_a_proof_is_decided_alike_by_another_route(theorem):
    """Balls and exact numbers say of the point what the kernel says: it is in the domain, and the claim fails there."""
    at = {name: parse(text) for name, text in theorem.proof.at.items()}
    claims = theorem.reading.claims

    assert not any(fails(limit, at) for limit in claims.domain.relations)
    assert all(exact(at[name]).denominator == 1 for name in claims.domain.integers)
    if theorem.proof.sense == "refuted":
        assert any(fails(claim, at) for claim in claims.claims)


def fails(claim, at):
    """Tell whether a relation is decided against; one whose sides are equal may not be decided at all."""
    try:
        return not holds(claim, at)
    except ValueError:
        return False


def test_what_a_file_takes_from_the_library_is_seen_wherever_lines_are_broken():
    for file in sorted((ROOT / "theory_checks").rglob("*.v")):
        text = file.read_text(encoding="utf-8")
        sentences = re.split(r"\.\s", re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL))
        said = [x.split() for x in sentences if "TheoryChecks" in x]

        assert all(x[:3] == ["From", "TheoryChecks", "Require"] for x in said), file.name
        assert required(text) == [name for x in said for name in x[3:] if name not in ("Import", "Export")], file.name


@pytest.mark.parametrize("file", [*LIBRARY.glob("*.v"), *(ROOT / "theory_checks/papers").rglob("*.v")], ids=str)
def test_no_source_assumes_what_it_should_prove(file):
    assert not FORBIDDEN.search(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("word", ["Admitted", "Axiom", "Parameter", "admit", "Conjecture", "Unset Guard Checking"])
def test_what_weakens_the_kernel_is_seen(word):
    assert FORBIDDEN.search(f"Lemma x : False. {word}.")


def test_the_axioms_are_read_from_what_coq_prints():
    said = "Axioms:\nA.one\n  : forall x,\n    x = x\nB.two : True\n"

    assert axioms_in(said) == ["A.one", "B.two"]
    assert axioms_in("Closed under the global context\n") == []
    with pytest.raises(ProofError, match=re.escape("Coq must say on which axioms a theorem rests, got 'nothing'")):
        axioms_in("nothing")


def test_a_true_statement_with_a_theorem_about_all_of_it_is_proved_by_machine():
    whole = [x.statement for x in THEOREMS if x.proof.scope == WHOLE and len(x.statement.readings) == 1]
    true = [x for x in whole if x.verdict is Verdict.VERIFIED]

    assert true
    assert all(statement.is_proved for statement in true)


def test_a_part_never_looks_whole():
    parts = [x for x in THEOREMS if x.proof.scope != WHOLE and not x.reading.complete]

    assert parts
    assert not any(x.statement.is_proved for x in parts if x.reading.role != "amendment")


def test_a_stale_record_is_not_shown():
    theorem = next(x for x in FORMAL if x.statement.id == "dpdqn/thm5-beta-choice")
    changed = replace(theorem.reading, formal=[f"{text} + 1" for text in theorem.reading.formal])

    assert shown(theorem.statement, theorem.reading)
    assert shown(theorem.statement, changed) is None


def test_a_lock_keeps_what_is_about_today_and_takes_what_is_new():
    first, second = THEOREMS[:2]
    found = {"coq": "9", "axioms": [], "lines": 1, "seconds": 2.0}
    kept = {
        key: record for records in lock([first, second], {first.key: found}).values() for key, record in records.items()
    }

    assert kept[first.key]["coq"] == "9"
    assert kept[second.key] == recorded(second.room)[second.key]


@pytest.mark.parametrize(
    ("id_", "expected"),
    [
        ("dpdqn/claim15", "whole"),
        ("dpdqn/e3-v-value", "whole"),
        ("dpdqn/j1-best-privacy", "core"),
        ("dpdqn/line22-update", "core"),
        ("dpdqn/bellman-nonunique", "whole"),
        ("dpdqn/line16-sampling", "whole"),
        ("dpdqn-v1/alg1-release", "core"),
        ("gpope/tau-normalisation", "core"),
        ("gpope/thm2-term1", "counterexample"),
        ("dpdqn/union-tail-expression", ""),
    ],
)
def test_of_a_statement_is_proved_what_is_proved_under_every_reading(id_, expected):
    assert coverage(STATEMENTS[id_], {x.key for x in THEOREMS}) == expected
    assert coverage(STATEMENTS[id_], set()) == ""


def test_a_damaged_record_is_refused_in_one_sentence(tmp_path):
    (tmp_path / FILE).write_text("{", encoding="utf-8")

    with pytest.raises(LedgerError, match=r"a record of proofs must be JSON, got .* at .*proofs\.json"):
        recorded(tmp_path)
