"""Exponents of the upper and the lower bounds."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

HALF = Fraction(1, 2)
Powers = Mapping[str, Fraction | int]
Bounds = Mapping[str, tuple[Powers, Powers]]  # dominant and private term
UPPER: Bounds = {
    "sample complexity": (
        {"S": 1, "A": 1, "H": 4, "1/alpha": 2},
        {"S": 2, "A": 1, "H": 4, "1/alpha": 1, "1/epsilon": 1},
    ),
    "regret": ({"S": HALF, "A": HALF, "H": 2, "T": HALF}, {"S": 2, "A": 1, "H": 3, "1/epsilon": 1}),
}
LOWER: Bounds = {
    "sample complexity": (
        {"S": 1, "A": 1, "H": 2, "1/alpha": 2},
        {"S": 1, "A": 1, "H": 1, "1/alpha": 1, "1/epsilon": 1},
    ),
    "regret": ({"S": HALF, "A": HALF, "H": HALF, "T": HALF}, {"S": 1, "A": 1, "H": 1, "1/epsilon": 1}),
}


def power(term: Powers, name: str) -> Fraction:
    """Return the exponent of a quantity."""
    return Fraction(term.get(name, 0))
