"""A bandit whose bad arm comes first."""

from __future__ import annotations

import numpy as np

from tabular.episodic import EpisodicMDP


def bad_arm_first(gap: float) -> EpisodicMDP:
    """Return one state, one step, two arms: arm 0 pays Bernoulli(1/2), arm 1 Bernoulli(1/2 + gap)."""
    rewards = np.array([[[0.5], [0.5 + gap]]])
    return EpisodicMDP(np.ones((1, 2, 1, 1)), rewards, 0)
