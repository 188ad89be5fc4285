"""Bounds that the proof gives, and roots above a rational."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from tabular.numbers.arrays import Array, fraction
from tabular.numbers.quadratic_forms import largest_ratio


def proved_bound(Q: Array, g: Array, P: Array) -> tuple[Fraction, Fraction]:
    """Return ||Q P^(-1/2)||_2 and |g|, rounded up."""
    return root_above(fraction(largest_ratio(Q.T @ Q, P).high)), root_above(fraction(g @ g))


def root_above(square: Fraction) -> Fraction:
    """Return a rational just above the root, exactly the root if the square is one of an integer over an integer."""
    scaled = square.numerator * square.denominator * 4**40
    root = isqrt(scaled)
    return Fraction(root if root * root == scaled else root + 1, square.denominator * 2**40)
