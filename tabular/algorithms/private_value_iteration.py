"""Value iteration on action values under noise: where the noise enters decides what is learned.

A table q (m, n) moves from its prediction towards its target with a step size alpha,

    q <- q + alpha (y(q) - (q + g_p)),

where g_p is the noise of the prediction, g_t that of the target, and the target is one of

    bracketed   y = r + gamma P max_a (q + g_t)            noise inside the maximum
    literal     y = r + P (gamma max_a q + g_t[argmax q])  the maximiser's noise is added afterwards
    outside     y = r + P max_a (gamma q + g_t)            one maximum over the whole sum

with (P w)[a] = P_a w. This is one gradient step on the squared error (q + g_p - y)^2 / 2 of every entry, the target y
held fixed. With alpha = 1 the table becomes y(q) - g_p; the fixed points do not depend on alpha. Let
Q*_r be the optimal action values for the rewards r. Substituting x = q + g_t (x = gamma q + g_t for ``outside``) turns
the fixed point equation of the first and the last rule into the optimality equation of x, so that

    bracketed   q = Q*_{r + g_t - g_p} - g_t,
    outside     q = Q*_{r + g_t / gamma - g_p} - g_t / gamma   (gamma > 0)

are their only fixed points, and one step brings x nearer to its limit by the factor |1 - alpha| + alpha gamma in the
sup norm. ``literal`` jumps where the maximiser changes; see :func:`literal_fixed_points`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from tabular.errors import must, show
from tabular.mdp import FiniteMDP
from tabular.mdp.bellman import Ties, greedy_actions, q_values
from tabular.mdp.policies import policy_value
from tabular.mdp.solvers import solve
from tabular.mdp.vectors import in_numbers_of
from tabular.numbers.arrays import Array, Scalar, read_numbers, read_scalar
from tabular.numbers.rational import matmul_exact

Target = Callable[[FiniteMDP, Array, Array], Array]


@dataclass(frozen=True, eq=False)
class NoisyRule:
    """One rule q <- q + alpha (target(q, g_t) - (q + g_p)), with the noise tables g_p and g_t of shape (m, n)."""

    target: Target
    prediction_noise: Any
    target_noise: Any


def bracketed(noise: object) -> NoisyRule:
    """Return the rule with the same noise in the prediction and inside the maximum: fixed point Q*_r - g."""
    return separate(noise, noise)


def literal(noise: object) -> NoisyRule:
    """Return the rule with the same noise in the prediction and at the maximiser of q: it may have no fixed point."""
    return NoisyRule(literal_target, noise, noise)


def outside(noise: object) -> NoisyRule:
    """Return the rule with the same noise in the prediction and in a maximum over the whole of gamma q + g."""
    return NoisyRule(outside_target, noise, noise)


def in_target(noise: object) -> NoisyRule:
    """Return the rule with noise in the target only: fixed point Q*_{r + g} - g."""
    return separate(_zeros_like(noise), noise)


def in_prediction(noise: object) -> NoisyRule:
    """Return the rule with noise in the prediction only: fixed point Q*_{r - g}."""
    return separate(noise, _zeros_like(noise))


def separate(prediction_noise: object, target_noise: object) -> NoisyRule:
    """Return the bracketed rule with two tables of noise: fixed point Q*_{r + g_t - g_p} - g_t."""
    return NoisyRule(bracketed_target, prediction_noise, target_noise)


def bracketed_target(mdp: FiniteMDP, q: Array, noise: Array) -> Array:
    """Return r + gamma P max_a (q + g)."""
    return q_values(mdp, (q + noise).max(axis=0))


def literal_target(mdp: FiniteMDP, q: Array, noise: Array, ties: Ties = "first") -> Array:
    """Return r + P (gamma max_a q + g at the maximiser of q)."""
    at_maximiser = noise[greedy_actions(q, ties), np.arange(mdp.n_states)]
    return mdp.rewards + expected(mdp, mdp.discount * q.max(axis=0) + at_maximiser)


def outside_target(mdp: FiniteMDP, q: Array, noise: Array) -> Array:
    """Return r + P max_a (gamma q + g)."""
    return mdp.rewards + expected(mdp, (mdp.discount * q + noise).max(axis=0))


def expected(mdp: FiniteMDP, w: Array) -> Array:
    """Return the expectations (P w)[a] = P_a w of a function of the next state, as an (m, n) array."""
    flat = matmul_exact(mdp.stacked, w) if mdp.is_exact else mdp.stacked @ w
    return flat.reshape(mdp.n_actions, mdp.n_states)


def update(mdp: FiniteMDP, rule: NoisyRule, q: object, step_size: Scalar | int = 1) -> Array:
    """Return q + alpha (target - prediction), every entry at once; a negative alpha climbs the squared error."""
    table = action_table(mdp, q, "q")
    alpha = in_numbers_of(mdp, read_scalar("step_size", step_size)).item()
    prediction = table + action_table(mdp, rule.prediction_noise, "noise")
    target = rule.target(mdp, table, action_table(mdp, rule.target_noise, "noise"))
    return table + alpha * (target - prediction)


def iterate(mdp: FiniteMDP, rules: Iterable[NoisyRule], q: object, step_size: Scalar | int = 1) -> Iterator[Array]:
    """Yield the table at the start and after the update with each rule in turn (one rule, or fresh noise each time)."""
    table = action_table(mdp, q, "q")
    yield table
    for rule in rules:
        table = update(mdp, rule, table, step_size)
        yield table


def optimal_action_values(mdp: FiniteMDP) -> Array:
    """Return Q*: exact for an exact MDP, otherwise as accurate as the default solver."""
    return q_values(mdp, solve(mdp).value)


def fixed_point(mdp: FiniteMDP, rule: NoisyRule) -> Array:
    """Return the only fixed point of a ``bracketed`` or ``outside`` rule, by its closed form."""
    g_p = action_table(mdp, rule.prediction_noise, "noise")
    g_t = action_table(mdp, rule.target_noise, "noise")
    if rule.target is bracketed_target:
        return optimal_action_values(mdp.with_rewards(mdp.rewards + g_t - g_p)) - g_t
    if rule.target is not outside_target:
        raise must("rule", "have the bracketed or the outside target", "one without a closed form")
    if mdp.discount == 0:
        return outside_target(mdp, g_t, g_t) - g_p
    scaled = g_t / mdp.discount
    return optimal_action_values(mdp.with_rewards(mdp.rewards + scaled - g_p)) - scaled


def literal_candidates(mdp: FiniteMDP, noise: object) -> Iterator[tuple[Array, Array]]:
    """Yield every policy pi with the only q that is fixed if pi is the maximiser.

    With w[s] = q[pi(s), s] the fixed point equation reads q = r - g + P (gamma w + g_pi), so w is the value of pi for
    the rewards r - g + P g_pi.
    """
    g = action_table(mdp, noise, "noise")
    states = np.arange(mdp.n_states)
    for actions in product(range(mdp.n_actions), repeat=mdp.n_states):
        policy = np.array(actions, dtype=np.intp)
        assumed = mdp.with_rewards(mdp.rewards - g + expected(mdp, g[policy, states]))
        yield policy, q_values(assumed, policy_value(assumed, policy))


def literal_fixed_points(mdp: FiniteMDP, noise: object) -> list[Array]:
    """Return all fixed points of the literal rule, whatever its ties, by trying all m^n maximisers.

    A candidate counts if its policy is among the maximisers of its table (compared as numbers, so use exact MDPs). If
    the list is empty, the iterates of no start and of no constant step size converge: along a convergent sequence some
    policy is the maximiser infinitely often, and the limit would be a fixed point of that policy's case.
    """
    fixed: list[Array] = []
    for policy, q in literal_candidates(mdp, noise):
        is_maximal = (q[policy, np.arange(mdp.n_states)] == q.max(axis=0)).all()
        if is_maximal and not any((q == other).all() for other in fixed):
            fixed.append(q)
    return fixed


def action_table(mdp: FiniteMDP, values: object, name: str) -> Array:
    """Return an (m, n) table in the numbers of the MDP."""
    numbers = read_numbers(name, values, 2)
    if numbers.array.shape != (mdp.n_actions, mdp.n_states):
        raise must(name, f"have shape {(mdp.n_actions, mdp.n_states)}", str(numbers.array.shape))
    table = in_numbers_of(mdp, numbers)
    if not mdp.is_exact and not np.isfinite(table).all():
        a, s = np.argwhere(~np.isfinite(table))[0].tolist()
        raise must(name, "be finite", show(table[a, s]), f"for action {a} in state {s}")
    return table


def _zeros_like(noise: object) -> Array:
    return np.zeros(read_numbers("noise", noise, 2).array.shape, dtype=np.int64)
