"""Times against size: a plot with logarithmic axes and a table for each group of competitors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reports.benchmarks.marks import NOTHING, Mark, mark, tally
from reports.draw.figure_view import FigureView, drawn
from reports.math.quantities import short
from reports.read.fields import Field
from reports.read.model import Figure, Series


@dataclass(frozen=True, kw_only=True)
class Words:
    """How sizes, units of work and competitors are called: `symbol` is that of the size."""

    symbol: str
    size: str
    unit: str
    contestant: str


@dataclass(frozen=True, kw_only=True)
class Row:
    """The time of one unit of work of one competitor at one size, with the power of the size that fits all its times.

    What is not comparable has an easier task than the others of its group.
    """

    group: str
    name: str
    ours: bool
    points: int
    nanoseconds: float | None
    bar: float | None
    exponent: float | None
    misfit: float | None
    comparable: bool
    note: str

    @property
    def mark(self) -> Mark:
        """The time, and whether it meets its bar."""
        return NOTHING if self.nanoseconds is None else mark(self.nanoseconds, self.bar)


@dataclass(frozen=True, kw_only=True)
class Group:
    """Competitors with the same work; `beside` names those of other groups that belong into the same picture."""

    key: str
    title: str
    says: str
    beside: Sequence[str] = ()


@dataclass(frozen=True)
class Line:
    """One competitor: its time at every size, and how the time grows."""

    name: str
    ours: bool
    cells: Sequence[Mark]
    growth: str
    note: str


@dataclass(frozen=True)
class GroupView:
    """One group of competitors and the sizes that head its columns."""

    title: str
    says: str
    sizes: Sequence[str]
    figure: FigureView | None
    lines: Sequence[Line]


@dataclass(frozen=True)
class ScalingView:
    """All groups; whether growth is spoken of."""

    words: Words
    groups: Sequence[GroupView]
    grows: bool


def view(data: Field) -> tuple[ScalingView, Sequence[str]]:
    """Return what the page shows, and what there is to say about it."""
    words = Words(**{name: data["words"][name].text() for name in ("symbol", "size", "unit", "contestant")})
    groups, rows = data["groups"].build(_read_group), data["rows"].build(_read_row)
    views = [_group(words, group, rows) for group in groups]
    grows = any(row.exponent is not None for row in rows)
    return ScalingView(words, views, grows), [*tally(row.mark for row in rows), *_findings(words, groups, rows)]


def _read_group(data: Field) -> Group:
    texts = {name: data[name].text() for name in ("key", "title", "says")}
    return Group(**texts, beside=data.get("beside", []).texts())


def _read_row(data: Field) -> Row:
    return Row(
        group=data["problem"].text(),
        name=data["solver"].text(),
        ours=data["ours"].flag(),
        points=data["points"].integer(1),
        nanoseconds=_positive_or_none(data["nanoseconds"]),
        bar=_positive_or_none(data["bar_nanoseconds"]),
        exponent=data["growth_exponent"].number_or_none(),
        misfit=data["growth_misfit"].number_or_none(),
        comparable=data.get("comparable", True).flag(),
        note=data["note"].text(),
    )


def _positive_or_none(data: Field) -> float | None:
    value = data.number_or_none()
    if value is not None and value <= 0:
        raise data.wrong("above 0")
    return value


def _group(words: Words, group: Group, everything: Sequence[Row]) -> GroupView:
    rows = [row for row in everything if row.group == group.key]
    sizes = sorted({row.points for row in rows})
    names = dict.fromkeys(row.name for row in rows)
    lines = [_line([row for row in rows if row.name == name], sizes) for name in names]
    beside = [row for row in everything if row.group == group.key or row.name in group.beside]
    return GroupView(group.title, group.says, [short(float(n)) for n in sizes], _figure(words, group, beside), lines)


def _line(rows: Sequence[Row], sizes: Sequence[int]) -> Line:
    found = {row.points: row.mark for row in rows}
    first = rows[0]
    growth = "" if first.exponent is None else f"{round(first.exponent, 2) + 0.0:.2f}".replace("-", "−")
    if growth and first.misfit is not None:
        growth += f" (within {first.misfit:.2f}×)"
    notes = dict.fromkeys(row.note for row in rows if row.note)
    return Line(first.name, first.ours, [found.get(size, NOTHING) for size in sizes], growth, "; ".join(notes))


def _figure(words: Words, group: Group, rows: Sequence[Row]) -> FigureView | None:
    """Return the plot of a group in which we take part beside others."""
    if {row.ours for row in rows if row.nanoseconds} != {True, False}:
        return None
    return drawn(
        Figure(
            title=f"{group.title}: time against size",
            caption="Ours are named first; a line that ends early was too slow or too large to go on.",
            x_label=f"{words.size} {words.symbol}",
            y_label=f"nanoseconds a {words.unit}",
            x_scale="log",
            y_scale="log",
            series=[*_series(sorted(rows, key=lambda row: not row.ours))],
        )
    )


def _series(rows: Sequence[Row]) -> Iterator[Series]:
    for name, ours in dict.fromkeys((row.name, row.ours) for row in rows):
        line = sorted((row.points, row.nanoseconds) for row in rows if row.name == name and row.nanoseconds)
        if line:
            xs, ys = zip(*line, strict=True)
            label = f"{name} (ours)" if ours else name
            yield Series(label=label, kind="line", x=[float(x) for x in xs], y=ys, low=(), high=())


def _findings(words: Words, groups: Sequence[Group], everything: Sequence[Row]) -> Iterator[str]:
    """Say group by group how we compare at the largest size that both sides reach."""
    for group in groups:
        rows = [row for row in everything if row.group == group.key and row.nanoseconds and row.comparable]
        sizes = {row.points for row in rows if row.ours} & {row.points for row in rows if not row.ours}
        if sizes:
            at = [row for row in rows if row.points == max(sizes)]
            ours, peer = (min((r for r in at if r.ours is side), key=_time) for side in (True, False))
            yield (
                f"{group.title}: at {words.symbol} = {short(float(max(sizes)))} ours ({ours.name}) takes"
                f" {short(_time(ours), 3)} ns a {words.unit}, the best peer ({peer.name}) {short(_time(peer), 3)} ns."
            )


def _time(row: Row) -> float:
    return row.nanoseconds or 0.0
