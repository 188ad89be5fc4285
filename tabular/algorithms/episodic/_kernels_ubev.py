"""UBEV, compiled: counts, bonuses, planning from scratch or only where something changed, and whole runs."""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

import math
from typing import Any, NamedTuple

from tabular.algorithms.episodic._kernels_episodes import keep_episode, play_episode, policy_gap, write_down
from tabular.compiled import UNCOUNTED, njit


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
def _all_pairs(q: Any, bounds: Any, counts: Any, v: Any, highest: float, sums: Any) -> None:
    """Set Q~_h of all pairs from v = V~_(h+1)."""
    reward_bound, inverse, slack = bounds
    for k in range(q.shape[0]):
        sums[k] = 0.0
    for t in range(v.shape[0]):
        row, value = counts[t], v[t]
        for k in range(q.shape[0]):
            sums[k] += row[k] * value
    for k in range(q.shape[0]):
        q[k] = reward_bound[k] + min(highest, sums[k] * inverse[k] + slack[k])


@njit(inline="always")
def _settle(q: Any, v: Any, policy: Any, s: int) -> bool:
    """Set V~_h(s) and the action from Q~_h; return whether the action changed."""
    n = v.shape[0]
    best, action = q[s], 0
    for a in range(1, q.shape[0] // n):
        if q[a * n + s] > best:
            best, action = q[a * n + s], a
    moved = policy[s] != action
    v[s], policy[s] = best, action
    return moved


@njit(inline="always")
def _largest(v: Any) -> float:
    best = v[0]
    for s in range(1, v.shape[0]):
        best = max(best, v[s])
    return best


@njit(inline="always")
def _plan(stats: Any, steps: int) -> bool:
    """Compute q, v and the policy of the first ``steps`` steps; return whether the policy changed."""
    # The arrays are named once: to take one from the tuple inside a loop costs as much as the arithmetic.
    q, v, v_max, policy, sums = stats.q, stats.v, stats.v_max, stats.policy, stats.sums
    reward_bound, inverse, slack, successors = stats.reward_bound, stats.inverse, stats.slack, stats.successors
    moved = False
    for h in range(steps - 1, -1, -1):
        bounds = reward_bound[h], inverse[h], slack[h]
        _all_pairs(q[h], bounds, successors[h], v[h + 1], v_max[h + 1], sums)
        for s in range(v.shape[1]):
            moved |= _settle(q[h], v[h], policy[h], s)
        v_max[h] = _largest(v[h])
    return moved


@njit(inline="always")
def _replan(stats: Any, states: Any, actions: Any) -> tuple[bool, int]:
    """Do what `_plan` does after an episode: from the end on, while v stays the same, one pair a step.

    Return whether the policy changed, and how many steps are left to `_plan`.
    """
    q, v, v_max, policy = stats.q, stats.v, stats.v_max, stats.policy
    reward_bound, inverse, slack, successors = stats.reward_bound, stats.inverse, stats.slack, stats.successors
    n = v.shape[1]
    moved, left = False, 0
    for h in range(q.shape[0] - 1, -1, -1):
        s = states[h]
        k = actions[h] * n + s
        total = 0.0
        for t in range(n):  # in the order of additions of `_plan`
            total += successors[h, t, k] * v[h + 1, t]
        q[h, k] = reward_bound[h, k] + min(v_max[h + 1], total * inverse[h, k] + slack[h, k])
        before = v[h, s]
        moved |= _settle(q[h], v[h], policy[h], s)
        if v[h, s] != before:
            v_max[h] = _largest(v[h])
            left = h
            break
    return moved, left


@njit(inline="always")
def _learn(stats: Any, states: Any, actions: Any, rewards: Any, eager: bool) -> bool:
    """Do the work of `learn`."""
    visits, reward_sums, successors = stats.visits, stats.reward_sums, stats.successors
    reward_bound, inverse, slack = stats.reward_bound, stats.inverse, stats.slack
    horizon, n = stats.policy.shape
    for h in range(horizon):
        k = actions[h] * n + states[h]
        visits[h, k] += 1.0
        reward_sums[h, k] += rewards[h]
        if h + 1 < horizon:
            successors[h, states[h + 1], k] += 1.0
        phi = bonus_of(visits[h, k], stats.log_term)
        inverse[h, k] = 1.0 / visits[h, k]
        reward_bound[h, k] = min(1.0, reward_sums[h, k] / visits[h, k] + phi)
        slack[h, k] = float(horizon - 1 - h) * phi
    moved, left = (False, horizon) if eager else _replan(stats, states, actions)
    return _plan(stats, left) or moved  # in one place: where it stands twice, it is compiled twice


@njit(**UNCOUNTED)
def learn(stats: Any, states: Any, actions: Any, rewards: Any, eager: bool) -> bool:
    """Count an episode and plan the next one; return whether the policy changed."""
    return _learn(stats, states, actions, rewards, eager)


@njit(**UNCOUNTED)
def run_ubev(tables: Any, key0: Any, key1: Any, stats: Any, log: Any, played: Any, stretch: int, eager: bool) -> None:
    """Play and learn from ``stretch`` more episodes; ``played`` is working space for the messages of one."""
    states, actions, rewards = played
    policy, gaps, returns, done = stats.policy, log.gaps, log.returns, log.done
    keeps = log.policies.shape[0] + log.states.shape[0] > 0
    gap = policy_gap(tables, policy)
    first = done[0]
    for episode in range(first, first + stretch):
        total = play_episode(tables, key0, key1, episode, policy, states, actions, rewards)
        write_down(done, gaps, returns, episode, gap, total)
        if keeps:
            keep_episode(log, episode, policy, states, actions, rewards)
        if _learn(stats, states, actions, rewards, eager):
            gap = policy_gap(tables, policy)
