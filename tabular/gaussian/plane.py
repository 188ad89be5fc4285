r"""Means of |f(X, Y)| for independent centred normals X, Y and a piecewise linear f, in closed form.

Let f be linear, f = p x + q y, in each cone between neighbouring rays from the origin, so that f(t z) = t f(z) for
t > 0. In polar coordinates a cone from the angle a to the angle b contributes, for unit variance,

    1/(2 sqrt(2 pi)) * integral_a^b (p cos + q sin) = [p sin - q cos]_a^b / (2 sqrt(2 pi)),

whether f is continuous across the rays or not. Added up by rays, with the jumps dp, dq of the gradient at the ray
through (u, w),

    E f(X, Y) = 1/(2 sqrt(2 pi)) * sum over the rays of (dq u - dp w) / sqrt(u^2 + w^2).

|f| is of the same kind: it bends where f does and where f vanishes, which is on rational rays too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import isqrt

from flint import arb

from tabular.errors import must
from tabular.numbers.balls import ball

Point = tuple[Fraction, Fraction]
Planar = Callable[[Fraction, Fraction], Fraction]
Piece = tuple[Point, Point]  # a ray and the gradient behind it, counterclockwise

_FAR = 997  # f is read off at 997 u + v, u + v and u + 997 v


@dataclass(frozen=True)
class PlanarMean:
    """The number 1/(2 sqrt(2 pi)) * sum of a / sqrt(b) over the pairs (a, b) of ``terms``."""

    terms: tuple[tuple[Fraction, Fraction], ...]

    def ball(self) -> arb:
        """Return a ball around the number, at the precision of the context."""
        return sum((ball(a) / ball(b).sqrt() for a, b in self.terms), start=arb(0)) / (2 * (2 * arb.pi()).sqrt())


def mean_abs_planar(f: Planar, bends: Iterable[Point], variance: Fraction = Fraction(1)) -> PlanarMean:
    """Return E |f(X, Y)|; f is linear between the axes and the lines through the origin and the points ``bends``."""
    rays = _rays([(Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)), *bends])
    pieces = [piece for u, v in pairwise([*rays, rays[0]]) for piece in _pieces(f, u, v)]
    total: dict[Fraction, Fraction] = {}
    for (_, (p, q)), ((u, w), (p_next, q_next)) in zip([pieces[-1], *pieces[:-1]], pieces, strict=True):
        jump, square = _rooted((q_next - q) * u - (p_next - p) * w, (u * u + w * w) / variance)
        total[square] = total.get(square, Fraction(0)) + jump
    return PlanarMean(tuple((a, b) for b, a in sorted(total.items()) if a))


def _rays(points: Iterable[Point]) -> list[Point]:
    """Return both rays of the line through each point, counterclockwise and without repetition."""
    both = [ray for u, w in points for ray in ((u, w), (-u, -w))]
    rays = {_turn(u, w): (u, w) for u, w in both}
    return [rays[turn] for turn in sorted(rays)]


def _turn(u: Fraction, w: Fraction) -> Fraction:
    """Return a number that grows with the angle of (u, w), from 0 to 4."""
    part = u / (abs(u) + abs(w))
    return 1 - part if w > 0 or (w == 0 and u > 0) else 3 + part


def _pieces(f: Planar, u: Point, v: Point) -> Iterator[Piece]:
    """Yield the one or two linear pieces of |f| between neighbouring rays."""
    p, q = _gradient(f, u, v)
    first, last = p * u[0] + q * u[1], p * v[0] + q * v[1]
    sign = 1 if first > 0 or (first == 0 and last > 0) else -1
    yield u, (sign * p, sign * q)
    if first * last < 0:
        zero = abs(last) * u[0] + abs(first) * v[0], abs(last) * u[1] + abs(first) * v[1]
        yield zero, (-sign * p, -sign * q)


def _gradient(f: Planar, u: Point, v: Point) -> Point:
    """Return the gradient of f between two rays, from values close to them, and refuse an f that bends in between."""
    near, middle, far = (f(i * u[0] + j * v[0], i * u[1] + j * v[1]) for i, j in ((_FAR, 1), (1, 1), (1, _FAR)))
    if near + far != (_FAR + 1) * middle:
        raise must("f", "be linear between neighbouring bends", f"({near}, {middle}, {far})", f"between {u} and {v}")
    at_u, at_v = (_FAR * near - far) / (_FAR**2 - 1), (_FAR * far - near) / (_FAR**2 - 1)
    area = u[0] * v[1] - u[1] * v[0]
    return (at_u * v[1] - at_v * u[1]) / area, (at_v * u[0] - at_u * v[0]) / area


def _rooted(a: Fraction, b: Fraction) -> tuple[Fraction, Fraction]:
    """Return a / sqrt(b) with an integer under the root, without square factors that are easy to find."""
    outside, inside = a * b.denominator, b.numerator * b.denominator
    for factor in (*range(2, 100), isqrt(inside)):
        while factor > 1 and inside % factor**2 == 0:
            outside, inside = outside / factor, inside // factor**2
    return outside, Fraction(inside)
