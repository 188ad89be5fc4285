"""The formulas of the statements against their verdicts: what is true must be true in its whole domain.

Where a formula speaks of parameters alone (no symbol is left for a lemma, a fact or an MDP to give), its truth can be
tried at points of its domain without any check: at simple rationals and powers of ten.
"""

import numpy as np
import pytest

from theory_checks.core.formal import Formal, formal
from theory_checks.core.points import names_of, points, spoken, truth
from theory_checks.engine.papers import load


def speaks_of_parameters_alone(claimed: Formal):
    limited = set(claimed.domain.integers).union(*map(spoken, claimed.domain.relations))
    return bool(claimed.claims) and not claimed.quantities and names_of(claimed) <= {x for x in limited if "." not in x}


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
