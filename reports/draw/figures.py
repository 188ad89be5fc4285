"""Plots as inline SVG: lines, dots, bands and bars; linear or logarithmic axes; legible in print and without colour."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from markupsafe import Markup

from reports.draw.looks import MANY, colour, legend, line, mark, owners_of, styles_of, whisker
from reports.draw.scales import Scale, make_scale
from reports.draw.svg import element, markup, picture, points
from reports.math.plain import plain_text
from reports.math.quantities import short
from reports.read.model import Figure, Series

WIDTH, HEIGHT = 660.0, 360.0
LEFT, RIGHT, TOP, BOTTOM = 72.0, 14.0, 12.0, 34.0
LAYERS = ("band", "bars")  # from the bottom; lines and dots lie above them, in their order
BAR = 0.56  # the share of its category that a bar fills
LETTER, LEADING = 8.6, 23.0  # of the name of a category, in the large letters of narrow screens
WHISKERS = 8  # of a line where several lines have a spread: their bands would cover each other
STEP = 3.0  # between the whiskers of two lines at one place

Tick = tuple[float, Sequence[str]]  # where, and the lines of its label


@dataclass(frozen=True)
class Plot:
    """A drawn figure: the picture, a sample of each series for the legend, and what could not be shown."""

    svg: Markup
    legend: Sequence[tuple[Markup, str]]
    notes: Sequence[str]


def draw(figure: Figure) -> Plot:
    """Return a figure as a picture; a logarithmic axis cannot show zero, and the notes say what was left out."""
    x_scale = _x_scale(figure)
    y_scale = make_scale(figure.y_scale, _known(_y_values(figure)), HEIGHT - BOTTOM, TOP)
    notes = [note for series in figure.series for note in _left_out(figure, series)]
    if x_scale is None or y_scale is None:
        return Plot(Markup(""), (), [*notes, "There is nothing to draw."])
    categories = _categories(figure, x_scale)
    ticks = categories or [(value, [label]) for value, label in x_scale.ticks()]
    content = [*_axes(x_scale, y_scale, ticks)]
    if categories:
        base = y_scale.place(0.0)
        content.append(element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=base, y2=base, class_="frame"))
    owners = owners_of(figure.series)
    styles = styles_of(figure.series, owners)
    content.extend(_curves(figure.series, owners, styles, x_scale, y_scale))
    size = (WIDTH, HEIGHT + LEADING * (max(1, *(len(label) for _, label in ticks)) - 1))
    svg = picture(size, figure.title, _description(figure, x_scale, y_scale), content, class_="plot")
    return Plot(markup(svg), [*legend(figure.series, owners, styles)], notes)


def _curves(
    series: Sequence[Series], owners: Sequence[int | None], styles: Sequence[int], x_scale: Scale, y_scale: Scale
) -> Iterator[Element]:
    """Yield the marks of all series; where several have a spread, no band lies over another."""
    spreads = [index for index, owner in enumerate(owners) if owner is not None]
    for index in sorted(range(len(series)), key=lambda index: _layer(series[index])):
        if len(spreads) > 1 and index in spreads:
            rank = (spreads.index(index), len(spreads))
            yield from _whiskers(series[index], styles[index], rank, x_scale, y_scale)
        else:
            yield from _curve(series[index], styles[index], x_scale, y_scale)


def _layer(series: Series) -> int:
    return LAYERS.index(series.kind) if series.kind in LAYERS else len(LAYERS)


def _x_scale(figure: Figure) -> Scale | None:
    """Return the axis of x; where there are bars, each has a category of width 1."""
    values = [x for series in figure.series for x in _known(series.x)]
    middles = [x for series in figure.series if series.kind == "bars" for x in _known(series.x)]
    if not middles:
        return make_scale(figure.x_scale, values, LEFT, WIDTH - RIGHT)
    return Scale("linear", min(*values, min(middles) - 0.5), max(*values, max(middles) + 0.5), LEFT, WIDTH - RIGHT)


def _categories(figure: Figure, x_scale: Scale) -> list[Tick]:
    """Return the names of bars, cut into lines that fit below them."""
    named = [series for series in figure.series if series.kind == "bars"]
    letters = max(1, int(_unit(x_scale) / LETTER)) if named else 0
    return [(x, _cut(series.label, letters)) for series in named for x in _known(series.x)]


def _cut(label: str, letters: int) -> list[str]:
    return textwrap.wrap(plain_text(label), letters, break_long_words=False, break_on_hyphens=False)


def _unit(scale: Scale) -> float:
    """Return the width of a category."""
    return scale.place(1.0) - scale.place(0.0)


def _y_values(figure: Figure) -> Iterator[float | None]:
    for series in figure.series:
        yield from () if series.kind == "band" else series.y
        yield from (*series.low, *series.high) if series.kind in LAYERS else ()
        yield from (0.0 for _ in _known(series.y) if series.kind == "bars")


def _known(values: Iterable[float | None]) -> Iterator[float]:
    return (value for value in values if value is not None)


def _left_out(figure: Figure, series: Series) -> Iterator[str]:
    """Say how many points a logarithmic axis hides."""
    for name, scale, values in (("x", figure.x_scale, series.x), ("y", figure.y_scale, series.y)):
        hidden = sum(value is not None and value <= 0 for value in values) if scale == "log" else 0
        if hidden:
            verb = "is" if hidden == 1 else "are"
            yield f"{hidden} of {series.label}: {name} ≤ 0 {verb} not on the logarithmic axis"


def _description(figure: Figure, x_scale: Scale, y_scale: Scale) -> str:
    names = "; ".join(f"{series.label} ({series.kind})" for series in figure.series)
    (left, right), (bottom, top) = x_scale.ends(), y_scale.ends()
    named = any(series.kind == "bars" for series in figure.series)
    against = figure.x_label if named else f"{figure.x_label} from {short(left)} to {short(right)}"
    return (
        f"{figure.y_label} from {short(bottom)} to {short(top)} against {against}. Shown: {names}."
        " The numbers are in the table below."
    )


def _axes(x_scale: Scale, y_scale: Scale, x_ticks: Iterable[Tick]) -> Iterator[Element]:
    """Yield grid, ticks and frame."""
    for value, label in y_scale.ticks():
        y = y_scale.place(value)
        yield element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_="grid")
        yield element("text", label, x=LEFT - 8, y=y + 4.5, class_="tick", text_anchor="end")
    for value, lines in x_ticks:
        x = x_scale.place(value)
        yield element("line", x1=x, x2=x, y1=HEIGHT - BOTTOM, y2=HEIGHT - BOTTOM + 5, class_="frame")
        for i, words in enumerate(lines):
            below = f"{1.2 * i:.1f}em" if i else None
            yield element("text", words, x=x, y=HEIGHT - BOTTOM + 20, dy=below, class_="tick", text_anchor="middle")
    corner = [(LEFT, TOP), (LEFT, HEIGHT - BOTTOM), (WIDTH - RIGHT, HEIGHT - BOTTOM)]
    yield element("polyline", points=points(corner), class_="frame")


def _curve(series: Series, style: int, x_scale: Scale, y_scale: Scale) -> Iterator[Element]:
    """Yield the marks of one series."""
    if series.kind == "band":
        for run in _runs(zip(series.x, series.low, series.high, strict=True), x_scale, y_scale):
            upper = [(x, high) for x, _, high in run]
            lower = [(x, low) for x, low, _ in reversed(run)]
            yield element("polygon", points=points(upper + lower), class_=f"band {colour(style)}")
        return
    if series.kind == "bars":
        yield from _bars(series, style, x_scale, y_scale)
        return
    for run in _runs(zip(series.x, series.y, series.y, strict=True), x_scale, y_scale):
        places = [(x, y) for x, y, _ in run]
        if series.kind == "line":
            yield line(places, style)
        if series.kind == "dots" or len(series.x) <= MANY:
            yield from (mark(x, y, style) for x, y in places)


def _bars(series: Series, style: int, x_scale: Scale, y_scale: Scale) -> Iterator[Element]:
    """Yield a bar from zero for each value, and its whisker."""
    base, half = y_scale.place(0.0), BAR * _unit(x_scale) / 2
    for x, y, low, high in zip(series.x, series.y, series.low, series.high, strict=True):
        if x is None or y is None:
            continue
        middle, end = x_scale.place(x), y_scale.place(y)
        look, size = f"bars {colour(style)}", abs(end - base)
        yield element("rect", x=middle - half, y=min(end, base), width=2 * half, height=size, class_=look)
        if low is not None and high is not None:
            yield whisker(middle, y_scale.place(low), y_scale.place(high), half / 4)


def _whiskers(series: Series, style: int, rank: tuple[int, int], x_scale: Scale, y_scale: Scale) -> Iterator[Element]:
    """Yield the spread of one of several lines at some of its points: at others than those of the other lines."""
    number, count = rank
    every = -(-len(series.x) // WHISKERS)
    shift = 0.0 if every >= count else STEP * (number - (count - 1) / 2)
    for run in _runs(zip(series.x, series.low, series.high, strict=True), x_scale, y_scale):
        for x, low, high in run[number * every // count :: every]:
            yield element("path", d=f"M{x + shift:.1f} {low:.1f}V{high:.1f}", class_=f"spread {colour(style)}")


def _runs(
    rows: Iterable[tuple[float | None, float | None, float | None]], x_scale: Scale, y_scale: Scale
) -> Iterator[list[tuple[float, float, float]]]:
    """Cut a series where a value is missing or lies outside a logarithmic axis."""
    run: list[tuple[float, float, float]] = []
    for x, low, high in rows:
        if (
            x is None
            or low is None
            or high is None
            or not _drawable(x, x_scale)
            or not _drawable(min(low, high), y_scale)
        ):
            if run:
                yield run
            run = []
        else:
            run.append((x_scale.place(x), y_scale.place(low), y_scale.place(high)))
    if run:
        yield run


def _drawable(value: float, scale: Scale) -> bool:
    return scale.kind == "linear" or value > 0
