"""A private learner with a proof: learn as you like, then choose among public value functions by randomised response.

Let there be K public candidates, and let best(r, U) be the one that does best in what was observed under the reward
function r, with all other randomness U. The learner releases best with probability p and each of the others with
probability (1 - p)/(K - 1), where

    p / ((1 - p)/(K - 1)) <= e^epsilon.

with p at least 1/K. For any r and r', given U, the probabilities of each answer differ by a factor of at most
e^epsilon; so they do on average over U. The release, which is the answer alone, is (epsilon, 0)-private for *every*
pair of reward functions, near or far, however they were looked at. Nothing better than a constant factor is possible
here: with rewards in [0, 1/2] any two reward functions are neighbours under ||r - r'||_inf <= 1, so e^epsilon bounds
the ratio for any release at all.

The proof supposes that nobody knows the random numbers: a seed that was published hides nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabular.dpdqn.environment import IntervalWalk
from tabular.dpdqn.networks import MLP
from tabular.errors import must, show
from tabular.instances.arguments import count

Array = NDArray[np.float64]
Reward = Callable[[Any, int], Any]
_BITS = 53
_LEAST = 1e-6  # an epsilon below this gets what 0 gets, a uniform answer: no multiple of 2**-53 need lie in between

# Linear value functions whose greedy policies walk to the middle, to the ends, to the right and to the left.
TO_THE_MIDDLE, TO_THE_ENDS = (1.0, -1.0, -0.5, 0.5), (-1.0, 1.0, 0.5, -0.5)
TO_THE_RIGHT, TO_THE_LEFT = (0.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 0.0)
PUBLIC = (TO_THE_MIDDLE, TO_THE_ENDS)


@dataclass(frozen=True, eq=False)
class Choices:
    """What the runs released: the number of the candidate, and its parameters (runs, n).

    ``returns`` (runs, candidates) are what the learner has seen of the rewards: they are *not* released.
    """

    network: MLP
    indices: NDArray[np.int64]
    parameters: Array
    returns: Array


@dataclass(frozen=True)
class PrivateChoice:
    """The learner: ``horizon`` steps, divided evenly among the candidates, then one answer of randomised response."""

    epsilon: float
    candidates: Sequence[Sequence[float]] = PUBLIC
    network: MLP = field(default_factory=lambda: MLP((1, 2)))
    environment: IntervalWalk = field(default_factory=IntervalWalk)
    horizon: int = 5000

    def __post_init__(self) -> None:
        if not isinstance(self.epsilon, (int, float)) or not 0 <= self.epsilon < 700:
            raise must("epsilon", "be in [0, 700)", show(self.epsilon))
        self.network.checked(np.array(self.candidates, dtype=np.float64))
        if len(self.candidates) < 2:
            raise must("candidates", "be at least two", str(len(self.candidates)))
        if count("horizon", self.horizon) < len(self.candidates) * self.environment.episode:
            raise must("horizon", "leave an episode for each candidate", show(self.horizon))

    @property
    def truth(self) -> Fraction:
        """Return p, the probability of the best candidate: a multiple of 2**-53 below the limit, but at least 1/K."""
        others = len(self.candidates) - 1
        if self.epsilon < _LEAST:
            return Fraction(1, others + 1)
        return Fraction(math.floor(2**_BITS * (1 / (1 + others * math.exp(-self.epsilon))) * (1 - 2**-40)), 2**_BITS)

    def run(self, reward: Reward, runs: int = 1, seed: int = 0) -> Choices:
        """Learn under a reward function of (states, action), read after the step, in independent runs."""
        rng = np.random.Generator(np.random.Philox(count("seed", seed, 0)))
        thetas = np.array(self.candidates, dtype=np.float64)
        returns = np.stack([self._returns(theta, reward, count("runs", runs), rng) for theta in thetas], axis=1)
        best = np.argmax(returns, axis=1)
        if self.epsilon < _LEAST:
            indices = rng.integers(0, len(thetas), runs)
            return Choices(self.network, indices, thetas[indices], returns)
        keep = rng.integers(0, 1 << _BITS, runs, dtype=np.uint64) < np.uint64(int(self.truth * 2**_BITS))
        step = rng.integers(1, len(thetas), runs)
        indices = np.where(keep, best, (best + step) % len(thetas))
        return Choices(self.network, indices, thetas[indices], returns)

    def _returns(self, theta: Array, reward: Reward, runs: int, rng: np.random.Generator) -> Array:
        """Return the mean return of a candidate in each run's share of episodes."""
        world = self.environment
        episodes = self.horizon // len(self.candidates) // world.episode
        states, total = world.starts(rng.random(runs * episodes)), np.zeros(runs * episodes)
        for _ in range(world.episode):
            actions = np.argmax(self.network.population_values(theta[None], states[:, None])[0], axis=1)
            states = world.step(states, actions, rng.random(states.size))
            total += np.where(actions == 0, reward(states, 0), reward(states, 1))
        return total.reshape(runs, episodes).mean(axis=1)
