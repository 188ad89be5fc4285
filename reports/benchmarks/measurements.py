"""Any tables and figures as a benchmark document: a cell may be a number with a bar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reports.benchmarks.marks import NOTHING, Mark, mark, tally
from reports.draw.figure_view import FigureView, drawn
from reports.read.fields import Field, cell, check_width, figure


@dataclass(frozen=True, kw_only=True)
class MarkedTable:
    """A table of which some cells have marks."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Mark]]
    caption: str


@dataclass(frozen=True)
class Measurements:
    """What the page shows."""

    tables: Sequence[MarkedTable]
    figures: Sequence[FigureView]


def view(data: Field) -> tuple[Measurements, Sequence[str]]:
    """Return tables and figures, and what was found: the bars, then what the document says itself."""
    tables = data["tables"].build(_table)
    figures = [drawn(item) for item in data["figures"].build(figure)]
    marks = [item for table in tables for row in table.rows for item in row]
    return Measurements(tables, figures), [*tally(marks), *data["findings"].texts()]


def _table(data: Field) -> MarkedTable:
    columns = data["columns"].texts()
    rows = [tuple(map(_mark, row.items())) for row in data["rows"].items()]
    check_width(data, columns, rows)
    return MarkedTable(title=data["title"].text(), columns=columns, rows=rows, caption=data["caption"].text())


def _mark(data: Field) -> Mark:
    if isinstance(data.value, dict):
        larger = data["better"].choice(("larger", "smaller")) == "larger"
        return mark(data["value"].number(), data["bar"].number(), larger=larger)
    if data.value is None:
        return NOTHING
    return mark(data.number()) if isinstance(data.value, float) else Mark(cell(data))
