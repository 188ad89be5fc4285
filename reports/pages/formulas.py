"""Which formula of a statement stands for it where there is room for one only."""

from __future__ import annotations

from difflib import SequenceMatcher

from reports.pages.packing import common_beginning
from reports.read.model import Statement

BEGINNING = 6  # letters in common that are no accident
SHARE = 0.5  # of letters in common, in their order, from which on two formulas say the same of other things


def main_formula(statement: Statement, correction: Statement | None = None) -> str:
    """Return the formula that says what a statement claims.

    That is the one that begins like what is computed, or else the one that was corrected, or else the first.
    """
    formal = next((latex for reading in statement.readings for latex in reading.formal), "")
    nearest = max(statement.formulas, key=lambda latex: common_beginning(latex, formal), default="")
    if common_beginning(nearest, formal) >= BEGINNING:
        return nearest
    corrected = main_formula(correction) if correction else ""
    nearest = max(statement.formulas, key=lambda latex: _share(latex, corrected), default="")
    return nearest if _share(nearest, corrected) >= SHARE else next(iter(statement.formulas), "")


def _share(one: str, other: str) -> float:
    """Return how much of two formulas is alike; what was not changed is not what was corrected."""
    return 0.0 if one == other else SequenceMatcher(None, one, other, autojunk=False).ratio()
