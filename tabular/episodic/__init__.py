"""Episodic, step-dependent finite MDPs with rewards in [0, 1]: tables, plans, policy values, and who plays them."""

from __future__ import annotations

from tabular.episodic.mdp import EpisodicMDP, RewardLaw
from tabular.episodic.planning import (
    Plan,
    action_values,
    every_policy,
    expected_return,
    gap,
    occupancy,
    optimal,
    policy_values,
    read_policy,
)

__all__ = [
    "EpisodicMDP",
    "Plan",
    "RewardLaw",
    "action_values",
    "every_policy",
    "expected_return",
    "gap",
    "occupancy",
    "optimal",
    "policy_values",
    "read_policy",
]
