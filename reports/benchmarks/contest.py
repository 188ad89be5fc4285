"""Solvers on problems: rows by group, a bar for each time, and whether ours keep up with the best peer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from reports.draw.svg import element, markup
from reports.math.quantities import short
from reports.read.fields import Field, cell

WIDTH = 120.0


@dataclass(frozen=True, kw_only=True)
class Row:
    """One timing of one solver on one problem."""

    group: str
    problem: str
    discount: str
    solver: str
    ours: bool
    seconds: float | None
    extra_megabytes: float | None
    error: str
    ratio: float | None
    note: str


@dataclass(frozen=True)
class RowView:
    """A row with its bar; the outcome is empty for peers, and holds or fails for us."""

    data: Row
    bar: Markup
    outcome: str
    error: str


@dataclass(frozen=True)
class GroupView:
    """The rows of one group."""

    name: str
    rows: Sequence[RowView]


def view(data: Field) -> tuple[Sequence[GroupView], Sequence[str]]:
    """Return the rows group by group, in the order of the file, and how ours compare."""
    rows = data["rows"].build(_row)
    names = dict.fromkeys(row.group for row in rows)
    return [_group(name, [row for row in rows if row.group == name]) for name in names], _findings(rows)


def _row(data: Field) -> Row:
    return Row(
        group=data["group"].text(),
        problem=data["problem"].text(),
        discount=cell(data["discount"]),
        solver=data["solver"].text(),
        ours=data["ours"].flag(),
        seconds=data["seconds"].number_or_none(),
        extra_megabytes=data["extra_megabytes"].number_or_none(),
        error=cell(data["error"]),
        ratio=data["ratio_to_best_peer"].number_or_none(),
        note=data["note"].text(),
    )


def _findings(rows: Sequence[Row]) -> Sequence[str]:
    """Say how our rows compare, problem by problem, with the best peer."""
    best: dict[tuple[str, str, str], float] = {}
    for row in rows:
        if row.ours and row.ratio is not None:
            key = (row.group, row.problem, row.discount)
            best[key] = min(best.get(key, math.inf), row.ratio)
    kept = sum(ratio <= 1 for ratio in best.values())
    sentence = f"On {kept} of {len(best)} problems with a peer, our best solver is at least as fast as the best peer."
    return [sentence] if best else []


def _group(name: str, rows: Sequence[Row]) -> GroupView:
    times = [row.seconds for row in rows if row.seconds]
    low, high = (min(times), max(times)) if times else (1.0, 1.0)
    return GroupView(name, [RowView(row, _bar(row.seconds, low, high), _outcome(row), _error(row)) for row in rows])


def _bar(value: float | None, low: float, high: float) -> Markup:
    """Return a bar whose length is logarithmic in the time: the fastest of a group is short, the slowest full."""
    if not value or value <= 0:
        return Markup("")
    share = math.log(value / low) / math.log(high / low) if high > low else 0.0
    bar = element("rect", x=0, y=0, width=6 + (WIDTH - 6) * share, height=10)
    return markup(element("svg", [bar], viewBox=f"0 0 {WIDTH:.0f} 10", class_="bar", aria_hidden="true"))


def _error(row: Row) -> str:
    """Return the error in few digits, if it is a number."""
    try:
        return short(float(row.error), 2)
    except ValueError:
        return row.error


def _outcome(row: Row) -> str:
    if not row.ours or row.ratio is None:
        return ""
    return "holds" if row.ratio <= 1 else "fails"
