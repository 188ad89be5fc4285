"""The formulas of the statements against their verdicts: what is true must be true in its whole domain.

Where a formula speaks of parameters alone (no symbol is left for a lemma, a fact or an MDP to give), its truth can be
tried at points of its domain without any check: at simple rationals and powers of ten.
"""

import random
from fractions import Fraction

import numpy as np
import pytest

from theory_checks.core.domain import holds
from theory_checks.core.formal import Formal, formal
from theory_checks.core.formula import Symbol
from theory_checks.core.interpret import enclose, exact, symbols
from theory_checks.engine.papers import load

TRIES = 150
SIMPLE = [Fraction(x) for x in (0, 1, 2, 3, 10, 100, -1)] + [Fraction(1, x) for x in (2, 10, 100, 1000, 10**6)]
SIMPLE += [Fraction(9, 10), Fraction(99, 100)]
WHOLE = [0, 1, 2, 3, 4, 5, 8, 16, 50, 100]


def spoken(relation):
    return symbols(relation.left) | symbols(relation.right)


def names_of(claimed: Formal):
    return set(claimed.domain.integers).union(*map(spoken, [*claimed.claims, *claimed.domain.relations]))


def speaks_of_parameters_alone(claimed: Formal):
    limited = set(claimed.domain.integers).union(*map(spoken, claimed.domain.relations))
    return bool(claimed.claims) and not claimed.quantities and names_of(claimed) <= {x for x in limited if "." not in x}


def is_definition(relation):
    """Tell whether a limit is `name == formula` of other names, which puts the formula in the place of the name."""
    named = relation.sign == "=" and isinstance(relation.left, Symbol)
    return named and relation.left.name not in symbols(relation.right)


def point(claimed: Formal, chance: random.Random):
    """Return values of all symbols that can be had: drawn, or by their definition, exact where that is rational."""
    defined = {x.left.name: x.right for x in claimed.domain.relations if is_definition(x)}
    whole = set(claimed.domain.integers)
    drawn = sorted(names_of(claimed) - defined.keys())
    values = {name: Fraction(chance.choice(WHOLE)) if name in whole else any_number(chance) for name in drawn}
    for _ in defined:
        ready = {name: formula for name, formula in defined.items() if symbols(formula) <= values.keys()}
        values |= {name: worth(formula, values) for name, formula in ready.items()}
    return values


def any_number(chance: random.Random):
    return chance.choice(SIMPLE) * chance.choice([1, 1, Fraction(chance.randint(1, 99), 100)])


def worth(formula, values):
    try:
        return exact(formula, values)
    except (TypeError, ValueError):
        return enclose(formula, values)


def truth(relation, values):
    """Return whether a relation holds at a point; None where it has no value or cannot be decided."""
    try:
        return holds(relation, values)
    except (ValueError, ZeroDivisionError, OverflowError, TypeError):
        return None


def inside(claimed: Formal, values):
    """Tell whether a point has all its values and lies in the domain."""
    whole = [values.get(name) for name in claimed.domain.integers]
    limits = [x for x in claimed.domain.relations if not is_definition(x)]
    return (
        values.keys() >= names_of(claimed)
        and all(isinstance(x, Fraction) and x.denominator == 1 for x in whole)
        and all(truth(limit, values) for limit in limits)
    )


def points(claimed: Formal, seed: object):
    """Yield points of the domain."""
    chance = random.Random(str(seed))
    for _ in range(TRIES):
        try:
            values = point(claimed, chance)
        except (ZeroDivisionError, OverflowError):
            continue
        if inside(claimed, values):
            yield values


def witness(claimed: Formal, seed: object = 0):
    """Return a relation that is false at a point of the domain, and that point."""
    tried = ((claim, values) for values in points(claimed, seed) for claim in claimed.claims)
    return next(((claim, values) for claim, values in tried if truth(claim, values) is False), None)


TRUE = [
    (s.id, reading)
    for s in load().statements.values()
    for reading in s.readings
    if reading.verdict in ("VERIFIED", "CONSISTENT") and speaks_of_parameters_alone(reading.claims)
]


@pytest.mark.parametrize(("id_", "reading"), TRUE, ids=lambda x: getattr(x, "name", x))
def test_what_is_true_is_true_in_its_whole_domain(id_, reading):
    found = witness(reading.claims, id_)

    assert found is None, f"{id_} [{reading.name}] says {found[0]} in its whole domain, which is false at {found[1]}"


NEAR_MISSES = {
    "x**2 >= x": ["x >= 0"],
    "(1 - exp(-2*x))/(1 + exp(-2*x)) < 9*x/10": ["x > 0"],
    "n <= 2**n - 2": ["n >= 0 integer"],
    "v == 4*k": ["v == 4*(k + 1)", "k > 0"],
    "x <= y": ["0 <= x < 1", "0 < y < 1"],
}


@pytest.mark.parametrize("claim", NEAR_MISSES)
def test_near_misses_are_seen(claim):
    assert witness(formal([claim], NEAR_MISSES[claim])) is not None


def test_a_true_formula_passes():
    assert witness(formal(["n < 2**n", "sqrt(n) <= n"], ["n >= 0 integer"])) is None


def test_most_formulas_have_points_to_try():
    tried = [next(points(reading.claims, id_), None) is not None for id_, reading in TRUE]

    assert len(tried) > 15
    assert np.mean(tried) > 0.9
