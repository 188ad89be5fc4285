"""Q-learning with linear features, compiled: Watkins's Q(lambda), which without traces is plain Q-learning.

delta = r + gamma max_b q_b(x') - q_a(x), weights += alpha delta e with the step alpha_c = step_size / max(|c|, 1) of
each feature; the trace e = gamma lambda e + phi in the row of the action taken, forgotten after an exploring action.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from tabular.compiled import INNER, njit
from tabular.evaluation.continuous._kernels_collect import first_state
from tabular.evaluation.continuous._kernels_environments import FIRST_STEP_SLOT, advance, uniform
from tabular.evaluation.continuous._kernels_policies import action_values, best, features


class Rates(NamedTuple):
    """How to learn: step sizes (size,), trace lambda, exploration, discount, and how rewards are read."""

    steps: Any
    trace: float
    exploration: float
    discount: float
    log_rewards: bool


@njit(inline="always")
def _read(rates: Any, reward: float) -> float:
    """Return the reward that is learned from: itself, or sign(r) log10(1 + |r|)."""
    if rates.log_rewards:
        return math.copysign(math.log10(1.0 + abs(reward)), reward)
    return reward


@njit(inline="always")
def _behave(exploration: float, q: Any, u: float) -> int:
    """Return an action: with the exploration probability a uniform one, else the first best."""
    if u < exploration:
        return min(int(u / exploration * q.shape[0]), q.shape[0] - 1)
    return best(q)


@njit(inline="always")
def _correct(weights: Any, traces: Any, steps: Any, delta: float) -> None:
    for a in range(weights.shape[0]):
        for c in range(weights.shape[1]):
            weights[a, c] += steps[c] * delta * traces[a, c]


@njit(inline="always")
def _remember(traces: Any, phi: Any, action: int, decay: float) -> None:
    for a in range(traces.shape[0]):
        for c in range(traces.shape[1]):
            traces[a, c] *= decay
    for c in range(traces.shape[1]):
        traces[action, c] += phi[c]


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def learn_episode(
    simulator: Any, basis: Any, rates: Any, share: float, key0: Any, key1: Any, episode: int, limit: int, weights: Any
) -> tuple[float, int]:
    """Change the weights by one episode with ``share`` of the step sizes; return its sum of rewards and its length."""
    m, size = weights.shape
    state, follower = np.empty(basis.low.shape[0]), np.empty(basis.low.shape[0])
    phi, phi_next, q, traces = np.empty(size), np.empty(size), np.empty(m), np.zeros((m, size))
    steps = share * rates.steps
    first_state(simulator, key0, key1, episode, state)
    features(basis, state, phi)
    total, decay = 0.0, 0.0
    for t in range(limit):
        slot = FIRST_STEP_SLOT + 2 * t
        action_values(weights, phi, q)
        action = _behave(rates.exploration, q, uniform(key0, key1, episode, slot))
        if q[action] < q[best(q)]:
            decay = 0.0
        _remember(traces, phi, action, decay)
        decay = rates.discount * rates.trace
        reward, ends = advance(simulator, state, action, uniform(key0, key1, episode, slot + 1), follower)
        total += reward
        delta = _read(rates, reward) - q[action]
        if not ends:
            features(basis, follower, phi_next)
            action_values(weights, phi_next, q)
            delta += rates.discount * q[best(q)]
        _correct(weights, traces, steps, delta)
        if ends:
            return total, t + 1
        state, follower = follower, state
        phi, phi_next = phi_next, phi
    return total, limit


@njit(cache=True, nogil=True, error_model="numpy")
def learn(
    simulator: Any, basis: Any, rates: Any, key0: Any, key1: Any, limit: int, weights: Any, returns: Any, lengths: Any
) -> None:
    """Learn from as many episodes as there is room for returns; the steps shrink linearly to nothing."""
    episodes = returns.shape[0]
    for episode in range(episodes):
        share = 1.0 - episode / episodes
        returns[episode], lengths[episode] = learn_episode(
            simulator, basis, rates, share, key0, key1, episode, limit, weights
        )
