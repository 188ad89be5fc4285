"""Have Coq's kernel decide certificates: many to a file, each a theorem that its program is sound.

What is claimed is the program, line by line what the certificate says; that it is sound is computed inside of the
kernel by an evaluator that is proved right (`Kernel.v`). Nothing of the checker is trusted.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from theory_checks.proofs.build import ProofError, allowed_axioms, compile_file
from theory_checks.proofs.certificates import lemmas
from theory_checks.proofs.certificates.expressions import NEGATED
from theory_checks.proofs.certificates.programs import program
from theory_checks.proofs.library import compile_library_of
from theory_checks.proofs.processes import threads

PACKAGE = "Certificates"
SECONDS = 600  # for a file of many
OPEN = (
    "the kernel must find each claim true, at its highest precision at the latest, got one that is false or undecided"
)
# What Coq says where the evaluator has come to an end and does not accept.
_NOT_ACCEPTED = re.compile(r'expected to have type "accepted c_\w+ = true"')
# Lists whose numbers facts determine, by the name of the fact.
DETERMINED = {"optimal-value": "value", "bracketed-fixed-point": "q", "iteration": "offset"}
HEAD = (
    "From Coq Require Import QArith String List.\nFrom TheoryChecks Require Import Certificate Kernel.\n"
    "Import ListNotations.\nOpen Scope Q_scope.\nOpen Scope string_scope.\nOpen Scope list_scope.\n"
)


@dataclass(frozen=True)
class Goal:
    """A certificate as a program that is to be sound."""

    key: str
    name: str
    steps: tuple[str, ...]

    @property
    def text(self) -> str:
        """The program and its theorem."""
        steps = ";\n  ".join(self.steps)
        return (
            f"(* {self.key} *)\nDefinition {self.name} : certificate := [\n  {steps}].\n"
            f"Theorem {self.name}_sound : sound {self.name}.\n"
            "Proof. apply accepted_sound; vm_cast_no_check (eq_refl true). Qed.\n"
        )


def goal(certificate: Mapping[str, Any]) -> Goal:
    """Return what is to be proved of a certificate; the language may not reach that far."""
    statement = certificate["statement"]
    text = json.dumps(certificate, sort_keys=True)
    name = f"c_{hashlib.sha256(text.encode()).hexdigest()[:16]}"
    return Goal(f"{statement['id']}#{statement['reading']}", name, tuple(program(certificate)))


def prepare(folder: Path, jobs: int) -> list[str]:
    """Compile the library that certificates need; return the axioms of the lemmas that are theorems."""
    compile_library_of(folder, [HEAD, lemmas.theorems_file()], jobs)
    return lemmas.check(folder, PACKAGE)


def decide(folder: Path, goals: Sequence[Goal], jobs: int, at_once: int) -> Generator[Mapping[Goal, str]]:
    """Yield for some goals at a time why the kernel refuses each; no reason where it does not."""
    batches = [goals[i : i + at_once] for i in range(0, len(goals), at_once)]
    with threads(jobs) as pool:
        for done in as_completed([pool.submit(_decide, folder, batch) for batch in batches]):
            yield done.result()


def _decide(folder: Path, goals: Sequence[Goal]) -> dict[Goal, str]:
    """Decide goals together; where that fails, each half alone."""
    try:
        _compile(folder, goals)
    except ProofError as error:
        if len(goals) == 1:
            return {goals[0]: OPEN if _NOT_ACCEPTED.search(str(error)) else str(error)}
        half = len(goals) // 2
        return _decide(folder, goals[:half]) | _decide(folder, goals[half:])
    return dict.fromkeys(goals, "")


def _compile(folder: Path, goals: Sequence[Goal]) -> None:
    together = ", ".join(f"{x.name}_sound" for x in goals)
    asked = f"Definition together := ({together}).\nPrint Assumptions together.\n"
    name = f"from_{goals[0].name}_{len(goals)}"
    said = compile_file(folder, PACKAGE, name, "\n".join([HEAD, *(x.text for x in goals), asked]), seconds=SECONDS)
    allowed_axioms(said, name)


def forgeries(certificate: Mapping[str, Any]) -> Iterator[Goal]:
    """Yield forgeries of a certificate: its conclusion turned round, and numbers that its facts determine changed."""
    turned = deepcopy(dict(certificate))
    failing = turned["statement"]["formal"][turned["part"]] if "values" in turned else turned["conclusion"]
    failing["relation"] = NEGATED[failing["relation"]]
    yield goal(turned)
    for fact in certificate["facts"]:
        if fact["fact"] in DETERMINED:
            changed = deepcopy(dict(certificate))
            _change(changed["objects"][fact[DETERMINED[fact["fact"]]]])
            yield goal(changed)


def _change(numbers: list[Any]) -> None:
    """Put another number in the first place."""
    if isinstance(numbers[0], list):
        _change(numbers[0])
    else:
        numbers[0] = "1" if numbers[0] != "1" else "2"
