"""Private learners with tables of the interval walk: policy evaluation, and noise carried on with a function.

Both see the rewards of 5000 samples under uniform actions, as means of 8 cells by 2 actions. `fits` releases the means
once with noise. `carried_on` is the nearest relative of Algorithm 1 of which privacy is proved (Theorem 5, repaired): a
table of action values that is updated as often as Algorithm 1 updates its network, with fresh noise in every entry in
each update, which stays in the table. Its transitions are those of the samples; they do not look at rewards.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import numpy as np

from tabular.dpdqn.baselines import PrivateRewardFit, private_reward_fit
from tabular.dpdqn.environment import ACTIONS, IntervalWalk, reward
from tabular.dpdqn.evaluation import returns_of_policies
from tabular.dpdqn.repaired import LINEAR, PUBLIC, Candidates, Indices
from tabular.numbers.arrays import Array
from tabular.numbers.doubles import product
from tabular.privacy import calibrate, private_value_updates
from theory_checks.core.seeds import generator
from theory_checks.papers.dpdqn.experiments._release_audits import DELTA
from theory_checks.papers.dpdqn.experiments._training_runs import TUNED

CELLS, EPISODES = 8, 100
STEP = Fraction(1, 8)  # a double
_GRID = (np.arange(200) + 0.5) / 200
_EVALUATION = 400


def middle(states: Array, action: int) -> Array:
    """Return the reward of the interval walk."""
    return reward(states)


@lru_cache(maxsize=8)
def fits(epsilon: float, count: int, seed: int, *, protects_all: bool = False) -> PrivateRewardFit:
    """Return private fits, calibrated for one observed reward as in the paper, or for the reward function."""
    whom = "all-rewards" if protects_all else "one-reward"
    return private_reward_fit(epsilon, DELTA, middle, runs=count, cells=CELLS, neighbours=whom, seed=seed)


@lru_cache(maxsize=8)
def carried_on(epsilon: float, count: int, seed: int, delta: float = DELTA) -> PrivateRewardFit:
    """Return tables Y after T updates (1 - a) Y + a (r + gamma P max Y) + noise that protects the reward function."""
    rng, updates, a, gamma = generator(seed, "noise carried on"), TUNED.batches, float(STEP), TUNED.discount
    noise = calibrate(epsilon, delta, private_value_updates(CELLS, ACTIONS, STEP, updates))
    rewards, moves = _means(count, rng)
    table = np.zeros_like(rewards)
    for _ in range(updates):
        target = rewards + gamma * product(moves, table.max(axis=1)[:, None, :, None])[..., 0]
        table = (1 - a) * table + a * target + noise.sigma * rng.standard_normal(table.shape)
    mu = a * (CELLS * ACTIONS * updates) ** 0.5 / noise.sigma
    return PrivateRewardFit(table, np.full(count, noise.sigma), mu)


def _means(count: int, rng: np.random.Generator) -> tuple[Array, Array]:
    """Return mean rewards (count, actions, cells) and the shares of the next cells (count, actions, cells, cells)."""
    world, runs = IntervalWalk(), np.repeat(np.arange(count), EPISODES)
    sums, visits = np.zeros((count, ACTIONS, CELLS)), np.zeros((count, ACTIONS, CELLS, CELLS))
    states = world.starts(rng.random(runs.size))
    for _ in range(world.episode):
        actions = rng.integers(0, ACTIONS, runs.size)
        after = world.step(states, actions, rng.random(runs.size))
        np.add.at(sums, (runs, actions, _cells(states)), reward(after))
        np.add.at(visits, (runs, actions, _cells(states), _cells(after)), 1.0)
        states = after
    samples = np.maximum(visits.sum(axis=3), 1.0)
    return sums / samples, visits / samples[..., None]


def _cells(states: Array) -> Indices:
    return np.minimum((states * CELLS).astype(np.int64), CELLS - 1)


def worth_of_tables(tables: PrivateRewardFit) -> Array:
    """Return what the greedy policies of the tables are worth."""
    policies = [tables.policy(i) for i in range(len(tables.values))]
    return np.array(returns_of_policies(policies, cells=_EVALUATION))


def best_by_tables(tables: PrivateRewardFit, candidates: Candidates = PUBLIC) -> Indices:
    """Return the candidate whose greedy policy each table ranks best, as the repaired learner ranks them."""
    policies = np.argmax(LINEAR.population_values(np.array(candidates), _GRID[:, None]), axis=2)
    means = [tables.values[:, policy, _cells(_GRID)].mean(axis=1) for policy in policies]
    return np.argmax(means, axis=0)
