"""In which norm the Bellman operator brings functions nearer to each other."""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

import theory_checks as tc
from tabular import FiniteMDP
from tabular.mdp.bellman import backup
from tabular.numbers.arrays import Array

from ..common.values import GAMMAS


def euclidean(x: Array) -> tc.Formula:
    """Return the length."""
    return tc.formulas.sqrt(Fraction((x * x).sum()))


def of_another_discount(mdp: FiniteMDP, v: Array) -> Array:
    """Return the backup of an MDP with a discount that is a tenth nearer to 1."""
    return backup(mdp.with_discount(mdp.discount + (1 - mdp.discount) / 10), v)


CONTROLS = {
    "broken": {"a discount nearer to 1": {"operator": of_another_discount}},
    "sound": {"the largest modulus": {"norm": tc.sup_norm}},
}


@tc.claim("classics/contraction", setting={"norm": tc.sup_norm}, broken=CONTROLS["broken"])
@tc.claim("classics/contraction/misquoted", setting={"norm": euclidean}, sound=CONTROLS["sound"])
def contraction(trial: tc.Trial, *, operator=backup, norm=tc.sup_norm) -> Iterator[tc.Finding]:
    """Send two states to one, so that a difference in that one is seen twice; and try random functions."""
    funnel = [[[1, 0], [1, 0]]]
    sized = [(gamma, np.array([[0, 0], [Fraction(size), 0]])) for gamma in GAMMAS for size in (1, 3)]
    funnels = [(FiniteMDP(funnel, [[0, 0]], gamma), functions) for gamma, functions in sized]
    others = [(mdp, tc.random_table(trial.rng(name), 2, mdp.n_states)) for name, mdp in tc.seeded_cases(trial)]
    for mdp, (v, w) in funnels + others:
        values = {"before": norm(v - w), "after": norm(operator(mdp, v) - operator(mdp, w)), "gamma": mdp.discount}
        yield tc.decide(trial.formal, values)
