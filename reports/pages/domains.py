"""Where a verdict holds, as one line of text: for tooltips and for pages that show many statements."""

from __future__ import annotations

from reports.math.plain import plain_text
from reports.pages.verdicts import STATUSES
from reports.read.model import Statement


def domains(statement: Statement) -> str:
    """Return where a verdict holds, reading by reading, as one line without markup."""
    shown = [reading for reading in statement.readings if reading.role != "amendment"] or statement.readings
    if len(shown) == 1:
        return plain_text(shown[0].domain)
    return plain_text("; ".join(f"{r.name}: {_word(r.verdict)}, {r.domain}" for r in shown))


def _word(verdict: str | None) -> str:
    return STATUSES[verdict or "NOT_RUN"].word.lower()


def hint(statement: Statement) -> str:
    """Return what a symbol stands for, domain included."""
    name = f"{plain_text(statement.label)}: {STATUSES[statement.status].word}{' (stale)' if statement.stale else ''}"
    return name if statement.verdict is None else f"{name}. Domain: {domains(statement)}"
