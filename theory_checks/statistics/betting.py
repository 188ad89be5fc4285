"""Sequential test of the mean of a bounded variable: a bettor who may not get rich if the null hypothesis is true.

For X_1, X_2, ... in [low, high] and H0: E[X_t | past] <= m, write y_t = (X_t - m) / (m - low) >= -1. Whoever stakes the
fraction f in [0, 1) of the capital in every round on "the mean is larger" owns

    K_t(f) = product over i <= t of (1 + f y_i),      E[K_t(f) | past] <= K_{t-1}(f),

a non-negative supermartingale. The test spreads its capital evenly over J fixed fractions (a universal portfolio), so

    E_t = (1/J) sum over f of K_t(f)  >=  max over f of K_t(f) / J :

no tuning, no look at the data beforehand, and a loss of at most log J against the best fraction in hindsight. For
"less" the same game is played from the other end. References:
[waudby-smith-ramdas-2024], [orabona-jun-2024].
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from tabular.errors import must, show
from theory_checks.core.judge import REFUTATION_ERROR
from theory_checks.statistics.arguments import (
    Alternative,
    Bounds,
    FloatArray,
    check_bounds,
    check_choice,
    check_count,
    check_probability,
    check_variance,
    number,
    read_samples,
    variance_condition,
)
from theory_checks.statistics.outcomes import SequentialResult, log_threshold, rounded_down
from theory_checks.statistics.sides import Direction, average, direction_of, error_per_side

# The best fraction is about (effect * m / variance); halving loses at most 1/9 of the growth rate between two of these.
FRACTIONS: FloatArray = np.array([15 / 16, *(2.0**-j for j in range(1, 20))])
FRACTIONS.flags.writeable = False

# Each round contributes at most 8 units of 2**-53 through y (three roundings, and f (1 + y) <= 1 + f y) and one through
# its logarithm; adding up t terms one after the other costs at most t units of the sum of their sizes.
_ROUNDING_UNIT = 2.0**-50
_EXPONENTS: FloatArray = np.geomspace(1e-3, 1e3, 200)  # where the Chernoff bound is tried; any choice is valid


@dataclass(frozen=True)
class BoundedMeanTest:
    """H0: mean <= null (alternative "greater"), mean >= null ("less") or mean = null ("two-sided"), any stopping.

    `variance` restricts the alternatives that `power` speaks of; the test itself makes no use of it.
    """

    null: float
    alternative: Alternative = "greater"
    failure_probability: float = REFUTATION_ERROR
    bounds: Bounds = (0.0, 1.0)
    variance: float = math.inf

    def __post_init__(self) -> None:
        check_choice("alternative", self.alternative, Alternative)
        check_probability("failure_probability", self.failure_probability)
        check_bounds(self.bounds)
        check_variance(self.variance)
        low, high = self.bounds
        if not low < number("null", self.null) < high:
            raise must("null", f"lie strictly between the bounds {low:g} and {high:g}", show(self.null))

    @property
    def limits(self) -> Bounds:
        """Return all values that the mean may take."""
        return self.bounds

    def run(self, samples: ArrayLike) -> SequentialResult:
        """Test bounded samples (last axis: time), watching after every one of them."""
        values = read_samples(samples, self.bounds)
        if self.alternative == "two-sided":
            sides = (_wealth_path(values, self.null, self.bounds, side) for side in ("greater", "less"))
            return SequentialResult(average(*sides), self.failure_probability)
        path = _wealth_path(values, self.null, self.bounds, self.alternative)
        return SequentialResult(path, self.failure_probability)

    @property
    def condition(self) -> str:
        """Return which laws `power` is about."""
        return variance_condition(self.variance)

    def power(self, n: int, value: float) -> float:
        """Return a lower bound for the probability of rejecting within n independent samples of mean `value`.

        It holds for every law on the bounds with that mean and at most the stated variance. The missed cases have
        K_n(f) < J / a for every f; Markov's inequality for K_n(f)^(-s) bounds them by
        (J / a)^s (E (1 + f y)^(-s))^n for every s > 0. The worst law is known, see `_worst_log_moment`.
        """
        check_count("n", n)
        low, high = self.bounds
        direction = direction_of(number("value", value), self.null, self.alternative)
        if direction is None or not low <= value <= high:
            return 0.0
        to_null, to_value = (
            (self.null - low, value - low) if direction == "greater" else (high - self.null, high - value)
        )
        moments = _worst_log_moment(to_null, to_value, self.variance, high - low)
        error = error_per_side(self.alternative, self.failure_probability)
        needed = log_threshold(error) + math.log(FRACTIONS.size) + _rounding_cap(n, to_null, high - low)
        log_missed = float((_EXPONENTS * needed[:, None] + n * moments).min())
        return max(0.0, -math.expm1(log_missed))


def _wealth_path(values: FloatArray, null: float, bounds: Bounds, direction: Direction) -> FloatArray:
    """Log E_1, ..., log E_n, rounded downwards."""
    returns = _returns(values, np.array(null), bounds, direction)
    times = np.arange(1, values.shape[-1] + 1)
    total = np.full(values.shape, -np.inf)
    for fraction in FRACTIONS:
        steps = np.log1p(fraction * returns)
        rounding = _ROUNDING_UNIT * times * (1 + np.cumsum(np.abs(steps), axis=-1))
        np.logaddexp(total, rounded_down(np.cumsum(steps, axis=-1), rounding), out=total)
    return total - math.log(FRACTIONS.size)


def _returns(values: FloatArray, null: FloatArray, bounds: Bounds, direction: Direction) -> FloatArray:
    """Return what a stake of 1 wins: (x - m) / (m - low) or (m - x) / (high - m), at least -1."""
    low, high = bounds
    with np.errstate(over="ignore"):
        gains = (values - null) / (null - low) if direction == "greater" else (null - values) / (high - null)
    return np.maximum(gains, -1.0)


def _worst_log_moment(to_null: float, to_value: float, variance: float, width: float) -> FloatArray:
    """Log max E (1 + f y)^(-s) for all f (rows) and s (columns), over all laws that the alternative allows.

    In the distance d in [0, width] from the end that the null hypothesis is near, y = d / to_null - 1, E d = to_value.
    The function is convex and decreasing with a negative third derivative, so its worst law has two atoms, one of them
    at d = 0: weight w at to_value / w, w = to_value^2 / (to_value^2 + variance), with the largest variance allowed.
    """
    spread = min(variance, to_value * (width - to_value))
    weight = to_value**2 / (to_value**2 + spread)
    at_atom = np.log1p(FRACTIONS * (to_value / weight / to_null - 1.0))[:, None] * -_EXPONENTS
    at_end = np.log1p(-FRACTIONS)[:, None] * -_EXPONENTS
    with np.errstate(divide="ignore"):
        return np.logaddexp(np.log(weight) + at_atom, np.log1p(-weight) + at_end)


def _rounding_cap(n: int, to_null: float, width: float) -> FloatArray:
    """Return the largest amount by which rounding can lower the log-wealth of each fraction in n rounds."""
    largest = np.maximum(-np.log1p(-FRACTIONS), np.log1p(FRACTIONS * (width / to_null - 1.0)))
    return _ROUNDING_UNIT * n * (1 + n * largest)
