"""A figure as a page shows it: its drawing, and its numbers as a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reports.draw.figures import Plot, draw
from reports.read.model import Figure, Series, Table


@dataclass(frozen=True)
class FigureView:
    """A figure, its drawing, and its numbers as a table."""

    data: Figure
    plot: Plot
    numbers: Table


def drawn(figure: Figure) -> FigureView:
    """Return a figure as a page shows it."""
    return FigureView(figure, draw(figure), numbers(figure))


def numbers(figure: Figure) -> Table:
    """Return the points of a figure as a table."""
    columns = ("Series", figure.x_label, figure.y_label, "Lower end", "Upper end")
    width = len(columns) if any(series.low for series in figure.series) else 3
    rows = [row[:width] for series in figure.series for row in _points(series)]
    return Table(title=figure.title, columns=columns[:width], rows=rows, caption="")


def _points(series: Series) -> Iterator[tuple[str, ...]]:
    """Yield the points of a series, with empty cells for what it does not have."""
    columns = (series.x, series.y, series.low, series.high)
    for index in range(len(series.x)):
        yield series.label, *(_number(column[index]) if index < len(column) else "" for column in columns)


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.6g}"
