"""Simple rationals: the simplest near a float, and simpler ones than a given one."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor, isfinite

COARSE = (0.5, 0.2, 0.05, 0.01, 1e-3, 1e-4, 1e-6, 1e-9, 1e-12)  # relative distances, the coarsest first


def size(x: Fraction) -> int:
    """Return how long a rational is, the sign last."""
    return 2 * (abs(x.numerator) + x.denominator) + (x < 0)


def between(low: Fraction, high: Fraction) -> Fraction:
    """Return the simplest rational of [low, high], 0 < low <= high: the one on top of the Stern-Brocot tree."""
    whole = floor(low)
    if whole == low or whole < floor(high):
        return Fraction(whole if whole == low else whole + 1)
    return whole + 1 / between(1 / (high - whole), 1 / (low - whole))


def near(x: float | Fraction, distance: float) -> Fraction:
    """Return the simplest rational within a relative distance."""
    value, room = Fraction(x), abs(Fraction(x)) * Fraction(distance)
    if value == 0:
        return Fraction(0)
    found = between(abs(value) - room, abs(value) + room)
    return found if value > 0 else -found


def roundings(x: float) -> Iterator[Fraction]:
    """Yield rationals nearer and nearer to a float; near 1 the distance from 1 is what counts."""
    if isfinite(x):
        yield from (near(x, distance) for distance in COARSE)
        yield Fraction(x)


PARTS = [Fraction(1, k) for k in (2, 3, 4, 5, 10, 100, 1000)]
WHOLE = [Fraction(x) for x in (0, 1, -1, 2, -2, 3, 4, 5, 10, 100)]
NUMBERS = sorted({*WHOLE, *PARTS, *(-x for x in PARTS), *(1 - x for x in PARTS)}, key=size)
ROOTS = (1 / 2, 3 / 4, 9 / 10)  # powers that bring what is huge or tiny nearer to 1


def simpler(x: Fraction) -> Iterator[Fraction]:
    """Yield rationals that are simpler than x, the simplest first."""
    below_one = (1 - near(1 - x, distance) for distance in COARSE if x != 1)
    roots = (near(float(abs(x)) ** power, COARSE[0]) * (1 if x > 0 else -1) for power in ROOTS)
    tried = {*NUMBERS, Fraction(round(x)), *roots, *(near(x, distance) for distance in COARSE), *below_one}
    yield from sorted((y for y in tried if size(y) < size(x)), key=size)
