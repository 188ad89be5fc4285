"""Enclosures of eigenvalues, and a slow chain."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from tabular.numbers.balls import hull
from tabular.numbers.quadratic_forms import Bracket
from theory_checks.papers.gpope.common.linear_evaluation import two_states


def enclosure(bracket: Bracket) -> arb:
    """Return a ball that holds the number in a bracket."""
    return hull(Fraction(bracket.low), Fraction(bracket.high))


SLOW = two_states(Fraction(13, 14), Fraction(7, 10))  # all four eigenvalues are real
