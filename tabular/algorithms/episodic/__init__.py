"""Learners for episodic MDPs and the protocol between an agent and its users."""

from __future__ import annotations

from tabular.algorithms.episodic.loop import Keep, run_agent
from tabular.algorithms.episodic.protocol import Agent, FunctionUser, Transcript, TreeUser, User, interact
from tabular.algorithms.episodic.result import Run
from tabular.algorithms.episodic.users import GymnasiumUsers, sampled_tree, sampled_users

__all__ = [
    "Agent",
    "FunctionUser",
    "GymnasiumUsers",
    "Keep",
    "Run",
    "Transcript",
    "TreeUser",
    "User",
    "interact",
    "run_agent",
    "sampled_tree",
    "sampled_users",
]
