"""The noise multiplier that N steps need for a wanted (epsilon, delta).

The smallest sufficient sigma decreases in epsilon and delta and every larger sigma suffices as well (more noise is
post-processing). So one sigma at which an upper bound of the curve is seen to be at most delta is valid for guarantees,
and one at which a lower bound is seen to be above delta is certainly too small. A coarse grid finds where the bounds
pass delta, a fine one decides there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp, expm1, log, log1p
from typing import Any

from scipy.optimize import brentq

from tabular.errors import must, show
from tabular.numbers.arguments import count, finite_nonnegative
from tabular.numbers.exact import Exact, is_number, nearest
from tabular.privacy.calibrate import calibrate_gaussian
from tabular.privacy.subsampled.intervals import COARSE, FINE, LARGEST_MU, delta_bound
from tabular.privacy.subsampled.loss_grid import Rounding
from tabular.privacy.subsampled.pair import (
    Adjacency,
    Direction,
    attained_directions,
    bounding_directions,
    worst_pair,
)

_SMALLEST = 2 / LARGEST_MU * (1 + 2.0**-40)
_LARGEST = 2.0**100
_MARGIN = 2e-5
_MOST_TRIES = 12


@dataclass(frozen=True)
class SigmaInterval:
    """Noise multipliers: ``lower`` is certainly too small (0 where nothing is), ``upper`` valid for guarantees."""

    lower: float
    upper: float


@dataclass(frozen=True)
class _Task:
    """What is wanted: log(bound of delta / delta) as a function of log sigma, from above ("up") or from below."""

    epsilon: float
    delta: float
    m: int
    steps: int
    adjacency: Adjacency
    rounding: Rounding
    ways: tuple[Direction, ...]

    def excess(self, log_sigma: float, fineness: float) -> float:
        pair = worst_pair(self.m, max(_SMALLEST, exp(log_sigma)), self.adjacency)
        side = self.rounding if fineness == FINE else "up"  # a coarse grid has no good lower bound, and only locates
        bounds = (delta_bound(pair, self.steps, self.epsilon, way, side, fineness) for way in self.ways)
        return log(max(1e-300, *bounds) / self.delta)

    def alone(self, place: float) -> _Task:
        """Return the task with the one pair whose curve is the largest at a place."""
        return max((replace(self, ways=(way,)) for way in self.ways), key=lambda task: task.excess(place, COARSE))


def calibrate_sigma(epsilon: Exact, delta: Exact, m: int, steps: int, adjacency: Adjacency) -> SigmaInterval:
    """Return an interval of the smallest sigma for which N steps with one of m records are (epsilon, delta)-private.

    Under replacement ``lower`` is what one ordered pair needs and ``upper`` what suffices against the dominating pair;
    under addition or removal (m records in the smaller set) both enclose the exact number.
    """
    upper = sufficient_sigma(epsilon, delta, m, steps, adjacency)
    if worst_pair(m, 1, adjacency).rate == 1:
        return SigmaInterval(upper * (1 - 2.0**-50), upper)
    level = nearest(finite_nonnegative("epsilon", epsilon))
    return SigmaInterval(_insufficient(level, float(delta), m, steps, adjacency) if upper else 0.0, upper)


def sufficient_sigma(epsilon: Exact, delta: Exact, m: int, steps: int, adjacency: Adjacency) -> float:
    """Return the upper end of `calibrate_sigma` alone, for half of the work."""
    level, q = nearest(finite_nonnegative("epsilon", epsilon)), worst_pair(m, 1, adjacency).rate
    if not is_number(delta) or not 0 < delta < 1:
        raise must("delta", "be a number between 0 and 1, neither of them", show(delta))
    if q == 1:
        return calibrate_gaussian(epsilon, delta, 2, count("steps", steps)).sigma
    if delta >= -expm1(count("steps", steps) * log1p(-float(q))) * (1 + 1e-12):  # the record is not drawn at all
        return 0.0
    return _sufficient(level, float(delta), m, steps, adjacency)


@lru_cache(maxsize=1024)
def _sufficient(epsilon: float, delta: float, m: int, steps: int, adjacency: Adjacency) -> float:
    above = _Task(epsilon, delta, m, steps, adjacency, "up", bounding_directions(adjacency))
    upper = _decided(above, _bracket(above, 0.0, 1.0))
    if upper >= _LARGEST:
        raise must("delta", f"be large enough for a sigma below {_LARGEST:.3g}", show(delta))
    return upper


@lru_cache(maxsize=1024)
def _insufficient(epsilon: float, delta: float, m: int, steps: int, adjacency: Adjacency) -> float:
    upper = _sufficient(epsilon, delta, m, steps, adjacency)
    below = _Task(epsilon, delta, m, steps, adjacency, "down", attained_directions())
    lower = _decided(below, _bracket(below, log(upper), 0.05))
    return 0.0 if lower <= _SMALLEST else lower


def _bracket(task: _Task, guess: float, width: float) -> tuple[float, float]:
    """Return log sigmas between which the coarse bound of the curve passes delta."""
    one, low, high = task.alone(guess), guess, guess
    while one.excess(low, COARSE) <= 0 and low > log(_SMALLEST):
        low, high, width = max(low - width, log(_SMALLEST)), low, 1.5 * width
    while one.excess(high, COARSE) > 0 and high < log(_LARGEST):
        low, high, width = high, high + width, 1.5 * width
    return low, high


def _decided(task: _Task, bracket: tuple[float, float]) -> float:
    """Return a sigma at which the fine bound is seen to be at most delta (up) or above delta (down)."""
    side = 1 if task.rounding == "up" else -1
    place, slope = _crossing(task.alone(bracket[1]), bracket)
    one, margin = task.alone(place), _MARGIN
    for _ in range(_MOST_TRIES):
        excess = one.excess(place, FINE)
        if 0 <= -side * excess < -10 * margin * slope or place <= log(_SMALLEST):
            break
        place, margin = place - excess / slope + side * margin, 1.5 * margin
    while side * task.excess(place, FINE) > 0 and log(_SMALLEST) < place < log(_LARGEST):
        place += side * 0.01  # another pair, or a bound without a slope: any sigma on the right side will do
    return max(_SMALLEST, exp(place))


def _crossing(task: _Task, bracket: tuple[float, float]) -> tuple[float, float]:
    """Return the log sigma where the coarse bound is delta, and the slope of the log bound there."""
    low, high = bracket

    def clipped(place: float) -> float:  # where delta is tiny its logarithm is far from a straight line
        return max(-20.0, task.excess(place, COARSE))

    place = high
    if low < high and clipped(low) > 0 >= clipped(high):
        root: Any = brentq(clipped, low, high, xtol=1e-3)
        place = float(root)
    rise = (task.excess(place + 0.01, COARSE) - task.excess(place, COARSE)) / 0.01
    return place, min(rise, -0.1)
