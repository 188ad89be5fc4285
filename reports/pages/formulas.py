"""Which formula of a statement stands for it where there is room for one only."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import takewhile

from reports.read.model import Statement

BEGINNING = 6  # letters in common that are no accident
SHARE = 0.5  # of letters in common, in their order, from which on two formulas say the same of other things


def main_formula(statement: Statement, correction: Statement | None = None) -> str:
    """Return the formula that says what a statement claims.

    That is the one that begins like what is computed, or else the one that was corrected, or else the first.
    """
    formal = next((latex for reading in statement.readings for latex in reading.formal), "")
    nearest = max(statement.formulas, key=lambda latex: _beginning(latex, formal), default="")
    if _beginning(nearest, formal) >= BEGINNING:
        return nearest
    corrected = main_formula(correction) if correction else ""
    nearest = max(statement.formulas, key=lambda latex: _share(latex, corrected), default="")
    return nearest if _share(nearest, corrected) >= SHARE else next(iter(statement.formulas), "")


def _beginning(one: str, other: str) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _share(one: str, other: str) -> float:
    """Return how much of two formulas is alike; what was not changed is not what was corrected."""
    return 0.0 if one == other else SequenceMatcher(None, one, other, autojunk=False).ratio()
