"""Bisection of the doubles: the smallest double of a monotone rule, in at most 64 questions, whatever the scale."""

from __future__ import annotations

import struct
from collections.abc import Callable
from math import inf

_INFINITY = 0x7FF << 52


def first_double(rule: Callable[[float], bool]) -> float:
    """Return the smallest positive double x with rule(x), for a rule that stays true once true; infinity if none.

    The bit patterns of the positive doubles are ordered as the doubles are, so halving the range of patterns always
    ends at two neighbours: rule(x) was asked and true, and rule of the double below was asked and false (or is 0).
    """
    low, high = 0, _INFINITY
    while high - low > 1:
        middle = (low + high) // 2
        if rule(_double(middle)):
            high = middle
        else:
            low = middle
    return _double(high) if high < _INFINITY else inf


def last_double(rule: Callable[[float], bool]) -> float:
    """Return the largest double x >= 0 with rule(x), for a rule that is true at 0 and stays false once false."""
    first = first_double(lambda x: not rule(x))
    return _double(_INFINITY - 1) if first == inf else _double(_pattern(first) - 1)


def _double(pattern: int) -> float:
    return struct.unpack("<d", struct.pack("<Q", pattern))[0]


def _pattern(value: float) -> int:
    return struct.unpack("<Q", struct.pack("<d", value))[0]
