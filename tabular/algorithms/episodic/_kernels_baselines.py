"""Runs of agents that do not learn, compiled."""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

import numpy as np

from tabular.algorithms.episodic._kernels_episodes import keep_episode, play_episode, uniform, write_down
from tabular.compiled import njit


@njit(inline="always")
def random_action(key0: Any, key1: Any, episode: int, step: int, n_actions: int) -> int:
    """Return the action that the coins of an agent name for a step of an episode."""
    return min(int(uniform(key0, key1, episode, step, 0) * n_actions), n_actions - 1)


@njit(cache=True, nogil=True, error_model="numpy")
def run_fixed(tables: Any, key0: Any, key1: Any, policy: Any, gap: float, log: Any, stretch: int) -> None:
    """Play ``stretch`` more episodes with one policy."""
    horizon = policy.shape[0]
    states, actions, rewards = np.empty(horizon, np.int64), np.empty(horizon, np.int64), np.empty(horizon)
    gaps, returns, done = log.gaps, log.returns, log.done
    keeps = log.policies.shape[0] + log.states.shape[0] > 0
    first = done[0]
    for episode in range(first, first + stretch):
        total = play_episode(tables, key0, key1, episode, policy, states, actions, rewards)
        write_down(done, gaps, returns, episode, gap, total)
        if keeps:
            keep_episode(log, episode, policy, states, actions, rewards)


@njit(cache=True, nogil=True, error_model="numpy")
def run_uniform(
    tables: Any, key0: Any, key1: Any, coin0: Any, coin1: Any, policy: Any, gap: float, log: Any, stretch: int
) -> None:
    """Play ``stretch`` more episodes with random actions; ``policy`` (H, n) is working space."""
    horizon = policy.shape[0]
    states, actions, rewards = np.empty(horizon, np.int64), np.empty(horizon, np.int64), np.empty(horizon)
    gaps, returns, done = log.gaps, log.returns, log.done
    keeps = log.policies.shape[0] + log.states.shape[0] > 0
    first = done[0]
    for episode in range(first, first + stretch):
        for h in range(horizon):
            policy[h] = random_action(coin0, coin1, episode, h, tables.rewards.shape[1])
        total = play_episode(tables, key0, key1, episode, policy, states, actions, rewards)
        write_down(done, gaps, returns, episode, gap, total)
        if keeps:
            keep_episode(log, episode, policy, states, actions, rewards)
