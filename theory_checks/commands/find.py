"""`theory-checks find`: statements by words."""

from __future__ import annotations

import json

import click
from rich.markup import escape

from theory_checks.commands.common import badge, console, indented, mistakes
from theory_checks.commands.naming import ranked
from theory_checks.commands.plain import plain
from theory_checks.engine.papers import load


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--most", type=click.IntRange(1), default=10, show_default=True, help="How many to show.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON for a program to read.")
def find(words: tuple[str, ...], most: int, as_json: bool) -> None:
    """Find statements by words of their labels, summaries, papers and authors, the best first."""
    with mistakes():
        found = ranked(load(), " ".join(words))
    if as_json:
        rows = [{"id": s.id, "label": s.label, "verdict": s.verdict, "summary": s.summary} for s in found[:most]]
        click.echo(json.dumps(rows, indent=1))
        return
    out = console()
    for statement in found[:most]:
        out.print(f"{statement.id}  {badge(statement.verdict)}  {escape(statement.label)}")
        indented(out, plain(statement.summary or statement.says), style="dim")
    out.print(f"{len(found)} statements have one of the words" + (f", {most} shown" if len(found) > most else ""))
