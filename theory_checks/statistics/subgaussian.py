"""Means of sub-Gaussian variables with a known scale: E exp(c (X - EX)) <= exp(c^2 scale^2 / 2) for all real c.

Gaussian variables qualify with their standard deviation, and so does every functional F of independent N(0, sigma^2)
that is L-Lipschitz in the Euclidean norm, with scale L sigma (Gaussian concentration). Variables in an interval of
width W qualify with scale W / 2. A scale that is too large stays valid.

Fixed number of samples (Chernoff):  |mean - EX| <= scale sqrt(2 log(1/a) / n) for each end.

At all times (Robbins' normal mixture): with S_t = sum of (X_i - m) / scale and the prior N(0, 1/r) on c, cut off at
c > 0 for the alternative "greater",

    E_t = 2 sqrt(r / (t + r)) exp(z^2 / 2) Phi(z),    z = S_t / sqrt(t + r),

is a supermartingale if every conditional mean is at most m [robbins-1970]. The average of both sides is the classical
two-sided mixture sqrt(r / (t + r)) exp(z^2 / 2). It is tightest near the number of samples that r was planned for.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from tabular.errors import must, show
from theory_checks.core.judge import REFUTATION_ERROR
from theory_checks.statistics.arguments import (
    Alternative,
    FloatArray,
    IntArray,
    Side,
    check_choice,
    check_count,
    check_positive,
    check_probability,
    number,
    read_samples,
)
from theory_checks.statistics.means import mean, rounding_cap, running_sum
from theory_checks.statistics.outcomes import (
    ConfidenceSequence,
    Interval,
    SequentialResult,
    log_threshold,
    rounded_down,
)
from theory_checks.statistics.sides import average, direction_of, error_per_side, open_ends

_ANY = (-math.inf, math.inf)
_FORMULA_ERROR = 2.0**-40  # relative; a radius takes a dozen operations of 2**-53 each
_NEWTON_STEPS = 6  # quadratic convergence: below the formula error from the fourth on, whatever the error

# |X - EX| has a mean above 10 scales with probability below (2 exp(10^2/2 - 10*10))^n <= 4e-22 (Chernoff).
_TYPICAL_SIZE, _ATYPICAL = 10.0, 4e-22


@dataclass(frozen=True, kw_only=True)
class SubGaussianTest:
    """H0: mean <= null ("greater"), >= null ("less"), = null ("two-sided"), for a known scale, stopped any time.

    `planned_samples` must be chosen before the samples are seen; any choice is valid.
    """

    null: float
    scale: float
    planned_samples: int
    alternative: Alternative = "greater"
    failure_probability: float = REFUTATION_ERROR

    def __post_init__(self) -> None:
        check_choice("alternative", self.alternative, Alternative)
        check_probability("failure_probability", self.failure_probability)
        check_positive("scale", self.scale)
        check_count("planned_samples", self.planned_samples)
        if not math.isfinite(number("null", self.null)):
            raise must("null", "be finite", show(self.null))

    @property
    def limits(self) -> tuple[float, float]:
        """Return all values that the mean may take."""
        return _ANY

    @property
    def condition(self) -> str:
        """Return which laws `power` is about: all that the test allows."""
        return ""

    def run(self, samples: ArrayLike) -> SequentialResult:
        """Test samples (last axis: time), watching after every one of them."""
        values = read_samples(samples)
        with np.errstate(over="ignore"):
            sums, rounding = running_sum(values - self.null)
        times = np.arange(1, values.shape[-1] + 1)
        prior = _prior_precision(self.planned_samples, self.failure_probability)
        greater = _log_wealth(rounded_down(sums, rounding) / self.scale, times, prior)
        less = _log_wealth(rounded_down(-sums, rounding) / self.scale, times, prior)
        log_wealth = {"greater": greater, "less": less}.get(self.alternative)
        return SequentialResult(average(greater, less) if log_wealth is None else log_wealth, self.failure_probability)

    def power(self, n: int, value: float) -> float:
        """Bound from below the probability of rejecting within n independent samples of mean `value` (Chernoff)."""
        check_count("n", n)
        if direction_of(number("value", value), self.null, self.alternative) is None:
            return 0.0
        prior = _prior_precision(self.planned_samples, self.failure_probability)
        error = error_per_side(self.alternative, self.failure_probability)
        radius = float(_mixture_radius(np.array([n]), error, prior)[0])
        gap = abs(value - self.null)
        return chernoff_power(n, gap, self.scale, self.scale * radius, offset=gap)


def subgaussian_interval(
    samples: ArrayLike, failure_probability: float, *, scale: float, side: Side = "two-sided"
) -> Interval:
    """Chernoff's interval for a number of samples fixed in advance; it may be looked at once."""
    values, error = _read(samples, failure_probability, scale, side)
    centre, rounding = mean(values)
    radius = subgaussian_radius(values.shape[-1], error, scale) + rounding
    return Interval(*_around(centre, radius, side), failure_probability)


def subgaussian_sequence(
    samples: ArrayLike, failure_probability: float, *, scale: float, planned_samples: int, side: Side = "two-sided"
) -> ConfidenceSequence:
    """Return the normal-mixture confidence sequence, at all times 1, ..., n."""
    values, error = _read(samples, failure_probability, scale, side)
    check_count("planned_samples", planned_samples)
    times = np.arange(1, values.shape[-1] + 1)
    sums, rounding = running_sum(values)
    radius = scale * _mixture_radius(times, error, _prior_precision(planned_samples, failure_probability))
    return ConfidenceSequence(*_around(sums / times, radius + rounding / times, side), failure_probability, times)


def subgaussian_radius(n: int, error: float, scale: float) -> float:
    """Scale sqrt(2 log(1/a) / n), rounded upwards."""
    return scale * math.sqrt(-2 * math.log(error) / n) * (1 + _FORMULA_ERROR)


def chernoff_power(n: int, gap: float, scale: float, radius: float, *, offset: float) -> float:
    """Return 1 - exp(-n (gap - radius)^2 / (2 scale^2)): how surely a mean `gap` away leaves the radius.

    `offset` is the size of the mean of the numbers that are added up, for the allowance that their rounding takes.
    """
    margin = gap - radius - rounding_cap(n, offset + _TYPICAL_SIZE * scale)
    if not margin > 0:
        return 0.0
    return max(0.0, -math.expm1(-n * (margin / scale) ** 2 / 2) - _ATYPICAL)


def _log_wealth(sums: FloatArray, times: IntArray, prior: float) -> FloatArray:
    """Return log(2 sqrt(r / (t + r)) exp(z^2 / 2) Phi(z)), free of cancellation for negative z (erfcx)."""
    z = sums / np.sqrt(times + prior)
    with np.errstate(divide="ignore", over="ignore"):
        negative = np.log(special.erfcx(np.maximum(-z, 0.0) / math.sqrt(2)))
        positive = _log_mixture(np.maximum(z, 0.0))
    return np.where(z > 0, positive, negative) - np.log1p(times / prior) / 2


def _log_mixture(z: FloatArray) -> FloatArray:
    """Return z^2 / 2 + log(2 Phi(z)): increasing and convex for z >= 0, where it starts at 0."""
    return z * z / 2 + special.log_ndtr(z) + math.log(2)


def _mixture_radius(times: IntArray, error: float, prior: float) -> FloatArray:
    """Return the distance of the mean from m, in scales, at which the wealth reaches 1/a, rounded upwards.

    Newton's method for the z at which `_log_mixture` is c starts too high, at sqrt(2 c), and stays there (convexity).
    """
    c = log_threshold(error) + np.log1p(times / prior) / 2
    z = np.sqrt(2 * c)
    for _ in range(_NEWTON_STEPS):
        slope = z + np.exp(-z * z / 2 - special.log_ndtr(z)) / math.sqrt(2 * math.pi)
        z = z - (_log_mixture(z) - c) / slope
    return z * np.sqrt(times + prior) / times * (1 + _FORMULA_ERROR)


def _prior_precision(planned_samples: int, failure_probability: float) -> float:
    """Return the r whose bound is about the tightest at the planned number of samples [howard-2021]."""
    log_error = -2 * math.log(failure_probability)
    return planned_samples / (log_error + math.log1p(log_error))


def _around(centre: FloatArray, radius: FloatArray, side: Side) -> tuple[FloatArray, FloatArray]:
    with np.errstate(invalid="ignore"):
        return open_ends(centre - radius, centre + radius, side, _ANY)


def _read(samples: ArrayLike, failure_probability: float, scale: float, side: Side) -> tuple[FloatArray, float]:
    check_probability("failure_probability", failure_probability)
    check_choice("side", side, Side)
    check_positive("scale", scale)
    return read_samples(samples), error_per_side(side, failure_probability)
