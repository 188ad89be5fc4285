"""Symbols that a statement defines by others: those of `where` that stand alone on the left of an equality."""

from __future__ import annotations

from theory_checks.core.formal import Formal
from theory_checks.core.formula import Formula, Symbol


def definitions(printed: Formal) -> dict[str, Formula]:
    """Return what each of these symbols stands for, as in "beta == 1/v"."""
    equalities = [x for x in printed.domain.relations if x.sign == "="]
    return {x.left.name: x.right for x in equalities if isinstance(x.left, Symbol)}
