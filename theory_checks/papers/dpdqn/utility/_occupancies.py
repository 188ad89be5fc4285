"""Random policies and the flow out of states."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from tabular.mdp import FiniteMDP
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
