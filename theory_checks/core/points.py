"""Points of a domain: simple rationals and powers of ten at which a formula can be tried without any check."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

from flint import arb

from theory_checks.core.domain import holds
from theory_checks.core.formal import Formal
from theory_checks.core.formula import Formula, Relation, Symbol
from theory_checks.core.interpret import enclose, exact, symbols

SIMPLE = [
    Fraction(x)
    for x in ["0", "1", "2", "3", "10", "100", "-1", "1/2", "1/10", "1/100", "1/1000", "1/1000000", "9/10", "99/100"]
]
WHOLE = [0, 1, 2, 3, 4, 5, 8, 16, 50, 100]
TRIES, ENOUGH, MOST = 150, 30, 4000  # draws at least, points that are wanted, draws at most
UNDECIDED = (ValueError, ZeroDivisionError, OverflowError, TypeError)  # no value at a point, or none that is decided

Point = dict[str, Fraction | arb]


def spoken(relation: Relation) -> set[str]:
    """Return the names of which a relation speaks."""
    return symbols(relation.left) | symbols(relation.right)


def names_of(claimed: Formal) -> set[str]:
    """Return the names of which the claims and their domain speak."""
    return set(claimed.domain.integers).union(*map(spoken, [*claimed.claims, *claimed.domain.relations]))


def is_definition(relation: Relation) -> bool:
    """Tell whether a limit is `name == formula` of other names, which puts the formula in the place of the name."""
    left = relation.left
    return relation.sign == "=" and isinstance(left, Symbol) and left.name not in symbols(relation.right)


def worth(formula: Formula, values: Point) -> Fraction | arb:
    """Return the value of a formula, exact where it is rational."""
    try:
        return exact(formula, values)
    except (TypeError, ValueError):
        return enclose(formula, values)


def truth(relation: Relation, values: Point) -> bool | None:
    """Return whether a relation holds at a point; None where it has no value or cannot be decided."""
    try:
        return holds(relation, values)
    except UNDECIDED:
        return None


def points(claimed: Formal, seed: object, tries: int = TRIES, most: int = MOST) -> Iterator[Point]:
    """Yield points of the domain; names that it does not limit, which are sizes of things, are positive there.

    A narrow domain is drawn for longer, until there are some points.
    """
    chance, count = random.Random(str(seed)), 0
    for draw in range(most):
        if draw >= tries and count >= ENOUGH:
            return
        try:
            values = _point(claimed, chance)
        except (ZeroDivisionError, OverflowError):
            continue
        if _inside(claimed, values):
            count += 1
            yield values


def _point(claimed: Formal, chance: random.Random) -> Point:
    """Return values of all symbols that can be had: drawn, or by their definition, exact where that is rational."""
    defined = {
        x.left.name: x.right for x in claimed.domain.relations if is_definition(x) and isinstance(x.left, Symbol)
    }
    whole = set(claimed.domain.integers)
    drawn, limited = sorted(names_of(claimed) - defined.keys()), claimed.domain.symbols
    values: Point = {name: Fraction(chance.choice(WHOLE)) if name in whole else _number(chance) for name in drawn}
    values |= {name: abs(values[name]) or Fraction(1) for name in drawn if name not in limited}
    for _ in defined:
        ready = {name: formula for name, formula in defined.items() if symbols(formula) <= values.keys()}
        values |= {name: worth(formula, values) for name, formula in ready.items()}
    return values


def _number(chance: random.Random) -> Fraction:
    return chance.choice(SIMPLE) * chance.choice([Fraction(1), Fraction(1), Fraction(chance.randint(1, 99), 100)])


def _inside(claimed: Formal, values: Point) -> bool:
    """Tell whether a point has all its values and lies in the domain."""
    whole = [values.get(name) for name in claimed.domain.integers]
    limits = [x for x in claimed.domain.relations if not is_definition(x)]
    return (
        values.keys() >= names_of(claimed)
        and all(isinstance(x, Fraction) and x.denominator == 1 for x in whole)
        and all(truth(limit, values) for limit in limits)
    )
