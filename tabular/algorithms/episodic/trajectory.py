"""Agents that follow one deterministic policy in an episode and learn from it when it is over."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

import numpy as np

from tabular.numbers.arrays import Array

if TYPE_CHECKING:
    from tabular.algorithms.episodic.learner import Learner

NOTHING_PLAYED = np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0)  # the messages of no episode


class TrajectoryAgent(ABC):
    """The step-by-step half of such an agent: it takes down the episode and hands it to :meth:`learn`."""

    def __init__(self, learner: Learner) -> None:
        self.horizon, self.n_actions, self.n_states = learner.horizon, learner.actions, learner.states
        H = self.horizon
        self.played = np.zeros(H, np.int64), np.zeros(H, np.int64), np.zeros(H)  # states, actions and rewards

    @abstractmethod
    def policy(self) -> Array:
        """Return the policy (H, n) of the current episode."""

    @abstractmethod
    def learn(self, states: Array, actions: Array, rewards: Array) -> None:
        """Take in a finished episode."""

    def act(self, step: int, state: int) -> int:
        """Return the policy's action."""
        return int(self.policy()[step, state])

    def observe(self, step: int, state: int, action: int, reward: float, next_state: int | None) -> None:
        """Take down one step."""
        states, actions, rewards = self.played
        states[step], actions[step], rewards[step] = state, action, reward

    def end_episode(self) -> None:
        """Learn from the episode."""
        self.learn(*self.played)
