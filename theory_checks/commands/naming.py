"""One statement by what people call it: `Proposition 10`, `prop. 10`, `Thm 2 GPOPE`, or its tag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from theory_checks.commands.search import words
from theory_checks.core.statement import REPAIR_KIND, Ledger, LedgerError, Statement, unknown_id

MOST_SHOWN = 8


def statement_named(ledger: Ledger, text: str) -> Statement:
    """Return the statement that an id, a tag or a label names; several that it may mean are told."""
    named = {name.lower(): s for s in ledger.statements.values() for name in (s.id, s.tag) if name}
    if text.lower() in named:
        return named[text.lower()]
    wanted = words(text)
    printed = [s for s in ledger.statements.values() if s.kind != REPAIR_KIND or "repaired" in wanted]
    candidates = [s for s in printed if _is_label(wanted, s, ledger)] or [s for s in printed if _mentions(wanted, s)]
    if not wanted or not candidates:
        raise LedgerError(unknown_id(text, list(ledger.statements)))
    if len(candidates) > 1:
        shown = [f"{s.id} ({s.label})" for s in candidates[:MOST_SHOWN]]
        more = f" and {len(candidates) - MOST_SHOWN} others" if len(candidates) > MOST_SHOWN else ""
        raise LedgerError(f"a name must mean one statement, got {text!r} for " + ", ".join(shown) + more)
    return candidates[0]


def _is_label(wanted: Sequence[str], statement: Statement, ledger: Ledger) -> bool:
    """Tell whether the words are the label, or that of what is repaired, with or without the paper."""
    paper, labels = words(statement.id.partition("/")[0]), [statement.label]
    if statement.repairs:
        labels.append(f"{ledger[statement.repairs].label} repaired")
    return any(sorted(wanted) in (sorted(label), sorted(label + paper)) for label in map(words, labels))


def _mentions(wanted: Sequence[str], statement: Statement) -> bool:
    return not Counter(wanted) - Counter(words(f"{statement.id} {statement.label}"))
