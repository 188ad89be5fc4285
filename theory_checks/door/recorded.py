"""`statement`: what the papers say and what is on record of it; nothing is computed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from theory_checks.cards.card import Card, card
from theory_checks.cards.shown import Shown
from theory_checks.core.statement import Ledger, Statement
from theory_checks.engine.papers import load


@dataclass(frozen=True, kw_only=True, repr=False)
class Recorded(Shown, Statement):
    """A statement of a paper, with the papers it stands in."""

    ledger: Ledger

    @property
    def card(self) -> Card:
        """The answer that is on record."""
        return card(self.ledger, self, self.verdict)

    @property
    def corrections(self) -> Sequence[Recorded]:
        """What to use instead, the first of them first."""
        return [_of(self.ledger, id_) for id_ in self.repaired_by]


def statement(id_: str) -> Recorded:
    """Return the statement with this id, such as "dpdqn/prop10"."""
    return _of(load(), id_)


def statements() -> Sequence[str]:
    """Return the ids of all statements of all papers that can be found."""
    return list(load().statements)


def _of(ledger: Ledger, id_: str) -> Recorded:
    said = ledger[id_]
    return Recorded(ledger=ledger, **{item.name: getattr(said, item.name) for item in fields(said)})
