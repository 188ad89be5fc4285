"""The moments accountant with exact moments: delta = min_lambda exp(N alpha(lambda) - lambda epsilon).

Moments of adaptive steps add up for one ordered pair (Abadi et al. 2016, Theorem 2), and Markov's inequality gives the
bound. alpha is convex in lambda with alpha(0) = 0, so N alpha(lambda) - lambda epsilon has one valley. Under
replacement use ``Direction.DOMINATING``; under addition or removal the larger of the two ordered pairs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import exp, inf
from typing import Any, Literal

from scipy.optimize import minimize_scalar

from tabular.errors import must, show
from tabular.numbers.arguments import count, finite_nonnegative
from tabular.numbers.exact import Exact
from tabular.privacy.subsampled.log_moments import log_moment
from tabular.privacy.subsampled.pair import Direction, SubsampledGaussian

Orders = Literal["integer", "continuous"]

_LARGEST_ORDER = 1 << 16
_SMALLEST_ORDER = 2.0**-40


@dataclass(frozen=True)
class MomentsBound:
    """A point (epsilon, delta) that the moments accountant proves, in doubles, and the order lambda that gives it."""

    epsilon: float
    delta: float
    order: float
    direction: Direction


def moments_bound(
    pair: SubsampledGaussian,
    steps: int,
    epsilon: Exact,
    direction: Direction = Direction.REMOVE,
    orders: Orders = "integer",
) -> MomentsBound:
    """Return min_lambda exp(N alpha(lambda) - lambda epsilon), at most 1, over integer or over real orders."""
    level, times = float(finite_nonnegative("epsilon", epsilon)), count("steps", steps)

    def exponent(order: Fraction) -> float:
        return times * log_moment(pair, order, direction) - float(order) * level

    order, least = _valley(exponent, orders)
    return MomentsBound(level, exp(min(0.0, least)), float(order), direction)


def _valley(rule: Callable[[Fraction], float], orders: Orders) -> tuple[Fraction, float]:
    """Return where a function of the order with one valley is least, and its value there."""
    if orders not in ("integer", "continuous"):
        raise must("orders", "be 'integer' or 'continuous'", show(orders))
    low, high = _integer_bracket(rule)
    if orders == "integer":
        while high - low > 2:
            middle = (low + high) // 2
            low, high = (low, middle + 1) if rule(Fraction(middle)) <= rule(Fraction(middle + 1)) else (middle, high)
        order = min((Fraction(k) for k in range(max(1, low), high + 1)), key=rule)
        return order, rule(order)
    ends = (max(_SMALLEST_ORDER, low), high)

    def at(order: float) -> float:
        return rule(Fraction(float(order)))

    valley: Any = minimize_scalar(at, bounds=ends, method="bounded", options={"xatol": 1e-9})
    order = Fraction(float(valley.x))
    return min(((k, rule(k)) for k in (order, *map(Fraction, ends))), key=lambda pair: pair[1])


def _integer_bracket(rule: Callable[[Fraction], float]) -> tuple[int, int]:
    """Return integers around the valley, by doubling; the low one is 0 where the valley may lie below 1."""
    low, high, last = 0, 1, inf
    while high < _LARGEST_ORDER and (value := rule(Fraction(high))) < last:
        low, high, last = high // 2, 2 * high, value
    return low, high
