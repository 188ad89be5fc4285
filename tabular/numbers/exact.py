"""Exact numbers: what counts as one, and how it becomes a double."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import inf, log
from typing import TypeGuard

Exact = int | float | Fraction


def is_number(value: object) -> TypeGuard[Exact]:
    """Tell an integer, a Fraction or a float from everything else; neither a truth value nor NaN is a number."""
    return isinstance(value, (int, float, Fraction)) and not isinstance(value, bool) and value == value


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
