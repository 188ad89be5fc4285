"""Theorems compiled together: what is in the files, and what a batch that fails says. None of this needs Coq."""

import re

import pytest

from theory_checks.engine.papers import load
from theory_checks.proofs import batches as compiled
from theory_checks.proofs.batches import AT_ONCE, batches, check_all
from theory_checks.proofs.build import Checked, ProofError, sentences
from theory_checks.proofs.near import near_misses
from theory_checks.proofs.theorems import theorems

THEOREMS = theorems(load().statements.values())
REAL = "ClassicalDedekindReals.sig_forall_dec"
AXIOMS = f"Axioms:\n{REAL} : True\n"


@pytest.fixture
def files(monkeypatch):
    """Take what would be compiled, by its folder; questions about axioms are answered by one axiom."""
    found = {}

    def compile_file(_folder, package, _name, text, **_options):
        found[package] = text
        return "".join(f"{mark}\n{AXIOMS}" for mark in re.findall(r"asked \d+(?=\")", text))

    monkeypatch.setattr(compiled, "compile_file", compile_file)
    return found


def kinds(files):
    return {kind: "".join(text for name, text in files.items() if name.startswith(kind)) for kind in KINDS}


KINDS = ("Statements", "Proofs", "Checks")


def test_each_text_is_a_module_of_its_own_kind_of_file(files, tmp_path):
    found = [answer for _, answer in check_all(tmp_path, THEOREMS, 1, {})]
    statements, proofs, checks = kinds(files).values()

    assert all(isinstance(x, Checked) for x in found)
    assert len(re.findall(r"^Module ", statements, re.MULTILINE)) == sum(len(x.trusted) for x in THEOREMS)
    assert len(re.findall(r"^Module ", proofs, re.MULTILINE)) == len(THEOREMS)
    for theorem in THEOREMS:
        assert all(f"Module {name}.\n" in statements for name in theorem.trusted)
        assert f"Module {theorem.stem}.\n" in proofs
        assert f"Module {theorem.stem}_check.\n" in checks
    assert not re.search(r"From (dpdqn|gpope|pucb) ", statements + proofs + checks)


def test_a_check_names_statement_and_proof_in_full(files, tmp_path):
    theorem = next(x for x in THEOREMS if x.key == "dpdqn/claim15#printed")
    other = next(x for x in THEOREMS if x.key == "dpdqn/prop3#printed")

    list(check_all(tmp_path, [theorem, other], 1, {}))

    assert (
        "Definition check : Statements_dpdqn0.dpdqn.claim15_statement.claim15_statement"
        " := Proofs_dpdqn0.dpdqn.claim15.claim15_verified.\n"
    ) in files["Checks_dpdqn0"]


def test_a_batch_is_of_one_paper_and_not_too_large(tmp_path):
    found = list(batches(tmp_path, THEOREMS, {}))

    assert sorted(x.key for batch in found for x in batch.theorems) == sorted(x.key for x in THEOREMS)
    assert all(len({x.paper for x in batch.theorems}) == 1 and len(batch.theorems) <= AT_ONCE for batch in found)
    assert len({batch.name for batch in found}) == len(found)


def test_what_rests_on_the_same_is_asked_at_once(files, tmp_path):
    some = [x for x in THEOREMS if x.paper == "pucb"][:AT_ONCE]

    list(check_all(tmp_path, some, 1, {x.key: [REAL] for x in some}))
    together = kinds(files)["Checks"].count("Print Assumptions")
    files.clear()
    list(check_all(tmp_path, some, 1, {}))

    assert together == 1
    assert kinds(files)["Checks"].count("Print Assumptions") == len(some) > 1


@pytest.mark.parametrize("known", [[], [REAL, "Classical_Prop.classic"]])
def test_axioms_that_are_not_those_of_the_record_are_found(files, tmp_path, known):
    some = [x for x in THEOREMS if x.paper == "pucb"]
    batch = next(batches(tmp_path, some, {x.key: known for x in some}))

    with pytest.raises(ProofError, match="theorems must rest on the recorded axioms, got ClassicalDedekindReals"):
        batch.check()


def test_a_theorem_that_is_refused_is_named_and_takes_no_other_with_it(monkeypatch, tmp_path):
    bad = THEOREMS[5]

    def check(batch):
        if bad in batch.theorems:
            raise ProofError("together")
        return {x.key: Checked([], 1, 0.0) for x in batch.theorems}

    def alone(_folder, theorem):
        if theorem == bad:
            raise ProofError("alone")
        return Checked([], 1, 0.0)

    monkeypatch.setattr(compiled.Batch, "check", check)
    monkeypatch.setattr(compiled, "check", alone)
    found = {theorem.key: answer for theorem, answer in check_all(tmp_path, THEOREMS, 2, {})}

    assert found.keys() == {x.key for x in THEOREMS}
    assert [(key, str(x)) for key, x in found.items() if isinstance(x, ProofError)] == [(bad.key, "alone")]


def test_the_time_of_a_sentence_is_read_and_that_of_loading_left_out():
    timed = (
        "Chars 0 - 40 [From~Coq~Require~Import~Reals.] 0.32 secs (0.181u,0.128s)\nsomething\n"
        "Chars 41 - 60 [Open~Scope~R_scope.] 0. secs (0.u,0.s)\nChars 61 - 71 [lra.] 1.5 secs (1.25u,0.25s)\n"
    )

    assert list(sentences(timed)) == [(41, 0.0), (61, 1.5)]


@pytest.mark.parametrize("theorem", [x for x in THEOREMS if x.is_stated_by_hand][::5], ids=lambda x: x.key)
def test_words_around_a_near_miss_name_what_there_is(theorem):
    for miss in near_misses(theorem):
        *_, words = miss.trusted.values()
        named = set(re.findall(rf"{theorem.stem}_(?:domain|region|defined|claim)\b", words))
        assert all(f"Definition {name} " in next(iter(miss.trusted.values())) for name in named)
