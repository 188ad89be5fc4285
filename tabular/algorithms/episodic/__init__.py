"""Learners for episodic MDPs, which are agents of :mod:`tabular.episodic.protocol`; PUCB has a folder of its own.

from tabular.algorithms.episodic import UBEV
from tabular.episodic.instances import riverswim

run = UBEV(states=6, actions=2, horizon=20, episodes=100_000).run(riverswim(6, 20), seed=0)
run.total_regret, run.gaps, run.policy
"""

from __future__ import annotations

from tabular.algorithms.episodic.baselines import Fixed, Uniform, optimal_play
from tabular.algorithms.episodic.learner import Learner
from tabular.algorithms.episodic.loop import Keep, run_agent
from tabular.algorithms.episodic.private_ucb_vi import PrivateUCBVI
from tabular.algorithms.episodic.result import Run
from tabular.algorithms.episodic.ubev import UBEV
from tabular.algorithms.episodic.users import GymnasiumUsers, sampled_tree, sampled_users

__all__ = [
    "UBEV",
    "Fixed",
    "GymnasiumUsers",
    "Keep",
    "Learner",
    "PrivateUCBVI",
    "Run",
    "Uniform",
    "optimal_play",
    "run_agent",
    "sampled_tree",
    "sampled_users",
]
