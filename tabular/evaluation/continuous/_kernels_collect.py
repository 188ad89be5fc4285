"""Whole trajectories of a policy over Fourier features, compiled, into flat arrays."""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tabular.compiled import INNER, njit
from tabular.evaluation.continuous._kernels_environments import FIRST_STEP_SLOT, advance, start, uniform
from tabular.evaluation.continuous._kernels_policies import UNIFORM, chosen, probabilities


class Rows(NamedTuple):
    """Transitions, one a row: states (rows, d), actions, rewards, next_states, terminal."""

    states: Any
    actions: Any
    rewards: Any
    next_states: Any
    terminal: Any


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def first_state(simulator: Any, key0: Any, key1: Any, episode: int, out: Any) -> None:
    """Set out to the start of an episode."""
    u = np.empty(out.shape[0])
    for j in range(u.shape[0]):
        u[j] = uniform(key0, key1, episode, j)
    start(simulator, u, out)


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def trajectory(
    simulator: Any, policy: Any, key0: Any, key1: Any, episode: int, max_length: int, rows: Any, row: int
) -> int:
    """Write an episode from a row on; return the row after it, or -1 if the room did not suffice."""
    room = rows.actions.shape[0]
    state, follower = np.empty(rows.states.shape[1]), np.empty(rows.states.shape[1])
    phi, probability = np.empty(policy.weights.shape[1]), np.empty(policy.weights.shape[0])
    first_state(simulator, key0, key1, episode, state)
    probabilities(policy, state, phi, probability)
    for t in range(max_length):
        if row == room:
            return -1
        if t > 0 and policy.rule != UNIFORM:
            probabilities(policy, state, phi, probability)
        slot = FIRST_STEP_SLOT + 2 * t
        action = chosen(probability, uniform(key0, key1, episode, slot)) if probability.shape[0] > 1 else 0
        reward, ends = advance(simulator, state, action, uniform(key0, key1, episode, slot + 1), follower)
        for j in range(state.size):  # an assignment of whole rows is slower
            rows.states[row, j], rows.next_states[row, j] = state[j], follower[j]
            state[j] = follower[j]
        rows.actions[row], rows.rewards[row], rows.terminal[row] = action, reward, ends
        row += 1
        if ends:
            break
    return row


@njit(cache=True, nogil=True, error_model="numpy")
def trajectories(
    simulator: Any, policy: Any, key0: Any, key1: Any, done: int, max_length: int, rows: Any, offsets: Any
) -> int:
    """Write the episodes from number ``done`` on; return how many are complete."""
    for episode in range(done, offsets.shape[0] - 1):
        end = trajectory(simulator, policy, key0, key1, episode, max_length, rows, offsets[episode])
        if end < 0:
            return episode
        offsets[episode + 1] = end
    return offsets.shape[0] - 1
