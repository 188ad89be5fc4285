"""The answer card of a statement, as a value that a terminal and a notebook show alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from theory_checks.cards.plain import formula, plain
from theory_checks.core.answers import answer
from theory_checks.core.judge import Verdict
from theory_checks.core.statement import Ledger, Statement

# A verdict is told by its sign and its word; colour only repeats it.
SIGNS = {
    Verdict.VERIFIED: ("✓", "green"),
    Verdict.HOLDS_ON_REGION: ("◐", "yellow"),
    Verdict.DEPENDS_ON_READING: ("⑂", "magenta"),
    Verdict.CONSISTENT: ("≈", "cyan"),
    Verdict.REFUTED: ("✗", "red"),
    Verdict.ILL_POSED: ("∅", "magenta"),
    Verdict.INCONCLUSIVE: ("?", "white"),
    Verdict.DEFINITION: ("≔", "blue"),
}


@dataclass(frozen=True)
class Row:
    """Lines of plain text under a title."""

    title: str
    lines: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class Card:
    """The verdict in plain words, then what is printed, what to use instead, and what the evidence is."""

    id: str
    name: str
    verdict: Verdict | None
    answer: str
    summary: str
    rows: Sequence[Row]
    tag: str = ""
    more: str = ""
    picture: str = ""  # markup that stands alone, where markup can be shown


def signed(verdict: Verdict | None) -> str:
    """Return a verdict as sign and word."""
    return f"{SIGNS[verdict][0]} {verdict}" if verdict else "· not tested"


def card(ledger: Ledger, statement: Statement, verdict: Verdict | None, computed: Sequence[Row] = ()) -> Card:
    """Return the card of a statement with the verdict that is recorded or computed, and what a computation adds."""
    return Card(
        id=statement.id,
        name=", ".join(filter(None, (statement.label, statement.place))),
        verdict=verdict,
        answer=plain(answer(statement, verdict) if verdict else statement.untested or ""),
        summary=plain(statement.summary),
        tag=statement.tag,
        rows=[row for row in (*_rows(ledger, statement), *computed) if row.lines],
    )


def _rows(ledger: Ledger, statement: Statement) -> list[Row]:
    regions = [formula(latex) for reading in statement.readings for latex in reading.limits.latex]
    repairs = [ledger[id_] for id_ in statement.repaired_by]
    corrected = [id_ for id_ in (statement.repairs, statement.about) if id_]
    return [
        Row("printed" if statement.group == "printed" else "says", _formulas(statement)),
        Row("true where", regions),
        *(Row(f"use instead ({x.id}, {x.verdict})", [*_formulas(x), *_import(x)]) for x in repairs),
        Row("in code", _import(statement)),
        Row("corrects", [named(ledger[id_]) for id_ in corrected]),
    ]


def named(statement: Statement) -> str:
    """Return a statement in one line."""
    return f"{statement.id} {signed(statement.verdict)}  {statement.label}"


def _formulas(statement: Statement) -> list[str]:
    """Return the formulas, or the words of a statement without any."""
    return [formula(latex) for latex in statement.formulas] or [plain(statement.says)]


def _import(statement: Statement) -> list[str]:
    module, _, name = statement.use.rpartition(".")
    return [f"from {module} import {name}"] if module else []
