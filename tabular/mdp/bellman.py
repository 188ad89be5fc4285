"""The Bellman operators, for float, sparse and exact MDPs alike.

    Q(v)[a] = r[a] + gamma P[a] v,      T v = max_a Q(v)[a],      T_pi v = r_pi + gamma P_pi v.

T and every T_pi are monotone gamma-contractions in the sup norm, so ||v - v*|| <= ||T v - v|| / (1 - gamma).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tabular.errors import must, show
from tabular.mdp import FiniteMDP
from tabular.mdp.vectors import average_over_actions, read_policy, value_vector
from tabular.numbers.arrays import Array, Scalar
from tabular.numbers.rational import matmul_exact

Ties = Literal["first", "last"] | Callable[[int, NDArray[np.intp]], int]


def q_values(mdp: FiniteMDP, v: object) -> Array:
    """Q(v)[a, s] = r[a, s] + gamma sum_t P[a][s, t] v[t], as an (m, n) array."""
    vector = value_vector(mdp, v)
    expected = matmul_exact(mdp.stacked, vector) if mdp.is_exact else mdp.stacked @ vector
    return mdp.rewards + mdp.discount * expected.reshape(mdp.n_actions, mdp.n_states)


def backup(mdp: FiniteMDP, v: object) -> Array:
    """Return the optimality operator T v = max_a (r[a] + gamma P[a] v)."""
    return q_values(mdp, v).max(axis=0)


def evaluate_backup(mdp: FiniteMDP, policy: object, v: object) -> Array:
    """Return the policy operator T_pi v = r_pi + gamma P_pi v."""
    return average_over_actions(read_policy(mdp, policy), q_values(mdp, v))


def greedy(mdp: FiniteMDP, v: object, ties: Ties = "first") -> NDArray[np.intp]:
    """Return a policy pi with T_pi v = T v: an action that maximises Q(v) in every state.

    Several maximisers (equal as numbers, without tolerance) are decided by ``ties``: the first, the last, or a function
    of the state and the array of its maximising actions.
    """
    return greedy_actions(q_values(mdp, v), ties)


def greedy_actions(q: Array, ties: Ties = "first") -> NDArray[np.intp]:
    """In every column of q the row that maximises it."""
    if ties == "first":
        return q.argmax(axis=0)
    if ties == "last":
        return q.shape[0] - 1 - q[::-1].argmax(axis=0)
    if not callable(ties):
        raise must("ties", "be 'first', 'last' or a function", show(ties))
    maximisers = [np.flatnonzero(column == column.max()) for column in q.T]
    return np.array([_chosen(ties, s, actions) for s, actions in enumerate(maximisers)], dtype=np.intp)


def residual(mdp: FiniteMDP, v: object) -> Scalar:
    """Return the sup norm ||T v - v||, a float or a Fraction."""
    largest = np.abs(backup(mdp, v) - value_vector(mdp, v)).max()
    return largest if mdp.is_exact else float(largest)


def _chosen(ties: Callable[[int, NDArray[np.intp]], Any], state: int, actions: NDArray[np.intp]) -> int:
    action = ties(state, actions)
    if action not in actions:
        raise must("ties", f"choose among the maximisers {actions.tolist()}", show(action), f"in state {state}")
    return int(action)
