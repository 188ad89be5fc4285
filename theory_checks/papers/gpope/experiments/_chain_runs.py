r"""Runs of the estimators of Figure 1 on the recovery chain of 40 states, with what each needs to be private.

The value function is tabular on the 39 states before the last; gamma = 0.99, epsilon = 0.1, delta = 1e-5. With the
weights D_s of the states in (2.2) and the true transitions P the error of theta is the MSPBE in one of the metrics

    "transitions"   A = D (I - gamma P), b = D r, C = D,        so that only the value function has error 0;
    "expectation"   A, b, C are the means of what (2.2) prints, whose fixed point is another;
    "data"          A, b, C are the means over the data of the trial,

or, as "values", the mean squared error sum_s D_s (theta_s - V(s))^2 of the values: A = C = D, b = D V. An MSPBE weighs
a level error c of all values by (1 - gamma)^2 only, but in the last state, where the reward comes: it can be small
although every value is wrong.

Algorithm 1 is run as printed. Its noise multiplier is either valid (calibrated for replacement of a trajectory) or the
one of Theorem 1 with c_2 = 2. While the clip h is small against all gradients an iterate depends on h and the step
beta through h beta only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from math import inf, sqrt
from typing import Any, Literal, Protocol

import numpy as np

from tabular.algorithms.evaluation.dp_lsl import DPLSL
from tabular.algorithms.evaluation.dp_lsw import DPLSW
from tabular.algorithms.evaluation.gpope import GPOPE
from tabular.algorithms.evaluation.lstd import solve_system
from tabular.algorithms.evaluation.paired_repaired import paired_repaired_runs
from tabular.algorithms.evaluation.paired_runs import End, paired_ends
from tabular.algorithms.evaluation.private_statistics import PrivateStatistics, StatisticsRelease
from tabular.algorithms.evaluation.repaired_gpope import RepairedGPOPE, RepairedRun, data_free, level_basis
from tabular.algorithms.evaluation.trials import run_trials, trial_seed
from tabular.evaluation import Moments, Tabular, mspbe, noise_error
from tabular.evaluation.random_length import chain_moments
from tabular.mdp.instances import recovery_chain, recovery_chain_value
from tabular.numbers.arrays import Array, frozen
from theory_checks.core.seeds import generator
from theory_checks.papers.gpope.experiments._chain_data import DISCOUNT, STATES, ChainData, Visited, partial, whole
from theory_checks.papers.gpope.experiments._estimator_trials import Errors
from theory_checks.papers.gpope.experiments._noise import DELTA, Accounting, noise_multiplier

EPSILON = 0.1
SMALL_CLIP, LARGE_CLIP = 0.003, 1.5
Metric = Literal["transitions", "expectation", "data", "values"]
TUNING_SETS = 3
LARGE = 100_000  # from so many trajectories on data for tuning are kept only as far as runs look at them


@cache
def true_values() -> Array:
    """Return V on the states before the last."""
    return frozen(np.array([float(v) for v in recovery_chain_value()[:STATES]]))


@cache
def fixed_moments(metric: Metric) -> Moments:
    """Return A, b, C of a metric that does not depend on data."""
    printed = chain_moments(STATES, Fraction(1, 2), Fraction(99, 100)).to_float()
    if metric == "expectation":
        return printed
    weights = np.diag(printed.C)
    if metric == "values":
        return Moments(np.diag(weights), weights * true_values(), np.diag(weights))
    mdp = recovery_chain(exact=False)
    moves, rewards = mdp.transitions[0][:STATES, :STATES], mdp.rewards[0][:STATES]
    return Moments(weights[:, None] * (np.eye(STATES) - DISCOUNT * moves), weights * rewards, np.diag(weights))


@dataclass(frozen=True, eq=False)
class Estimate:
    """What an estimator returns: theta, plus noise N(0, scale^2 I) over which errors are averaged in closed form."""

    theta: Array
    scale: float = 0.0

    def error(self, moments: Moments, *, singular: bool = False) -> float:
        """Return the mean of MSPBE(theta) over the noise, MSPBE + scale^2 tr(A' C^-1 A); infinite if it diverged."""
        if not np.isfinite(self.theta).all():
            return inf
        with np.errstate(over="ignore", invalid="ignore"):
            fixed = float(mspbe(moments, self.theta, pseudo_inverse=singular))
        if self.scale == 0.0:
            return fixed if fixed <= inf else inf  # NaN, where entries overflow
        return fixed + self.scale**2 * float(noise_error(moments, pseudo_inverse=singular))

    def largest(self, seed: int) -> float:
        """Return the largest error of a value, for one draw of the noise."""
        noise = self.scale * generator(seed, "one draw").normal(size=STATES) if self.scale else 0.0
        return float(np.max(np.abs(self.theta + noise - true_values())))


def _ended(run: End | RepairedRun) -> Estimate:
    return DIVERGED if run.diverged else Estimate(run.theta)


DIVERGED = Estimate(np.full(STATES, np.inf))


class Estimator(Protocol):
    """What makes an estimate from a data set of the chain."""

    def estimate(self, data: ChainData, seed: int) -> Estimate:
        """Return theta."""
        ...


@dataclass(frozen=True)
class Nothing:
    """The estimate theta = `value` everywhere, by default 0, which needs no data."""

    value: float = 0.0

    def estimate(self, data: Visited, seed: int) -> Estimate:
        """Return the constant."""
        del data, seed
        return Estimate(np.full(STATES, self.value))


@dataclass(frozen=True)
class MonteCarlo:
    """First-visit Monte Carlo: the mean return from each state, not private; 0 for a state that is never visited."""

    def estimate(self, data: Visited, seed: int) -> Estimate:
        """Return the mean returns."""
        del seed
        return Estimate(np.nan_to_num(data.visits.mean))


@dataclass(frozen=True)
class LeastSquares:
    """LSTD, not private."""

    def estimate(self, data: ChainData, seed: int) -> Estimate:
        """Return the solution of sums of A and b, infinite where they are singular."""
        del seed
        try:
            moments = data.summed.moments()
            return Estimate(solve_system(moments.A, moments.b, 0.0).theta)
        except (ValueError, np.linalg.LinAlgError):  # a state that is never visited
            return DIVERGED


@cache
def _weighted() -> DPLSW:
    return DPLSW(Tabular(STATES), DISCOUNT, EPSILON, DELTA)


@cache
def _ridge(regularisation: float) -> DPLSL:
    return DPLSL(Tabular(STATES), DISCOUNT, EPSILON, DELTA, regularisation)


@cache
def _data_free(m: int) -> RepairedGPOPE:
    return data_free(m, EPSILON, DELTA, np.ones(STATES), DISCOUNT, visits=2.0)


@dataclass(frozen=True)
class WeightedRegression:
    """DP-LSW, version 1 of output perturbation: errors are means over its noise, in closed form."""

    def estimate(self, data: Visited, seed: int) -> Estimate:
        """Return theta without noise, and the noise."""
        del seed
        mechanism, visits = _weighted(), data.visits
        scale = mechanism.setting.alpha * mechanism.smooth_sensitivity(visits.counts)
        return Estimate(mechanism.estimate(np.nan_to_num(visits.mean)), scale)


@dataclass(frozen=True)
class RidgeRegression:
    """DP-LSL, version 2 of output perturbation, with lambda = ratio * m, in closed form as well."""

    ratio: float

    def estimate(self, data: Visited, seed: int) -> Estimate:
        """Return theta without noise, and the noise."""
        del seed
        m, visits = data.n_trajectories, data.visits
        mechanism = _ridge(max(self.ratio * m, 2.0))
        scale = mechanism.setting.alpha * mechanism.smooth_sensitivity(visits.counts, m)
        return Estimate(mechanism.estimate(np.nan_to_num(visits.mean), visits.counts), scale)


@dataclass(frozen=True)
class Setting:
    """What the paper leaves open for Algorithm 1: N, h, and the accounting, for m trajectories."""

    m: int
    steps: int
    accounting: Accounting = "valid"
    clip: float = SMALL_CLIP

    @property
    def sigma(self) -> float:
        """The noise multiplier."""
        return noise_multiplier(self.m, self.steps, EPSILON, self.accounting)

    @property
    def looks(self) -> int:
        """How many looks at the data are prepared for tuning; 0: all trajectories are kept."""
        return self.steps if self.m >= max(LARGE, 3 * self.steps) else 0

    @property
    def name(self) -> str:
        """Name the setting in texts."""
        about = r"valid $\sigma$" if self.accounting == "valid" else r"printed $\sigma$, $c_2 = 2$"
        return f"$m = {self.m}$, $N = {self.steps}$, $h = {self.clip:g}$, {about}"


@dataclass(frozen=True)
class Perturbed:
    """Algorithm 1 with a step such that h beta sigma sqrt(N) = kappa, from w = 0 and theta = `start` everywhere."""

    setting: Setting
    kappa: float
    start: float = 0.0

    @property
    def step_size(self) -> float:
        """The step beta."""
        return self.kappa / (self.setting.clip * self.setting.sigma * sqrt(self.setting.steps))

    @property
    def learner(self) -> GPOPE:
        """Algorithm 1."""
        setting, first = self.setting, (np.full(STATES, self.start), np.zeros(STATES))
        return GPOPE(setting.clip, setting.sigma, self.step_size, setting.steps, first)

    def estimate(self, data: ChainData, seed: int) -> Estimate:
        """Return the last iterate."""
        return _last_iterates([self], data, seed)[0]


@dataclass(frozen=True)
class Unperturbed:
    """Algorithm 1 without noise and without clipping, steps of length 2: not private."""

    steps: int

    @property
    def learner(self) -> GPOPE:
        """Algorithm 1."""
        return GPOPE(inf, 0.0, 2.0, self.steps, private=False)

    def estimate(self, data: ChainData, seed: int) -> Estimate:
        """Return the last iterate."""
        return _last_iterates([self], data, seed)[0]


def _last_iterates(estimators: Sequence[Perturbed | Unperturbed], data: ChainData, seed: int) -> list[Estimate]:
    """Return the last iterates of runs of Algorithm 1, which are made together."""
    learners = [estimator.learner for estimator in estimators]
    data.check(max((learner.steps for learner in learners), default=0))
    return [_ended(end) for end in paired_ends(learners, data.records, seed)]


@dataclass(frozen=True)
class Statistics:
    """One Gaussian release of A and b clipped to 1, with the public basis that knows the common level of values.

    A and b are those of (2.2), or sums over the rows of a trajectory.
    """

    sums: bool = False
    epsilon: float = EPSILON

    @property
    def mechanism(self) -> PrivateStatistics:
        """The learner."""
        return PrivateStatistics(self.epsilon, DELTA, 1.0, level_basis(np.ones(STATES), DISCOUNT))

    def release(self, data: ChainData, seed: int) -> StatisticsRelease:
        """Return one release."""
        return self.mechanism.run(data.summed if self.sums else data.records, seed)

    def estimate(self, data: ChainData, seed: int) -> Estimate:
        """Return the ridge solution."""
        return Estimate(self.release(data, seed).theta)


@dataclass(frozen=True)
class Repaired:
    """The repaired learner with full batches and parameters that no data has chosen; its step times a factor.

    A state is visited 2 (s + 1)/39 <= 2 times in the mean, as a stay has probability 1/2: public knowledge.
    """

    multiplier: float = 1.0

    def estimate(self, data: ChainData, seed: int) -> Estimate:
        """Return the last iterate."""
        return self.estimates([self], data, seed)[0]

    @classmethod
    def estimates(cls, estimators: Sequence[Repaired], data: ChainData, seed: int) -> list[Estimate]:
        """Return the last iterates of runs that are made together."""
        learner = _data_free(data.n_trajectories)
        learners = [replace(learner, step_size=learner.step_size * e.multiplier) for e in estimators]
        return [_ended(run) for run in paired_repaired_runs(learners, data.summed, seed)]


@dataclass(frozen=True)
class Source:
    """Where data sets of m trajectories come from; `looks` > 0 keeps of them what runs of so many steps look at."""

    seed: int
    use: str
    m: int
    looks: int = 0

    @property
    def stream(self) -> int:
        """The seed of the trials."""
        parts = ("looks", self.looks) if self.looks else ()
        return int(generator(self.seed, "recovery chain", self.use, self.m, *parts).integers(2**62))

    def data(self, trial: int) -> ChainData:
        """Return the data set of a trial, by its seed."""
        return _data(self.m, trial_seed(trial, 0), self.looks, trial_seed(trial, 1))


_SEEN: dict[tuple[Source, Estimator], list[Estimate]] = {}


def chain_estimates(
    seed: int, m: int, trials: int, estimators: Mapping[str, Estimator], looks: int = 0
) -> dict[str, list[Estimate]]:
    """Return what estimators make of data sets of m trajectories; what was computed before is not run again.

    Trial k has the same data and the same seed of the noise whatever the estimators are, so that errors are paired.
    """
    return estimates_on(Source(seed, "evaluation", m, looks), trials, estimators)


def estimates_on(source: Source, trials: int, estimators: Mapping[str, Estimator]) -> dict[str, list[Estimate]]:
    """Return the estimates of all trials on the data sets of a source, each computed once."""
    seen, stream = {e: _SEEN.setdefault((source, e), []) for e in estimators.values()}, source.stream
    for k in range(trials):
        missing = [e for e, done in seen.items() if len(done) == k]
        if missing:
            for e, estimate in zip(missing, _trial(trial_seed(stream, k), source, missing), strict=True):
                seen[e].append(estimate)
    return {name: seen[e][:trials] for name, e in estimators.items()}


def _trial(seed: int, source: Source, estimators: Sequence[Estimator]) -> list[Estimate]:
    data, own = source.data(seed), trial_seed(seed, 1)
    stepwise = [e for e in estimators if isinstance(e, Perturbed | Unperturbed)]
    repaired = [e for e in estimators if isinstance(e, Repaired)]
    made = dict[Estimator, Estimate](zip(stepwise, _last_iterates(stepwise, data, own), strict=True))
    made |= zip(repaired, Repaired.estimates(repaired, data, own), strict=True) if repaired else {}
    return [made[e] if e in made else e.estimate(data, own) for e in estimators]


def chain_errors(
    seed: int, m: int, trials: int, estimators: Mapping[str, Estimator], metric: Metric = "transitions"
) -> Errors:
    """Return the errors of estimators on data sets of m trajectories in a metric, in the order of the trials."""
    by_name = chain_estimates(seed, m, trials, estimators)
    if metric != "data":
        return {name: errors_in(estimates, metric) for name, estimates in by_name.items()}
    moments = _moments_of_data(Source(seed, "evaluation", m), trials)
    return {
        name: np.array([e.error(own, singular=True) for e, own in zip(estimates, moments, strict=True)])
        for name, estimates in by_name.items()
    }


def errors_in(estimates: Sequence[Estimate], metric: Metric) -> Array:
    """Return the errors of estimates in a metric that does not depend on data, all at once."""
    thetas: Array = np.array([e.theta for e in estimates])
    finite: Any = np.isfinite(thetas).all(axis=1)
    with np.errstate(over="ignore", invalid="ignore"):
        fixed = mspbe(fixed_moments(metric), np.where(finite[:, None], thetas, 0.0))
    scales = np.array([e.scale for e in estimates])
    return np.where(finite & (fixed <= inf), fixed, inf) + scales**2 * _curvature(metric)


@cache
def _curvature(metric: Metric) -> float:
    return float(noise_error(fixed_moments(metric)))


@cache
def _moments_of_data(source: Source, trials: int) -> list[Moments]:
    return run_trials(lambda s: source.data(s).records.moments(), trials, source.stream)


@lru_cache(maxsize=TUNING_SETS)  # all of them, for many settings in turn
def _data(m: int, seed: int, looks: int, run_seed: int) -> ChainData:
    return partial(m, seed, looks, run_seed) if looks else whole(m, seed)
