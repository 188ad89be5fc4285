"""The car: drivers, features, settings and trials."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

import numpy as np

from tabular.algorithms.evaluation import Records
from tabular.algorithms.evaluation.repaired_gpope import data_free
from tabular.evaluation import Moments, Trajectories, importance_ratios, mean_moments
from tabular.evaluation.continuous import (
    ActionValues,
    FourierFeatures,
    MountainCar,
    collect,
    epsilon_greedy,
    fourier_features,
    greedy,
    learned_car,
    uniform,
)
from tabular.numbers.arrays import Array
from theory_checks.core.claim import Trial
from theory_checks.papers.gpope.experiments._noise import DELTA, Accounting
from theory_checks.papers.gpope.experiments._trajectory_worlds import (
    Cells,
    OutputPerturbation,
    Setting,
    World,
    names,
    output_perturbation,
)

DISCOUNT, POPULATION, EVALUATION, ORDERS = 0.99, 500, 2000, 100.0
Rival = Callable[[World, Setting, int], Array | float]


@lru_cache(maxsize=4)
def learned(seed: int) -> ActionValues:
    """Return the action values that Q-learning finds."""
    return learned_car(names(seed, "mountain car", "policy") % 2**32).values


def features() -> FourierFeatures:
    """Return the fifth-order Fourier basis."""
    return fourier_features(MountainCar(), 5)


@lru_cache(maxsize=8)
def on_policy(seed: int, part: str) -> World:
    """Return trajectories of the learned policy; those of the part "tuning" are public data for choosing steps."""
    data = collect(MountainCar(), greedy(learned(seed)), POPULATION, names(seed, "mountain car", part) % 2**32)
    records = Records.of(data, None, features(), DISCOUNT, storage="matrices")
    return World(data, records, records.moments())


@lru_cache(maxsize=8)
def off_policy(seed: int, part: str, exploration: float = 0.1) -> World:
    """Return trajectories of the learned policy with exploration; evaluated is the uniform policy."""
    data, ratios = exploring(seed, part, POPULATION, exploration)
    records = Records.of(data, ratios, features(), DISCOUNT, storage="matrices")
    return World(data, records, _reference(seed, exploration))


@lru_cache(maxsize=2)
def _reference(seed: int, exploration: float) -> Moments:
    """Return the moments that both parts of an off-policy world are measured by."""
    data, ratios = exploring(seed, "reference", EVALUATION, exploration)
    return mean_moments(data, ratios, features(), DISCOUNT, "1/length")


def exploring(seed: int, part: str, count: int, exploration: float) -> tuple[Trajectories, Array]:
    """Return trajectories of the exploring policy and the ratios of the uniform policy to it."""
    behaviour = epsilon_greedy(learned(seed), exploration)
    data = collect(MountainCar(), behaviour, count, names(seed, "mountain car exploring", part) % 2**32)
    return data, importance_ratios(data, uniform(3), behaviour)


def trials(trial: Trial) -> int:
    """Return the number of trials: 100 as in the paper, of which 20 wins refute a half at 1e-9."""
    return 200 if trial.full else 100


def setting_of(trial: Trial, m: int, epsilon: float, accounting: Accounting = "valid") -> Setting:
    """Return the setting with N = m, cut at 5000 steps (full profile: 10^4)."""
    return Setting(m, min(m, 10_000 if trial.full else 5000), epsilon, accounting)


def no_data(world: World, setting: Setting, seed: int) -> float:
    """Return the error of theta = 0."""
    return world.zero


@lru_cache(maxsize=64)
def perturbed_output(world: World, setting: Setting) -> OutputPerturbation:
    """Return DP-LSW on the public cells."""
    car = MountainCar()
    return output_perturbation(world, Cells(car.low, car.high, 10), features(), DISCOUNT, setting)


def dp_lsw(world: World, setting: Setting, seed: int) -> Array:
    """Return the errors of DP-LSW, as many as a test may ask for."""
    return perturbed_output(world, setting).errors(world, 200, seed)


@lru_cache(maxsize=32)
def repaired_learner(seed: int, m: int, epsilon: float) -> Array:
    """Return theta of one run of repaired GPOPE with parameters that see no data."""
    world = on_policy(seed, "evaluation")
    constant = np.eye(world.records.size)[0]
    learner = data_free(m, epsilon, DELTA, constant, DISCOUNT, visits=3.0)
    same = replace(learner, sigma=learner.sigma * world.population / m)  # noise of the mean gradient of m trajectories
    return same.run(world.records, names(seed, "repaired")).theta
