"""Points and curves of a drawing. The y axis points down, as on a screen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Point:
    """A place, or a direction."""

    x: float
    y: float

    def moved(self, dx: float, dy: float) -> Point:
        """Return a place beside this one."""
        return Point(self.x + dx, self.y + dy)

    def distance(self, other: Point) -> float:
        """Return how far another place is."""
        return math.hypot(other.x - self.x, other.y - self.y)

    def toward(self, other: Point) -> Point:
        """Return the direction of another place, of length 1."""
        length = self.distance(other) or 1.0
        return Point((other.x - self.x) / length, (other.y - self.y) / length)


@dataclass(frozen=True)
class Arc:
    """A quadratic (one control point) or cubic (two) curve."""

    start: Point
    controls: Sequence[Point]
    end: Point

    def path(self) -> str:
        """Return the curve in the language of SVG paths."""
        letter = "Q" if len(self.controls) == 1 else "C"
        places = " ".join(f"{p.x:.1f} {p.y:.1f}" for p in (*self.controls, self.end))
        return f"M{self.start.x:.1f} {self.start.y:.1f}{letter}{places}"

    def corners(self) -> Sequence[Point]:
        """Return points whose box holds most of the curve."""
        return (self.start, self.middle(), self.end)

    def middle(self) -> Point:
        """Return the point half way along."""
        weights = (0.25, 0.5, 0.25) if len(self.controls) == 1 else (0.125, 0.375, 0.375, 0.125)
        corners = (self.start, *self.controls, self.end)
        x = sum(w * p.x for w, p in zip(weights, corners, strict=True))
        return Point(x, sum(w * p.y for w, p in zip(weights, corners, strict=True)))

    def side(self) -> Point:
        """Return the direction from the straight line to the middle of the curve: where a label is free to stand."""
        chord = Point((self.start.x + self.end.x) / 2, (self.start.y + self.end.y) / 2)
        middle = self.middle()
        if chord.distance(middle) > 1e-6:
            return chord.toward(middle)
        along = self.start.toward(self.end)
        return Point(along.y, -along.x)


def ring(count: int, spacing: float) -> list[Point]:
    """Return places on a circle, neighbours `spacing` apart: the first at the top (two: side by side), clockwise."""
    if count == 1:
        return [Point(0.0, 0.0)]
    radius = spacing / (2 * math.sin(math.pi / count))
    first = math.pi if count == 2 else -math.pi / 2
    angles = [first + 2 * math.pi * index / count for index in range(count)]
    return [Point(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]


def bend(start: Point, end: Point, amount: float, leave: float, arrive: float) -> Arc:
    """Return an arc between circles of radius `leave` and `arrive`, bent to its left by a part of its length."""
    along = start.toward(end)
    length = start.distance(end)
    normal = Point(along.y, -along.x)
    control = Point(
        (start.x + end.x) / 2 + normal.x * amount * length, (start.y + end.y) / 2 + normal.y * amount * length
    )
    first, last = start.toward(control), end.toward(control)
    return Arc(start.moved(leave * first.x, leave * first.y), (control,), end.moved(arrive * last.x, arrive * last.y))


def loop(place: Point, angle: float, radius: float, size: float = 46.0) -> tuple[Arc, Point]:
    """Return a loop that leaves a circle in a direction and comes back, and its tip."""

    def at(turn: float, distance: float) -> Point:
        return place.moved(distance * math.cos(angle + turn), distance * math.sin(angle + turn))

    arc = Arc(at(-0.42, radius), (at(-0.62, radius + size), at(0.62, radius + size)), at(0.42, radius + 2))
    return arc, arc.middle()
