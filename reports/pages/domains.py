"""Where a verdict holds, in one line: for tooltips and for pages that show many statements."""

from __future__ import annotations

import textwrap

from reports.math.plain import plain_text
from reports.pages.verdicts import STATUSES
from reports.read.model import Statement

LONGEST = 120  # characters of a domain in a tooltip: the page that it leads to has the rest


def domains(statement: Statement) -> str:
    """Return where a verdict holds, reading by reading, in words with formulas."""
    shown = [reading for reading in statement.readings if reading.role != "amendment"] or statement.readings
    if len(shown) == 1:
        return shown[0].domain
    return "; ".join(f"{r.name}: {_word(r.verdict)}, {r.domain}" for r in shown)


def _word(verdict: str | None) -> str:
    return STATUSES[verdict or "NOT_RUN"].word.lower()


def hint(statement: Statement) -> str:
    """Return what a symbol stands for, with its domain, without markup."""
    name = f"{plain_text(statement.label)}: {STATUSES[statement.status].word}{' (stale)' if statement.stale else ''}"
    where = textwrap.shorten(plain_text(domains(statement)), LONGEST, placeholder=" …")
    return name if statement.verdict is None else f"{name}. Domain: {where}"
