"""Lemmas that cite a theorem: it is stated by the formulas of the table, and accepted. None of this needs Coq."""

import json
import re
from copy import deepcopy

import pytest

from theory_checks.proofs.build import AXIOMS, ProofError
from theory_checks.proofs.certificates import lemmas
from theory_checks.proofs.certificates.expressions import CertificateError
from theory_checks.proofs.certificates.formulas import Formulas, identifier
from theory_checks.proofs.certificates.lemmas import Cited, cited, stated
from theory_checks.proofs.certificates.programs import tables
from theory_checks.proofs.theorems import LIBRARY, library_text

PROVED = {name: tables()["lemmas"][name] for name in cited()}
FORMAL = ("value", "cases", "require", "let", "positive")


def text(name, entry):
    return Formulas(name, entry).text


def held(name, entry):
    """Tell whether the theorem is not about this entry: its formulas are others, or have no counterpart in Coq."""
    try:
        return text(name, entry) != text(name, PROVED[name])
    except CertificateError:
        return True


def changed(node):
    """Return copies of an expression, each with another of its numbers larger by 1."""
    if isinstance(node, str):
        return [str(int(node) + 1)] if re.fullmatch(r"-?\d+", node) else [f"{node}1"] if "/" in node else []
    if isinstance(node, list):
        return [[*node[:i], new, *node[i + 1 :]] for i, part in enumerate(node) for new in changed(part)]
    if isinstance(node, dict):
        kept = ("op", "ref", "relation", "index", "else", "of")
        return [{**node, key: new} for key, part in node.items() if key not in kept for new in changed(part)]
    return []


def test_the_formulas_of_the_theorems_are_those_of_the_table():
    assert library_text(lemmas.FORMULAS) == lemmas.formulas(), lemmas.COMMAND


@pytest.mark.parametrize("name", PROVED)
def test_a_theorem_speaks_of_what_its_lemma_requires_and_gives(name):
    said = stated(name)

    assert f"{identifier(name)}_requires" in said
    assert f"{identifier(name)}_{'value' if PROVED[name]['sense'] == '=' else 'gives'}" in said
    assert name in library_text(cited()[name].file), "a comment says of which lemma a theorem is"


def test_every_theorem_about_lemmas_is_cited_by_one():
    texts = {file.stem: library_text(file.stem) for file in LIBRARY.glob("LemmasOf*.v")}
    found = {Cited(x, file) for file, text in texts.items() for x in re.findall(r"^Theorem (\w+)", text, re.MULTILINE)}

    assert found == {*cited().values()}


@pytest.mark.parametrize("name", PROVED)
def test_each_number_of_a_proved_lemma_is_held(name):
    entry = PROVED[name]
    tried = [{**entry, part: new} for part in FORMAL if part in entry for new in changed(entry[part])]

    assert [x for x in tried if not held(name, x)] == []


@pytest.mark.parametrize("name", PROVED)
def test_the_sense_and_each_hypothesis_of_a_proved_lemma_are_held(name):
    entry = PROVED[name]
    tried = [{**entry, "sense": "<="}]
    for part in ("require", "positive"):
        tried += [{**entry, part: entry[part][:i] + entry[part][i + 1 :]} for i in range(len(entry.get(part, [])))]

    assert [x for x in tried if not held(name, x)] == []


def test_what_was_recorded_is_about_the_theorems_of_today():
    record = json.loads(lemmas.RECORD.read_text(encoding="utf-8"))

    assert lemmas.fresh(), "theory-checks prove --certificates RESULTS --keep"
    assert {*record["axioms"]} <= {*AXIOMS}


def test_a_theorem_that_there_is_not_is_refused(monkeypatch):
    monkeypatch.setattr(lemmas, "cited", lambda: {"a": Cited("nothing", "LemmasOfMdps")})

    with pytest.raises(ProofError, match=r"cite a theorem of the library, got nothing of LemmasOfMdps\.v at a"):
        stated("a")


def test_formulas_of_an_earlier_table_are_not_checked(monkeypatch, tmp_path):
    monkeypatch.setattr(lemmas, "formulas", lambda: "")

    with pytest.raises(ProofError, match=r"LemmaFormulas\.v must be made from the table of lemmas, got an earlier one"):
        lemmas.check(tmp_path, "Certificates")


def relation(left, sign, right):
    return {"relation": sign, "left": left, "right": right}


def ref(name, *places):
    return {"ref": name, "at": [*places]} if places else {"ref": name}


def test_an_index_takes_no_name_that_stands_for_something():
    last = {"op": "-", "args": [ref("k"), "1"]}
    inner = {"op": "+", "index": "j", "from": "0", "to": last, "body": ref("i")}
    outer = {"op": "series", "index": "s", "from": "2", "to": ref("k"), "body": {"op": "*", "args": [ref("s"), inner]}}
    entry = {"says": "{name} {i} {k}", "sense": "=", "require": [relation(ref("k"), ">=", "1")], "value": outer}

    assert text("own", entry) == (
        "(* own *)\n"
        "Definition own_requires (i : R) (k : nat) : Prop :=\n  (INR k) >= 1.\n"
        "Definition own_value (i : R) (k : nat) : R :=\n"
        "  sum ((k + 1)%nat - 2) (fun j => (INR (2 + j)) * (sum k (fun l => i))).\n"
    )


def test_a_name_in_a_pattern_is_that_of_the_table():
    pattern = ["own", ["s"], {"op": "*", "args": [ref("values", ref("s")), ref("i")]}]
    total = {"op": "+", "index": "i", "from": "0", "to": "2", "body": ref("own", ref("i"))}
    entry = {"says": "{name} {values} {i}", "sense": ">=", "let": [pattern], "value": total}

    assert "x >= (sum (2 + 1)%nat (fun j => (values j) * i))" in text("own", entry)


@pytest.mark.parametrize(("copies", "many"), [({}, "1"), ({"copies": ["2"]}, "2")])
def test_a_mean_of_a_maximum_names_the_deviations_and_how_many_numbers_have_each(copies, many):
    scaled = {"op": "mean-max-normal", "index": "i", "from": "0", "to": "2", "body": ref("values", ref("i")), **copies}
    entry = {"says": "{name} {values}", "sense": "=", "value": {"op": "+", "args": [scaled, "1"]}}

    said = text("own", entry)

    assert f"mean_max_of (2 + 1)%nat (fun i => values i) {many}%nat) + 1" in said
    assert "(mean_max_of : nat -> (nat -> R) -> nat -> R)" in said
    assert "(mean_max : nat -> R)" not in said


def test_a_mean_of_a_maximum_groups_numbers_by_their_deviations():
    groups = {"op": "mean-max-normal", "args": ["1", ref("t"), "3"], "copies": ["2", "4", "1"]}
    entry = {"says": "{name} {t}", "sense": "=", "value": groups}

    said = text("own", entry)

    inner = "if Nat.ltb i (2 + 4)%nat then t else 3"
    assert f"mean_max_each (2 + 4 + 1)%nat (fun i => if Nat.ltb i (2)%nat then 1 else {inner})" in said
    assert "(mean_max_each : nat -> (nat -> R) -> R)" in said


def test_a_mean_of_a_maximum_that_does_not_say_how_many_is_refused():
    entry = deepcopy(tables()["lemmas"]["slow-cycle-value-error"])
    groups = entry["value"]["args"][0]["args"][1]["args"][0]
    groups["copies"] = groups["copies"][:1]

    with pytest.raises(ValueError, match="a mean of a maximum must say how many numbers have each deviation"):
        text("slow-cycle-value-error", entry)


def over(first):
    """Return the value of a lemma that adds up the squares of the numbers from this one to 3."""
    square = {"op": "pow", "args": [{"ref": "k"}, "2"]}
    entry = {"says": "", "sense": "=", "value": {"op": "+", "index": "k", "from": first, "to": "3", "body": square}}
    return text("any", entry).splitlines()[-1].strip()


def test_a_range_may_begin_below_0():
    assert over("-2") == "sum ((3 + 1)%nat + 2) (fun i => (INR i - 2) ^ 2)."


def test_a_range_must_begin_at_a_whole_number():
    with pytest.raises(CertificateError, match="must begin at a whole number"):
        over("-1/2")
