"""Sums that telescope."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from theory_checks.core.certificate import Expression, Term, op, relation_fact


def telescoping(
    total: Callable[[Term], Expression], each: Callable[[int], Fraction], degree: int
) -> list[dict[str, object]]:
    """Return the facts total(0) = 0 and total(n) - total(n - 1) = each(n) for degree + 1 numbers n.

    If both sides are polynomials in n of at most this degree, total(N) is the sum of each(n) over n = 1 .. N.
    """
    steps = [relation_fact(op("-", total(n), total(n - 1)), "=", each(n)) for n in range(1, degree + 2)]
    return [relation_fact(total(0), "=", 0), *steps]
