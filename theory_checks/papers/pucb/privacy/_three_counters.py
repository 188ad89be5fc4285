"""Three kinds of counters that share a budget."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

Parts = Callable[[int], int]


def three_counters(H: int) -> int:
    """Return 3 H, the printed number of parts of the budget."""
    return 3 * H


def changes_of_three_counters(H: int) -> int:
    """Return 6 H: each of the three counters of a step can lose 1 and gain 1."""
    return 6 * H


def noise_scale(parts: Parts, H: int, T: int, epsilon: Fraction) -> Fraction:
    """Return the scale K/epsilon' of one partial sum, epsilon' = epsilon/parts."""
    return T.bit_length() * parts(H) / epsilon
