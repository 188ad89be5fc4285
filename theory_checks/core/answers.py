"""A verdict in plain words, for the terminal and for the pages."""

from __future__ import annotations

from theory_checks.core.judge import Verdict
from theory_checks.core.statement import Statement

SHORT = 90  # characters of formulas that a line has room for

_WORDS = {
    Verdict.DEPENDS_ON_READING: "Depends on the reading",
    Verdict.CONSISTENT: "No violation found",
    Verdict.INCONCLUSIVE: "Open",
    Verdict.DEFINITION: "A definition: nothing to decide",
}


def answer(statement: Statement, verdict: Verdict | None) -> str:
    """Return what one says who has a second: whether the statement is true, and where."""
    as_printed = " as printed" if statement.group == "printed" else ""
    match verdict:
        case None:
            return "Not tested"
        case Verdict.REFUTED:
            return f"False{as_printed}"
        case Verdict.ILL_POSED:
            return f"Not well-defined{as_printed}"
        case Verdict.VERIFIED:
            return "True, proved by machine" if statement.is_proved else "True, argued"
        case Verdict.HOLDS_ON_REGION:
            return _region(statement)
        case _:
            return _WORDS[verdict]


def _region(statement: Statement) -> str:
    """Name the part on which a statement is true, if it is one of few words."""
    regions = {tuple(r.limits.latex) for r in statement.readings if r.role != "amendment" and r.limits.latex}
    limits = " and ".join(f"${latex}$" for latex in regions.pop()) if len(regions) == 1 else ""
    return f"True only where {limits}" if 0 < len(limits) <= SHORT else "True only on a part of what is claimed"
