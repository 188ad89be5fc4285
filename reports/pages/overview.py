"""What the first page says: how many printed statements have which verdict, and the main results that fall short."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reports.pages.card import first_sentence
from reports.pages.coverage import misses
from reports.pages.domains import hint
from reports.pages.formulas import main_formula
from reports.pages.printed import Library, Text, falls_short, is_printed
from reports.pages.verdicts import FALSE, RESULTS, STATUSES, VERDICTS, Look
from reports.read.model import Results, Statement

# What a newcomer should hear of first; a text without false theorems and propositions is judged by its claims.
HEADS = (("theorem", "proposition"), ("claim",))
SHOWN = 3  # main results of a text that are shown with what to use instead


@dataclass(frozen=True)
class Row:
    """How many statements of a group have which verdict; `paper` and `kind` lead to them in the list."""

    name: str
    source: str
    href: str
    paper: str
    kind: str
    counts: Sequence[tuple[Look, int]]

    @property
    def total(self) -> int:
        """Return how many there are."""
        return sum(count for _, count in self.counts)


def overview(results: Results, library: Library) -> dict[str, Any]:
    """Return what the template of the overview shows."""
    statements = results.statements
    printed, repairs, notes = groups = (
        [s for s in statements if is_printed(s)],
        [s for s in statements if s.repairs is not None],
        [s for s in statements if s.repairs is None and s.about is not None],
    )
    columns = columns_of(statements)
    ours = (("Printed statements", "printed"), ("Our corrections of them", "repair"), ("Our remarks on them", "note"))
    heads = main_results(library)
    return {
        "printed": printed,
        "tally": _tally(printed),
        "corrections": len(repairs),
        "correction_tally": _tally(repairs),
        "notes": len(notes),
        "columns": columns,
        "rows": [_row_of(text, columns) for text in library.texts],
        "totals": [
            Row(name, "", "", "", kind, _counts(group, columns))
            for (name, kind), group in zip(ours, groups, strict=True)
        ],
        "library": library,
        "heads": heads,
        "others": [s for s in printed if s.kind in RESULTS and falls_short(s) and s not in heads],
        "misses": misses(statements),
        "grades": Counter(statement.grade for statement in statements if statement.grade),
        "stale": sum(statement.stale for statement in statements),
        "errors": sum(reading.error is not None for statement in statements for reading in statement.readings),
        "hint": hint,
        "first_sentence": first_sentence,
        "main_formula": main_formula,
    }


def columns_of(statements: Sequence[Statement]) -> list[Look]:
    """Return the verdicts and statuses that occur, and every verdict whether it occurs or not."""
    present = {statement.status for statement in statements}
    return [look for code, look in STATUSES.items() if code in VERDICTS or code in present]


def main_results(library: Library) -> list[Statement]:
    """Return main results that fall short, a few of each text, only one of those that have the same correction."""
    found: dict[str, Statement] = {}
    for text in library.texts:
        for statement in _heads(text):
            repairs = library.relations.repairs_of(statement)
            found.setdefault(repairs[0].id if repairs else statement.id, statement)
    return list(found.values())


def _heads(text: Text) -> list[Statement]:
    short = sorted(filter(falls_short, text.printed), key=lambda s: s.status not in FALSE)
    groups = ([s for kind in kinds for s in short if s.kind == kind] for kinds in HEADS)
    return next(filter(None, groups), [])[:SHOWN]


def _counts(statements: Sequence[Statement], columns: Sequence[Look]) -> list[tuple[Look, int]]:
    counts = Counter(statement.status for statement in statements)
    return [(look, counts[look.code]) for look in columns]


def _tally(statements: Sequence[Statement]) -> list[tuple[Look, int]]:
    return [(look, count) for look, count in _counts(statements, columns_of(statements)) if count]


def _row_of(text: Text, columns: Sequence[Look]) -> Row:
    return Row(text.title, text.byline, f"papers/{text.key}.html", text.key, "printed", _counts(text.printed, columns))
