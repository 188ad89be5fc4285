"""Runs of agents that do not learn, compiled."""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

from tabular.algorithms.episodic._kernels_episodes import keep_episode, play_episode, uniform, write_down
from tabular.compiled import UNCOUNTED, njit


@njit(inline="always")
def random_action(key0: Any, key1: Any, episode: int, step: int, n_actions: int) -> int:
    """Return the action that the coins of an agent name for a step of an episode."""
    return min(int(uniform(key0, key1, episode, step, 0) * n_actions), n_actions - 1)


@njit(**UNCOUNTED)
def run_fixed(tables: Any, key0: Any, key1: Any, policy: Any, gap: float, log: Any, played: Any, stretch: int) -> None:
    """Play ``stretch`` more episodes with one policy; ``played`` is working space for the messages of one."""
    states, actions, rewards = played
    gaps, returns, done = log.gaps, log.returns, log.done
    keeps = log.policies.shape[0] + log.states.shape[0] > 0
    first = done[0]
    for episode in range(first, first + stretch):
        total = play_episode(tables, key0, key1, episode, policy, states, actions, rewards)
        write_down(done, gaps, returns, episode, gap, total)
        if keeps:
            keep_episode(log, episode, policy, states, actions, rewards)


@njit(**UNCOUNTED)
def run_uniform(
    tables: Any,
    key0: Any,
    key1: Any,
    coin0: Any,
    coin1: Any,
    policy: Any,
    gap: float,
    log: Any,
    played: Any,
    stretch: int,
) -> None:
    """Play ``stretch`` more episodes with random actions; ``policy`` (H, n) and ``played`` are working space."""
    states, actions, rewards = played
    gaps, returns, done = log.gaps, log.returns, log.done
    keeps = log.policies.shape[0] + log.states.shape[0] > 0
    first = done[0]
    for episode in range(first, first + stretch):
        for h in range(policy.shape[0]):
            policy[h] = random_action(coin0, coin1, episode, h, tables.rewards.shape[1])
        total = play_episode(tables, key0, key1, episode, policy, states, actions, rewards)
        write_down(done, gaps, returns, episode, gap, total)
        if keeps:
            keep_episode(log, episode, policy, states, actions, rewards)
