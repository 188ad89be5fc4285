"""The exact moments of the process that makes the data, from the occupancies of states.

Every moment is a sum over transitions (s, a, s') with weights G[s, s'] = sum_t Pr(S_t = s) w_{t+1}(s'), where
w_t(s') is the mean of the trajectory's weight c given that it goes on to S_t = s':

    A = sum_{s,s'} G K phi(s) (phi(s) - gamma phi(s'))',   b = sum G K R phi(s),   C = sum G B phi(s) phi(s)',

K the transitions under the target policy (rho_t turns pi_b into pi), B those under the behaviour policy. For sums
w = 1, for the horizon w = 1/T. For 1/length w depends on how long the trajectory goes on: that is what makes A differ
from Phi' D (I - gamma P_pi) Phi when lengths are random.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from tabular.errors import must
from tabular.evaluation.features import Features, evaluate
from tabular.evaluation.moments import Divisor, Moments, Weighting, check_choice
from tabular.evaluation.process import (
    dense_transitions,
    never_ending,
    reached,
    read_absorbing,
    read_rewards,
    read_start,
)
from tabular.evaluation.ratios import Policy, check_support, read_policy_table
from tabular.mdp import FiniteMDP
from tabular.numbers.arguments import count
from tabular.numbers.arrays import Array, each_fraction
from tabular.numbers.doubles import product, solve
from tabular.numbers.rational import matmul_exact, solve_exact

_TAIL = 2.0**-64  # probability of longer trajectories that a float recursion leaves out
_MOST_STEPS = 1_000_000


@dataclass(frozen=True, eq=False)
class Population:
    """What the moments are made of, in the numbers of the MDP; absorbing states have features 0."""

    start: Array  # (n,)
    ended: Array  # (n,) truth values
    transitions: Array  # (m, n, n)
    rewards: Array  # (m, n, n)
    target: Array  # (n, m)
    behaviour: Array  # (n, m)
    phi: Array  # (n, d)
    discount: Any

    @property
    def is_exact(self) -> bool:
        """Whether the numbers are Fractions."""
        return self.phi.dtype == object

    def mixed(self, policy: Array) -> Array:
        """Return sum_a policy[s, a] P[a][s, s'] (n, n)."""
        return (policy.T[:, :, None] * self.transitions).sum(axis=0)


def read_population(
    mdp: FiniteMDP,
    target: Policy,
    behaviour: Policy,
    features: Features,
    start: object = None,
    rewards: object = None,
    absorbing: object = None,
) -> Population:
    """Return the checked parts; the target may take no action that the behaviour never does where it can get to."""
    n, m = mdp.n_states, mdp.n_actions
    kind = "exact" if mdp.is_exact else "float"
    pi, pi_b = (
        read_policy_table(name, policy, n, m, kind) for name, policy in (("target", target), ("behaviour", behaviour))
    )
    ended = read_absorbing(mdp, absorbing)
    law, P = read_start(mdp, start, ended), dense_transitions(mdp)
    visited = reached((pi_b.T[:, :, None] * P).sum(axis=0), law, ended) & ~ended
    check_support(pi[visited], pi_b[visited], np.flatnonzero(visited))
    phi = _features(mdp, features, ended)
    return Population(law, ended, P, read_rewards(mdp, rewards), pi, pi_b, phi, mdp.discount)


def _features(mdp: FiniteMDP, features: Features, ended: Array) -> Array:
    """Return phi (n, d) in the numbers of the MDP; floats are taken literally by an exact one."""
    rows = evaluate(features, np.flatnonzero(~ended))
    phi = np.zeros((mdp.n_states, rows.shape[1]), dtype=rows.dtype)
    phi[~ended] = rows
    return each_fraction(phi) if mdp.is_exact else phi.astype(np.float64)


def exact_moments(
    mdp: FiniteMDP,
    target: Policy,
    behaviour: Policy,
    features: Features,
    horizon: int | None = None,
    start: object = None,
    weighting: Weighting = "1/length",
    divisor: Divisor = "terms",
    rewards: object = None,
    absorbing: object = None,
) -> Moments:
    """Return A, b, C of trajectories that end in absorbing states or after ``horizon`` transitions.

    Exact for an exact MDP, except without a horizon for "1/length", where the moments are not rational: then ask
    :func:`tabular.evaluation.enclosed_moments`, or a float MDP. ``divisor="tau"`` divides by the number of rows less 1,
    as the sums from 0 to tau over tau are printed. The other arguments are those of :func:`tabular.evaluation.sample`.
    """
    check_weighting(weighting, divisor, horizon)
    parts = read_population(mdp, target, behaviour, features, start, rewards, absorbing)
    if horizon is None:
        check_ends(parts)
        if weighting == "sum":
            return moments_of_weights(parts, np.multiply.outer(_total_visits(parts), _ones(parts)))
        if parts.is_exact:
            rule = 'be given for exact "1/length" moments (without one use enclosed_moments)'
            raise must("horizon", rule, "None")
    visits = _visits_until_tail(parts) if horizon is None else _visits(parts, horizon)
    weights = _continued_weights(parts, visits, weighting, divisor, horizon)
    return moments_of_weights(parts, _times(visits.T, weights))


def check_weighting(weighting: Weighting, divisor: Divisor, horizon: int | None) -> None:
    """Refuse what is no weighting, and one that needs a horizon without it."""
    check_choice("weighting", weighting, Weighting)
    check_choice("divisor", divisor, Divisor)
    if horizon is not None:
        count("horizon", horizon)
    if weighting == "1/horizon" and horizon is None:
        raise must("horizon", 'be given for weighting "1/horizon"', "None")


def check_ends(parts: Population) -> None:
    """Refuse a process that may go on for ever."""
    state = never_ending(parts.mixed(parts.behaviour), parts.start, parts.ended)
    if state is not None:
        raise must("horizon", "be given where a trajectory may never end", f"None, and no end from state {state}")


def check_lengths(parts: Population, divisor: Divisor) -> None:
    """Refuse trajectories of one row where the divisor is the number of rows less 1."""
    into = parts.mixed(parts.behaviour)[:, parts.ended].sum(axis=1)
    if divisor == "tau" and ((parts.start != 0) & (into != 0)).any():
        row_weight(parts.is_exact, 1, divisor)


def moments_of_weights(parts: Population, G: Array) -> Moments:
    """Return the moments of the weights G (n, n) of transitions."""
    K, B = G * parts.mixed(parts.target), G * parts.mixed(parts.behaviour)
    paid = G * (parts.target.T[:, :, None] * parts.transitions * parts.rewards).sum(axis=0)
    phi = parts.phi
    A = _times(phi.T, K.sum(axis=1)[:, None] * phi - parts.discount * _times(K, phi))
    C = _times(phi.T, B.sum(axis=1)[:, None] * phi)
    return Moments(A, _times(phi.T, paid.sum(axis=1)), C if parts.is_exact else (C + C.T) / 2)


def _visits(parts: Population, horizon: int) -> Array:
    """Return Pr(S_t = s, not ended) for t < horizon (horizon, n)."""
    B = inside(parts)
    rows = [parts.start]
    for _ in range(1, horizon):
        rows.append(_times(rows[-1], B))
    return np.stack(rows)


def _visits_until_tail(parts: Population) -> Array:
    B, rows = inside(parts), [parts.start]
    while rows[-1].sum() > _TAIL:
        if len(rows) == _MOST_STEPS:
            rule = f"be given where trajectories of more than {_MOST_STEPS} steps matter"
            raise must("horizon", rule, "None")
        rows.append(_times(rows[-1], B))
    return np.stack(rows)


def inside(parts: Population) -> Array:
    """Return B without the transitions into absorbing states."""
    B = parts.mixed(parts.behaviour).copy()
    B[:, parts.ended] = B[:, parts.ended] * 0
    return B


def _total_visits(parts: Population) -> Array:
    """Return sum_t Pr(S_t = s), the solution D of D (I - B) = start."""
    identity = np.eye(parts.start.size, dtype=np.int64)
    if parts.is_exact:
        return solve_exact(identity.astype(object) - inside(parts).T, parts.start)
    return solve(identity - inside(parts).T, parts.start)


def _continued_weights(
    parts: Population, visits: Array, weighting: Weighting, divisor: Divisor, horizon: int | None
) -> Array:
    """Return w_t(s') for t = 1..T (T, n), T the number of rows of the visits."""
    T = visits.shape[0]
    if weighting != "1/length":
        weight = _one(parts) if weighting == "sum" else row_weight(parts.is_exact, horizon or T, divisor)
        return np.full((T, parts.start.size), weight, dtype=parts.phi.dtype)
    B = parts.mixed(parts.behaviour)
    into = B[:, parts.ended].sum(axis=1)
    may_end = ((visits != 0) & (into != 0)).any(axis=1)
    weights = np.empty((T, parts.start.size), dtype=parts.phi.dtype)
    weights[T - 1] = row_weight(parts.is_exact, T, divisor)
    for t in range(T - 1, 0, -1):
        # Where no trajectory has t rows, the weight of one that has does not count.
        ended = row_weight(parts.is_exact, t, divisor) if may_end[t - 1] else _one(parts)
        weights[t - 1] = _times(B, weights[t])
        weights[t - 1, parts.ended] = ended
    return weights


def row_weight(exact: bool, length: int, divisor: Divisor) -> Any:
    """Return one over the number of rows, or over that number less 1, which must not be 0."""
    below = length if divisor == "terms" else length - 1
    if below == 0:
        raise must("trajectories", 'have at least 2 transitions for divisor "tau"', "1")
    return Fraction(1, below) if exact else 1.0 / below


def _one(parts: Population) -> Any:
    return Fraction(1) if parts.is_exact else 1.0


def _ones(parts: Population) -> Array:
    return np.full(parts.start.size, _one(parts), dtype=parts.phi.dtype)


def _times(left: Array, right: Array) -> Array:
    if left.dtype != object:
        return product(left, right)
    if left.ndim == 1:
        return matmul_exact(left.reshape(1, -1), right).reshape(-1)
    return matmul_exact(left, right)
