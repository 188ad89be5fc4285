"""Values and occupancies of policies.

A policy is deterministic (n integers, the action of each state) or stochastic (an (m, n) array whose column s is the
law of the action in state s). Its value and its discounted occupancy solve

    (I - gamma P_pi) v = r_pi,      (I - gamma P_pi)^T mu = start,      lambda[a, s] = mu[s] pi[a, s],

so that sum_a (I - gamma P_a^T) lambda_a = start and <lambda, r> = <start, v>.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from tabular.errors import must, show
from tabular.mdp import FiniteMDP
from tabular.mdp.linear import solve_discounted
from tabular.mdp.vectors import as_stochastic, average_over_actions, read_policy, value_vector
from tabular.numbers.arrays import Array, convert, read_numbers
from tabular.numbers.rational import solve_exact


def policy_matrix(mdp: FiniteMDP, policy: object) -> tuple[Any, Array]:
    """Return the pair (P_pi, r_pi); P_pi is dense, CSR or exact like the MDP."""
    checked = read_policy(mdp, policy)
    rewards = average_over_actions(checked, mdp.rewards)
    if checked.ndim == 1:
        return mdp.stacked[checked * mdp.n_states + np.arange(mdp.n_states)], rewards
    if mdp.is_sparse:
        n, m = mdp.n_states, mdp.n_actions
        rows = np.tile(np.arange(n), m)
        weights = sparse.csr_array((checked.reshape(-1), (rows, np.arange(m * n))), shape=(n, m * n))
        return weights @ mdp.stacked, rewards
    return (checked[:, :, None] * mdp.transitions).sum(axis=0), rewards


def policy_value(mdp: FiniteMDP, policy: object) -> Array:
    """Return the v with (I - gamma P_pi) v = r_pi: exact for an exact MDP, otherwise up to float rounding."""
    P, r = policy_matrix(mdp, policy)
    return _solve(mdp, P, r)


def occupancy(mdp: FiniteMDP, policy: object, start: object = None) -> Array:
    """Return the discounted occupancy lambda (m, n) of the policy from ``start`` (default: the all-one vector e).

    lambda[a, s] = sum_t gamma^t sum_i start[i] Pr(s_t = s, a_t = a | s_0 = i), which satisfies
    sum_a (I - gamma P_a^T) lambda_a = start; exact for an exact MDP, otherwise up to float rounding.
    """
    checked = read_policy(mdp, policy)
    weights = value_vector(mdp, np.ones(mdp.n_states, dtype=np.int64) if start is None else start, "start")
    P, _ = policy_matrix(mdp, checked)
    return as_stochastic(mdp, checked) * _solve(mdp, P.T, weights)


def policy_from_occupancy(lam: object, unvisited: int | None = None) -> Array:
    """Return the stochastic policy lambda[a, s] / sum_b lambda[b, s].

    A state that lambda never visits has no such policy: it takes the action ``unvisited``, and without one is an error.
    """
    numbers = read_numbers("lambda", lam, 2)
    array = convert(numbers, numbers.kind if numbers.kind != "integer" else "float")
    visits = array.sum(axis=0)
    empty = np.flatnonzero(visits == 0)
    if not ((array >= 0) & (array < np.inf)).all():
        raise must("lambda", "be non-negative and finite", show(array[~((array >= 0) & (array < np.inf))][0]))
    if empty.size == 0:
        return array / visits
    if unvisited is None:
        raise must("lambda", "visit every state", "0", f"in state {empty[0]}")
    if unvisited not in range(array.shape[0]):
        raise must("unvisited", f"be an action 0 to {array.shape[0] - 1}", show(unvisited))
    completed = array.copy()
    completed[unvisited, empty] = completed[unvisited, empty] + 1
    return completed / completed.sum(axis=0)


def _solve(mdp: FiniteMDP, P: Any, b: Array) -> Array:
    """Return the x with (I - gamma P) x = b."""
    if not mdp.is_exact:
        return solve_discounted(P, b, mdp.discount)
    identity = np.eye(mdp.n_states, dtype=np.int64).astype(object)
    return solve_exact(identity - mdp.discount * P, b)
