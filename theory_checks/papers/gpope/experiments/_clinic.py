"""The clinic: patients, features and trials."""

from __future__ import annotations

from functools import lru_cache

from tabular.algorithms.evaluation import Records
from tabular.evaluation import Moments, Trajectories, importance_ratios, mean_moments
from tabular.evaluation.continuous import (
    ActionValues,
    FourierFeatures,
    HivTreatment,
    Schedule,
    collect,
    fourier_features,
    greedy,
    learned_treatment,
    softmax,
)
from tabular.numbers.arrays import Array
from theory_checks.core.claim import Trial
from theory_checks.papers.gpope.experiments._trajectory_worlds import (
    World,
    names,
)

DISCOUNT, UNIT, TEMPERATURE = 0.98, 1e5, 0.3
PATIENTS, EVALUATION = 200, 300
BASES = {"second order, single coordinates": (2, 1), "first order, pairs": (1, 2)}
MORE_BASES = {"first order, all products": (1, None), "third order, single coordinates": (3, 1)}
TRAINING = Schedule(300, 0.02, trace=0.8, exploration=0.1, discount=DISCOUNT, log_rewards=True)
CLINIC = HivTreatment(tol=1e-6)


@lru_cache(maxsize=8)
def learned(policy: int = 0, schedule: Schedule = TRAINING) -> ActionValues:
    """Return the action values of a training run; all claims are about the first one."""
    return learned_treatment(policy, CLINIC, schedule).values


@lru_cache(maxsize=8)
def patients(seed: int, part: str, count: int, temperature: float) -> tuple[Trajectories, Array]:
    """Return patients under the softmax policy, rewards in units of 10^5, and the ratios of the greedy policy to it."""
    behaviour = softmax(learned(), temperature)
    data = collect(CLINIC, behaviour, count, names(seed, "patients", part) % 2**32)
    scaled = Trajectories(data.states, data.actions, data.rewards / UNIT, data.next_states, data.terminal, data.offsets)
    return scaled, importance_ratios(data, greedy(learned()), behaviour)


def features(basis: str) -> FourierFeatures:
    """Return the features of a name; the first is the constant 1."""
    order, coupled = (BASES | MORE_BASES)[basis]
    return fourier_features(CLINIC, order, coupled)


@lru_cache(maxsize=16)
def world(seed: int, part: str, basis: str, temperature: float = TEMPERATURE) -> World:
    """Return patients for data sets, with A, b and C from other patients."""
    (data, ratios), phi = patients(seed, part, PATIENTS, temperature), features(basis)
    records = Records.of(data, ratios, phi, DISCOUNT, storage="matrices")
    return World(data, records, _reference(seed, basis, temperature))


@lru_cache(maxsize=8)
def _reference(seed: int, basis: str, temperature: float) -> Moments:
    """Return the moments that all parts of a world are measured by."""
    data, ratios = patients(seed, "reference", EVALUATION, temperature)
    return mean_moments(data, ratios, features(basis), DISCOUNT, "1/length")


def trials(trial: Trial) -> int:
    """Return the number of trials: 100 as in the paper, of which 20 wins refute a half at 1e-9."""
    return 200 if trial.full else 100


def stated_average(place: World) -> float:
    """Return the error of the constant value 10^5/(1 - gamma)."""
    return place.constant(1.0 / (1.0 - DISCOUNT))
