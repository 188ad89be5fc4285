"""Q-learning with a Fourier basis (Konidaris, Osentoski and Thomas, 2011) on the simulated environments."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabular.errors import must, show
from tabular.evaluation.continuous._kernels_environments import MOST_EPISODES
from tabular.evaluation.continuous._kernels_q_learning import Rates, learn
from tabular.evaluation.continuous.collect import checked_limit, length_limit
from tabular.evaluation.continuous.environment import Environment, Vector, number, stream_key
from tabular.evaluation.continuous.fourier import fourier_features
from tabular.evaluation.continuous.hiv import HivTreatment
from tabular.evaluation.continuous.mountain_car import MountainCar
from tabular.evaluation.continuous.policies import ActionValues, no_values
from tabular.numbers.arguments import count


@dataclass(frozen=True)
class Schedule:
    """How Q-learning goes: alpha_c = step_size / max(|c|, 1), shrinking linearly to 0 over the episodes.

    ``trace`` is Watkins's lambda (0: plain Q-learning), ``exploration`` the probability of a uniform action. With
    ``log_rewards`` the reward learned from is sign(r) log10(1 + |r|), for rewards that span many powers of ten: the
    values are then those of another problem, whose greedy policy is what is wanted.
    """

    episodes: int
    step_size: float
    trace: float = 0.0
    exploration: float = 0.0
    discount: float = 1.0
    log_rewards: bool = False
    max_length: int | None = None

    def __post_init__(self) -> None:
        count("episodes", self.episodes)
        if self.episodes > MOST_EPISODES:
            raise must("episodes", f"be at most {MOST_EPISODES}", show(self.episodes))
        if not 0 < number(self.step_size) < float("inf"):
            raise must("step_size", "be positive and finite", show(self.step_size))
        for name in ("trace", "exploration", "discount"):
            if not 0 <= number(getattr(self, name)) <= 1:
                raise must(name, "be between 0 and 1", show(getattr(self, name)))
        if self.max_length is not None:
            checked_limit(self.max_length)


@dataclass(frozen=True, eq=False)
class Learned:
    """The action values at the end, and the sum of rewards and the length of each training episode."""

    values: ActionValues
    returns: Vector
    lengths: NDArray[np.int64]


CAR_SCHEDULE = Schedule(episodes=1000, step_size=0.002, trace=0.9)
PATIENT_SCHEDULE = Schedule(1000, 0.02, trace=0.8, exploration=0.1, discount=0.98, log_rewards=True)


def q_learning(environment: Environment, values: ActionValues, schedule: Schedule, seed: int) -> Learned:
    """Return what Q-learning makes of first action values; a function of all arguments."""
    if values.n_actions != environment.n_actions or values.features.dimension != environment.dimension:
        rule = f"be of {environment.n_actions} actions in {environment.dimension} dimensions"
        raise must("values", rule, f"{values.n_actions} actions in {values.features.dimension}")
    limit = length_limit(environment, schedule.max_length)
    weights = np.array(values.weights)
    returns, lengths = np.zeros(schedule.episodes), np.zeros(schedule.episodes, np.int64)
    rates = _rates(schedule, values.features.coefficients)
    learn(environment.simulator, values.features.basis, rates, *stream_key(seed), limit, weights, returns, lengths)
    if not np.isfinite(weights).all():
        raise must("step_size", "be small enough for the weights to stay finite", show(schedule.step_size))
    return Learned(ActionValues(weights, values.features), returns, lengths)


def learned_car(seed: int, environment: MountainCar | None = None, schedule: Schedule = CAR_SCHEDULE) -> Learned:
    """Return Q-learning with the fifth-order Fourier basis on mountain car."""
    car = MountainCar() if environment is None else environment
    return q_learning(car, no_values(car, fourier_features(car, 5)), schedule, seed)


def learned_treatment(
    seed: int, environment: HivTreatment | None = None, schedule: Schedule = PATIENT_SCHEDULE
) -> Learned:
    """Return Q-learning on HIV treatment with the third-order Fourier basis of pairs of coordinates."""
    hiv = HivTreatment() if environment is None else environment
    return q_learning(hiv, no_values(hiv, fourier_features(hiv, 3, coupled=2)), schedule, seed)


def _rates(schedule: Schedule, coefficients: Vector) -> Rates:
    norms = np.maximum(np.linalg.norm(coefficients, axis=1), 1.0)
    return Rates(
        schedule.step_size / norms, schedule.trace, schedule.exploration, schedule.discount, schedule.log_rewards
    )
