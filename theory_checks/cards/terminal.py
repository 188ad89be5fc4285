"""Cards and verdicts in a terminal."""

from __future__ import annotations

import io
import re
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.text import Text

from theory_checks.cards.card import SIGNS, Card, signed
from theory_checks.core.judge import Verdict

STEERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
WIDTH = 100  # columns of a card that is no terminal's


def console(*, stderr: bool = False) -> Console:
    """Return a console that never wraps ids and never guesses what is a number."""
    return _Console(stderr=stderr, highlight=False, soft_wrap=True)


class _Console(Console):
    """A console that obeys itself alone: what steers a terminal in a text of somebody else is shown, not done."""

    def render_str(self, text: str, **how: Any) -> Text:
        """Return a text in markup as it is printed."""
        return super().render_str(STEERS.sub(lambda x: ascii(x[0])[1:-1], text), **how)


def badge(verdict: str | None, width: int = 0) -> str:
    """Return a verdict as sign and word, in rich markup, padded to a visible width."""
    known = Verdict(verdict) if verdict else None
    style = SIGNS[known][1] if known else "dim"
    return f"[{style}]{signed(known):<{width}}[/{style}]"


def indented(out: Console, text: str, style: str = "", *, markup: bool = False) -> None:
    """Print a text that wraps between words, two columns in."""
    out.print(Padding(text if markup else escape(text), (0, 0, 0, 2)), style=style, soft_wrap=False)


def listed(out: Console, title: str, lines: list[str]) -> None:
    """Print lines in rich markup under a title, if there are any."""
    if lines:
        out.print(f"\n[bold]{escape(title)}[/bold]")
        for line in lines:
            indented(out, line, markup=True)


def tagged(tag: str) -> str:
    """Return the permanent short name of a statement, if it has one, to stand behind its place."""
    return f"  [dim]tag[/dim] {tag}" if tag else ""


def show(out: Console, card: Card) -> None:
    """Print a card."""
    out.print(f"[bold]{escape(card.id)}[/bold]  {escape(card.name)}{tagged(card.tag)}".rstrip())
    indented(out, f"{badge(card.verdict)}: {escape(card.answer)}", markup=True)
    if card.summary:
        indented(out, card.summary)
    for row in card.rows:
        listed(out, row.title, [escape(line) for line in row.lines])
    if card.more:
        out.print(f"\n[dim]{escape(card.more)}[/dim]")


def text(card: Card) -> str:
    """Return a card as plain text."""
    written = io.StringIO()
    show(_Console(file=written, width=WIDTH, highlight=False, soft_wrap=True, color_system=None), card)
    return "\n".join(line.rstrip() for line in written.getvalue().strip().splitlines())
