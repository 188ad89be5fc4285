"""Formulas for the conditional law of the path as found in print and in code: objects under test, not for use.

In print, with s- < s < s+ the neighbours of s in the list and u(x) = exp(beta x) - exp(-beta x),

    mu = (u(s - s-) g(s-) + u(s+ - s) g(s+)) / u(s+ - s-),
    d  = 1 - (u(s - s-) exp(beta (s - s-)) + u(s+ - s) exp(beta (s+ - s))) / u(s+ - s-),

a missing neighbour is replaced by s- = 0 or s+ = 1, where the value is 0, and the draw is N(mu, sigma d), which leaves
open whether sigma d is a variance or a standard deviation. The right formulas are in `conditional`.
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Callable, Sequence
from typing import Any

from tabular.noise.conditional import bridge, step
from tabular.noise.covariance import Rule

Exp = Callable[[Any], Any]


def printed_weights(beta: Any, s_minus: Any, s: Any, s_plus: Any, exp: Exp = math.exp) -> tuple[Any, Any]:
    """Return the weights of g(s-) and g(s+) in mu as printed; for balls or other numbers give their `exp`."""
    whole = _u(beta, s_plus - s_minus, exp)
    return _u(beta, s - s_minus, exp) / whole, _u(beta, s_plus - s, exp) / whole


def printed_variance(beta: Any, s_minus: Any, s: Any, s_plus: Any, exp: Exp = math.exp) -> Any:
    """Return d as printed; for balls or other numbers give their `exp`."""
    left, right = printed_weights(beta, s_minus, s, s_plus, exp)
    return 1 - left * exp(beta * (s - s_minus)) - right * exp(beta * (s_plus - s))


def pinned_rule(beta: float) -> Rule:
    """Return the rule with the right formulas for mean and variance, and missing neighbours as printed."""

    def law(s_minus: float, s: float, s_plus: float) -> tuple[float, float, float]:
        left, right, deviation = bridge(beta, s - s_minus, s_plus - s)
        return left, right, deviation**2

    return _with_pinned_ends(law)


def first_entry_rule(beta: float) -> Rule:
    """Return the rule of a released implementation: right, but beyond the last point it uses the value of the first.

    The weight there is exp(-beta (x - last)) as it should be; only the value that it multiplies is another one.
    """

    def rule(earlier: Sequence[float], x: float) -> tuple[dict[int, float], float]:
        i = bisect.bisect_right(earlier, x)
        if not earlier:
            return {}, 1.0
        if i > 0 and earlier[i - 1] == x:
            return {i - 1: 1.0}, 0.0
        if 0 < i < len(earlier):
            left, right, deviation = bridge(beta, x - earlier[i - 1], earlier[i] - x)
            return {i - 1: left, i: right}, deviation**2
        weight, deviation = step(beta * (x - earlier[-1] if i else earlier[0] - x))
        return {0: weight}, deviation**2

    return rule


def _with_pinned_ends(law: Callable[[float, float, float], tuple[float, float, float]]) -> Rule:
    """Return the rule which treats missing neighbours as points 0 and 1 with value 0."""

    def rule(earlier: Sequence[float], x: float) -> tuple[dict[int, float], float]:
        i = bisect.bisect_right(earlier, x)
        if i > 0 and earlier[i - 1] == x:
            return {i - 1: 1.0}, 0.0
        s_minus = earlier[i - 1] if i > 0 else 0.0
        s_plus = earlier[i] if i < len(earlier) else 1.0
        left, right, variance = law(s_minus, x, s_plus)
        weights = {i - 1: left} if i > 0 else {}
        return weights | ({i: right} if i < len(earlier) else {}), variance

    return rule


def _u(beta: Any, x: Any, exp: Exp) -> Any:
    return exp(beta * x) - exp(-beta * x)
