"""Confidence sequences for the mean of a variable in [low, high]: intervals that may be watched all the time.

`betting_sequence` keeps the means m against which no bettor of `betting.py` has become rich (hedged capital: half of
the error for each side). The wealth is monotone in m, so its inverse is found by bisection, and the end that is
reported was itself rejected.

`empirical_bernstein_sequence` is the predictable plug-in bound of [waudby-smith-ramdas-2024], Theorem 2: for
samples in [0, 1], predictable weights l_i in (0, 1/2] and predictions c_i of X_i,

    exp( sum l_i (X_i - mean) - sum (X_i - c_i)^2 psi(l_i) ),   psi(l) = -log(1 - l) - l,

is a non-negative supermartingale, whence |mean - sum l_i X_i / sum l_i| <= (L + sum (X_i - c_i)^2 psi(l_i)) / sum l_i
at all times, L = log(1/a) for each end. It is explicit and cheap, and usually wider than the first.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from tabular.errors import must, show
from theory_checks.statistics.arguments import Bounds, FloatArray, IntArray, Side, read_counts
from theory_checks.statistics.betting import wealth_now
from theory_checks.statistics.outcomes import ConfidenceSequence, log_threshold
from theory_checks.statistics.sides import Direction, open_ends, read_mean_problem

_BISECTIONS = 30  # the end is found to 2**-30 of the way from the bound to the sample mean; it stays valid at any depth
_LARGEST_WEIGHT = 0.5
_UNIT = 2.0**-49  # weights, squares and sums of t terms of size 1 err by at most t of these, relative to the weights


def betting_sequence(
    samples: ArrayLike,
    failure_probability: float,
    *,
    bounds: Bounds = (0.0, 1.0),
    side: Side = "two-sided",
    times: ArrayLike | None = None,
) -> ConfidenceSequence:
    """Return the betting confidence sequence, evaluated at `times` (powers of two and the end, unless stated)."""
    values, error = read_mean_problem(samples, failure_probability, bounds, side)
    when = _doublings(values.shape[-1]) if times is None else _read_times(times, values.shape[-1])
    low = np.stack([_end(values[..., :t], error, bounds, "greater") for t in when], axis=-1)
    high = np.stack([_end(values[..., :t], error, bounds, "less") for t in when], axis=-1)
    return ConfidenceSequence(*open_ends(low, high, side, bounds), failure_probability, when)


def empirical_bernstein_sequence(
    samples: ArrayLike, failure_probability: float, *, bounds: Bounds = (0.0, 1.0), side: Side = "two-sided"
) -> ConfidenceSequence:
    """Return the predictable plug-in empirical Bernstein sequence, at all times 1, ..., n."""
    values, error = read_mean_problem(samples, failure_probability, bounds, side)
    low, width = bounds[0], bounds[1] - bounds[0]
    x = (values - low) / width
    times = np.arange(1, x.shape[-1] + 1)
    weights, costs = _weights_and_costs(x, times, error)
    total = np.cumsum(weights, axis=-1)
    centre = np.cumsum(weights * x, axis=-1) / total
    radius = (np.cumsum(costs, axis=-1) - math.log(error)) / total * (1 + times * _UNIT) + times * _UNIT
    ends = open_ends(low + width * (centre - radius), low + width * (centre + radius), side, bounds)
    return ConfidenceSequence(*ends, failure_probability, times)


def _weights_and_costs(x: FloatArray, times: IntArray, error: float) -> tuple[FloatArray, FloatArray]:
    """Return the weights l_t, which know the samples before t only, and the costs (X_t - c_t)^2 psi(l_t)."""
    means = (0.5 + np.cumsum(x, axis=-1)) / (times + 1)
    variances = (0.25 + np.cumsum((x - means) ** 2, axis=-1)) / (times + 1)
    predicted = _shifted(means, 0.5)
    spread = _shifted(variances, 0.25) * times * np.log1p(times)
    weights = np.minimum(np.sqrt(-2 * math.log(error) / spread), _LARGEST_WEIGHT)
    return weights, (x - predicted) ** 2 * (-np.log1p(-weights) - weights)


def _shifted(values: FloatArray, first: float) -> FloatArray:
    """Return what was known before each sample: `first`, then every value one step later."""
    return np.concatenate([np.full_like(values[..., :1], first), values[..., :-1]], axis=-1)


def _end(values: FloatArray, error: float, bounds: Bounds, direction: Direction) -> FloatArray:
    """Return the mean furthest from the bound that is rejected after the last sample, by bisection; else the bound."""
    low, high = bounds
    bound = low if direction == "greater" else high
    inner, outer = np.nextafter(low, high), np.nextafter(high, low)
    threshold = log_threshold(error)
    nearest = 2.0**-_BISECTIONS * (high - low)
    rejected, kept = np.full(values.shape[:-1], bound), np.clip(values.mean(axis=-1), low + nearest, high - nearest)
    for _ in range(_BISECTIONS):
        middle = np.clip((rejected + kept) / 2, inner, outer)
        rich = wealth_now(values, middle, bounds, direction) >= threshold
        rejected, kept = np.where(rich, middle, rejected), np.where(rich, kept, middle)
    return rejected


def _doublings(n: int) -> IntArray:
    """1, 2, 4, ... and n."""
    return np.unique(np.append(2 ** np.arange(n.bit_length()), n))


def _read_times(times: ArrayLike, n: int) -> IntArray:
    when = read_counts("times", times)
    if when.ndim != 1 or (np.diff(when) <= 0).any() or when[0] < 1 or when[-1] > n:
        raise must("times", f"be increasing integers between 1 and the {n} samples", show(when.tolist()))
    return when
