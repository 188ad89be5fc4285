"""Agents that do not learn: uniformly random actions, a fixed policy, and the optimal policy of a known MDP."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tabular.algorithms.episodic._kernels_baselines import random_action, run_fixed, run_uniform
from tabular.algorithms.episodic._kernels_episodes import Log, Tables
from tabular.algorithms.episodic.learner import Learner
from tabular.algorithms.episodic.loop import as_actions, gap_of
from tabular.algorithms.episodic.trajectory import TrajectoryAgent
from tabular.episodic import EpisodicMDP, optimal
from tabular.errors import must, show
from tabular.noise.keys import seed_bytes, source
from tabular.numbers.arrays import Array, frozen, read_numbers

ACTIONS = 130  # the use of a key: random actions


@dataclass(frozen=True)
class Uniform(Learner):
    """Every action with the same probability at every step."""

    def agent(self, seed: int | bytes | None = 0) -> UniformAgent:
        """Return the agent; the seed keys its actions."""
        return UniformAgent(self, seed_bytes(seed))


@dataclass(frozen=True, eq=False)
class Fixed(Learner):
    """One policy (H, n) for all episodes."""

    policy: Any = field(repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        numbers = read_numbers("policy", self.policy, 2)
        shape = (self.horizon, self.states)
        if numbers.kind != "integer" or numbers.array.shape != shape:
            raise must("policy", f"hold integers in shape {shape} (step, state)", show(self.policy))
        outside = np.argwhere((numbers.array < 0) | (numbers.array >= self.actions))
        if outside.size:
            h, s = outside[0].tolist()
            place = f"at step {h} in state {s}"
            raise must("policy", f"take actions 0 to {self.actions - 1}", show(numbers.array[h, s]), place)
        object.__setattr__(self, "policy", frozen(numbers.array.astype(np.int64), self.policy))

    def agent(self, seed: int | bytes | None = 0) -> FixedAgent:
        """Return the agent; it draws no random numbers."""
        return FixedAgent(self)


def optimal_play(mdp: EpisodicMDP, episodes: int) -> Fixed:
    """Return the learner that knows the MDP and follows its optimal policy: no regret."""
    return Fixed(mdp.n_states, mdp.n_actions, mdp.horizon, episodes, optimal(mdp).policy)


class UniformAgent(TrajectoryAgent):
    """The agent of :class:`Uniform`."""

    def __init__(self, learner: Uniform, key: bytes) -> None:
        super().__init__(learner)
        words = source(key, 0, ACTIONS, "fast").key
        self._coins = words[0], words[1]
        self._episode = 0
        shape = (learner.horizon, learner.actions, learner.states)
        self._policy: Array = frozen(np.full(shape, 1.0 / learner.actions))

    def policy(self) -> Array:
        """Return the probabilities (H, m, n)."""
        return self._policy

    def act(self, step: int, state: int) -> int:
        """Return a random action."""
        return int(random_action(*self._coins, self._episode, step, self.n_actions))

    def learn(self, states: Array, actions: Array, rewards: Array) -> None:
        """Go on to the coins of the next episode."""
        self._episode += 1

    def advance(self, tables: Tables, key: tuple[Any, Any], log: Log, stretch: int) -> None:
        """Play ``stretch`` more episodes of a known MDP."""
        scratch = np.zeros((self.horizon, self.n_states), np.int64)
        run_uniform(tables, *key, *self._coins, scratch, gap_of(tables, self._policy), log, self.played, stretch)

    def releases(self) -> dict[str, Array]:
        """Return nothing: there is nothing but the policy."""
        return {}


class FixedAgent(TrajectoryAgent):
    """The agent of :class:`Fixed`."""

    def __init__(self, learner: Fixed) -> None:
        super().__init__(learner)
        self._policy = learner.policy

    def policy(self) -> Array:
        """Return the policy (H, n)."""
        return self._policy

    def learn(self, states: Array, actions: Array, rewards: Array) -> None:
        """Learn nothing."""

    def advance(self, tables: Tables, key: tuple[Any, Any], log: Log, stretch: int) -> None:
        """Play ``stretch`` more episodes of a known MDP."""
        run_fixed(tables, *key, as_actions(self._policy), gap_of(tables, self._policy), log, self.played, stretch)

    def releases(self) -> dict[str, Array]:
        """Return nothing: there is nothing but the policy."""
        return {}
