"""Lemmas that are theorems: which they are, that each is about the table of today, and what Coq said of them.

A lemma cites its theorem in place of a sentence. The theorem is stated by the functions of `LemmaFormulas.v`, which
`python -m theory_checks.proofs.certificates.lemmas` makes from the table; what Coq accepted is recorded by digest, so
that whoever has no Coq sees whether it is about what stands here.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from theory_checks.proofs.build import ProofError, allowed_axioms, compile_file
from theory_checks.proofs.certificates.formulas import formulas_file
from theory_checks.proofs.certificates.programs import tables
from theory_checks.proofs.theorems import LIBRARY, digest, library, library_text

CITED = re.compile(r"theorem (\w+) of (\w+)\.v")
FORMULAS = "LemmaFormulas"
RECORD = LIBRARY / "lemmas.json"
COMMAND = "python -m theory_checks.proofs.certificates.lemmas"


class Cited(NamedTuple):
    """A theorem of the library that stands for the proof of a lemma."""

    theorem: str
    file: str


@cache
def cited() -> dict[str, Cited]:
    """Return the theorems that stand for the proofs of lemmas, by the names of the lemmas."""
    found = {name: CITED.search(entry["because"]) for name, entry in tables()["lemmas"].items()}
    return {name: Cited(match[1], match[2]) for name, match in found.items() if match}


def formulas() -> str:
    """Return what `LemmaFormulas.v` must be."""
    return formulas_file(cited())


def stated(lemma: str) -> str:
    """Return what the theorem of a lemma says, as it stands in its file."""
    theorem, file = cited()[lemma]
    match = re.search(rf"^Theorem {theorem}\b.*?(?=^Proof\.)", library_text(file), re.MULTILINE | re.DOTALL)
    if match is None:
        raise ProofError(f"a lemma must cite a theorem of the library, got {theorem} of {file}.v at {lemma}")
    return match[0]


def theorems_file() -> str:
    """Return the text that holds the theorems together, and asks on which axioms they rest."""
    files = " ".join(sorted({x.file for x in cited().values()}))
    together = ", ".join(f"@{x.file}.{x.theorem}" for x in cited().values())
    return f"From TheoryChecks Require {files}.\nDefinition cited := ({together}).\nPrint Assumptions cited.\n"


def check(folder: Path, package: str) -> list[str]:
    """Have Coq check the theorems, whose library is compiled; return the axioms on which they rest."""
    if library_text(FORMULAS) != formulas():
        raise ProofError(f"{FORMULAS}.v must be made from the table of lemmas, got an earlier one: {COMMAND}")
    return allowed_axioms(compile_file(folder, package, "cited", theorems_file()), "the lemmas")


def proof_digest() -> str:
    """Return the digest of the theorems, with all of the library that they use."""
    return digest([theorems_file(), *library([theorems_file()])])


def record(version: str, axioms: list[str]) -> dict[str, Any]:
    """Return what is recorded of theorems that Coq accepts."""
    return {"coq": version, "axioms": axioms, "proof": proof_digest()}


def fresh() -> bool:
    """Tell whether what Coq accepted is what stands here today."""
    return json.loads(RECORD.read_text(encoding="utf-8"))["proof"] == proof_digest()


if __name__ == "__main__":
    (LIBRARY / f"{FORMULAS}.v").write_text(formulas(), encoding="utf-8")
