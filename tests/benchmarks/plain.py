"""What a careful numpy user would write in an afternoon."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tabular.mdp import FiniteMDP

Solve = Callable[[], Any]
TOLERANCE = 1e-8


def span_value_iteration(mdp: FiniteMDP) -> Solve:
    """Value iteration with the span stop and the midrange."""
    P, r, gamma = mdp.stacked, mdp.rewards, mdp.discount

    def solve() -> np.ndarray:
        v = np.zeros(r.shape[1])
        while True:
            new = (r + gamma * (P @ v).reshape(r.shape)).max(axis=0)
            change = new - v
            low, high = change.min(), change.max()
            if gamma / (1 - gamma) * (high - low) / 2 <= TOLERANCE:
                return new + gamma / (1 - gamma) * (low + high) / 2
            v = new

    return solve


def policy_iteration(mdp: FiniteMDP) -> Solve:
    """Policy iteration with a dense linear solve."""
    P = np.array(mdp.transitions)
    return lambda: _policy_iteration(P, mdp.rewards, mdp.discount)


def policy_iterations(arrays: tuple[np.ndarray, np.ndarray, float]) -> Solve:
    """The same for each instance of a batch in turn."""
    P, r, gamma = arrays
    return lambda: np.array([_policy_iteration(P[i], r[i], gamma) for i in range(r.shape[0])])


def _policy_iteration(P: np.ndarray, r: np.ndarray, gamma: float) -> np.ndarray:
    n = r.shape[1]
    states, identity = np.arange(n), np.eye(n)
    policy = r.argmax(axis=0)
    while True:
        v = np.linalg.solve(identity - gamma * P[policy, states], r[policy, states])
        q = r + gamma * (P @ v)
        better = q.argmax(axis=0)
        if (q.max(axis=0) - q[policy, states]).max() <= 1e-13 * np.abs(v).max():
            return v
        policy = better


def batched_policy_iteration(arrays: tuple[np.ndarray, np.ndarray, float]) -> Solve:
    """Policy iteration on all instances at once, until none improves."""
    P, r, gamma = arrays
    count, _, n = r.shape
    identity, every, states = np.eye(n), np.arange(count)[:, None], np.arange(n)

    def solve() -> np.ndarray:
        policy = r.argmax(axis=1)
        while True:
            A = identity - gamma * P[every, policy, states]
            v = np.linalg.solve(A, r[every, policy, states][..., None])[..., 0]
            q = r + gamma * np.matmul(P, v[:, None, :, None])[..., 0]
            best = q.max(axis=1)
            improves = best > q[every, policy, states] + 1e-12 * np.abs(best).max()
            if not improves.any():
                return v
            policy = np.where(improves, q.argmax(axis=1), policy)

    return solve


def batched_span_value_iteration(arrays: tuple[np.ndarray, np.ndarray, float]) -> Solve:
    """Value iteration with the span stop on all instances at once, until the last one is done."""
    P, r, gamma = arrays
    count, m, n = r.shape
    stacked = P.reshape(count, m * n, n)

    def solve() -> np.ndarray:
        v = np.zeros((count, n))
        while True:
            new = (r + gamma * np.matmul(stacked, v[..., None]).reshape(r.shape)).max(axis=1)
            change = new - v
            low, high = change.min(axis=1), change.max(axis=1)
            if (gamma / (1 - gamma) * (high - low) / 2 <= TOLERANCE).all():
                return new + (gamma / (1 - gamma) * (low + high) / 2)[:, None]
            v = new

    return solve
