"""What arguments must be: counts, seeds, and numbers whose exact value is needed, infinity where it has a meaning."""

from __future__ import annotations

import operator
from fractions import Fraction
from math import inf

import numpy as np
from numpy.random import Generator, Philox

from tabular.errors import must, show
from tabular.numbers.exact import Exact, is_number, nearest


def generator(seed: int) -> Generator:
    """Return the Philox generator of a seed (the same on every machine), any integer of at least 0."""
    return Generator(Philox(count("seed", seed, 0)))


def count(name: str, value: object, least: int = 1) -> int:
    """Return an integer argument of at least ``least``."""
    number = _index(value)
    if number is None or number < least:
        raise must(name, f"be an integer of at least {least}", show(value))
    return number


def integer(name: str, value: object, low: int, high: int, place: str = "") -> int:
    """Return an integer argument between ``low`` and ``high``."""
    number = _index(value)
    if number is None or not low <= number <= high:
        raise must(name, f"be an integer from {low} to {high}", show(value), place)
    return number


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


def _index(value: object) -> int | None:
    """Return the integer that a value is: neither a truth value nor an array with axes is one."""
    if type(value) is int:
        return value
    if isinstance(value, (bool, np.bool_)) or getattr(value, "ndim", 0):
        return None
    try:
        return operator.index(value)  # pyright: ignore[reportArgumentType]  (the next line speaks for what is none)
    except TypeError:
        return None
