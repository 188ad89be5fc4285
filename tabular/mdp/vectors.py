"""Value vectors and policies as they come from a caller, checked against their MDP."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np

from tabular.errors import must, show
from tabular.mdp import FiniteMDP
from tabular.numbers.arrays import Array, Numbers, convert, read_numbers
from tabular.numbers.probabilities import ROW_SUM_UNIT


def value_vector(mdp: FiniteMDP, v: object, name: str = "v") -> Array:
    """Return the vector v in the numbers of the MDP, one entry for each state."""
    numbers = read_numbers(name, v, 1)
    vector = in_numbers_of(mdp, numbers)
    if vector.shape != (mdp.n_states,):
        raise must(name, f"have shape {(mdp.n_states,)}", str(vector.shape))
    if not mdp.is_exact and not np.isfinite(vector).all():
        state = int(np.flatnonzero(~np.isfinite(vector))[0])
        raise must(name, "be finite", show(vector[state]), f"in state {state}")
    return vector


def read_policy(mdp: FiniteMDP, policy: object) -> Array:
    """Return the policy as n action indices, or as (m, n) probabilities in the numbers of the MDP."""
    stochastic = policy.ndim == 2 if isinstance(policy, np.ndarray) else _is_nested(policy)
    numbers = read_numbers("policy", policy, 2 if stochastic else 1)
    return _stochastic(mdp, numbers) if stochastic else _deterministic(mdp, numbers)


def as_stochastic(mdp: FiniteMDP, policy: Array) -> Array:
    """Return the (m, n) probabilities of a policy that was read."""
    if policy.ndim == 2:
        return policy
    chosen = (np.arange(mdp.n_actions)[:, None] == policy).astype(np.int64)
    return in_numbers_of(mdp, Numbers("policy", chosen, "integer"))


def average_over_actions(policy: Array, q: Array) -> Array:
    """For a policy that was read: sum_a pi[a, s] q[a, s]."""
    if policy.ndim == 2:
        return (policy * q).sum(axis=0)
    return q[policy, np.arange(policy.size)]


def in_numbers_of(mdp: FiniteMDP, numbers: Numbers) -> Array:
    """Return the array as floats or Fractions, whichever the MDP has; the other kind is an error."""
    return convert(numbers, "exact" if mdp.is_exact else "float")


def _is_nested(policy: object) -> bool:
    if not isinstance(policy, (list, tuple)):
        return False
    parts = cast(Sequence[object], policy)
    return bool(parts) and isinstance(parts[0], (list, tuple, np.ndarray))


def _deterministic(mdp: FiniteMDP, numbers: Numbers) -> Array:
    if numbers.kind != "integer":
        raise must("a deterministic policy", "hold integers", f"{numbers.kind} numbers")
    if numbers.array.shape != (mdp.n_states,):
        raise must("policy", f"have one action for each of {mdp.n_states} states", f"shape {numbers.array.shape}")
    outside = np.flatnonzero((numbers.array < 0) | (numbers.array >= mdp.n_actions))
    if outside.size:
        s = int(outside[0])
        raise must("policy", f"take actions 0 to {mdp.n_actions - 1}", show(numbers.array[s]), f"in state {s}")
    return numbers.array.astype(np.intp)


def _stochastic(mdp: FiniteMDP, numbers: Numbers) -> Array:
    if numbers.array.shape != (mdp.n_actions, mdp.n_states):
        shape = (mdp.n_actions, mdp.n_states)
        raise must("policy", f"have shape {shape} (action, state)", str(numbers.array.shape))
    policy = in_numbers_of(mdp, numbers)
    outside = np.argwhere(~(policy >= 0))
    if outside.size:
        a, s = outside[0].tolist()
        raise must("policy", "have probabilities between 0 and 1", show(policy[a, s]), f"for action {a} in state {s}")
    sums = policy.sum(axis=0)
    unit = 0 if mdp.is_exact else ROW_SUM_UNIT
    bad = np.flatnonzero(~(np.abs(sums - 1) <= unit * np.count_nonzero(policy, axis=0)))
    if bad.size:
        raise must("policy", "have probabilities that sum to 1", show(sums[bad[0]]), f"in state {bad[0]}")
    return policy
