"""`theory-checks list`: every statement with its recorded verdict."""

from __future__ import annotations

import json
from collections import Counter

import click
from rich.cells import cell_len
from rich.markup import escape

from theory_checks.cards.terminal import badge, console, indented
from theory_checks.commands.common import DEFAULT_RESULTS, mistakes, select
from theory_checks.core.judge import Verdict
from theory_checks.core.statement import Statement
from theory_checks.engine.papers import load
from theory_checks.engine.stored import read_results

LONGEST = 36  # ids that are longer push what follows
SIGNED = 2 + max(map(len, Verdict))  # characters of a verdict behind its sign


@click.command("list")
@click.argument("patterns", nargs=-1, metavar="[ID|PAPER|PATTERN]...")
@click.option("--verdict", type=click.Choice([v.value for v in Verdict], case_sensitive=False), help="Only these.")
@click.option("--untested", is_flag=True, help="Only the statements without a verdict.")
@click.option(
    "--coverage",
    is_flag=True,
    help="How many statements say what they claim as a formula, how many certificates assume something.",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON for a program to read.")
def list_statements(
    patterns: tuple[str, ...], verdict: str | None, untested: bool, coverage: bool, as_json: bool
) -> None:
    """List the statements of the ledgers with their recorded verdicts.

    Name papers (dpdqn), ids (dpdqn/prop10) or patterns ('dpdqn/lemma*') to see less.
    """
    with mistakes():
        statements = select(load(), patterns)
    if verdict:
        statements = [s for s in statements if s.verdict == verdict.upper()]
    if untested:
        statements = [s for s in statements if s.verdict is None]
    if coverage:
        with mistakes():
            _print_coverage(statements, as_json=as_json)
        return
    if as_json:
        click.echo(json.dumps([_row(s) for s in statements], indent=1))
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


def _print_coverage(statements: list[Statement], *, as_json: bool) -> None:
    """Print for each paper how many of its statements carry `formal`, printed ones, corrections and notes apart."""
    everything, formal = Counter(map(_group, statements)), Counter(_group(s) for s in statements if s.has_formal)
    if as_json:
        rows = [{"paper": p, "kind": k, "formal": formal[p, k], "all": n} for (p, k), n in everything.items()]
        click.echo(json.dumps(rows, indent=1))
        return
    for (paper, kind), count in everything.items():
        click.echo(f"{paper:<8} {kind:<12} {formal[paper, kind]:>4} of {count:>4} say what they claim as a formula")
    click.echo(f"{'all':<21} {formal.total():>4} of {everything.total():>4}")
    for line in _certificates():
        click.echo(line)


def _certificates() -> list[str]:
    """Say of the certificates of the last run how many are tied to a formula, and how many assume something."""
    if not DEFAULT_RESULTS.is_file():
        return ["certificates: `theory-checks run` makes them, then this line counts them"]
    readings = [reading for item in read_results(DEFAULT_RESULTS)["statements"] for reading in item["readings"]]
    shown = [item["certificate"] for reading in readings for item in reading["certificates"]]
    bound, assuming = sum("values" in x for x in shown), sum(bool(x.get("assumed")) for x in shown)
    return [f"certificates: {bound} of {len(shown)} decide the formula of their statement, {assuming} assume something"]


def _group(statement: Statement) -> tuple[str, str]:
    return statement.paper, statement.group


def _print(statements: list[Statement]) -> None:
    out = console()
    width = min(max((len(s.id) for s in statements), default=0), LONGEST)
    for statement in statements:
        head = f"{statement.id:<{width}}  {badge(statement.verdict, SIGNED)}"
        if out.is_terminal and max(len(statement.id), width) + SIGNED + 4 + cell_len(statement.label) > out.width:
            out.print(head)
            indented(out, statement.label)
        else:
            out.print(f"{head}  {escape(statement.label)}")
    counts = Counter(str(s.verdict or "not tested") for s in statements)
    out.print(f"\n{_sum(statements)}: " + ", ".join(f"{n} {name}" for name, n in counts.most_common()))


def _sum(statements: list[Statement]) -> str:
    """Say how many statements of the papers are listed, and what stands beside them."""
    groups = Counter(statement.group for statement in statements)
    beside = [f"{groups[name]} {name if groups[name] > 1 else name[:-1]}" for name in ("corrections", "notes")]
    return ", ".join([f"{groups['printed']} statements", *(text for text in beside if not text.startswith("0"))])
