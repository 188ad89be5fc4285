"""Bandits whose bad arms come first."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from tabular.episodic import EpisodicMDP


def arms_of(*means: float, steps: int = 1) -> EpisodicMDP:
    """Return one state, and in each step an arm with Bernoulli rewards for each mean."""
    rewards = np.tile(np.array(means, float)[:, None], (steps, 1, 1))
    return EpisodicMDP(np.ones((steps, len(means), 1, 1)), rewards, 0)


@lru_cache(maxsize=64)  # the same object each time: what is known of it is found again
def bad_arm_first(gap: float, arms: int = 2, steps: int = 1) -> EpisodicMDP:
    """Return one state: in each step the last arm pays Bernoulli(1/2 + gap), the others Bernoulli(1/2)."""
    return arms_of(*[0.5] * (arms - 1), 0.5 + gap, steps=steps)
