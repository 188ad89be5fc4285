"""Means of sub-Gaussian variables with a known scale: E exp(c (X - EX)) <= exp(c^2 scale^2 / 2) for all real c.

Gaussian variables qualify with their standard deviation, and so does every functional F of independent N(0, sigma^2)
that is L-Lipschitz in the Euclidean norm, with scale L sigma (Gaussian concentration). Variables in an interval of
width W qualify with scale W / 2. A scale that is too large stays valid.

Chernoff, for a number of samples fixed in advance:  |mean - EX| <= scale sqrt(2 log(1/a) / n) for each end.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from theory_checks.statistics.arguments import Side, check_choice, check_positive, check_probability, read_samples
from theory_checks.statistics.means import mean, rounding_cap
from theory_checks.statistics.outcomes import Interval
from theory_checks.statistics.sides import error_per_side, open_ends

_ANY = (-math.inf, math.inf)
_FORMULA_ERROR = 2.0**-40  # relative; a radius takes a dozen operations of 2**-53 each

# |X - EX| has a mean above 10 scales with probability below (2 exp(10^2/2 - 10*10))^n <= 4e-22 (Chernoff).
_TYPICAL_SIZE, _ATYPICAL = 10.0, 4e-22


def subgaussian_interval(
    samples: ArrayLike, failure_probability: float, *, scale: float, side: Side = "two-sided"
) -> Interval:
    """Chernoff's interval for a number of samples fixed in advance; it may be looked at once."""
    check_probability("failure_probability", failure_probability)
    check_choice("side", side, Side)
    check_positive("scale", scale)
    values = read_samples(samples)
    centre, rounding = mean(values)
    radius = subgaussian_radius(values.shape[-1], error_per_side(side, failure_probability), scale) + rounding
    with np.errstate(invalid="ignore"):
        ends = open_ends(centre - radius, centre + radius, side, _ANY)
    return Interval(*ends, failure_probability)


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
