"""Intervals for the mean of independent variables in [low, high], for a number of samples fixed in advance.

With a half the failure probability if both ends are wanted, W = high - low: mean +- W sqrt(log(1/a) / 2n)
[hoeffding-1963]. It may be looked at once; to look again and again, bet (`betting.py`).
"""

from __future__ import annotations

import math

from numpy.typing import ArrayLike

from theory_checks.statistics.arguments import Bounds, Side
from theory_checks.statistics.means import mean
from theory_checks.statistics.outcomes import Interval
from theory_checks.statistics.sides import open_ends, read_mean_problem


def hoeffding_interval(
    samples: ArrayLike, failure_probability: float, *, bounds: Bounds = (0.0, 1.0), side: Side = "two-sided"
) -> Interval:
    """Hoeffding's interval: its width knows only the bounds."""
    values, error = read_mean_problem(samples, failure_probability, bounds, side)
    centre, rounding = mean(values)
    radius = hoeffding_radius(values.shape[-1], error, bounds) + rounding
    return Interval(*open_ends(centre - radius, centre + radius, side, bounds), failure_probability)


def hoeffding_radius(n: int, error: float, bounds: Bounds) -> float:
    """W sqrt(log(1/a) / 2n)."""
    return (bounds[1] - bounds[0]) * math.sqrt(-math.log(error) / (2 * n))
