"""How series look, in a plot and in its legend: each has a colour, dashes and a mark, told apart without colour too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from markupsafe import Markup

from reports.draw.svg import element, markup, points
from reports.read.model import Series

COLOURS = 8  # in the style sheet
# One for each series; what has the same colour differs in mark and dashes.
DASHES = (
    "",
    "7 4",
    "2 3",
    "10 3 2 3",
    "5 2",
    "1.5 2.5",
    "12 4",
    "4 2 1 2",
    "9 2 2 2 2 2",
    "3 6",
    "14 3 3 3",
    "6 2 1 2",
)
MARKS = (
    "circle", "square", "triangle", "diamond", "cross", "ring", "plus", "wedge", "open square", "open triangle",
    "open diamond", "open wedge",
)  # fmt: skip
STYLES = len(MARKS)
MANY = 40  # a line through more points is drawn without marks

Place = tuple[float, float]


def owners_of(series: Sequence[Series]) -> list[int | None]:
    """Return for each band "a, deviation" which series is the "a" that it belongs to."""
    named = {one.label: index for index, one in enumerate(series) if one.kind != "band"}
    return [named.get(one.label.rpartition(", ")[0]) if one.kind == "band" else None for one in series]


def styles_of(series: Sequence[Series], owners: Sequence[int | None]) -> list[int]:
    """Return a style for each series, in order; what belongs to another has the style of that."""
    own = [index for index, owner in enumerate(owners) if owner is None]
    return [own.index(index if owner is None else owner) % STYLES for index, owner in enumerate(owners)]


def legend(
    series: Sequence[Series], owners: Sequence[int | None], styles: Sequence[int]
) -> Iterator[tuple[Markup, str]]:
    """Yield one entry for each series, and one for what all their spreads are."""
    for one, owner, style in zip(series, owners, styles, strict=True):
        if owner is None:
            yield markup(_sample(one, style)), one.label
    spreads = [(one, style) for one, owner, style in zip(series, owners, styles, strict=True) if owner is not None]
    for name in dict.fromkeys(one.label.rpartition(", ")[2] for one, _ in spreads):
        sample = _sample(*spreads[0]) if len(spreads) == 1 else _sampled([whisker(18.0, 2.0, 14.0, 0.0)])
        yield markup(sample), name


def line(places: Sequence[Place], style: int) -> Element:
    """Return a line through places."""
    return element(
        "polyline", points=points(places), class_=f"line {colour(style)}", stroke_dasharray=DASHES[style] or None
    )


def colour(style: int) -> str:
    """Return the class that sets a colour."""
    return f"series-{style % COLOURS}"


def mark(x: float, y: float, style: int, size: float = 4.0) -> Element:
    """Return a mark whose shape tells the series apart without colour."""
    hollow, _, shape = MARKS[style].rpartition(" ")
    look = f"mark {colour(style)} open" if hollow or shape == "ring" else f"mark {colour(style)}"
    s = size
    if shape in ("circle", "ring"):
        return element("circle", cx=x, cy=y, r=s, class_=look)
    corners: dict[str, list[Place]] = {
        "square": [(-s, -s), (s, -s), (s, s), (-s, s)],
        "triangle": [(0, -s - 1), (s, s - 1), (-s, s - 1)],
        "wedge": [(0, s + 1), (s, 1 - s), (-s, 1 - s)],
        "diamond": [(0, -s - 1), (s + 1, 0), (0, s + 1), (-s - 1, 0)],
    }
    if shape in corners:
        return element("polygon", points=points([(x + dx, y + dy) for dx, dy in corners[shape]]), class_=look)
    d = s if shape == "plus" else s * 0.8
    strokes = [(-d, 0, d, 0), (0, -d, 0, d)] if shape == "plus" else [(-d, -d, d, d), (-d, d, d, -d)]
    path = " ".join(f"M{x + a:.1f} {y + b:.1f}L{x + c:.1f} {y + e:.1f}" for a, b, c, e in strokes)
    return element("path", d=path, class_=f"{look} stroke")


def line_sample(style: int) -> Markup:
    """Return the little picture of a line; a script draws lines that look like it."""
    return markup(_sampled([line([(1.0, 8.0), (35.0, 8.0)], style)]))


def _sample(series: Series, style: int) -> Element:
    """Return the little picture in the legend."""
    if series.kind == "band":
        inside = [element("rect", x=2, y=3, width=32, height=10, class_=f"band {colour(style)}")]
    elif series.kind == "bars":
        inside = [element("rect", x=11, y=1, width=14, height=14, class_=f"bars {colour(style)}")]
    elif series.kind == "line":
        marks = [mark(18.0, 8.0, style)] if len(series.x) <= MANY else []
        inside = [line([(1.0, 8.0), (35.0, 8.0)], style), *marks]
    else:
        inside = [mark(18.0, 8.0, style)]
    return _sampled(inside)


def _sampled(inside: Sequence[Element]) -> Element:
    return element("svg", inside, viewBox="0 0 36 16", class_="sample", aria_hidden="true")


def whisker(x: float, low: float, high: float, cap: float) -> Element:
    """Return a whisker between two ends."""
    ends = " ".join(f"M{x - cap:.1f} {y:.1f}L{x + cap:.1f} {y:.1f}" for y in (low, high))
    return element("path", d=f"M{x:.1f} {low:.1f}L{x:.1f} {high:.1f} {ends}", class_="whisker")
