"""`theory-checks mutate`: try near misses of what holds, each of which its own check must refute."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter

import click

from theory_checks.cards.terminal import console
from theory_checks.commands.common import mistakes, select
from theory_checks.engine.mutation import panels
from theory_checks.engine.panel import (
    CAUGHT,
    MOVED,
    RAISED,
    REFUTED,
    TRUE_AS_WELL,
    UNDETECTED,
    Panel,
    needed,
    record,
    stale,
)
from theory_checks.engine.papers import load


@click.command()
@click.argument("patterns", nargs=-1, metavar="[ID|PAPER|PATTERN]...")
@click.option("--all", "everything", is_flag=True, help="Also what was tried since its check has changed.")
@click.option("--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, show_default=True, help="Processes.")
@click.option("--keep/--no-keep", default=True, help="Write what became of them into `panel.json` of the room.")
def mutate(patterns: tuple[str, ...], everything: bool, jobs: int, keep: bool) -> None:
    """Put near misses of what holds on trial.

    Every formula that stands is changed in one place, so that it claims a little more: a constant by a tenth, an
    exponent by one, a term left out. The check of the statement must refute it, or a sharper statement that is true
    must say that it is true as well. Conditions are moved a little as well, which is counted apart. What was tried
    since its check has changed is not tried again.

    Exit status 1 if one is undetected, or if a check raises on what is claimed, or refutes it.
    """
    total, moved, failed = Counter[str](), Counter[str](), False
    with mistakes():
        tasks = needed(select(load(), patterns))
        tasks = tasks if everything else stale(tasks)
        for number, ((statement, name), panel) in enumerate(panels(tasks, jobs), 1):
            shown = f"[{number}/{len(tasks)}] {statement.id} [{name}]"
            failed |= RAISED in panel or REFUTED in panel
            if RAISED in panel:
                console().print(f"{shown}: the check raises {panel[RAISED]}", markup=False)
                continue
            if keep:
                record(statement, name, panel)
            total += _counts(panel)
            moved += Counter({group: len(moves) for group, moves in panel[MOVED].items()})
            _print(shown, panel)
    if not tasks:
        console().print("near misses of all that was asked for were tried since their checks have changed")
        return
    console().print(f"{total.total()} near misses: " + ", ".join(f"{n} {group}" for group, n in total.items()))
    console().print(f"{moved.total()} domains moved: " + ", ".join(f"{n} {group}" for group, n in moved.items()))
    sys.exit(1 if total[UNDETECTED] or failed else 0)


def _counts(panel: Panel) -> Counter[str]:
    return Counter({group: len(panel[group]) for group in (CAUGHT, TRUE_AS_WELL, UNDETECTED)})


def _print(name: str, panel: Panel) -> None:
    out = console()
    counts = ", ".join(f"{n} {group}" for group, n in _counts(panel).items() if n)
    out.print(f"{name}: {counts or 'no near miss'}", markup=False)
    for row in panel[UNDETECTED]:
        text = f"{row['change']}:  {row['claim']}  {row.get('error', '')}"
        out.print("    " + re.sub(r"fraction\((\d+), (\d+)\)", r"\1/\2", text), markup=False)
    if REFUTED in panel:
        out.print(f"    what is claimed, or said to be sharper, is refuted: {panel[REFUTED]}", markup=False)
