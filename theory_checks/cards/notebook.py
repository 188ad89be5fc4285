"""A card as HTML that stands alone: no script, no style sheet, colours that any background bears."""

from __future__ import annotations

from html import escape

from theory_checks.cards.card import SIGNS, Card, Row, signed

# The names of the terminal's colours, as shades that are legible on white and on black.
COLOURS = {
    "green": "#2e8b57",
    "yellow": "#b8860b",
    "magenta": "#a64ca6",
    "cyan": "#2b8a9d",
    "red": "#d1433f",
    "white": "#808080",
    "blue": "#4a7fc1",
}
UNTESTED = "#808080"


def html(card: Card) -> str:
    """Return the card; every text of it is escaped, and its picture is markup already."""
    colour = COLOURS[SIGNS[card.verdict][1]] if card.verdict else UNTESTED
    name = f"{card.name} · tag {card.tag}" if card.tag else card.name
    parts = [
        f"<div><b>{escape(card.id)}</b>&ensp;{escape(name)}</div>",
        f'<div style="color:{colour};font-size:1.2em;font-weight:600;margin:.2em 0">{escape(signed(card.verdict))}: '
        f"{escape(card.answer)}</div>",
        f"<div>{escape(card.summary)}</div>" if card.summary else "",
        f'<div style="margin-top:.6em">{card.picture}</div>' if card.picture else "",
        *map(_row, card.rows),
        f'<div style="opacity:.7;margin-top:.6em">{escape(card.more)}</div>' if card.more else "",
    ]
    style = f"border-left:4px solid {colour};padding:.4em 1em;max-width:60em;line-height:1.4"
    return f'<div style="{style}">{"".join(parts)}</div>'


def _row(row: Row) -> str:
    lines = "\n".join(map(escape, row.lines))
    title = f'<div style="opacity:.7;margin-top:.6em">{escape(row.title)}</div>'
    return f'{title}<div style="font-family:monospace;white-space:pre-wrap">{lines}</div>'
