"""Laws that are given by weights."""

from collections.abc import Sequence
from fractions import Fraction


def in_proportion(weights: Sequence[Fraction | int]) -> list[Fraction]:
    """Return the law with these weights."""
    return [Fraction(x) / sum(weights) for x in weights]
