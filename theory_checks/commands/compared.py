"""The part of `theory-checks prove` that puts the same questions to Coq and to Python."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from theory_checks.cards.terminal import console
from theory_checks.proofs.differential import definitions, formulas
from theory_checks.proofs.differential.questions import Answers
from theory_checks.proofs.theorems import Theorem

MOST_OPEN = 0.05  # share of the questions that Coq's tactics may leave open


def compare(folder: Path, theorems: Sequence[Theorem], points: int, jobs: int) -> bool:
    """Ask about formulas and definitions; tell whether Coq gives nearly all answers, and no other one."""
    parts = {
        "formulas": formulas.compare(folder, theorems, points, jobs),
        "definitions": definitions.compare(folder, points, jobs),
    }
    for name, answers in parts.items():
        _show(name, answers)
    both = sum(parts.values(), Answers(0))
    return not both.differ and len(both.left_open) <= MOST_OPEN * (both.same + len(both.left_open))


def _show(name: str, answers: Answers) -> None:
    for question in answers.differ:
        said = f"Python says {question.expected}, Coq {not question.expected}"
        console().print(f"{question.key}: {said}: {question.proposition}", markup=False)
    for question in answers.left_open:
        console().print(f"{question.key}: left open by Coq: {question.proposition[:200]}", markup=False)
    console().print(
        f"{name}: {answers.same} answers of Coq are those of Python, {len(answers.differ)} are others, "
        f"{len(answers.left_open)} are left open"
    )
