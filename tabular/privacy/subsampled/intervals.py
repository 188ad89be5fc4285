"""Intervals that hold the privacy of N steps: of one ordered pair, and of the algorithm under an adjacency.

The loss of one step is put on a grid twice, rounded up and rounded down (``loss_grid``), and both are composed
(``composition``). The grid is fine enough that its effect on the variance of a step is ``fineness``^2 or less, unless
the sums then had more than ``_MOST_POINTS`` grid losses: both roundings hold on coarser grids as well. Transforms
resolve about 1e-10 of Chernoff's bound, so that ends which belong to a delta of 1e-11 or less may be far apart.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import inf, log, sqrt

from tabular.errors import must, show
from tabular.numbers.arguments import count, finite_nonnegative
from tabular.numbers.exact import Exact, is_number, nearest
from tabular.privacy.composition import repeated_mu_ball
from tabular.privacy.gaussian_balls import delta_ball
from tabular.privacy.subsampled.composition import Sum, best_tilt, chernoff_epsilon, window_at
from tabular.privacy.subsampled.loss_grid import LossDistribution, Rounding, loss_distribution
from tabular.privacy.subsampled.pair import (
    Adjacency,
    Direction,
    SubsampledGaussian,
    attained_directions,
    bounding_directions,
    worst_pair,
)
from tabular.privacy.subsampled.step_curve import step_delta_ball

FINE = 0.05
COARSE = 0.2
LARGEST_MU = 37.0  # e^{mu^2/2} is still a double
_SMALLEST_MU = 2.0**-28  # below, the losses of a step are no longer told apart by doubles
_COARSE_DETAIL = 256
_MOST_POINTS = 1 << 20
_MOST_COARSE_POINTS = 1 << 17
_MOST_GRIDS = 20
_WIDEST_STEP = 500.0  # e^step is a double
_RELATIVE = 1e-6
_MOST_MOVES = 4
_FAR = 1e9
_LEAST = 1e-12  # between 0 and this epsilon nothing is looked for


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
    if _is_closed(pair, steps):
        return _closed_bound(pair, steps, Fraction(epsilon), direction, rounding)
    return summed(pair, steps, epsilon, direction, rounding, fineness).delta(epsilon)


def _is_closed(pair: SubsampledGaussian, steps: int) -> bool:
    return pair.rate == 1 or count("steps", steps) == 1 or pair.mu < _SMALLEST_MU


def _closed_bound(
    pair: SubsampledGaussian, steps: int, epsilon: Fraction, direction: Direction, rounding: Rounding
) -> float:
    """Return an end of a closed form: exact without sampling and for one step, bounds for the weakest steps.

    These are N times the total variation of a step and the curve without sampling, and from below that of one step.
    """
    if pair.rate == 1 or (rounding == "up" and steps > 1):
        curve = delta_ball(epsilon, repeated_mu_ball(pair.mu, 1, steps))
    else:
        curve = step_delta_ball(pair, epsilon, direction)
    if rounding == "down":
        return _end(float(curve.lower()), rounding)
    return _end(min(float(curve.upper()), float((steps * step_delta_ball(pair, 0, direction)).upper())), rounding)


@lru_cache(maxsize=4)
def summed(
    pair: SubsampledGaussian, steps: int, epsilon: float, direction: Direction, rounding: Rounding, fineness: float
) -> Sum:
    """Return the sum of N rounded losses, tilted towards epsilon."""
    times = count("steps", steps)
    finest = _finest(pair, fineness)
    coarse = _coarse(pair, direction, rounding, fineness)
    tilt = best_tilt(coarse, times, epsilon)
    view = window_at(coarse, times, tilt)
    points = _MOST_POINTS if fineness <= FINE else _MOST_COARSE_POINTS
    step = max(min(fineness * view.deviation, finest), (view.high - view.low) / points)
    for _ in range(_MOST_GRIDS):  # the window of the finer law is another one, and rarely a wider one
        if step > _WIDEST_STEP:
            break
        law = loss_distribution(pair, direction, step, rounding)
        view = window_at(law, times, tilt)
        if view.high - view.low <= 1.25 * points * step:
            return Sum.within(law, times, view)
        step = max(2 * step, (view.high - view.low) / points)
    raise must("steps", f"be few enough for sums of losses on {points} points", show(steps))


def _finest(pair: SubsampledGaussian, fineness: float) -> float:
    return 5 * fineness * float(pair.rate) * min(1.0, nearest(pair.mu))


def _coarse(pair: SubsampledGaussian, direction: Direction, rounding: Rounding, fineness: float) -> LossDistribution:
    """Return the law of one step on few losses, from which the grid of the sum is chosen."""
    if pair.mu > LARGEST_MU:
        raise must("sigma", f"be at least shift/{LARGEST_MU:g}", show(pair.sigma), "for the curve of several steps")
    return loss_distribution(pair, direction, _finest(pair, fineness) / 4, rounding, _COARSE_DETAIL)


def _epsilon_bound(
    pair: SubsampledGaussian, steps: int, delta: float, direction: Direction, rounding: Rounding
) -> float:
    """Return a bound of epsilon: where a bound of the curve is seen to be at most delta, or to be above it."""
    if delta_bound(pair, steps, 0.0, direction, rounding) <= delta:
        return 0.0
    if _is_closed(pair, steps):
        total = nearest(pair.mu) * sqrt(steps)
        guess = total * total / 2 + total * sqrt(-2 * log(delta))
        return _crossing(lambda x: delta_bound(pair, steps, x, direction, rounding), delta, guess, rounding)
    guess = chernoff_epsilon(_coarse(pair, direction, "up", COARSE), steps, delta)
    for _ in range(_MOST_MOVES):  # a sum is best near its tilt: Newton's rule, on a coarse grid, moves it there
        total = summed(pair, steps, guess, direction, "up", COARSE)
        moved = guess + log(max(total.delta(guess), 1e-300) / delta) / max(
            total.view.tilt, min(1.0, 1 / (total.view.deviation * sqrt(steps)))
        )
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
    while high - low > _RELATIVE * high and high > _LEAST:
        middle = (low + high) / 2
        low, high = (middle, high) if bound(middle) > delta else (low, middle)
    return high if rounding == "up" else low


def _end(value: float, rounding: Rounding) -> float:
    """Return a double outside of a value that was rounded to nearest."""
    return min(1.0, value * (1 + 1e-15)) if rounding == "up" else max(0.0, value * (1 - 1e-15))
