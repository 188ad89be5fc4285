"""Bandits whose bad arms come first."""

from __future__ import annotations

import numpy as np

from tabular.episodic import EpisodicMDP


def arms_of(*means: float) -> EpisodicMDP:
    """Return one state, one step, and an arm with Bernoulli rewards for each mean."""
    return EpisodicMDP(np.ones((1, len(means), 1, 1)), np.array(means, float).reshape(1, -1, 1), 0)


def bad_arm_first(gap: float, arms: int = 2) -> EpisodicMDP:
    """Return one state, one step, some arms: the last one pays Bernoulli(1/2 + gap), the others Bernoulli(1/2)."""
    return arms_of(*[0.5] * (arms - 1), 0.5 + gap)
