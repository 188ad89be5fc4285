"""Intervals that hold the privacy of N steps: of one ordered pair, and of the algorithm under an adjacency.

The loss of one step is put on a grid twice, rounded up and rounded down (``loss_grid``), and both are composed
(``composition``). The grid is fine enough that its effect on the variance of a step is ``fineness``^2 or less.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import inf, log

from tabular.errors import must, show
from tabular.privacy.arguments import Exact, count, finite_nonnegative, is_number, nearest
from tabular.privacy.composition import repeated_mu_ball
from tabular.privacy.gaussian_balls import delta_ball
from tabular.privacy.subsampled.composition import Sum, best_tilt, window_at
from tabular.privacy.subsampled.loss_grid import Rounding, loss_distribution
from tabular.privacy.subsampled.moments_accountant import moments_epsilon
from tabular.privacy.subsampled.pair import (
    Adjacency,
    Direction,
    SubsampledGaussian,
    attained_directions,
    bounding_directions,
    worst_pair,
)

FINE = 0.05
COARSE = 0.2
LARGEST_MU = 37.0  # e^{mu^2/2} is still a double
_COARSE_DETAIL = 256
_MOST_POINTS = 1 << 22
_RELATIVE = 1e-6
_MOST_MOVES = 4
_FAR = 1e9


@dataclass(frozen=True)
class Interval:
    """Numbers with lower <= truth <= upper."""

    lower: float
    upper: float


def delta_interval(m: int, sigma: Exact, steps: int, epsilon: Exact, adjacency: Adjacency) -> Interval:
    """Return an interval of the smallest delta for which N steps are (epsilon, delta)-private."""
    pair = worst_pair(m, sigma, adjacency)
    lower = max(composed_delta(pair, steps, epsilon, way).lower for way in attained_directions())
    return Interval(
        lower, max(composed_delta(pair, steps, epsilon, way).upper for way in bounding_directions(adjacency))
    )


def epsilon_interval(m: int, sigma: Exact, steps: int, delta: Exact, adjacency: Adjacency) -> Interval:
    """Return an interval of the smallest epsilon >= 0 for which N steps are (epsilon, delta)-private."""
    pair = worst_pair(m, sigma, adjacency)
    lower = max(composed_epsilon(pair, steps, delta, way).lower for way in attained_directions())
    return Interval(
        lower, max(composed_epsilon(pair, steps, delta, way).upper for way in bounding_directions(adjacency))
    )


def composed_delta(pair: SubsampledGaussian, steps: int, epsilon: Exact, direction: Direction) -> Interval:
    """Return an interval of the N-fold curve of an ordered pair, or of the dominating pair, at epsilon >= 0."""
    level = nearest(finite_nonnegative("epsilon", epsilon))
    up = delta_bound(pair, steps, level, direction, "up")
    return Interval(min(up, delta_bound(pair, steps, level, direction, "down")), up)


def composed_epsilon(pair: SubsampledGaussian, steps: int, delta: Exact, direction: Direction) -> Interval:
    """Return an interval of the smallest epsilon >= 0 at which the N-fold curve is at most delta, for 0 < delta < 1."""
    if not is_number(delta) or not 0 < delta < 1:
        raise must("delta", "be a number between 0 and 1, neither of them", show(delta))
    low, high = (_epsilon_bound(pair, steps, float(delta), direction, way) for way in ("down", "up"))
    return Interval(min(low, high), high)


@lru_cache(maxsize=4096)
def delta_bound(
    pair: SubsampledGaussian,
    steps: int,
    epsilon: float,
    direction: Direction,
    rounding: Rounding,
    fineness: float = FINE,
) -> float:
    """Return a lower ("down") or an upper ("up") bound of the N-fold curve at epsilon."""
    if pair.rate == 1:
        exact = delta_ball(Fraction(epsilon), repeated_mu_ball(pair.mu, 1, count("steps", steps)))
        return _end(float(exact.upper()) if rounding == "up" else float(exact.lower()), rounding)
    return summed(pair, steps, epsilon, direction, rounding, fineness).delta(epsilon)


@lru_cache(maxsize=4)
def summed(
    pair: SubsampledGaussian, steps: int, epsilon: float, direction: Direction, rounding: Rounding, fineness: float
) -> Sum:
    """Return the sum of N rounded losses, tilted towards epsilon."""
    times = count("steps", steps)
    if pair.mu > LARGEST_MU:
        raise must("sigma", f"be at least shift/{LARGEST_MU:g}", show(pair.sigma), "for the curve of several steps")
    finest = 5 * fineness * float(pair.rate) * min(1.0, nearest(pair.mu))
    coarse = loss_distribution(pair, direction, finest / 4, rounding, _COARSE_DETAIL)
    tilt = best_tilt(coarse, times, epsilon)
    view = window_at(coarse, times, tilt)
    step = max(min(fineness * view.deviation, finest), (view.high - view.low) / _MOST_POINTS)
    return Sum.of(loss_distribution(pair, direction, step, rounding), times, tilt)


def _epsilon_bound(
    pair: SubsampledGaussian, steps: int, delta: float, direction: Direction, rounding: Rounding
) -> float:
    """Return a bound of epsilon: where a bound of the curve is seen to be at most delta, or to be above it."""
    if delta_bound(pair, steps, 0.0, direction, rounding) <= delta:
        return 0.0
    guess = moments_epsilon(pair, steps, delta, direction, "continuous").epsilon
    if pair.rate == 1:
        return _crossing(lambda x: delta_bound(pair, steps, x, direction, rounding), delta, guess, rounding)
    for _ in range(_MOST_MOVES):  # a sum is best near its tilt: Newton's rule, on a coarse grid, moves it there
        total = summed(pair, steps, guess, direction, "up", COARSE)
        moved = guess + log(max(total.delta(guess), 1e-300) / delta) / max(total.view.tilt, 1.0)
        guess = min(max(moved, guess / 2), 2 * guess)
    return _crossing(summed(pair, steps, guess, direction, rounding, FINE).delta, delta, guess, rounding)


def _crossing(bound: Callable[[float], float], delta: float, guess: float, rounding: Rounding) -> float:
    """Return the upper or the lower end of a short interval near the guess on which a bound passes delta."""
    low, high, width = guess, guess, 0.002
    while bound(low) <= delta and low > 0:  # at 0 it is above delta, by another sum
        low, width = (1 - width) * low if width < 1 else 0.0, 2 * width
    width = 0.002
    while bound(high) > delta:
        high, width = (1 + width) * high, 2 * width
        if high > _FAR:
            return inf if rounding == "up" else low
    while high - low > _RELATIVE * high:
        middle = (low + high) / 2
        low, high = (middle, high) if bound(middle) > delta else (low, middle)
    return high if rounding == "up" else low


def _end(value: float, rounding: Rounding) -> float:
    """Return a double outside of a value that was rounded to nearest."""
    return min(1.0, value * (1 + 1e-15)) if rounding == "up" else max(0.0, value * (1 - 1e-15))
