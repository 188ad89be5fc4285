"""Tests for a number of samples that was fixed in advance: reject if the interval excludes the null hypothesis.

They may look once, at the end. What they gain over the sequential tests is a somewhat smaller detectable effect; what
they lose is the right to look earlier, or to go on.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from numpy.typing import ArrayLike

from tabular.errors import must, show
from theory_checks.core.judge import REFUTATION_ERROR
from theory_checks.statistics.arguments import (
    Alternative,
    BoolArray,
    Bounds,
    check_bounds,
    check_choice,
    check_count,
    check_positive,
    check_probability,
    number,
)
from theory_checks.statistics.binomial import at_least, at_most, binomial_interval
from theory_checks.statistics.intervals import hoeffding_interval, hoeffding_radius
from theory_checks.statistics.means import rounding_cap
from theory_checks.statistics.outcomes import Interval
from theory_checks.statistics.sides import direction_of, error_per_side, side_against
from theory_checks.statistics.subgaussian import chernoff_power, subgaussian_interval, subgaussian_radius


@dataclass(frozen=True, kw_only=True)
class _FixedTest(ABC):
    """H0: parameter <= null ("greater"), >= null ("less") or = null ("two-sided"), looked at once."""

    null: float
    alternative: Alternative = "greater"
    failure_probability: float = REFUTATION_ERROR

    def __post_init__(self) -> None:
        check_choice("alternative", self.alternative, Alternative)
        check_probability("failure_probability", self.failure_probability)
        low, high = self.limits
        if not (low <= number("null", self.null) <= high and math.isfinite(self.null)):
            raise must("null", "be finite" if math.isinf(low) else f"lie in [{low:g}, {high:g}]", show(self.null))

    @property
    @abstractmethod
    def limits(self) -> Bounds:
        """Return all values that the parameter may take."""

    @property
    def condition(self) -> str:
        """Return which laws `power` is about: all that the test allows."""
        return ""

    @abstractmethod
    def _power(self, n: int, value: float, error: float) -> float:
        """Bound from below the power of one side with its share of the error, growing with |value - null|."""

    def power(self, n: int, value: float) -> float:
        """Bound from below the probability of rejecting with n independent samples at `value`."""
        check_count("n", n)
        low, high = self.limits
        if direction_of(number("value", value), self.null, self.alternative) is None or not low <= value <= high:
            return 0.0
        return self._power(n, value, error_per_side(self.alternative, self.failure_probability))

    def _excludes(self, interval: Interval) -> BoolArray:
        return ~interval.contains(self.null)


@dataclass(frozen=True, kw_only=True)
class FixedBinomialTest(_FixedTest):
    """The exact test of a success probability, by the Clopper-Pearson interval."""

    @property
    def limits(self) -> Bounds:
        """Return all values that the probability may take."""
        return 0.0, 1.0

    def rejected(self, successes: ArrayLike, trials: ArrayLike) -> BoolArray:
        """Tell whether the counts refute the null hypothesis."""
        side = side_against(self.alternative)
        return self._excludes(binomial_interval(successes, trials, self.failure_probability, side))

    def _power(self, n: int, value: float, error: float) -> float:
        """Return the exact binomial tail from the first count whose interval excludes the null hypothesis."""
        if value > self.null:
            return at_least(_nearest_rejected(n, self.null, error, "lower"), n, value)
        return at_most(_nearest_rejected(n, self.null, error, "upper"), n, value)


@lru_cache(maxsize=1024)
def _nearest_rejected(n: int, null: float, error: float, side: Literal["lower", "upper"]) -> int:
    """Return the count nearest to the null hypothesis whose interval excludes it; n + 1 or -1 if there is none."""
    kept, rejected = (-1, n + 1) if side == "lower" else (n + 1, -1)
    while abs(rejected - kept) > 1:
        middle = (kept + rejected) // 2
        excluded = not binomial_interval(middle, n, error, side).contains(null)
        kept, rejected = (kept, middle) if excluded else (middle, rejected)
    return rejected


@dataclass(frozen=True, kw_only=True)
class _FixedBoundedTest(_FixedTest):
    bounds: Bounds = (0.0, 1.0)

    def __post_init__(self) -> None:
        check_bounds(self.bounds)
        super().__post_init__()

    @property
    def limits(self) -> Bounds:
        """Return all values that the mean may take."""
        return self.bounds

    def _margin(self, n: int, value: float, radius: float) -> float:
        """Return by how much a mean of `value` exceeds what the radius and the rounding of the mean may hide."""
        return abs(value - self.null) - radius - rounding_cap(n, max(map(abs, self.bounds)))


@dataclass(frozen=True, kw_only=True)
class FixedHoeffdingTest(_FixedBoundedTest):
    """The test of a bounded mean by Hoeffding's interval."""

    def rejected(self, samples: ArrayLike) -> BoolArray:
        """Tell whether the samples (last axis) refute the null hypothesis."""
        side = side_against(self.alternative)
        return self._excludes(hoeffding_interval(samples, self.failure_probability, bounds=self.bounds, side=side))

    def _power(self, n: int, value: float, error: float) -> float:
        """Return 1 - exp(-2 n margin^2 / W^2), by Hoeffding's inequality for the alternative."""
        margin = max(0.0, self._margin(n, value, hoeffding_radius(n, error, self.bounds)))
        return -math.expm1(-2 * n * (margin / (self.bounds[1] - self.bounds[0])) ** 2)


@dataclass(frozen=True, kw_only=True)
class FixedSubGaussianTest(_FixedTest):
    """The test of the mean of a sub-Gaussian variable of known scale, by Chernoff's bound."""

    scale: float

    def __post_init__(self) -> None:
        super().__post_init__()
        check_positive("scale", self.scale)

    @property
    def limits(self) -> Bounds:
        """Return all values that the mean may take."""
        return -math.inf, math.inf

    def rejected(self, samples: ArrayLike) -> BoolArray:
        """Tell whether the samples (last axis) refute the null hypothesis."""
        side, scale = side_against(self.alternative), self.scale
        return self._excludes(subgaussian_interval(samples, self.failure_probability, scale=scale, side=side))

    def _power(self, n: int, value: float, error: float) -> float:
        """Apply Chernoff's bound to the alternative."""
        radius = subgaussian_radius(n, error, self.scale)
        return chernoff_power(n, abs(value - self.null), self.scale, radius, offset=abs(value))
