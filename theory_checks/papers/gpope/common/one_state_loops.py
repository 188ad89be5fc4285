"""Loops of one state, whose matrices and errors have closed forms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

import numpy as np

from tabular.evaluation.saddle import saddle_matrix
from tabular.numbers.arrays import Array

HALF = Fraction(1, 2)
MakeMatrix = Callable[["Loop"], Array]


@dataclass(frozen=True)
class Loop:
    """The dynamics of a loop with discount gamma, whose eigenvalues must be rational."""

    discount: Fraction

    @property
    def slope(self) -> Fraction:
        """The A of the loop, 1 - gamma."""
        return 1 - self.discount

    @property
    def smallest(self) -> Fraction:
        """The smallest eigenvalue of Q."""
        square = 1 - 4 * self.slope**2
        return (1 - Fraction(isqrt(square.numerator), isqrt(square.denominator))) / 2

    @property
    def largest(self) -> Fraction:
        """The largest eigenvalue of Q; the two sum to 1."""
        return 1 - self.smallest


def loop_matrix(loop: Loop) -> Array:
    """Return Q."""
    return saddle_matrix([[loop.slope]], [[Fraction(1)]])


def one_eigenvalue(loop: Loop) -> Array:
    """Return lmin I: the matrix for which the bound is an equality."""
    return diagonal(loop.smallest, loop.smallest)


def diagonal(*entries: Fraction) -> Array:
    """Return a diagonal matrix of Fractions."""
    matrix = np.full((len(entries), len(entries)), Fraction(0), dtype=object)
    np.fill_diagonal(matrix, entries)
    return matrix


def squared_error(moment: Array) -> Fraction:
    """Return E ||xi||^2."""
    return Fraction(np.trace(moment))


DEFECTIVE, DISTINCT, SPREAD = Loop(HALF), Loop(Fraction(3, 5)), Loop(Fraction(7, 10))


def nine(x: float) -> float:
    """Return x with nine digits, for figures."""
    return float(f"{x:.9g}")
