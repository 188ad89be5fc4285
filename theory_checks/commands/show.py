"""`theory-checks show`: explain one statement in the terminal, as its page does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.markup import escape

from theory_checks.cards.card import card, named
from theory_checks.cards.plain import formula, plain
from theory_checks.cards.terminal import badge, console, indented, listed, tagged
from theory_checks.cards.terminal import show as show_card
from theory_checks.commands.common import DEFAULT_RESULTS, mistakes
from theory_checks.commands.naming import statement_named
from theory_checks.core.statement import Ledger, Statement
from theory_checks.engine.errors import EngineError
from theory_checks.engine.papers import load
from theory_checks.engine.stored import read_results


@click.command()
@click.argument("name", metavar="ID|LABEL|TAG", nargs=-1, required=True)
@click.option("--long", "everything", is_flag=True, help="Also readings, evidence, the room, what depends on it.")
@click.option("--results", type=click.Path(path_type=Path), help=f"Computed evidence [{DEFAULT_RESULTS} if there].")
@click.option("--json", "as_json", is_flag=True, help="Write JSON for a program to read.")
def show(name: tuple[str, ...], everything: bool, results: Path | None, as_json: bool) -> None:
    """Explain a statement: its verdict, what is printed, and what to use instead.

    Name it by its id (dpdqn/prop10), its label (Proposition 10; Thm 2 GPOPE) or its tag (4FK7).
    With --long, the evidence is that of the last run; without results of a run it is what the ledger records.
    """
    with mistakes():
        ledger = load()
        statement = statement_named(ledger, " ".join(name))
        record = _record(statement.id, results) if as_json or everything or results else None
        if as_json:
            click.echo(json.dumps(record or _recorded(statement), indent=1))
        elif everything:
            _print(console(), ledger, statement, record)
        else:
            _card(console(), ledger, statement)


def _card(out: Console, ledger: Ledger, statement: Statement) -> None:
    """Print what one who is about to use the statement must know."""
    recorded = card(ledger, statement, statement.verdict)
    show_card(out, replace(recorded, more=f"more: theory-checks show {statement.id} --long"))


def _record(id_: str, results: Path | None) -> dict[str, Any] | None:
    """Return the computed record of a statement; only of a file that is named must there be one that can be read."""
    try:
        statements = read_results(results or DEFAULT_RESULTS)["statements"]
    except EngineError as error:
        if results:
            raise
        if DEFAULT_RESULTS.exists():
            click.echo(f"what the ledger records is shown, for {error}", err=True)
        return None
    matching = [s for s in statements if s["id"] == id_]
    return matching[0] if matching and matching[0]["verdict"] is not None else None


def _recorded(statement: Statement) -> dict[str, Any]:
    return {
        "id": statement.id,
        "tag": statement.tag,
        "label": statement.label,
        "place": statement.place,
        "says": statement.says,
        "formulas": list(statement.formulas),
        "verdict": statement.verdict,
        "untested": statement.untested,
        "readings": [{"name": r.name, "says": r.says, "verdict": r.verdict} for r in statement.readings],
        "repaired_by": list(statement.repaired_by),
        "about": statement.about,
    }


def _print(out: Console, ledger: Ledger, statement: Statement, record: dict[str, Any] | None) -> None:
    out.print(
        f"[bold]{statement.id}[/bold]  {escape(statement.label)}, {escape(statement.place)}{tagged(statement.tag)}"
        f"  {badge(statement.verdict)}"
    )
    indented(out, plain(statement.says))
    for latex in statement.formulas:
        indented(out, formula(latex), style="cyan")
    listed(out, "assumes", [plain(text) for text in statement.assumes])
    if statement.summary:
        listed(out, "in short", [plain(statement.summary)])
    if statement.untested:
        listed(out, "not tested", [plain(statement.untested)])
    for name, text in _readings(statement, record):
        listed(out, name, text)
    listed(out, "room", [f"{statement.room}: statements.toml says what is said here, the modules beside it compute"])
    if statement.verdict:
        to_do = f'no: compare it with the text of the paper, then write reviewed = "{statement.digest}"'
        listed(out, "reviewed", ["as it stands" if statement.reviewed == statement.digest else to_do])
    listed(out, "repaired by", [_named(ledger, id_) for id_ in statement.repaired_by])
    listed(out, "is about", [_named(ledger, id_) for id_ in (statement.about,) if id_])
    notes = [s.id for s in ledger.statements.values() if s.about == statement.id]
    listed(out, "notes of ours", [_named(ledger, id_) for id_ in notes])
    listed(out, "depends on", [_named(ledger, id_) for id_ in statement.depends_on])
    users = [s.id for s in ledger.statements.values() if statement.id in s.depends_on]
    listed(out, "used by", [_named(ledger, id_) for id_ in users])
    if statement.verdict and record is None:
        indented(out, f"evidence: theory-checks run {statement.id}, then show --long again", style="dim")


def _readings(statement: Statement, record: dict[str, Any] | None) -> Iterator[tuple[str, list[str]]]:
    """Yield the heading and the lines of each reading, with its evidence if it was computed."""
    computed = {reading["name"]: reading for reading in record["readings"]} if record else {}
    several = sum(reading.role == "reading" for reading in statement.readings) > 1
    for reading in statement.readings:
        if reading.verdict is None:
            continue
        lines = [f"{badge(reading.verdict)}  {escape(plain(reading.says))}".rstrip()]
        claimed = "; ".join(map(formula, reading.claims.latex))
        texts = {
            "the text leaves it open" if several else "as it is printed": reading.because,
            "a part of the statement": reading.part,
            "not what is printed": reading.amends,
            "as computed": claimed,
            "region": "; ".join(map(formula, reading.limits.latex)),
            "border": reading.border,
            "domain": reading.domain,
            "would be refuted by": reading.refuted_by,
            "why the cases decide": reading.covers,
            "not covered": reading.not_covered,
            "decided by": _code(computed.get(reading.name, {}).get("source")),
        }
        lines += [f"{name}: {escape(plain(text))}" for name, text in texts.items() if text]
        lines += [_evidence_line(item) for item in computed.get(reading.name, {}).get("evidence", [])]
        yield f"{reading.role} {reading.name}", lines


def _code(source: dict[str, Any] | None) -> str:
    return f"{source['path']}:{source['line']}" if source else ""


def _evidence_line(item: dict[str, Any]) -> str:
    comparison = " ".join(part for part in (item["left"], item["relation"], item["right"]) if part)
    return escape(
        f"{item['outcome']:>9} ({item['method']}): {plain(item['case'])}: {comparison or plain(item['detail'])}"
    )


def _named(ledger: Ledger, id_: str) -> str:
    return escape(named(ledger[id_]))
