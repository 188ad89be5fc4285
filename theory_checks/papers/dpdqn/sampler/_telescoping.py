"""Sums that telescope."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from theory_checks.core.certificate import Fact
from theory_checks.core.formula import Formula, Term, equals, num


def telescoping(total: Callable[[Term], Formula], each: Callable[[int], Fraction], degree: int) -> list[Fact]:
    """Return the facts total(0) = 0 and total(n) - total(n - 1) = each(n) for degree + 1 numbers n.

    If both sides are polynomials in n of at most this degree, total(N) is the sum of each(n) over n = 1 .. N.
    """
    steps = [equals(num(total(n)) - total(n - 1), each(n)) for n in range(1, degree + 2)]
    return [equals(total(0), 0), *steps]
