"""Times against size on the benchmark page: a plot with logarithmic axes and a table for each group of competitors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reports.figures import draw
from reports.model import Figure, Scaling, ScalingGroup, ScalingRow, Series
from reports.quantities import short
from reports.views import FigureView, numbers


@dataclass(frozen=True)
class Cell:
    """A time; the outcome is holds or fails where a bar was set, otherwise empty."""

    text: str
    outcome: str
    bar: str


@dataclass(frozen=True)
class Line:
    """One competitor: its time at every size, and how the time grows."""

    name: str
    ours: bool
    cells: Sequence[Cell]
    growth: str
    note: str


@dataclass(frozen=True)
class GroupView:
    """One group of competitors."""

    title: str
    says: str
    figure: FigureView | None
    lines: Sequence[Line]


@dataclass(frozen=True)
class ScalingView:
    """All groups, the sizes that head their columns, and what there is to say about them."""

    data: Scaling
    sizes: Sequence[str]
    groups: Sequence[GroupView]
    findings: Sequence[str]


def scaling_view(data: Scaling) -> ScalingView:
    """Return what the page shows."""
    sizes = sorted({row.points for row in data.rows})
    groups = [_group(data, group, sizes) for group in data.groups]
    return ScalingView(data, [short(float(size)) for size in sizes], groups, [*_findings(data)])


def _group(data: Scaling, group: ScalingGroup, sizes: Sequence[int]) -> GroupView:
    rows = [row for row in data.rows if row.group == group.key]
    names = dict.fromkeys(row.name for row in rows)
    lines = [_line([row for row in rows if row.name == name], sizes) for name in names]
    return GroupView(group.title, group.says, _figure(data, group), lines)


def _line(rows: Sequence[ScalingRow], sizes: Sequence[int]) -> Line:
    found = {row.points: row for row in rows}
    cells = [_cell(found.get(size)) for size in sizes]
    first = rows[0]
    growth = "" if first.exponent is None else f"{round(first.exponent, 2) + 0.0:.2f}".replace("-", "−")
    if growth and first.misfit is not None:
        growth += f" (within {first.misfit:.2f}×)"
    notes = dict.fromkeys(row.note for row in rows if row.note)
    return Line(first.name, first.ours, cells, growth, "; ".join(notes))


def _cell(row: ScalingRow | None) -> Cell:
    if row is None or row.nanoseconds is None:
        return Cell("–", "", "")
    if row.bar is None:
        return Cell(short(row.nanoseconds, 3), "", "")
    return Cell(short(row.nanoseconds, 3), "holds" if row.nanoseconds <= row.bar else "fails", short(row.bar, 3))


def _figure(data: Scaling, group: ScalingGroup) -> FigureView | None:
    """Return the plot of a group in which we take part beside others."""
    rows = [row for row in data.rows if row.group == group.key or row.name in group.beside]
    if {row.ours for row in rows if row.nanoseconds} != {True, False}:
        return None
    figure = Figure(
        title=f"{group.title}: time against size",
        caption="Ours are named first; a line that ends early was too slow or too large to go on.",
        x_label="points N",
        y_label="nanoseconds a query",
        x_scale="log",
        y_scale="log",
        series=[*_series(sorted(rows, key=lambda row: not row.ours))],
    )
    return FigureView(figure, draw(figure), numbers(figure))


def _series(rows: Sequence[ScalingRow]) -> Iterator[Series]:
    for name, ours in dict.fromkeys((row.name, row.ours) for row in rows):
        line = sorted((row.points, row.nanoseconds) for row in rows if row.name == name and row.nanoseconds)
        if line:
            xs, ys = zip(*line, strict=True)
            label = f"{name} (ours)" if ours else name
            yield Series(label=label, kind="line", x=[float(x) for x in xs], y=ys, low=(), high=())


def _findings(data: Scaling) -> Iterator[str]:
    """Say how many bars are met, and group by group how we compare at the largest size that both sides reach."""
    due = [row for row in data.rows if row.bar is not None and row.nanoseconds is not None]
    if due:
        met = sum(_cell(row).outcome == "holds" for row in due)
        yield f"{met} of {len(due)} bars are met on this machine."
    for group in data.groups:
        rows = [row for row in data.rows if row.group == group.key and row.nanoseconds and row.comparable]
        sizes = {row.points for row in rows if row.ours} & {row.points for row in rows if not row.ours}
        if sizes:
            at = [row for row in rows if row.points == max(sizes)]
            ours, peer = (min((r for r in at if r.ours is side), key=_time) for side in (True, False))
            yield (
                f"{group.title}: at N = {short(float(max(sizes)))} ours ({ours.name}) takes {short(_time(ours), 3)} ns"
                f" a query, the best peer ({peer.name}) {short(_time(peer), 3)} ns."
            )


def _time(row: ScalingRow) -> float:
    return row.nanoseconds or 0.0
