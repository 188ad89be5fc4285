"""What two releases of unequal budgets cost together, exactly."""

from collections.abc import Iterator
from fractions import Fraction
from math import isqrt

import theory_checks as tc

from ._laws import Pair, response, spent, together


def both(x: Fraction | int, y: int) -> Pair:
    """Return the two releases."""
    return together(response(x), response(y))


def one_larger(x: int, y: int) -> Pair:
    """Return the two releases, the first with a tenth more in its ratio."""
    return both(x * Fraction(11, 10), y)


def balanced(x: int, y: int) -> Pair:
    """Return two releases that have the mean of both budgets each."""
    root = isqrt(x * y)
    return both(root, root)


@tc.claim("classics/unequal-budgets", broken={"a tenth more in one ratio": {"releases": one_larger}})
@tc.claim("classics/unequal-budgets/misquoted", sound={"equal budgets": {"releases": balanced}})
def unequal_budgets(trial: tc.Trial, *, releases=both) -> Iterator[tc.Finding]:
    """Compare the exact curve of two releases with the formula, where each of its terms counts."""
    for x, y in ((4, 1), (2, 2), (9, 4), (4, 9), (1, 16)):
        for t in (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(6)):
            formula, objects, facts = spent(releases(x, y), t)
            values = {"spent": formula, "x": x, "y": y, "t": t}
            yield tc.decide(trial.formal, values, objects=objects, facts=facts)
