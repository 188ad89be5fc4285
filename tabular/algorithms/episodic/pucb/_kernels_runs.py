"""PUCB at work, compiled: feeding the counters, planning, and whole runs on a known MDP."""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

from tabular.algorithms.episodic._kernels_episodes import keep_episode, play_episode, policy_gap, write_down
from tabular.algorithms.episodic.pucb._kernels_counters import COUNTS, draw
from tabular.algorithms.episodic.pucb._kernels_planning import plan
from tabular.compiled import JOINED, UNCOUNTED, njit


@njit(inline="always")
def _feed(
    noise: Any, table: Any, seen: Any, shape: Any, centre: float, flags: Any, states: Any, actions: Any, rewards: Any
) -> None:
    """Add an episode to the counts; counters that it does not visit are fed 0, which changes no count."""
    horizon, m, n = shape
    pairs = horizon * m * n
    for h in range(states.shape[0]):
        index = (h * m + actions[h]) * n + states[h]
        table[COUNTS, index] += 1.0
        table[COUNTS, pairs + index] += rewards[h] - centre
        if h + 1 < horizon:
            table[COUNTS, 2 * pairs + index * n + states[h + 1]] += 1.0
    if flags.own_clock:  # in a loop of its own: a call among the additions costs more than all of them
        for h in range(states.shape[0]):
            index = (h * m + actions[h]) * n + states[h]
            draw(noise, table, seen, pairs + index, 1, int(table[COUNTS, index]))


@njit(**UNCOUNTED, **JOINED)
def learn(counters: Any, rules: Any, planned: Any, t: int, states: Any, actions: Any, rewards: Any) -> bool:
    """Take in the episode after which t are finished, and plan the next; return whether the policy changed.

    With no messages nothing is taken in, and the plan is that from the releases at time t.
    """
    noise, table, seen = counters
    _feed(noise, table, seen, planned.q.shape, rules.centre, rules.flags, states, actions, rewards)
    return plan(counters, rules, planned, t)


@njit(**UNCOUNTED)
def run_pucb(
    tables: Any, key0: Any, key1: Any, counters: Any, rules: Any, planned: Any, log: Any, played: Any, stretch: int
) -> None:
    """Play and learn from ``stretch`` more episodes; ``played`` is working space for the messages of one."""
    policy = planned.policy
    states, actions, rewards = played
    gaps, returns, done = log.gaps, log.returns, log.done
    keeps = log.policies.shape[0] + log.states.shape[0] > 0
    gap = policy_gap(tables, policy)
    first = done[0]
    for episode in range(first, first + stretch):
        total = play_episode(tables, key0, key1, episode, policy, states, actions, rewards)
        write_down(done, gaps, returns, episode, gap, total)
        if keeps:
            keep_episode(log, episode, policy, states, actions, rewards)
        if learn(counters, rules, planned, episode + 1, states, actions, rewards):
            gap = policy_gap(tables, policy)
