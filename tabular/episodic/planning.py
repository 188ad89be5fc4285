"""Backward and forward induction on episodic MDPs, in floats or exact rationals.

With V_H = 0 and steps h = H-1, ..., 0

    Q*_h(s, a) = r_h(s, a) + sum_s' P_h(s' | s, a) V*_(h+1)(s'),      V*_h(s) = max_a Q*_h(s, a),

and V^pi alike with the action of pi in place of the maximum. The expected return is rho^pi = p_0 . V^pi_0, the gap of a
policy rho* - rho^pi >= 0. A policy is an array (H, n) of actions or (H, m, n) of probabilities pi_h(a | s).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, cast

import numpy as np

from tabular.episodic.mdp import EpisodicMDP
from tabular.errors import must, show
from tabular.numbers.arrays import Array, Numbers, Scalar, convert, frozen, read_numbers
from tabular.numbers.probabilities import ROW_SUM_UNIT
from tabular.numbers.rational import matmul_exact


@dataclass(frozen=True, eq=False)
class Plan:
    """Optimal values (H+1, n), action values (H, m, n), the policy (H, n) of first maximisers, and rho*."""

    values: Any
    q: Any
    policy: Any
    expected_return: Scalar


def optimal(mdp: EpisodicMDP) -> Plan:
    """Return V*, Q*, the policy of the first maximisers and rho*, exact for an exact MDP."""
    _check_mdp(mdp)
    values, q = _empty(mdp, mdp.horizon + 1, mdp.n_states), _empty(mdp, *mdp.rewards.shape)
    values[-1] = 0 * mdp.start
    for h in range(mdp.horizon - 1, -1, -1):
        q[h] = action_values(mdp, h, values[h + 1])
        values[h] = q[h].max(axis=0)
    policy = np.stack([_first_maximiser(table) for table in q])
    return Plan(frozen(values), frozen(q), frozen(policy), _dot(mdp.start, values[0]))


def action_values(mdp: EpisodicMDP, step: int, v: Array) -> Array:
    """Return r_h(s, a) + sum_s' P_h(s' | s, a) v(s') as an (m, n) array."""
    stacked = mdp.transitions[step].reshape(-1, mdp.n_states)
    expected = matmul_exact(stacked, v) if mdp.is_exact else stacked @ v
    return mdp.rewards[step] + expected.reshape(mdp.n_actions, mdp.n_states)


def policy_values(mdp: EpisodicMDP, policy: object) -> Array:
    """Return V^pi, (H+1, n)."""
    pi = read_policy(mdp, policy)
    values = _empty(mdp, mdp.horizon + 1, mdp.n_states)
    values[-1] = 0 * mdp.start
    for h in range(mdp.horizon - 1, -1, -1):
        values[h] = (pi[h] * action_values(mdp, h, values[h + 1])).sum(axis=0)
    return frozen(values)


def expected_return(mdp: EpisodicMDP, policy: object) -> Scalar:
    """Return rho^pi = p_0 . V^pi_0."""
    return _dot(mdp.start, policy_values(mdp, policy)[0])


def gap(mdp: EpisodicMDP, policy: object) -> Scalar:
    """Return rho* - rho^pi."""
    return optimal(mdp).expected_return - expected_return(mdp, policy)


def occupancy(mdp: EpisodicMDP, policy: object) -> Array:
    """Return w_h(s, a), the probability to be in state s and take action a at step h, as an (H, m, n) array.

    Then rho^pi = sum_h,a,s w_h(s, a) r_h(s, a).
    """
    pi = read_policy(mdp, policy)
    law = mdp.start
    w = _empty(mdp, *mdp.rewards.shape)
    for h in range(mdp.horizon):
        w[h] = pi[h] * law
        stacked = mdp.transitions[h].reshape(-1, mdp.n_states)
        flat = w[h].reshape(-1)
        law = matmul_exact(stacked.T.copy(), flat) if mdp.is_exact else flat @ stacked
    return frozen(w)


def every_policy(mdp: EpisodicMDP) -> Iterator[Array]:
    """Yield all m^(n H) deterministic policies (H, n)."""
    _check_mdp(mdp)
    for actions in product(range(mdp.n_actions), repeat=mdp.horizon * mdp.n_states):
        yield np.array(actions, dtype=np.intp).reshape(mdp.horizon, mdp.n_states)


def read_policy(mdp: EpisodicMDP, policy: object) -> Array:
    """Return a policy as (H, m, n) probabilities in the numbers of the MDP."""
    _check_mdp(mdp)
    numbers = read_numbers("policy", policy, _depth(policy))
    kind = "exact" if mdp.is_exact else "float"
    if numbers.array.ndim == 2:
        chosen = np.arange(mdp.n_actions)[None, :, None] == _actions(mdp, numbers)[:, None, :]
        return convert(Numbers("policy", chosen.astype(np.int64), "integer"), kind)
    if numbers.array.shape != mdp.rewards.shape:
        rule = f"have shape {(mdp.horizon, mdp.n_states)} or {mdp.rewards.shape} (step, action, state)"
        raise must("policy", rule, str(numbers.array.shape))
    pi = convert(numbers, kind)
    _check_laws(pi, ROW_SUM_UNIT if kind == "float" else 0.0)
    return pi


def _actions(mdp: EpisodicMDP, numbers: Numbers) -> Array:
    if numbers.kind != "integer":
        raise must("a deterministic policy", "hold integers", f"{numbers.kind} numbers")
    if numbers.array.shape != (mdp.horizon, mdp.n_states):
        raise must("policy", f"have shape {(mdp.horizon, mdp.n_states)} (step, state)", str(numbers.array.shape))
    outside = np.argwhere((numbers.array < 0) | (numbers.array >= mdp.n_actions))
    if outside.size:
        h, s = outside[0].tolist()
        place = f"at step {h} in state {s}"
        raise must("policy", f"take actions 0 to {mdp.n_actions - 1}", show(numbers.array[h, s]), place)
    return numbers.array


def _check_laws(pi: Array, unit: float) -> None:
    bad = np.argwhere(~(pi >= 0))
    if bad.size:
        h, a, s = bad[0].tolist()
        place = f"for action {a} in state {s} at step {h}"
        raise must("policy", "have probabilities between 0 and 1", show(pi[h, a, s]), place)
    sums = pi.sum(axis=1)
    wrong = np.argwhere(~(abs(sums - 1) <= unit * pi.shape[1]))
    if wrong.size:
        h, s = wrong[0].tolist()
        raise must("policy", "have probabilities that sum to 1", show(sums[h, s]), f"at step {h} in state {s}")


def _depth(policy: object) -> int:
    """Return how many axes to read: three if the entries of the entries are sequences."""
    if isinstance(policy, np.ndarray):
        return policy.ndim if policy.ndim in (2, 3) else 2
    inner: object = policy
    for _ in range(2):
        if not isinstance(inner, (list, tuple)) or not inner:
            return 2
        inner = cast("Sequence[object]", inner)[0]
    return 3 if isinstance(inner, (list, tuple, np.ndarray)) else 2


def _check_mdp(mdp: object) -> None:
    if not isinstance(mdp, EpisodicMDP):
        raise must("mdp", "be an EpisodicMDP", show(mdp))


def _first_maximiser(q: Array) -> Array:
    return (q == q.max(axis=0)).argmax(axis=0).astype(np.intp)


def _empty(mdp: EpisodicMDP, *shape: int) -> Array:
    return np.empty(shape, dtype=object if mdp.is_exact else np.float64)


def _dot(law: Array, v: Array) -> Scalar:
    return (law * v).sum()
