r"""Runs of the estimators of Figure 1 on the recovery chain of 40 states, with what each needs to be private.

The value function is tabular on the 39 states before the last; gamma = 0.99, epsilon = 0.1, delta = 1e-5. With the
weights D_s of the states in (2.2) and the true transitions P the error of theta is the MSPBE in one of the metrics

    "transitions"   A = D (I - gamma P), b = D r, C = D,        so that only the value function has error 0;
    "expectation"   A, b, C are the means of what (2.2) prints, whose fixed point is another;
    "data"          A, b, C are the means over the data of the trial.

Algorithm 1 is run as printed. Its noise multiplier is either valid (calibrated for replacement of a trajectory) or the
one of Theorem 1 with c_2 = 2. While the clip h is small against all gradients an iterate depends on h and the step
beta through h beta only. The step is tuned: kappa = h beta sigma sqrt(N), the deviation of the noise in an entry of
theta, is chosen from a grid by the mean error on data sets that are used for nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import log, sqrt
from typing import Literal, Protocol

import numpy as np

from tabular.algorithms.evaluation.dp_lsl import DPLSL
from tabular.algorithms.evaluation.dp_lsw import DPLSW
from tabular.algorithms.evaluation.gpope import GPOPE
from tabular.algorithms.evaluation.lstd import solve_system
from tabular.algorithms.evaluation.monte_carlo import first_visit
from tabular.algorithms.evaluation.output_perturbation import OutputRelease
from tabular.algorithms.evaluation.private_statistics import PrivateStatistics
from tabular.algorithms.evaluation.records import Records
from tabular.algorithms.evaluation.repaired_gpope import data_free, level_basis
from tabular.algorithms.evaluation.trials import trial_seed
from tabular.arrays import Array
from tabular.evaluation import Moments, Tabular, Trajectories, mspbe
from tabular.evaluation.random_length import chain_moments
from tabular.instances import recovery_chain
from tabular.instances.continuous import RecoveryChain, collect, uniform
from tabular.privacy.subsampled import Adjacency, calibrate_sigma
from theory_checks.estimator_trials import Errors, errors_of
from theory_checks.seeds import generator

EPSILON, DELTA, DISCOUNT, STATES = 0.1, 1e-5, 0.99, 39
SMALL_CLIP, LARGE_CLIP = 0.003, 1.0
Accounting = Literal["valid", "printed"]
Metric = Literal["transitions", "expectation", "data"]
KAPPAS = tuple(float(f"{10 ** (k / 4):.4g}") for k in range(-9, -1))
RATIOS = tuple(10.0**k for k in range(8))  # lambda/m of DP-LSL
TUNING_SETS = 3


@cache
def fixed_moments(metric: Metric) -> Moments:
    """Return A, b, C of a metric that does not depend on data."""
    printed = chain_moments(STATES, Fraction(1, 2), Fraction(99, 100)).to_float()
    if metric == "expectation":
        return printed
    weights = np.diag(printed.C)
    mdp = recovery_chain(exact=False)
    moves, rewards = mdp.transitions[0][:STATES, :STATES], mdp.rewards[0][:STATES]
    return Moments(weights[:, None] * (np.eye(STATES) - DISCOUNT * moves), weights * rewards, np.diag(weights))


@dataclass(frozen=True, eq=False)
class ChainData:
    """One data set in the forms that the estimators want."""

    trajectories: Trajectories
    records: Records

    def summed(self) -> Records:
        """Return records whose A, b, C are sums over the rows of a trajectory, in place of (2.2)."""
        return Records.of(self.trajectories, None, Tabular(STATES), DISCOUNT, weighting="sum")

    def moments(self, metric: Metric) -> Moments:
        """Return A, b, C of a metric."""
        return self.records.moments() if metric == "data" else fixed_moments(metric)

    def error(self, theta: Array, metric: Metric) -> float:
        """Return the MSPBE of theta."""
        with np.errstate(over="ignore", invalid="ignore"):
            return float(mspbe(self.moments(metric), theta, pseudo_inverse=metric == "data"))


class Estimator(Protocol):
    """What gives an error, or the mean error over its noise, on a data set of the chain."""

    def error(self, data: ChainData, seed: int, metric: Metric) -> float:
        """Return the MSPBE under a metric."""
        ...


@dataclass(frozen=True)
class Nothing:
    """The estimate theta = `value` everywhere, by default 0, which needs no data."""

    value: float = 0.0

    def error(self, data: ChainData, seed: int, metric: Metric) -> float:
        """Return the MSPBE of the constant."""
        del seed
        return data.error(np.full(STATES, self.value), metric)


@dataclass(frozen=True)
class MonteCarlo:
    """First-visit Monte Carlo: the mean return from each state, not private; 0 for a state that is never visited."""

    def error(self, data: ChainData, seed: int, metric: Metric) -> float:
        """Return the MSPBE of the mean returns."""
        del seed
        return data.error(np.nan_to_num(first_visit(data.trajectories, STATES, DISCOUNT).mean), metric)


@dataclass(frozen=True)
class LeastSquares:
    """LSTD, not private."""

    def error(self, data: ChainData, seed: int, metric: Metric) -> float:
        """Return the MSPBE of the solution of sums of A and b, infinite where they are singular."""
        del seed
        try:
            moments = data.summed().moments()
            return data.error(solve_system(moments.A, moments.b, 0.0).theta, metric)
        except (ValueError, np.linalg.LinAlgError):  # a state that is never visited
            return float("inf")


@dataclass(frozen=True)
class WeightedRegression:
    """DP-LSW, version 1 of output perturbation: the mean of the MSPBE over its noise, in closed form."""

    def error(self, data: ChainData, seed: int, metric: Metric) -> float:
        """Return MSPBE(theta without noise) + s^2 tr(A' C^-1 A)."""
        release = DPLSW(Tabular(STATES), DISCOUNT, EPSILON, DELTA).run(data.trajectories, seed)
        return expected_error(release, data, metric)


@dataclass(frozen=True)
class RidgeRegression:
    """DP-LSL, version 2 of output perturbation, with lambda = ratio * m, in closed form as well."""

    ratio: float

    def error(self, data: ChainData, seed: int, metric: Metric) -> float:
        """Return MSPBE(theta without noise) + s^2 tr(A' C^-1 A)."""
        penalty = max(self.ratio * data.records.n_trajectories, 2.0)
        release = DPLSL(Tabular(STATES), DISCOUNT, EPSILON, DELTA, penalty).run(data.trajectories, seed)
        return expected_error(release, data, metric)


def expected_error(release: OutputRelease, data: ChainData, metric: Metric) -> float:
    """Return the mean of MSPBE(theta) over the Gaussian noise of theta."""
    moments = data.moments(metric)
    inverse = np.linalg.pinv(moments.C) if metric == "data" else np.linalg.inv(moments.C)
    return data.error(release.noiseless, metric) + release.scale**2 * float(np.trace(moments.A.T @ inverse @ moments.A))


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
        return noise_multiplier(self.m, self.steps, self.accounting)

    @property
    def name(self) -> str:
        """Name the setting in texts."""
        about = r"valid $\sigma$" if self.accounting == "valid" else r"printed $\sigma$, $c_2 = 2$"
        return f"$m = {self.m}$, $N = {self.steps}$, $h = {self.clip:g}$, {about}"


@cache
def noise_multiplier(m: int, steps: int, accounting: Accounting) -> float:
    """Return sigma of N steps on m trajectories: sufficient under replacement, or 2 sqrt(N ln(1/delta))/(m epsilon)."""
    if accounting == "printed":
        return 2 * sqrt(steps * log(1 / DELTA)) / (m * EPSILON)
    return calibrate_sigma(EPSILON, DELTA, m, steps, Adjacency.REPLACE).upper


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

    def error(self, data: ChainData, seed: int, metric: Metric) -> float:
        """Return the MSPBE of the last iterate."""
        setting = self.setting
        first = np.full(STATES, self.start), np.zeros(STATES)
        run = GPOPE(setting.clip, setting.sigma, self.step_size, setting.steps, first).run(data.records, seed)
        return float("inf") if run.diverged else data.error(run.theta, metric)


@dataclass(frozen=True)
class Unperturbed:
    """Algorithm 1 without noise and without clipping, steps of length 2: not private."""

    steps: int

    def error(self, data: ChainData, seed: int, metric: Metric) -> float:
        """Return the MSPBE of the last iterate."""
        run = GPOPE(float("inf"), 0.0, 2.0, self.steps, private=False).run(data.records, seed)
        return float("inf") if run.diverged else data.error(run.theta, metric)


@dataclass(frozen=True)
class Statistics:
    """One Gaussian release of A and b clipped to 1, with the public basis that knows the common level of values."""

    clip: float = 1.0

    def error(self, data: ChainData, seed: int, metric: Metric) -> float:
        """Return the MSPBE of the ridge solution."""
        mechanism = PrivateStatistics(EPSILON, DELTA, self.clip, level_basis(np.ones(STATES), DISCOUNT))
        return data.error(mechanism.run(data.records, seed).theta, metric)


@dataclass(frozen=True)
class Repaired:
    """The repaired learner with full batches and parameters that no data has chosen; its step times a factor.

    A state is visited 2 (s + 1)/39 <= 2 times in the mean, as a stay has probability 1/2: public knowledge.
    """

    multiplier: float = 1.0

    def error(self, data: ChainData, seed: int, metric: Metric) -> float:
        """Return the MSPBE of the last iterate."""
        m = data.records.n_trajectories
        learner = data_free(m, EPSILON, DELTA, np.ones(STATES), DISCOUNT, visits=2.0)
        run = replace(learner, step_size=learner.step_size * self.multiplier).run(data.summed(), seed)
        return float("inf") if run.diverged else data.error(run.theta, metric)


_SEEN: dict[tuple[int, int, int, Metric, Estimator], Array] = {}


def chain_errors(
    seed: int, m: int, trials: int, estimators: Mapping[str, Estimator], metric: Metric = "transitions"
) -> Errors:
    """Return the errors of estimators on data sets of m trajectories; what was computed before is not run again.

    Trial k has the same data and the same seed of the noise whatever the estimators are, so that errors are paired.
    """
    wanted = {str(number): e for number, e in enumerate(estimators.values())}
    missing = {n: e for n, e in wanted.items() if (seed, m, trials, metric, e) not in _SEEN}
    if missing:
        found = errors_of(lambda s: _trial(s, m, missing, metric), trials, _stream(seed, "evaluation", m))
        _SEEN.update({(seed, m, trials, metric, missing[n]): errors for n, errors in found.items()})
    return {name: _SEEN[seed, m, trials, metric, e] for name, e in estimators.items()}


def _trial(seed: int, m: int, estimators: Mapping[str, Estimator], metric: Metric) -> dict[str, float]:
    data = _data(trial_seed(seed, 0), m)
    return {name: e.error(data, trial_seed(seed, 1), metric) for name, e in estimators.items()}


def _data(seed: int, m: int) -> ChainData:
    trajectories = collect(RecoveryChain(), uniform(1), m, seed)
    return ChainData(trajectories, Records.of(trajectories, None, Tabular(STATES), DISCOUNT))


def _stream(seed: int, use: str, m: int) -> int:
    return int(generator(seed, "recovery chain", use, m).integers(2**62))


def tuned(seed: int, setting: Setting) -> float:
    """Return the kappa of the grid with the smallest mean error on the tuning data."""
    return min(KAPPAS, key=lambda kappa: tuning_errors(seed, setting)[kappa])


@cache
def tuning_errors(seed: int, setting: Setting) -> Mapping[float, float]:
    """Return the mean error for each kappa of the grid on data sets for tuning."""
    return _tuning(seed, setting.m, {kappa: Perturbed(setting, kappa) for kappa in KAPPAS})


def tuned_ridge(seed: int, m: int) -> RidgeRegression:
    """Return DP-LSL with the lambda/m of the grid that has the smallest mean error on the tuning data."""
    errors = ridge_errors(seed, m)
    return RidgeRegression(min(errors, key=lambda ratio: errors[ratio]))


@cache
def ridge_errors(seed: int, m: int) -> Mapping[float, float]:
    """Return the mean error of DP-LSL for each lambda/m of the grid on data sets for tuning."""
    return _tuning(seed, m, {ratio: RidgeRegression(ratio) for ratio in RATIOS})


def _tuning(seed: int, m: int, estimators: Mapping[float, Estimator]) -> dict[float, float]:
    names = {str(x): e for x, e in estimators.items()}
    found = errors_of(lambda s: _trial(s, m, names, "transitions"), TUNING_SETS, _stream(seed, "tuning", m))
    return {x: float(np.mean(found[str(x)])) for x in estimators}


def perturbed(seed: int, setting: Setting, multipliers: Sequence[float] = (1.0,)) -> list[Perturbed]:
    """Return Algorithm 1 with these multiples of the tuned step."""
    return [Perturbed(setting, tuned(seed, setting) * factor) for factor in multipliers]
