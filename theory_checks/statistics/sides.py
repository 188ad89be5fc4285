"""One side or two: a two-sided test or interval gives half of its capital, or of its error, to each side."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from theory_checks.statistics.arguments import (
    Alternative,
    Bounds,
    FloatArray,
    Side,
    check_bounds,
    check_choice,
    check_probability,
    read_samples,
)

Direction = Literal["greater", "less"]


def average(log_greater: FloatArray, log_less: FloatArray) -> FloatArray:
    """Return the log-wealth of half the capital on each side: log((E_greater + E_less) / 2)."""
    return np.logaddexp(log_greater, log_less) - math.log(2)


def error_per_side(sides: Alternative | Side, failure_probability: float) -> float:
    """Return what one side may spend; a side whose wealth reaches 2/a has brought the average to 1/a."""
    return failure_probability / 2 if sides == "two-sided" else failure_probability


def direction_of(value: float, null: float, alternative: Alternative) -> Direction | None:
    """Tell on which side of the null hypothesis `value` lies; None if the test does not look there."""
    side: Direction | None = "greater" if value > null else "less" if value < null else None
    return side if alternative in (side, "two-sided") else None


def side_against(alternative: Alternative) -> Side:
    """Return the kind of interval that excludes the null hypothesis in favour of the alternative."""
    sides: dict[Alternative, Side] = {"greater": "lower", "less": "upper", "two-sided": "two-sided"}
    return sides[alternative]


def open_ends(
    low: FloatArray, high: FloatArray, side: Side, limits: tuple[float, float]
) -> tuple[FloatArray, FloatArray]:
    """Clip an interval to what is possible; an end that `side` does not bound, or that is no number, is open."""
    smallest, largest = limits
    low = np.where(np.isnan(low) | (side == "upper"), smallest, np.clip(low, smallest, largest))
    high = np.where(np.isnan(high) | (side == "lower"), largest, np.clip(high, smallest, largest))
    return low, high


def read_mean_problem(
    samples: ArrayLike, failure_probability: float, bounds: Bounds, side: Side
) -> tuple[FloatArray, float]:
    """Return the samples of a bounded variable and the error that each end of its interval may spend."""
    check_probability("failure_probability", failure_probability)
    check_choice("side", side, Side)
    check_bounds(bounds)
    return read_samples(samples, bounds), error_per_side(side, failure_probability)
