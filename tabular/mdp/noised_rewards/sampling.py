"""Many draws of reward noise on one float MDP: batched policy iteration over rewards that share the transitions.

Float arithmetic; every solution carries the residual bound max_s (T v - v)(s)/(1 - gamma), so that a mean over draws
can be widened by what the solver may have missed. Rounding of the residual is covered by a multiple of 2**-53.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tabular.errors import must, show
from tabular.mdp import FiniteMDP, solvers
from tabular.numbers import doubles
from tabular.numbers.doubles import product

Floats = NDArray[np.float64]

_ROUNDING = 2.0**-44  # n products and sums of relative error 2**-53 each, n up to 256, with room
_CHUNK = 2**22  # entries of the batched matrices at a time


@dataclass(frozen=True)
class NoiseSample:
    """Per draw, the means over the states of |v' - v*| and of v* - v^{pi'}, in units of sigma/(1 - gamma)."""

    errors: Floats
    losses: Floats
    largest_loss: float
    numerical_error: float


def sample_noise(mdp: FiniteMDP, sigma: float, draws: int, rng: Generator) -> NoiseSample:
    """Return what independent N(0, sigma^2) noise on every reward does, draw by draw."""
    if not sigma > 0:
        raise must("sigma", "be positive", show(sigma))
    best, worst = solvers.solve(mdp), solvers.solve(mdp.with_rewards(-mdp.rewards))
    scale = (1 - mdp.discount) / sigma
    noise = sigma * rng.standard_normal((draws, *mdp.rewards.shape))
    size = max(1, _CHUNK // mdp.n_states**2)
    parts = [_effects(mdp, best.value, noise[i : i + size]) for i in range(0, draws, size)]
    slack = 2 * float(best.error_bound) + max(part[2] for part in parts)
    return NoiseSample(
        errors=scale * np.concatenate([part[0] for part in parts]),
        losses=scale * np.concatenate([part[1] for part in parts]),
        largest_loss=scale * float(np.mean(best.value + worst.value) + best.error_bound + worst.error_bound),
        numerical_error=scale * slack,
    )


def solve_rewards(mdp: FiniteMDP, rewards: Floats) -> tuple[Floats, NDArray[np.intp], float]:
    """Return the optimal values (k, n) and policies (k, n) for k reward tables (k, m, n), and one error bound."""
    P, gamma = _dense(mdp), float(mdp.discount)
    policy = rewards.argmax(axis=1)
    size = float(np.abs(rewards).max()) / (1 - gamma)
    threshold = _ROUNDING * size
    while True:
        v = _values(P, gamma, rewards, policy)
        q = rewards + gamma * product(v, P.reshape(-1, P.shape[2]).T).reshape(rewards.shape)
        gain = q.max(axis=1) - v
        better = gain > threshold
        if not better.any():
            return v, policy, (float(np.abs(gain).max()) + threshold) / (1 - gamma)
        policy = np.where(better, q.argmax(axis=1), policy)


def _effects(mdp: FiniteMDP, v_star: Floats, noise: Floats) -> tuple[Floats, Floats, float]:
    noised, policy, bound = solve_rewards(mdp, mdp.rewards + noise)
    plain = np.broadcast_to(mdp.rewards, noise.shape)
    kept = _values(_dense(mdp), float(mdp.discount), plain, policy)
    return np.abs(noised - v_star).mean(axis=1), (v_star - kept).mean(axis=1), bound


def _values(P: Floats, gamma: float, rewards: Floats, policy: NDArray[np.intp]) -> Floats:
    """Return the value of each policy for its own reward table."""
    n = P.shape[1]
    chosen = np.take_along_axis(rewards, policy[:, None, :], axis=1)[:, 0, :]
    matrices = np.eye(n) - gamma * P[policy, np.arange(n)]
    return doubles.solve(matrices, chosen[..., None])[..., 0]


def _dense(mdp: FiniteMDP) -> Floats:
    stacked: Any = mdp.stacked.toarray() if mdp.is_sparse else mdp.stacked
    return stacked.reshape(mdp.n_actions, mdp.n_states, mdp.n_states)
