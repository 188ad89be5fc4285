"""`theory-checks diff`: what moved between two results files."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import click
from rich.markup import escape

from theory_checks.cards.terminal import console
from theory_checks.commands.common import mistakes
from theory_checks.engine.stored import read_results

Json = dict[str, Any]
NUMBERS = ("outcome", "left", "relation", "right", "tightness", "error_probability")


class Move(NamedTuple):
    """One thing that is not the same in both."""

    kind: str  # verdict, number or presence
    what: str
    old: Any
    new: Any


@click.command()
@click.argument("old", type=click.Path(path_type=Path), metavar="OLD.json")
@click.argument("new", type=click.Path(path_type=Path), metavar="NEW.json")
@click.option("--json", "as_json", is_flag=True, help="Write JSON for a program to read.")
def diff(old: Path, new: Path, as_json: bool) -> None:
    """Say which verdicts and numbers differ between two results files.

    Exit status 1 if a verdict does; what was computed in one of them alone is told, and is no difference of verdicts.
    """
    with mistakes():
        moves = [*_moves(read_results(old), read_results(new))]
    if as_json:
        click.echo(json.dumps([move._asdict() for move in moves], indent=1))
    else:
        _tell(moves)
    sys.exit(any(move.kind == "verdict" for move in moves))


def _moves(old: Json, new: Json) -> Iterator[Move]:
    yield from _compared("verdict", _verdicts(old), _verdicts(new))
    yield from _compared("number", _numbers(old), _numbers(new))


def _compared(kind: str, old: Mapping[str, list[Any]], new: Mapping[str, list[Any]]) -> Iterator[Move]:
    for what in dict.fromkeys([*old, *new]):
        for before, after in zip_longest(old.get(what, []), new.get(what, [])):
            if before != after:
                yield Move(kind if before is not None and after is not None else "presence", what, before, after)


def _verdicts(results: Json) -> dict[str, list[Any]]:
    """Return the verdicts of statements and of their readings, where there are several."""
    statements = {s["id"]: [s["verdict"]] for s in results["statements"]}
    several = [(s["id"], r) for s in results["statements"] if len(s["readings"]) > 1 for r in s["readings"]]
    return statements | {f"{id_} [{reading['name']}]": [reading["verdict"]] for id_, reading in several}


def _numbers(results: Json) -> dict[str, list[Any]]:
    """Return what was compared in each case, as often as a case of this name stands in a reading."""
    found: dict[str, list[Any]] = {}
    for statement in results["statements"]:
        for reading in statement["readings"]:
            for item in reading["evidence"]:
                what = f"{statement['id']} [{reading['name']}]: {item['case']}"
                numbers = " ".join(str(item[name]) for name in NUMBERS if item.get(name) not in (None, "", 0))
                found.setdefault(what, []).append(numbers)
    return found


def _tell(moves: list[Move]) -> None:
    out = console()
    for kind, what, old, new in moves:
        if kind == "verdict":
            out.print(f"[bold]{escape(what)}[/bold]: {old} -> {new}")
        elif kind == "number":
            out.print(escape(f"{what}: {old} -> {new}"))
    alone = [sum(m.kind == "presence" and getattr(m, side) is None for m in moves) for side in ("new", "old")]
    counts = [sum(move.kind == kind for move in moves) for kind in ("verdict", "number")]
    out.print(
        f"{counts[0]} verdicts and {counts[1]} cases moved; {alone[0]} stand in OLD alone, {alone[1]} in NEW alone"
    )
