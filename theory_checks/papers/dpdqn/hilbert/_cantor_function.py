"""The steps towards the Cantor function."""

from __future__ import annotations

from fractions import Fraction


def cantor(x: Fraction) -> Fraction:
    """Return the Cantor function at x, 0 left of [0, 1] and 1 right of it.

    C(x) = C(3x)/2 on the left third, 1/2 on the middle one and 1/2 + C(3x - 2)/2 on the right one. So C(x) = value +
    weight C(y) at every stage; a rational y comes to a gap, to an end or back, which determines C(y).
    """
    value, weight, y = Fraction(0), Fraction(1), x
    seen: dict[Fraction, tuple[Fraction, Fraction]] = {}
    while 0 < y < 1:
        if y in seen:
            before, heavier = seen[y]
            return value + weight * (value - before) / (heavier - weight)
        seen[y] = value, weight
        weight /= 2
        if 3 * y <= 1:
            y = 3 * y
        elif 3 * y >= 2:
            value, y = value + weight, 3 * y - 2
        else:
            return value + weight
    return value + weight * (y >= 1)
