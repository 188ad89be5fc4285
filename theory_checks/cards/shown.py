"""What shows itself as an answer card: in a notebook as HTML, elsewhere as text."""

from __future__ import annotations

from theory_checks.cards import notebook, terminal
from theory_checks.cards.card import Card


class Shown:
    """Something with a card."""

    @property
    def card(self) -> Card:
        """The answer card."""
        raise NotImplementedError

    def __str__(self) -> str:
        return terminal.text(self.card)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return notebook.html(self.card)
