"""Intervals for the mean of independent variables in [low, high], for a number of samples fixed in advance.

With L = log(1/a) for one end (a = half the failure probability if both ends are wanted), W = high - low:

    [hoeffding-1963]         mean +- W sqrt(L / 2n)
    [maurer-pontil-2009]     mean +- (sqrt(2 V M / n) + 7 W M / (3 (n - 1))),  V the sample variance, M = log(2/a)

They may be looked at once. To look again and again, use `sequences.py`.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from theory_checks.statistics.arguments import Bounds, FloatArray, Side
from theory_checks.statistics.means import mean
from theory_checks.statistics.outcomes import Interval
from theory_checks.statistics.sides import open_ends, read_mean_problem

DEVIATION_UNIT = 2.0**-50  # the computed standard deviation of n numbers of size 1 errs by less than n of these


def hoeffding_interval(
    samples: ArrayLike, failure_probability: float, *, bounds: Bounds = (0.0, 1.0), side: Side = "two-sided"
) -> Interval:
    """Hoeffding's interval: its width knows only the bounds."""
    values, error = read_mean_problem(samples, failure_probability, bounds, side)
    centre, rounding = mean(values)
    radius = hoeffding_radius(values.shape[-1], error, bounds) + rounding
    return Interval(*open_ends(centre - radius, centre + radius, side, bounds), failure_probability)


def empirical_bernstein_interval(
    samples: ArrayLike, failure_probability: float, *, bounds: Bounds = (0.0, 1.0), side: Side = "two-sided"
) -> Interval:
    """Maurer and Pontil's interval: narrow where the observed variance is small; one sample says nothing."""
    values, error = read_mean_problem(samples, failure_probability, bounds, side)
    n = values.shape[-1]
    centre, rounding = mean(values)
    if n == 1:
        return Interval(*open_ends(centre - np.inf, centre + np.inf, side, bounds), failure_probability)
    deviation = values.std(axis=-1, ddof=1) + n * DEVIATION_UNIT * (bounds[1] - bounds[0])
    radius = bernstein_radius(n, error, bounds, deviation) + rounding
    return Interval(*open_ends(centre - radius, centre + radius, side, bounds), failure_probability)


def hoeffding_radius(n: int, error: float, bounds: Bounds) -> float:
    """W sqrt(log(1/a) / 2n)."""
    return (bounds[1] - bounds[0]) * math.sqrt(-math.log(error) / (2 * n))


def bernstein_radius(n: int, error: float, bounds: Bounds, deviation: FloatArray) -> FloatArray:
    """sqrt(2 log(2/a) / n) deviation + 7 W log(2/a) / (3 (n - 1))."""
    log_error = math.log(2) - math.log(error)
    return math.sqrt(2 * log_error / n) * deviation + 7 * (bounds[1] - bounds[0]) * log_error / (3 * (n - 1))
