"""Random policies, the flow out of states, and what occupancies make of noise."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from tabular.mdp import FiniteMDP
from tabular.mdp.policies import occupancy
from tabular.numbers.arrays import Array
from tabular.numbers.rational import matmul_exact


def outflow(mdp: FiniteMDP, lam: Array) -> Array:
    """Return sum_i (I - gamma P_i^T) lambda_i."""
    return lam.sum(axis=0) - mdp.discount * matmul_exact(mdp.stacked.T, lam.reshape(-1))


def random_policy(rng: np.random.Generator, allowed: Array) -> Array:
    """Return a stochastic policy on the allowed actions (a truth table [i, k], one action at least for each k)."""
    weights = rng.integers(0, 4, allowed.shape).astype(object) * allowed
    weights[allowed.argmax(axis=0), np.arange(allowed.shape[1])] += 1
    return weights * Fraction(1) / weights.sum(axis=0)


def one_action_variances(mdp: FiniteMDP) -> list[Fraction]:
    """Return for each state the variance of (1 - gamma) (v'(s) - v*(s)) with one action and sigma = 1."""
    states = range(mdp.n_states)
    starts = [[Fraction(s == t) for t in states] for s in states]
    visits = [(1 - mdp.discount) * occupancy(mdp, [0] * mdp.n_states, start) for start in starts]
    return [sum((x * x for x in visit.reshape(-1)), start=Fraction(0)) for visit in visits]
