"""A bandit whose bad arms come first."""

from __future__ import annotations

import numpy as np

from tabular.episodic import EpisodicMDP


def bad_arm_first(gap: float, arms: int = 2) -> EpisodicMDP:
    """Return one state, one step, some arms: the last one pays Bernoulli(1/2 + gap), the others Bernoulli(1/2)."""
    rewards = np.full((1, arms, 1), 0.5)
    rewards[0, -1] += gap
    return EpisodicMDP(np.ones((1, arms, 1, 1)), rewards, 0)
