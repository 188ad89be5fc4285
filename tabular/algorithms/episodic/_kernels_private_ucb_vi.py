"""The private learner, compiled: counting, releasing, planning from releases, and whole runs.

A pair (s, a) is number k = a n + s. The counters stand in one row: transitions [h, s', k] for h < H - 1, then visits
[k] of the last step, then centred rewards [h, k].
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

import math
from typing import Any, NamedTuple

from tabular.algorithms.episodic._kernels_episodes import (
    keep_episode,
    play_episode,
    policy_gap,
    uniform,
    write_down,
)
from tabular.compiled import INNER, UNCOUNTED, njit
from tabular.noise.counters._kernels_binary import binary_noise
from tabular.numbers._kernels_rows import copy_row


class Private(NamedTuple):
    """What the learner remembers: secret counts, the noise so far, the last release, and the plan made from it."""

    counts: Any  # (C,)
    prefix: Any  # (K + 1, C) working space of the noise
    released: Any  # (1, C)
    value_width: Any  # (H,) standard deviations of noise in values, times the quantile, for one node
    count_width: Any  # (H,) the same for visits
    value_rounding: Any  # (H,) what the grid can add, for one node
    count_rounding: Any  # (H,)
    q: Any  # (H, m n)
    v: Any  # (H + 1, n)
    v_max: Any  # (H + 1,)
    policy: Any  # (H, n)
    visits: Any  # (m n,) working space: released visits of one step
    sums: Any  # (m n,) working space
    episodes: int  # T
    batch: int  # b
    log_term: float  # 0.72 ln(5.2 / alpha)
    coin0: Any  # the key of the coins
    coin1: Any


@njit(inline="always")
def deviation(visits: float, log_term: float) -> float:
    """Return 0.85 sqrt((ln ln(2 n) + log_term) / n), log_term = 0.72 ln(5.2 / alpha)."""
    return 0.85 * math.sqrt((math.log(math.log(2.0 * visits)) + log_term) / visits)


@njit(inline="always")
def _coin(coin0: Any, coin1: Any, episode: int, h: int, reward: float) -> float:
    """Return 1 with probability ``reward``, else 0, minus 1/2."""
    if reward == 0.0 or reward == 1.0:
        return reward - 0.5
    return 0.5 if uniform(coin0, coin1, episode, h, 0) < reward else -0.5


@njit(inline="always")
def _count(counts: Any, coin0: Any, coin1: Any, n: int, pairs: int, episode: int, played: Any) -> None:
    """Add an episode to the counts."""
    states, actions, rewards = played
    horizon = states.shape[0]
    last = (horizon - 1) * n * pairs
    for h in range(horizon):
        k = actions[h] * n + states[h]
        after = (h * n + states[h + 1]) * pairs if h + 1 < horizon else last
        counts[after + k] += 1.0
        counts[last + (1 + h) * pairs + k] += _coin(coin0, coin1, episode, h, rewards[h])


@njit(inline="always")
def _sum_up(state: Any, h: int) -> None:
    """Set the released visits of step h and the sums of max(m~, 0) V~_(h+1)."""
    horizon, n = state.policy.shape
    pairs = state.visits.shape[0]
    visits, sums = state.visits, state.sums
    sums[:] = 0.0
    if h + 1 == horizon:
        copy_row(state.released[0, h * n * pairs : (h * n + 1) * pairs], visits)
        return
    visits[:] = 0.0
    for t in range(n):
        value = state.v[h + 1, t]
        row = state.released[0, (h * n + t) * pairs : (h * n + t + 1) * pairs]
        for k in range(pairs):
            visits[k] += row[k]
            sums[k] += max(row[k], 0.0) * value


@njit(inline="always")
def _bound_step(state: Any, h: int, nodes: int) -> None:
    """Lower Q~_h to the bounds of a release that consists of ``nodes`` noises."""
    horizon, n = state.policy.shape
    pairs = state.visits.shape[0]
    rewards = state.released[0, (horizon - 1) * n * pairs + (1 + h) * pairs :]
    root = math.sqrt(nodes)
    in_value = state.value_width[h] * root + state.value_rounding[h] * nodes
    in_count = state.count_width[h] * root + state.count_rounding[h] * nodes
    highest, left = 1.0 + state.v_max[h + 1], float(horizon - h)
    for k in range(pairs):
        least = math.ceil(state.visits[k] - in_count)
        bound = highest
        if least >= 1.0:
            mean = 0.5 + (rewards[k] + state.sums[k] + in_value) / state.visits[k]
            bound = min(highest, mean + left * deviation(least, state.log_term))
        state.q[h, k] = min(state.q[h, k], bound)


@njit(inline="always")
def _settle(state: Any, h: int) -> bool:
    """Set V~_h and the actions from Q~_h; return whether an action changed."""
    n = state.policy.shape[1]
    moved = False
    state.v_max[h] = 0.0
    for s in range(n):
        best, action = state.q[h, s], 0
        for a in range(1, state.q.shape[1] // n):
            if state.q[h, a * n + s] > best:
                best, action = state.q[h, a * n + s], a
        moved |= state.policy[h, s] != action
        state.v[h, s], state.policy[h, s] = best, action
        state.v_max[h] = max(state.v_max[h], best)
    return moved


@njit(**UNCOUNTED, **INNER)
def release_and_plan(state: Any, noise: Any, number: int) -> bool:
    """Make release ``number`` = 1, 2, ... and plan from it; return whether the policy changed."""
    copy_row(state.counts, state.released[0])
    binary_noise(noise, number, state.prefix, state.released)
    nodes, rest = 0, number
    while rest > 0:
        nodes += rest & 1
        rest >>= 1
    moved = False
    for h in range(state.policy.shape[0] - 1, -1, -1):
        _sum_up(state, h)
        _bound_step(state, h, nodes)
        moved |= _settle(state, h)
    return moved


@njit(inline="always")
def _learn(state: Any, noise: Any, episode: int, states: Any, actions: Any, rewards: Any) -> bool:
    """Do the work of `learn`."""
    n, pairs, done = state.policy.shape[1], state.visits.shape[0], episode + 1
    _count(state.counts, state.coin0, state.coin1, n, pairs, episode, (states, actions, rewards))
    if done % state.batch != 0 and done != state.episodes:
        return False
    return release_and_plan(state, noise, (done + state.batch - 1) // state.batch)


@njit(**UNCOUNTED)
def learn(state: Any, noise: Any, episode: int, states: Any, actions: Any, rewards: Any) -> bool:
    """Count an episode; after a full batch, and after the last episode, release and plan."""
    return _learn(state, noise, episode, states, actions, rewards)


@njit(**UNCOUNTED)
def run_private(tables: Any, key0: Any, key1: Any, state: Any, noise: Any, log: Any, played: Any, stretch: int) -> None:
    """Play and learn from ``stretch`` more episodes; ``played`` is working space for the messages of one."""
    states, actions, rewards = played
    policy = state.policy
    gaps, returns, done = log.gaps, log.returns, log.done
    keeps = log.policies.shape[0] + log.states.shape[0] > 0
    gap = policy_gap(tables, policy)
    first = done[0]
    for episode in range(first, first + stretch):
        total = play_episode(tables, key0, key1, episode, policy, states, actions, rewards)
        write_down(done, gaps, returns, episode, gap, total)
        if keeps:
            keep_episode(log, episode, policy, states, actions, rewards)
        if _learn(state, noise, episode, states, actions, rewards):
            gap = policy_gap(tables, policy)
