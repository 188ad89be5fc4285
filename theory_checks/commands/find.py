"""`theory-checks find`: statements by words."""

from __future__ import annotations

import json

import click
from rich.markup import escape

from theory_checks.cards.plain import plain
from theory_checks.cards.terminal import badge, console, indented
from theory_checks.commands.common import mistakes
from theory_checks.commands.search import entries, ranked
from theory_checks.engine.papers import load

SHOWN = ("id", "tag", "label", "verdict", "summary", "repaired_by")
NOTHING = (
    "Nothing has these words. Try a label (Proposition 10), an author (Vietri), a symbol (sigma) or a topic (regret);"
    " theory-checks list shows every statement."
)


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--most", type=click.IntRange(1), default=10, show_default=True, help="How many to show.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON for a program to read.")
def find(words: tuple[str, ...], most: int, as_json: bool) -> None:
    """Find statements by name, topic, symbol or author, the best first, each with its corrections.

    The search of the report finds the same. `Thm 2 GPOPE`, `privacy budget`, `Vietri regret` and `sigma` are words;
    a tag, such as `4FK7`, finds its statement alone.
    """
    with mistakes():
        ledger = load()
        found = ranked(ledger, entries(ledger), " ".join(words))
    if as_json:
        rows = [{name: getattr(s, name) for name in SHOWN} for s in found[:most]]
        click.echo(json.dumps(rows, indent=1))
        return
    out = console()
    for statement in found[:most]:
        out.print(f"{statement.id}  {badge(statement.verdict)}  {escape(statement.label)}  [dim]{statement.tag}[/dim]")
        indented(out, plain(statement.summary or statement.says), style="dim")
        for repair in map(ledger.__getitem__, statement.repaired_by):
            out.print(f"  corrected: {repair.id}  {badge(repair.verdict)}")
    out.print(_counted(len(found), most))


def _counted(count: int, most: int) -> str:
    if not count:
        return NOTHING
    shown = f", {most} shown (--most N shows more)" if count > most else ""
    return f"{count} {'statement has' if count == 1 else 'statements have'} one of the words{shown}"
