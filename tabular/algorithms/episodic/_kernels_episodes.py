"""Episodes of a known MDP, compiled: every random number is a function of (key, episode, step, kind) alone.

The word with index episode 2**20 + 2 step + kind decides the state that the user sends at a step (kind 0) or the reward
(kind 1), given the last state and the action. So a (key, episode) is a user: it fixes the answers to every sequence of
actions, and the answers to one sequence have the law of the MDP.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tabular.compiled import COUNTED, INNER, JOINED, njit
from tabular.noise._kernels_words import fast_word
from tabular.numbers._kernels_rows import copy_row

STEP_BITS = 19
MOST_STEPS = (1 << STEP_BITS) - 1
MOST_EPISODES = 1 << (63 - STEP_BITS - 1)
_EPISODE_SHIFT = np.uint64(STEP_BITS + 1)
_ONE = np.uint64(1)
_S11 = np.uint64(11)
_UNIT = 2.0**-53


class Tables(NamedTuple):
    """A float MDP for the kernels: its tables, and the cumulated laws by which states are drawn."""

    transitions: Any  # (H, m, n, n)
    rewards: Any  # (H, m, n)
    start: Any  # (n,)
    cumulated: Any  # (H, m, n, n)
    cumulated_start: Any  # (n,)
    bernoulli: bool
    best: float  # rho*


class Log(NamedTuple):
    """What a run writes: arrays over its episodes; those that are not kept have length 0."""

    done: Any  # (1,) the number of finished episodes
    gaps: Any  # (T,) or (0,)
    returns: Any  # (T,)
    policies: Any  # (T, H, n) or (0, H, n)
    states: Any  # (T, H) or (0, H), and likewise
    actions: Any
    rewards: Any


@njit(inline="always")
def uniform(key0: Any, key1: Any, episode: Any, step: Any, kind: Any) -> float:
    """Return the number in [0, 1), a multiple of 2**-53, of an episode, a step and a kind."""
    index = (np.uint64(episode) << _EPISODE_SHIFT) | (np.uint64(step) << _ONE) | np.uint64(kind)
    return float(np.int64(fast_word(key0, key1, index) >> _S11)) * _UNIT


@njit(inline="always")
def drawn_state(cumulated: Any, u: float) -> int:
    """Return the first state whose cumulated probability exceeds u; the last entry does."""
    state = 0
    while u >= cumulated[state]:
        state += 1
    return state


@njit(inline="always")
def first_state(tables: Any, key0: Any, key1: Any, episode: int) -> int:
    """Return the state that an episode starts in."""
    return drawn_state(tables.cumulated_start, uniform(key0, key1, episode, 0, 0))


@njit(inline="always")
def next_state(tables: Any, key0: Any, key1: Any, episode: int, step: int, state: int, action: int) -> int:
    """Return the state at step + 1 after an action in a state at a step."""
    return drawn_state(tables.cumulated[step, action, state], uniform(key0, key1, episode, step + 1, 0))


@njit(inline="always")
def drawn_reward(tables: Any, key0: Any, key1: Any, episode: int, step: int, state: int, action: int) -> float:
    """Return the reward of an action in a state at a step."""
    mean = tables.rewards[step, action, state]
    if tables.bernoulli:
        return 1.0 if uniform(key0, key1, episode, step, 1) < mean else 0.0
    return mean


@njit(cache=True, nogil=True, error_model="numpy", **INNER, **JOINED)
def play_episode(
    tables: Any, key0: Any, key1: Any, episode: int, policy: Any, states: Any, actions: Any, rewards: Any
) -> float:
    """Set the trajectory (H entries each) of an episode under a policy (H, n) and return the sum of its rewards."""
    horizon = policy.shape[0]
    state = first_state(tables, key0, key1, episode)
    total = 0.0
    for h in range(horizon):
        action = policy[h, state]
        reward = drawn_reward(tables, key0, key1, episode, h, state, action)
        states[h], actions[h], rewards[h] = state, action, reward
        total += reward
        if h + 1 < horizon:
            state = next_state(tables, key0, key1, episode, h, state, action)
    return total


@njit(**COUNTED)
def policy_gap(tables: Any, policy: Any) -> float:
    """Return rho* - rho^pi for a deterministic policy (H, n)."""
    horizon, n = policy.shape
    v, w = np.zeros(n), np.zeros(n)
    for h in range(horizon - 1, -1, -1):
        for s in range(n):
            a = policy[h, s]
            total = 0.0
            row = tables.transitions[h, a, s]
            for t in range(n):
                total += row[t] * v[t]
            w[s] = tables.rewards[h, a, s] + total
        v, w = w, v
    total = 0.0
    for s in range(n):
        total += tables.start[s] * v[s]
    return tables.best - total


@njit(cache=True, nogil=True, error_model="numpy")
def mixed_gap(tables: Any, policy: Any) -> float:
    """Return rho* - rho^pi for a policy of probabilities (H, m, n)."""
    horizon, m, n = policy.shape
    v, w = np.zeros(n), np.zeros(n)
    for h in range(horizon - 1, -1, -1):
        for s in range(n):
            w[s] = 0.0
            for a in range(m):
                total = tables.rewards[h, a, s]
                for t in range(n):
                    total += tables.transitions[h, a, s, t] * v[t]
                w[s] += policy[h, a, s] * total
        v, w = w, v
    total = 0.0
    for s in range(n):
        total += tables.start[s] * v[s]
    return tables.best - total


@njit(inline="always")
def write_down(done: Any, gaps: Any, returns: Any, episode: int, gap: float, total: float) -> None:
    """Write the gap and the return of an episode and count it as finished.

    Loops name the arrays of the log once, outside: taking them from the tuple costs more than an episode.
    """
    returns[episode] = total
    if gaps.shape[0] > 0:
        gaps[episode] = gap
    done[0] = episode + 1


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def keep_episode(log: Any, episode: int, policy: Any, states: Any, actions: Any, rewards: Any) -> None:
    """Write what the log keeps of an episode."""
    if log.policies.shape[0] > 0:
        for h in range(policy.shape[0]):
            copy_row(policy[h], log.policies[episode, h])
    if log.states.shape[0] > 0:
        copy_row(states, log.states[episode])
        copy_row(actions, log.actions[episode])
        copy_row(rewards, log.rewards[episode])


@njit(cache=True, nogil=True, error_model="numpy")
def record_episode(
    log: Any, episode: int, gap: float, total: float, policy: Any, states: Any, actions: Any, rewards: Any
) -> None:
    """Write all that the log keeps of an episode and count it as finished."""
    keep_episode(log, episode, policy, states, actions, rewards)
    write_down(log.done, log.gaps, log.returns, episode, gap, total)


@njit(cache=True, nogil=True, error_model="numpy")
def answer_state(tables: Any, key0: Any, key1: Any, episode: int, actions: Any) -> int:
    """Return the state that a user sends after a sequence of actions."""
    state = first_state(tables, key0, key1, episode)
    for h in range(actions.shape[0]):
        state = next_state(tables, key0, key1, episode, h, state, actions[h])
    return state


@njit(cache=True, nogil=True, error_model="numpy")
def answer_reward(tables: Any, key0: Any, key1: Any, episode: int, actions: Any) -> float:
    """Return the reward that a user sends after a sequence of actions, of which there is at least one."""
    h = actions.shape[0] - 1
    state = answer_state(tables, key0, key1, episode, actions[:h])
    return drawn_reward(tables, key0, key1, episode, h, state, actions[h])
