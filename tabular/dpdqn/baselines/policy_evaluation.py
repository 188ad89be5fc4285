"""Private policy evaluation on a one-step problem: a linear fit to the rewards, released once with noise.

The states are visited by a policy that does not look at rewards (uniform actions), so they are public in the sense of
the comparison, and the only private data are the T observed rewards. With features phi(s, a) and the pseudo-inverse of
the matrix Phi of all samples, theta = Phi^+ r moves by Phi^+ (r' - r). Features: one for each action and each of
``cells`` intervals, so theta holds the mean rewards of their samples: if one reward moves by 1, one mean moves by
1/(its number of samples), and if all rewards move by 1, each mean moves by at most 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tabular.dpdqn.baselines.guarantee import largest_mu
from tabular.dpdqn.environment import ACTIONS, IntervalWalk
from tabular.dpdqn.evaluation import Policy
from tabular.errors import must, show
from tabular.numbers.arguments import count

Array = NDArray[np.float64]
Neighbours = Literal["one-reward", "all-rewards"]


@dataclass(frozen=True, eq=False)
class PrivateRewardFit:
    """The released fits (runs, actions, cells), and the deviations of their noise (runs,)."""

    values: Array
    noise: Array
    mu: float

    def policy(self, run: int = 0) -> Policy:
        """Return the greedy policy of one fit; ties go to the first action."""
        table = self.values[run]

        def greedy(states: Array) -> Any:
            cells = np.minimum((np.asarray(states) * table.shape[1]).astype(int), table.shape[1] - 1)
            return np.argmax(table[:, cells], axis=0)

        return greedy


def private_reward_fit(
    epsilon: float,
    delta: float,
    rewards: Any,
    *,
    runs: int = 1,
    horizon: int = 5000,
    cells: int = 8,
    neighbours: Neighbours = "one-reward",
    environment: IntervalWalk | None = None,
    seed: int = 0,
) -> PrivateRewardFit:
    """Fit the reward after a step, by cell and action, and release it with (epsilon, delta) for these neighbours.

    ``rewards`` is a function of (states, action), read at the state that the step leads to. ``mu`` of the answer is
    that for all rewards, whatever the neighbours: what the release really is for a private reward function.
    """
    if neighbours not in ("one-reward", "all-rewards"):
        raise must("neighbours", "be one-reward or all-rewards", show(neighbours))
    world, mu = environment or IntervalWalk(), largest_mu(epsilon, delta)
    rng = np.random.Generator(np.random.Philox(count("seed", seed, 0)))
    fits, noises, losses = [], [], []
    for _ in range(count("runs", runs)):
        sums, visits = _fit(world, rewards, count("horizon", horizon), count("cells", cells), rng)
        norm = 1 / float(visits[visits > 0].min())
        norm_of_all = math.sqrt((visits > 0).sum())  # every mean may move by 1
        sigma = (norm if neighbours == "one-reward" else norm_of_all) / mu
        means = np.divide(sums, visits, out=np.zeros_like(sums), where=visits > 0)
        fits.append(means + sigma * rng.standard_normal(means.shape))
        noises.append(sigma)
        losses.append(norm_of_all / sigma)
    return PrivateRewardFit(np.array(fits), np.array(noises), max(losses))


def _fit(world: IntervalWalk, rewards: Any, horizon: int, cells: int, rng: np.random.Generator) -> tuple[Array, Array]:
    """Return the sums of rewards and the numbers of samples, by action and cell, under uniform actions."""
    sums, visits = np.zeros((ACTIONS, cells)), np.zeros((ACTIONS, cells))
    episodes = -(-horizon // world.episode)
    states = world.starts(rng.random(episodes))
    for step in range(world.episode):
        active = np.arange(episodes) * world.episode + step < horizon
        actions = rng.integers(0, ACTIONS, episodes)
        after = world.step(states, actions, rng.random(episodes))
        seen = np.where(actions == 0, rewards(after, 0), rewards(after, 1))
        cell = np.minimum((states * cells).astype(int), cells - 1)
        np.add.at(sums, (actions[active], cell[active]), seen[active])
        np.add.at(visits, (actions[active], cell[active]), 1.0)
        states = after
    return sums, visits
