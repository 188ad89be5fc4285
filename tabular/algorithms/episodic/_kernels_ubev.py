"""UBEV, compiled: counts, bonuses, planning from scratch or only where something changed, and whole runs."""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from tabular.algorithms.episodic._kernels_episodes import play_episode, policy_gap, record_episode


class Statistics(NamedTuple):
    """What UBEV remembers: counts and sums of the past episodes, and the plan for the current one.

    A pair (s, a) is number ``a * n + s``; successors come before pairs, so that the sums over them run over all pairs
    at once.
    """

    visits: Any  # n_h(s, a), (H, m n)
    reward_sums: Any  # l_h(s, a), (H, m n)
    successors: Any  # m_h(s, a, s') at [h, s', pair], (H, n, m n)
    inverse: Any  # 1 / n_h(s, a), or 0 before the first visit
    reward_bound: Any  # min(1, l / n + phi), or 1
    slack: Any  # (H - 1 - h) phi, or infinity
    q: Any  # (H, m n)
    v: Any  # (H + 1, n)
    v_max: Any  # max of v_h, (H + 1,)
    policy: Any  # (H, n)
    sums: Any  # working space, (m n,)
    log_term: float  # ln(18 S A H / failure_probability)


@njit(inline="always")
def bonus_of(visits: float, log_term: float) -> float:
    """Return sqrt((2 llnp(n) + log_term) / n), llnp(n) = ln ln max(n, e)."""
    return math.sqrt((2.0 * math.log(math.log(max(visits, math.e))) + log_term) / visits)


@njit(inline="always")
def _all_pairs(stats: Any, h: int) -> None:
    """Set Q~_h of all pairs from v_(h+1)."""
    sums, q, pairs = stats.sums, stats.q[h], stats.sums.shape[0]
    sums[:] = 0.0
    for t in range(stats.v.shape[1]):
        row, value = stats.successors[h, t], stats.v[h + 1, t]
        for k in range(pairs):
            sums[k] += row[k] * value
    highest, inverse = stats.v_max[h + 1], stats.inverse[h]
    for k in range(pairs):
        q[k] = stats.reward_bound[h, k] + min(highest, sums[k] * inverse[k] + stats.slack[h, k])


@njit(inline="always")
def _one_pair(stats: Any, h: int, k: int) -> None:
    """Set Q~_h of one pair, in the same order of additions."""
    total = 0.0
    for t in range(stats.v.shape[1]):
        total += stats.successors[h, t, k] * stats.v[h + 1, t]
    bound = total * stats.inverse[h, k] + stats.slack[h, k]
    stats.q[h, k] = stats.reward_bound[h, k] + min(stats.v_max[h + 1], bound)


@njit(inline="always")
def _settle(stats: Any, h: int, s: int) -> bool:
    """Set v_h(s) and the action from q; return whether the action changed."""
    n = stats.v.shape[1]
    best, action = stats.q[h, s], 0
    for a in range(1, stats.q.shape[1] // n):
        if stats.q[h, a * n + s] > best:
            best, action = stats.q[h, a * n + s], a
    moved = stats.policy[h, s] != action
    stats.v[h, s], stats.policy[h, s] = best, action
    return moved


@njit(inline="always")
def _largest(v: Any) -> float:
    best = v[0]
    for s in range(1, v.shape[0]):
        best = max(best, v[s])
    return best


@njit(cache=True, nogil=True, error_model="numpy")
def plan(stats: Any, steps: int) -> bool:
    """Compute q, v and the policy of the first ``steps`` steps; return whether the policy changed."""
    moved = False
    for h in range(steps - 1, -1, -1):
        _all_pairs(stats, h)
        for s in range(stats.v.shape[1]):
            moved |= _settle(stats, h, s)
        stats.v_max[h] = _largest(stats.v[h])
    return moved


@njit(inline="always")
def replan(stats: Any, states: Any, actions: Any) -> bool:
    """Do what `plan` does for all steps after an episode: from the end on, while v stays the same, one pair a step."""
    n = stats.v.shape[1]
    moved = False
    for h in range(stats.q.shape[0] - 1, -1, -1):
        s = states[h]
        before = stats.v[h, s]
        _one_pair(stats, h, actions[h] * n + s)
        moved |= _settle(stats, h, s)
        if stats.v[h, s] != before:
            if before == stats.v_max[h] or stats.v[h, s] > before:
                stats.v_max[h] = _largest(stats.v[h])
            return plan(stats, h) or moved
    return moved


@njit(inline="always")
def _count(stats: Any, h: int, k: int, reward: float) -> None:
    """Count a visit of a pair and renew what depends on its number alone."""
    visits = stats.visits[h, k] + 1.0
    stats.visits[h, k] = visits
    stats.reward_sums[h, k] += reward
    phi = bonus_of(visits, stats.log_term)
    stats.inverse[h, k] = 1.0 / visits
    stats.reward_bound[h, k] = min(1.0, stats.reward_sums[h, k] / visits + phi)
    stats.slack[h, k] = float(stats.q.shape[0] - 1 - h) * phi


@njit(cache=True, nogil=True, error_model="numpy")
def learn(stats: Any, states: Any, actions: Any, rewards: Any, eager: bool) -> bool:
    """Count an episode and plan the next one; return whether the policy changed."""
    horizon, n = stats.policy.shape
    for h in range(horizon):
        pair = actions[h] * n + states[h]
        _count(stats, h, pair, rewards[h])
        if h + 1 < horizon:
            stats.successors[h, states[h + 1], pair] += 1.0
    return plan(stats, horizon) if eager else replan(stats, states, actions)


@njit(cache=True, nogil=True, error_model="numpy")
def run_ubev(tables: Any, key0: Any, key1: Any, stats: Any, log: Any, stretch: int, eager: bool) -> None:
    """Play and learn from ``stretch`` more episodes."""
    horizon = stats.q.shape[0]
    states, actions, rewards = np.empty(horizon, np.int64), np.empty(horizon, np.int64), np.empty(horizon)
    gap = policy_gap(tables, stats.policy)
    first = log.done[0]
    for episode in range(first, first + stretch):
        total = play_episode(tables, key0, key1, episode, stats.policy, states, actions, rewards)
        record_episode(log, episode, gap, total, stats.policy, states, actions, rewards)
        if learn(stats, states, actions, rewards, eager):
            gap = policy_gap(tables, stats.policy)
