"""Small pictures: two numbers on a line with what was promised shaded, and a function through points."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from markupsafe import Markup

from reports.draw.svg import element, markup, picture, points

WIDTH, HEIGHT, MARGIN = 200.0, 56.0, 16.0
AXIS = 36.0
UNSEEN = 0.02  # of the larger number: a difference that a line from zero would not show


def draw_sides(left: float, relation: str, right: float, title: str) -> Markup:
    """Return a line of numbers: a dot at what is found, and what the relation allows as a bar."""
    low, high = _ends(left, right)

    def place(value: float) -> float:
        return MARGIN + (value - low) / (high - low) * (WIDTH - 2 * MARGIN)

    start = 0.0 if relation in ("<", "<=") else place(right)
    end = WIDTH if relation in (">", ">=") else place(right)
    content = [
        element("path", d=f"M0 {AXIS}H{WIDTH}", class_="frame"),
        *([element("path", d=f"M{place(0):.1f} {AXIS - 4}v8", class_="frame")] * (low <= 0 <= high)),
        element("rect", x=start, y=AXIS - 5, width=max(end - start, 2.0), height=10, class_="promised"),
        element("path", d=f"M{place(right):.1f} {AXIS - 10}v20", class_="limit"),
        element("circle", cx=place(left), cy=AXIS, r=5, class_="found"),
    ]
    return markup(_small(title, content))


def _ends(left: float, right: float) -> tuple[float, float]:
    """Return the ends of the line: zero is on it unless the difference could not be seen then."""
    far = abs(left - right) > UNSEEN * max(abs(left), abs(right))
    values = [left, right, *([0.0] if far else [])]
    low, high = min(values), max(values)
    return (low, high) if high > low else (low - 1, high + 1)


def draw_function(xs: Sequence[float], ys: Sequence[float], title: str) -> Markup:
    """Return a function through points, with its zero line."""
    (left, right), (low, high) = (min(xs), max(xs)), (min(*ys, 0.0), max(*ys, 0.0))

    def place(x: float, y: float) -> tuple[float, float]:
        across, up = (x - left) / ((right - left) or 1), (y - low) / ((high - low) or 1)
        return MARGIN + across * (WIDTH - 2 * MARGIN), 90 - MARGIN - up * (90 - 2 * MARGIN)

    corners = [place(x, y) for x, y in zip(xs, ys, strict=True)]
    content = [
        element("path", d=f"M0 {place(left, 0)[1]:.1f}H{WIDTH}", class_="frame"),
        element("polyline", points=points(corners), class_="function"),
        *(element("circle", cx=x, cy=y, r=3, class_="found") for x, y in corners),
    ]
    return markup(_small(title, content, 90.0))


def _small(title: str, content: Sequence[Element], height: float = HEIGHT) -> Element:
    return picture((WIDTH, height), title, title, content, class_="thumbnail", width=WIDTH, height=height)
