"""Conversions between the languages of privacy; every direction says whether it loses anything.

A mechanism may be known to be (epsilon, delta)-private at one point, mu-GDP (its trade-off curve lies above that of
N(0, 1) against N(mu, 1)), (order, value)-RDP (the Renyi divergence of that order is at most value), or rho-zCDP (the
divergence of every order a > 1 is at most rho a).

    from     to                function                       what it is
    GDP      (epsilon, delta)  delta_of, epsilon_of           exact, both ways, along the whole curve
    GDP      RDP, zCDP         rdp_of_gdp, zcdp_of_gdp        the smallest value; the Gaussian mechanism attains it
    epsilon  GDP               gdp_of_pure                    the smallest mu; randomized response attains it
    epsilon  RDP               rdp_of_pure                    the smallest value; randomized response attains it
    epsilon  zCDP              zcdp_of_pure                   an upper bound, epsilon^2 / 2
    zCDP     RDP               rdp_of_zcdp                    the definition of zCDP, read at one order
    RDP      (epsilon, delta)  delta_of_rdp, epsilon_of_rdp   an upper bound
    zCDP     (epsilon, delta)  delta_of_zcdp, epsilon_of_zcdp an upper bound: that of RDP at the best order

There is no way back from one point (epsilon, delta) with delta > 0 to a finite mu, RDP value or rho: a mechanism that
publishes everything with probability delta satisfies the point. Only for a mechanism that is known to be Gaussian is
``mu_of`` the exact inverse.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from math import cosh, exp, inf, log, log1p, sinh, sqrt, tanh

from scipy.special import erfinv, ndtri_exp

from tabular.errors import must, show
from tabular.numbers.arguments import nonnegative_float, probability
from tabular.numbers.exact import Exact, is_number, log_of, nearest
from tabular.privacy.bisection import first_double

_NO_OVERFLOW = 600.0  # beyond it e^{(1 - 2 a) epsilon} is less than the last digit of 1

_LARGEST = sys.float_info.max


def rdp_of_gdp(mu: Exact, order: Exact) -> float:
    """Return order * mu^2 / 2, the Renyi divergence of N(mu, 1) from N(0, 1): the smallest RDP value of mu-GDP."""
    return _order(order) * zcdp_of_gdp(mu)


def zcdp_of_gdp(mu: Exact) -> float:
    """Return rho = mu^2 / 2, the smallest zCDP of mu-GDP."""
    return _half_square(nonnegative_float("mu", mu))


def rdp_of_zcdp(rho: Exact, order: Exact) -> float:
    """Return rho * order: what zCDP says at one order."""
    return nonnegative_float("rho", rho) * _order(order)


def gdp_of_pure(epsilon: Exact) -> float:
    """Return mu = 2 Phi^{-1}(e^epsilon / (1 + e^epsilon)), the smallest GDP of every (epsilon, 0)-private mechanism.

    The trade-off curve of (epsilon, 0) has a kink on the diagonal at 1 / (1 + e^epsilon) and straight sides to the
    corners (0, 1) and (1, 0). The convex curve of N(0, 1) against N(mu, 1) through that kink lies below both sides,
    and randomized response, whose curve this is, passes through the kink.
    """
    value = nonnegative_float("epsilon", epsilon)
    if value < 1:  # e^epsilon / (1 + e^epsilon) = (1 + tanh(epsilon / 2)) / 2
        return 2 * sqrt(2) * float(erfinv(tanh(value / 2)))
    return -2 * float(ndtri_exp(-value - log1p(exp(-value))))


def rdp_of_pure(epsilon: Exact, order: Exact) -> float:
    """Return the Renyi divergence of randomized response, log(cosh((a - 1/2) epsilon) / cosh(epsilon / 2)) / (a - 1).

    Every (epsilon, 0)-private mechanism is a processing of randomized response (Kairouz, Oh and Viswanath 2015), so
    that this is the smallest RDP value. The ratio is 1 + 2 sinh(a epsilon/2) sinh((a - 1) epsilon/2) / cosh(epsilon/2).
    """
    value, a = nonnegative_float("epsilon", epsilon), _order(order)
    if a * value < _NO_OVERFLOW:
        excess = 2 * sinh(a * value / 2) * sinh((a - 1) * value / 2) / cosh(value / 2)
        return log1p(excess) / (a - 1)
    return value - log1p(exp(-value)) / (a - 1)


def zcdp_of_pure(epsilon: Exact) -> float:
    """Return rho = epsilon^2 / 2, an upper bound (Bun and Steinke 2016, Proposition 1.4)."""
    return _half_square(nonnegative_float("epsilon", epsilon))


def delta_of_rdp(epsilon: Exact, order: Exact, value: Exact) -> float:
    """Return an upper bound of delta from one RDP value (Canonne, Kamath and Steinke 2020, Proposition 12).

    (1 - e^{epsilon - y})_+ <= e^{(a - 1)(y - epsilon)} (1 - 1/a)^{a - 1} / a for the privacy loss y, whence
    delta <= e^{(a - 1)(value - epsilon)} (1 - 1/a)^{a - 1} / a.
    """
    a, divergence, level = _order(order), nonnegative_float("value", value), nonnegative_float("epsilon", epsilon)
    if divergence == 0 or level == inf:
        return 0.0
    return min(1.0, _exp((a - 1) * (divergence - level) + _log_peak(a)))


def epsilon_of_rdp(delta: Exact, order: Exact, value: Exact) -> float:
    """Return the epsilon at which the bound of ``delta_of_rdp`` is delta, at least 0."""
    a, divergence = _order(order), nonnegative_float("value", value)
    if probability("delta", delta) == 1 or divergence == 0:
        return 0.0
    return inf if delta == 0 else max(0.0, divergence + (_log_peak(a) - log_of(delta)) / (a - 1))


def delta_of_zcdp(epsilon: Exact, rho: Exact) -> float:
    """Return an upper bound of delta: the least of ``delta_of_rdp(epsilon, a, rho a)`` over the orders a > 1.

    Its logarithm (a - 1)(rho a - epsilon) + (a - 1) log(a - 1) - a log a is convex in a, with the increasing derivative
    (2a - 1) rho - epsilon + log(1 - 1/a), of which bisection finds the zero. Any order gives a bound.
    """
    level, slope = nonnegative_float("epsilon", epsilon), nonnegative_float("rho", rho)
    if slope == 0 or level == inf:
        return 0.0
    if slope == inf:
        return 1.0
    excess = min(_LARGEST, first_double(lambda b: (2 * b + 1) * slope - level - log1p(1 / b) >= 0))
    drift = excess * (slope * (1 + excess) - level)
    return min(1.0, _exp(drift - excess * log1p(1 / excess) - log1p(excess)))


def epsilon_of_zcdp(delta: Exact, rho: Exact) -> float:
    """Return the smallest epsilon at which ``delta_of_zcdp`` is at most delta: an upper bound."""
    level = probability("delta", delta)
    if nonnegative_float("rho", rho) == 0 or level == 1:
        return 0.0
    if level == 0 or rho == inf:
        return inf
    if delta_of_zcdp(0, rho) <= level:
        return 0.0
    return first_double(lambda epsilon: delta_of_zcdp(epsilon, rho) <= level)


def _log_peak(a: float) -> float:
    """Return log((1 - 1/a)^{a - 1} / a), the peak of (1 - e^{-x}) e^{-(a - 1) x}."""
    return (a - 1) * log1p(-1 / a) - log(a)


def _exp(x: float) -> float:
    return exp(x) if x < 0 else inf if x > 0 else 1.0


def _half_square(x: float) -> float:
    return x * x / 2  # x**2 is an error where x * x is infinity


def _order(order: Exact) -> float:
    """Return the order as a double, which must be one above 1 too."""
    value = nearest(Fraction(order)) if is_number(order) and abs(order) != inf else inf
    if not 1 < value < inf:
        raise must("order", "be a finite number above 1", show(order))
    return value
