"""Equations of a domain, solved for a name where that needs no more than a division.

v == r + gamma * v              v is r / (1 - gamma)
(k - 23) * (k - 23/10) == 0     k is 23, or k is 23/10
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product

from theory_checks.core.formula import Formula, Operation, Relation, Symbol, num
from theory_checks.core.interpret import exact, substitute, symbols
from theory_checks.core.points import UNDECIDED, is_definition, spoken

TRIES = 3


def solutions(relations: Sequence[Relation], reals: set[str]) -> Iterator[tuple[dict[str, Formula], list[Relation]]]:
    """Yield what the equations put in the place of names, one way after another, and the relations that are left."""
    defined, left = _definitions(relations)
    ways: list[list[tuple[str, Formula]]] = []
    rest: list[Relation] = []
    for x in left:
        used = {name for way in ways for own, root in way for name in (own, *symbols(root))}  # no circles
        known = used | defined.keys()
        found = _solved(x, sorted((spoken(x) & reals) - known)) if x.sign == "=" else []
        ways += [found] if found else []
        rest += [] if found else [x]
    for way in product(*ways):
        places = closed({**defined, **dict(way)})
        yield places, [placed(x, places) for x in rest]


def placed(x: Relation, places: Mapping[str, Formula]) -> Relation:
    """Return a relation with formulas in the place of names."""
    return Relation(substitute(x.left, places), x.sign, substitute(x.right, places)) if places else x


def closed(places: Mapping[str, Formula]) -> dict[str, Formula]:
    """Return the formulas with one another put in, until they speak of other names alone."""
    found = dict(places)
    for _ in found:
        found = {name: substitute(x, found) if symbols(x) & found.keys() else x for name, x in found.items()}
    return found


def _definitions(relations: Sequence[Relation]) -> tuple[dict[str, Formula], list[Relation]]:
    """Take the definitions `name == formula` that do not speak of themselves through others."""
    defined: dict[str, Formula] = {}
    left = list[Relation]()
    for x in relations:
        name = x.left.name if is_definition(x) and isinstance(x.left, Symbol) else ""
        known = closed({**defined, name: x.right}) if name and name not in defined else {}
        if known and not any(symbols(formula) & known.keys() for formula in known.values()):
            defined[name] = x.right
        else:
            left.append(x)
    return defined, left


def _solved(x: Relation, names: Sequence[str]) -> list[tuple[str, Formula]]:
    """Return the solutions of an equation for the first name in which each factor of it is linear."""
    factors = list(x.left.args) if isinstance(x.left, Operation) and x.left.name == "*" and x.right == num(0) else []
    for name in names:
        found = [_linear(factor, name) for factor in factors or [x.left - x.right]]
        if all(root is not None for root in found):
            return [(name, root) for root in found if root is not None]
    return []


def _linear(formula: Formula, name: str) -> Formula | None:
    """Return where a formula is 0, if it is linear in a name; points tell whether it is."""
    at = [substitute(formula, {name: num(k)}) for k in range(3)]
    others = sorted(symbols(formula) - {name})
    chance = random.Random(name)
    for _ in range(TRIES):
        values = {other: Fraction(chance.randint(1, 50), chance.randint(51, 99)) for other in others}
        try:
            zero, one, two = (exact(x, values) for x in at)
        except UNDECIDED:
            return None
        if one == zero or two - one != one - zero:
            return None
    return (-at[0]) / (at[1] - at[0])
