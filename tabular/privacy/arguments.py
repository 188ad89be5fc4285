"""Numbers that may enter a privacy statement: exact values, infinity where it has a meaning, and balls."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import inf, log
from typing import TypeGuard

from flint import arb, fmpq

from tabular.errors import must, show

Exact = int | float | Fraction
Real = Exact | arb

# Beyond this exponent the exact rational of a ball's end would fill the memory.
_MOST_BITS = 1 << 16


def nonnegative(name: str, value: object, place: str = "") -> Exact:
    """Return a number in [0, infinity]."""
    if not is_number(value) or value < 0:
        raise must(name, "be a number of at least 0", show(value), place)
    return value


def nonnegative_float(name: str, value: object, place: str = "") -> float:
    """Return the double next to a number in [0, infinity]."""
    number = nonnegative(name, value, place)
    return number if isinstance(number, float) else nearest(Fraction(number))


def finite_nonnegative(name: str, value: object, place: str = "") -> Fraction:
    """Return the exact rational of a number in [0, infinity)."""
    if not is_number(value) or value < 0 or value == inf:
        raise must(name, "be a finite number of at least 0", show(value), place)
    return Fraction(value)


def finite(name: str, value: object, place: str = "") -> Fraction:
    """Return the exact rational of a finite number of any sign."""
    if not is_number(value) or value in (inf, -inf):
        raise must(name, "be a finite number", show(value), place)
    return Fraction(value)


def positive(name: str, value: object, place: str = "") -> Fraction:
    """Return the exact rational of a number in (0, infinity)."""
    if not is_number(value) or value <= 0 or value == inf:
        raise must(name, "be a finite number above 0", show(value), place)
    return Fraction(value)


def probability(name: str, value: object) -> Exact:
    """Return a number in [0, 1]."""
    if not is_number(value) or not 0 <= value <= 1:
        raise must(name, "be a number between 0 and 1", show(value))
    return value


def count(name: str, value: object) -> int:
    """Return an integer of at least 1."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise must(name, "be an integer of at least 1", show(value))
    return value


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


def is_number(value: object) -> TypeGuard[Exact]:
    """Tell an integer, a Fraction or a float from everything else; neither a truth value nor NaN is a number."""
    return isinstance(value, (int, float, Fraction)) and not isinstance(value, bool) and value == value


def ball(value: Fraction | int) -> arb:
    """Return the ball of an exact rational, at the precision of the context."""
    return arb(fmpq(value.numerator, value.denominator))


def hull(low: Fraction | int, high: Fraction | int) -> arb:
    """Return a ball around [low, high]."""
    return ball(low) if low == high else ball(low).union(ball(high))


def nearest(value: Fraction) -> float:
    """Return the double next to a rational, infinite beyond the largest."""
    try:
        return float(value)
    except OverflowError:
        return inf if value > 0 else -inf


def log_of(value: Exact) -> float:
    """Return the logarithm of a positive number, rationals below and above all doubles included."""
    exact = Fraction(value)
    rounded = nearest(exact)
    return log(rounded) if 0 < rounded < inf else log(exact.numerator) - log(exact.denominator)


def exact_sum(values: Iterable[Fraction]) -> Fraction:
    """Return the sum of exact rationals."""
    return sum(values, start=Fraction(0))


def _rational(name: str, part: arb) -> Fraction:
    mantissa, exponent = (int(number) for number in part.man_exp())
    if abs(exponent) > _MOST_BITS:
        raise must(name, f"be 0 or between 2^-{_MOST_BITS} and 2^{_MOST_BITS}", show(part))
    return Fraction(mantissa) * Fraction(2) ** exponent
