"""Which formula of a statement stands for it where there is room for one only."""

from __future__ import annotations

from itertools import takewhile

from reports.read.model import Statement

ALIKE = 6  # letters in common that are no accident


def main_formula(statement: Statement) -> str:
    """Return the formula that says what a statement claims: the one that begins like what is computed, or the first."""
    formal = next((latex for reading in statement.readings for latex in reading.formal), "")
    nearest = max(statement.formulas, key=lambda latex: _alike(latex, formal), default="")
    return nearest if _alike(nearest, formal) >= ALIKE else next(iter(statement.formulas), "")


def _alike(one: str, other: str) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
