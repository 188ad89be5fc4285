"""Sums that telescope."""

from __future__ import annotations

from theory_checks.core.certificate import Fact
from theory_checks.core.formula import Formula, equals
from theory_checks.core.interpret import exact, substitute


def telescoping(total: Formula, each: Formula, degree: int) -> list[Fact]:
    """Return the facts total(0) = 0 and total(n) - total(n - 1) = each(n) for degree + 1 numbers n.

    If both sides are polynomials of at most this degree, total, a formula of N, is the sum of each over n = 1 .. N.
    """
    sums = [substitute(total, {"N": n}) for n in range(degree + 2)]
    steps = [equals(sums[n] - sums[n - 1], exact(each, {"n": n})) for n in range(1, degree + 2)]
    return [equals(sums[0], 0), *steps]
