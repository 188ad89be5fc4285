"""A comparison as a table: one column a task where there is nothing but numbers, otherwise one row a number."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from reports.benchmarks.comparison import Comparison, Row, growth
from reports.benchmarks.marks import NOTHING, Mark, mark
from reports.benchmarks.records import Barred, Cell
from reports.draw.figure_view import FigureView, drawn
from reports.read.model import Figure, Series

_BAR = 120.0


@dataclass(frozen=True)
class Line:
    """One row of a table; a time may have a bar of that width."""

    head: str
    ours: bool
    cells: Sequence[Mark]
    note: str
    width: float | None = None


@dataclass(frozen=True)
class TableView:
    """What the page shows of a comparison; the name is the same in every run, the title says the unit of this one."""

    name: str
    title: str
    says: str
    columns: Sequence[str]
    lines: Sequence[Line]
    figure: FigureView | None
    has_bars: bool
    absent: str


def table(data: Comparison, beside: Sequence[Row] = ()) -> TableView:
    """Return a comparison as the page shows it; `beside` are rows of others that join its picture."""
    names = dict.fromkeys(name for row in data.rows for name in row.measures)
    title = f"{data.title}: {data.scale()[0]} per {data.unit}" if data.is_timed else data.title
    if names or len(data.tasks) == 1 or not data.is_timed:
        columns, lines = ["Task", "Contestant", data.quantity.capitalize(), *names], [*_listed(data, [*names])]
        columns[3:3] = ["Times ours"] if data.is_timed else []
    else:
        columns, lines = ["Contestant", *data.tasks], [*_spread(data)]
        columns += ["Growth"] if data.rows[0].size else []
    has_bars = any(line.width for line in lines)
    figure = _figure(data, title, [*data.rows, *beside])
    return TableView(data.title, title, data.says, [*columns, "Note"], lines, figure, has_bars, data.absent)


def _listed(data: Comparison, names: Sequence[str]) -> Iterator[Line]:
    times = [row.value for row in data.rows]
    for row in data.rows:
        ratio = [_ratio_mark(data, row)] if data.is_timed else []
        measures = [mark(row.measures.get(name)) for name in names]
        width = _width(row.value, min(times), max(times)) if data.is_timed else None
        yield Line(row.task, row.ours, [Mark(row.name), _number(data, row), *ratio, *measures], row.note, width)


def _spread(data: Comparison) -> Iterator[Line]:
    for name in dict.fromkeys(row.name for row in data.rows):
        rows = {row.task: row for row in data.rows if row.name == name}
        cells = [_with_ratio(data, rows[task]) if task in rows else NOTHING for task in data.tasks]
        powers = [Mark(growth([*rows.values()]))] if data.rows[0].size else []
        yield Line(name, any(row.ours for row in rows.values()), [*cells, *powers], _notes(data, rows))


def _notes(data: Comparison, rows: Mapping[str, Row]) -> str:
    """Return all notes; one that is not about all tasks says about which."""
    notes: dict[str, list[str]] = {}
    for row in rows.values():
        notes.setdefault(row.note, []).append(row.task)
    parts = (note if len(at) == len(data.tasks) else f"{', '.join(at)}: {note}" for note, at in notes.items() if note)
    return "; ".join(parts)


def _number(data: Comparison, row: Row) -> Mark:
    """Return a time in the unit of the table, or what else is compared."""
    return mark(_scaled(row.number, data.scale()[1]) if data.is_timed else row.number)


def _scaled(number: Cell, unit: float) -> Cell:
    if isinstance(number, Barred):
        return Barred(number.value / unit, number.bar / unit, number.better)
    return number / unit if isinstance(number, (int, float)) else number


def _ratio(data: Comparison, row: Row) -> float | None:
    ours = data.fastest(row.task, ours=True)
    return row.value / ours.value if ours else None


def _with_ratio(data: Comparison, row: Row) -> Mark:
    ratio = _ratio(data, row)
    return replace(_number(data, row), aside="" if ratio is None or ratio == 1 else f"{ratio:.3g}×")


def _ratio_mark(data: Comparison, row: Row) -> Mark:
    """Return the time over that of our fastest row, which holds if no peer is faster."""
    ratio, peer = _ratio(data, row), data.fastest(row.task, ours=False)
    outcome = "" if ratio != 1.0 or not row.ours or not peer else "holds" if row.value <= peer.value else "fails"
    return NOTHING if ratio is None else replace(mark(ratio), outcome=outcome)


def _width(value: float, low: float, high: float) -> float:
    """Return the width of a bar, logarithmic in the time: the fastest is short, the slowest full."""
    return 6 + (_BAR - 6) * (math.log(value / low) / math.log(high / low) if high > low else 0.0)


def _figure(data: Comparison, title: str, rows: Sequence[Row]) -> FigureView | None:
    """Return the plot against the size, if there are several, ours first."""
    series = [*_series(sorted(rows, key=lambda row: not row.ours), data.scale()[1] if data.is_timed else 1.0)]
    if len(series) < 2 or not any(len(line.x) > 1 for line in series):
        return None
    quantity = title.rpartition(": ")[2] if data.is_timed else data.quantity
    return drawn(
        Figure(
            title=f"{data.title}: {data.quantity} against size",
            caption="Ours are named first; a line that ends early was too slow or too large to go on.",
            x_label=data.tasks[0].partition(" = ")[0],
            y_label=quantity,
            x_scale="log",
            y_scale="log",
            series=series,
        )
    )


def _series(rows: Sequence[Row], unit: float) -> Iterator[Series]:
    for name, ours in dict.fromkeys((row.name, row.ours) for row in rows):
        line = sorted((row.size, row.value / unit) for row in rows if row.name == name and row.size)
        if line:
            xs, ys = zip(*line, strict=True)
            yield Series(label=f"{name} (ours)" if ours else name, kind="line", x=xs, y=ys, low=(), high=())
