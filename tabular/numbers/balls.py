"""Balls of python-flint (``arb``) around exact numbers, and exact ends of balls."""

from __future__ import annotations

from fractions import Fraction

from flint import arb, fmpq

from tabular.errors import must, show
from tabular.numbers.exact import Exact, is_number

Real = Exact | arb

# Beyond this exponent the exact rational of a ball's end would fill the memory.
_MOST_BITS = 1 << 16


def ball(value: Real) -> arb:
    """Return the ball of an exact number, floats taken literally, at the precision of the context; a ball stays."""
    if isinstance(value, arb):
        return value
    exact = Fraction(value) if isinstance(value, float) else value
    return arb(fmpq(exact.numerator, exact.denominator))


def hull(low: Fraction | int, high: Fraction | int) -> arb:
    """Return a ball around [low, high]."""
    return ball(low) if low == high else ball(low).union(ball(high))


def ends(name: str, value: object) -> tuple[Exact, Exact]:
    """Return exact numbers with low <= value <= high: the value itself, or the ends of a ball."""
    if not isinstance(value, arb):
        if not is_number(value):
            raise must(name, "be a number or a ball", show(value))
        return value, value
    if not value.is_finite():
        raise must(name, "be a finite ball", show(value))
    middle, radius = _rational(name, value.mid()), _rational(name, value.rad())
    return middle - radius, middle + radius


def _rational(name: str, part: arb) -> Fraction:
    mantissa, exponent = (int(number) for number in part.man_exp())
    if abs(exponent) > _MOST_BITS:
        raise must(name, f"be 0 or between 2^-{_MOST_BITS} and 2^{_MOST_BITS}", show(part))
    return Fraction(mantissa) * Fraction(2) ** exponent
