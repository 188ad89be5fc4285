"""Quantities of an MDP for claims that are hunted: as in `tabular`, with facts for a certificate where they are traced.

A claim that computes with these, with comparisons, sums, products, `max`, `min` and `abs`, has certificates.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabular.mdp import FiniteMDP, bellman, policies
from tabular.mdp.solvers import solve
from tabular.numbers.arrays import Array
from theory_checks.hunt.followed_mdps import FollowedMDP

PRECISION = 1e-8  # relative to the largest value there can be, for floats; an exact MDP has none


def optimal_value(mdp: FiniteMDP | FollowedMDP) -> Array:
    """Return the optimal value, one number for each state."""
    if isinstance(mdp, FollowedMDP):
        return mdp.optimal_value()
    largest = float(abs(mdp.rewards).max()) / (1 - float(mdp.discount))
    return np.array(solve(mdp, tol=PRECISION * max(1.0, largest)).value)


def policy_value(mdp: FiniteMDP | FollowedMDP, policy: Any) -> Array:
    """Return the value of a policy: actions by state, or laws of actions in columns."""
    return mdp.policy_value(policy) if isinstance(mdp, FollowedMDP) else policies.policy_value(mdp, policy)


def occupancy(mdp: FiniteMDP | FollowedMDP, policy: Any, start: Any = None) -> Array:
    """Return the discounted occupancy (m, n) of a policy from a law of states, or from all states at once."""
    return mdp.occupancy(policy, start) if isinstance(mdp, FollowedMDP) else policies.occupancy(mdp, policy, start)


def q_values(mdp: FiniteMDP | FollowedMDP, value: Any) -> Array:
    """Return r[a, s] + gamma sum_t P[a][s, t] value[t]."""
    return mdp.q_values(value) if isinstance(mdp, FollowedMDP) else bellman.q_values(mdp, value)


def greedy(mdp: FiniteMDP | FollowedMDP, value: Any) -> Array:
    """Return the first action that maximises the q-values, for each state."""
    q = q_values(mdp, value)
    return np.array([max(range(len(q)), key=lambda a, s=s: q[a, s]) for s in range(q.shape[1])], dtype=np.intp)
