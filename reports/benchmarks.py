"""The benchmark page: rows by group, a bar for each time, and whether our solvers keep up."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from reports.model import BenchmarkRow, Benchmarks
from reports.quantities import short
from reports.svg import element, markup

WIDTH = 120.0


@dataclass(frozen=True)
class RowView:
    """A row with its bar; the outcome is empty for peers, and holds or fails for us."""

    data: BenchmarkRow
    bar: Markup
    outcome: str
    error: str


@dataclass(frozen=True)
class GroupView:
    """The rows of one group."""

    name: str
    rows: Sequence[RowView]


def benchmark_groups(benchmarks: Benchmarks) -> list[GroupView]:
    """Return the rows group by group, in the order of the file."""
    names = dict.fromkeys(row.group for row in benchmarks.rows)
    return [_group(name, [row for row in benchmarks.rows if row.group == name]) for name in names]


def benchmark_summary(benchmarks: Benchmarks) -> str:
    """Return in one sentence how our rows compare, problem by problem, with the best peer."""
    best: dict[tuple[str, str, str], float] = {}
    for row in benchmarks.rows:
        if row.ours and row.ratio is not None:
            key = (row.group, row.problem, row.discount)
            best[key] = min(best.get(key, math.inf), row.ratio)
    if not best:
        return ""
    kept = sum(ratio <= 1 for ratio in best.values())
    return f"On {kept} of {len(best)} problems with a peer, our best solver is at least as fast as the best peer."


def _group(name: str, rows: Sequence[BenchmarkRow]) -> GroupView:
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


def _error(row: BenchmarkRow) -> str:
    """Return the error in few digits, if it is a number."""
    try:
        return short(float(row.error), 2)
    except ValueError:
        return row.error


def _outcome(row: BenchmarkRow) -> str:
    if not row.ours or row.ratio is None:
        return ""
    return "holds" if row.ratio <= 1 else "fails"
