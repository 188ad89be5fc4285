"""`theory-checks list`: every statement with its recorded verdict."""

from __future__ import annotations

import json
from collections import Counter

import click

from theory_checks.commands.common import badge, console, mistakes, select
from theory_checks.core.judge import Verdict
from theory_checks.core.statement import Statement
from theory_checks.engine.papers import load


@click.command("list")
@click.argument("patterns", nargs=-1, metavar="[ID|PAPER|PATTERN]...")
@click.option("--verdict", type=click.Choice([v.value for v in Verdict], case_sensitive=False), help="Only these.")
@click.option("--untested", is_flag=True, help="Only the statements without a verdict.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON for a program to read.")
def list_statements(patterns: tuple[str, ...], verdict: str | None, untested: bool, as_json: bool) -> None:
    """List the statements of the ledgers with their recorded verdicts.

    Name papers (dpdqn), ids (dpdqn/prop10) or patterns ('dpdqn/lemma*') to see less.
    """
    with mistakes():
        statements = select(load(), patterns)
    if verdict:
        statements = [s for s in statements if s.verdict == verdict.upper()]
    if untested:
        statements = [s for s in statements if s.verdict is None]
    if as_json:
        click.echo(json.dumps([_row(s) for s in statements], indent=1, ensure_ascii=False))
        return
    _print(statements)


def _row(statement: Statement) -> dict[str, object]:
    return {
        "id": statement.id,
        "label": statement.label,
        "kind": statement.kind,
        "verdict": statement.verdict,
        "untested": statement.untested,
        "readings": {reading.name: reading.verdict for reading in statement.readings},
    }


def _print(statements: list[Statement]) -> None:
    out = console()
    width = max((len(s.id) for s in statements), default=0)
    for statement in statements:
        out.print(f"{statement.id:<{width}}  {badge(statement.verdict, 17)}  {statement.label}", markup=True)
    counts = Counter(str(s.verdict or "not tested") for s in statements)
    out.print(f"\n{len(statements)} statements: " + ", ".join(f"{n} {name}" for name, n in counts.most_common()))
