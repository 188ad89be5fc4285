"""`theory-checks tables`: reference values with proved digits, and what other libraries return for them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from theory_checks.cards.terminal import console
from theory_checks.commands.common import mistakes
from theory_checks.engine.files import FileError, check_place, write_json
from theory_checks.tables.document import TITLES, document, entries

DEFAULT = Path("results/tables.json")


@click.command()
@click.argument("patterns", nargs=-1, metavar="[TABLE|ROW]...")
@click.option("--out", type=click.Path(path_type=Path), help=f"JSON file [{DEFAULT}, if all tables are made].")
@click.option("--json", "as_json", is_flag=True, help="Write JSON for a program to read.")
def tables(patterns: tuple[str, ...], out: Path | None, as_json: bool) -> None:
    """Compute reference values with proved digits, and what other libraries return for them.

    The libraries are dp-accounting, opendp, scipy and quantecon, where they are installed. The values are those of
    Gaussian mechanisms, compositions, sampled steps, classical noise, kernel norms, maxima of normals, counters and
    small MDPs. Without arguments all tables are made, some minutes long, and the next report shows them; with the names
    of tables or rows only those are computed, and shown. An answer of another library lies below or above all that the
    value can be, or within the enclosure.
    """
    with mistakes():
        out = out or (None if patterns else DEFAULT)
        if out is not None:
            check_place(out)
        known = {name for row in entries() for name in (row.table, row.id)}
        for pattern in patterns:
            if pattern not in known:
                raise FileError(f"TABLE must be one of {', '.join(TITLES)}, or a row of one, got {pattern!r}")
        made = _watched(patterns, quiet=as_json)
        if out is not None:
            write_json(out, made)
    if as_json:
        click.echo(json.dumps(made, indent=1))
    elif patterns:
        for table in made["tables"]:
            _show(table)
    if out is not None and not as_json:
        click.echo(f"{sum(len(t['rows']) for t in made['tables'])} values written to {out}")


def _watched(patterns: tuple[str, ...], *, quiet: bool) -> dict[str, Any]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    rows = entries(patterns)
    with Progress(*columns, console=console(stderr=True), disable=quiet, transient=True) as bar:
        task = bar.add_task("values", total=len(rows))
        return document(rows, lambda _: bar.advance(task))


def _show(table: dict[str, Any]) -> None:
    out = console()
    out.print(f"{table['title']}: {table['says']}", markup=False)
    for row in table["rows"]:
        out.print(f"{row['id']}\n  {row.get('exact') or row['low']}", markup=False)
        if "exact" not in row:
            out.print(f"  {row['high']}", markup=False)
        for peer in row["peers"]:
            out.print(f"  {peer['side']:<9}  {peer['returns']}  {peer['name']}", markup=False)
