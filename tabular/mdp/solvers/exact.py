"""Exact policy iteration: float64 proposes the policy, rational arithmetic decides.

    solve (I - gamma P_pi) v = r_pi;   stop if r[a] + gamma P[a] v <= v for every a;   otherwise improve pi and repeat.

Each round is exact, so the values of the policies rise strictly and the method ends with v = v*, whatever the proposal
was. A good proposal makes one round enough.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from tabular.errors import InputError, must, show
from tabular.mdp import FiniteMDP
from tabular.mdp.bellman import greedy_actions, q_values
from tabular.mdp.policies import policy_value
from tabular.mdp.solvers.solution import Solution
from tabular.mdp.vectors import read_policy
from tabular.numbers.arrays import Array

METHOD = "exact"


def exact_policy_iteration(mdp: FiniteMDP, policy: object = None) -> Solution:
    """Return the optimal value of an exact MDP, with error bound Fraction(0) and the first optimal actions.

    ``policy`` is where to begin; without it, float64 policy iteration proposes one.
    """
    if not isinstance(mdp, FiniteMDP) or not mdp.is_exact:
        raise must("mdp", "be an exact FiniteMDP (mdp.exact() converts)", show(mdp))
    current = _proposal(mdp) if policy is None else _deterministic(mdp, policy)
    rounds = 1
    while True:
        v = policy_value(mdp, current)
        q = q_values(mdp, v)
        worse = q.max(axis=0) > v
        if not worse.any():
            return Solution(v, greedy_actions(q), Fraction(0), rounds, METHOD)
        current = np.where(worse, greedy_actions(q), current)
        rounds += 1


def _deterministic(mdp: FiniteMDP, policy: object) -> Array:
    checked = read_policy(mdp, policy)
    if checked.ndim != 1:
        raise must("policy", "be deterministic", "a stochastic one")
    return checked


def _proposal(mdp: FiniteMDP) -> NDArray[np.intp]:
    """Return what float64 takes for an optimal policy: any policy will do, a good one saves rounds."""
    try:
        approximate = mdp.to_float()
        return propose(approximate)
    except InputError:  # numbers beyond the range of float64
        return greedy_actions(mdp.rewards)


def propose(mdp: FiniteMDP) -> NDArray[np.intp]:
    """Return the last policy of float policy iteration, without any proof."""
    states = np.arange(mdp.n_states)
    policy = greedy_actions(mdp.rewards)
    for _ in range(50):
        q = q_values(mdp, policy_value(mdp, policy))
        # only improvements that are clearly more than rounding: exact arithmetic decides the rest
        gain = q.max(axis=0) - q[policy, states]
        better = gain > 1e-12 * np.abs(q).max()
        if not better.any():
            break
        policy = np.where(better, greedy_actions(q), policy)
    return policy
