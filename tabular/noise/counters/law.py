r"""The law of the largest error max_{t <= T} |N(t)| of binary counters: computed by a recursion, not sampled.

Let q_k(u) be the probability that one of the 2**k - 1 releases after a node with noise u leaves [-x, x], f the density
of a draw. With a (+) b = a + b - a b, for independent events,

    q_0 = 0,   q_{k+1} = q_k (+) J[q_k],   J[h](u) = P(|u + xi| > x) + int_{-x}^{x} f(v - u) h(v) dv,

and T, read from its lowest bit up, gives F <- q_i (+) J[F], F = 0 at first; P(max > x) = F(0). The functions are even
and analytic on [-x, x]. They live on Gauss-Legendre nodes of panels of length at most 1; for Laplace noise the kink of
f at v = u lies in one panel, where the interpolating polynomial is integrated on both sides of u, and the other panels
are summed by running exponentials.

Error. Failure probabilities are sums of positive terms, and the relative error of a (+) b is at most the larger one of
a and b plus rounding, so the relative error of F(0) is at most 2 log2(T) times that of one step: small tails keep their
digits. `checked_failure` computes it with 16 and with 24 nodes a panel and returns the difference plus a bound of the
roundings. `tabular.noise.counters.law_exact` has no error at all, for T < 32.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import ceil, exp, expm1, log, log1p, pi, sqrt
from typing import Any

import numpy as np
from scipy.optimize import brentq
from scipy.signal import lfilter
from scipy.special import ndtr

from tabular.errors import must, show
from tabular.noise import checks
from tabular.noise.counters._kernels_nodes import MOST_NODES
from tabular.noise.counters.node_noise import Law
from tabular.numbers.arguments import integer

_ORDER, _FINER = 16, 24  # nodes of a panel
_ROUNDINGS = 64 * 2.0**-52  # relative, of one step: sums of at most 48 terms and two exponentials
_BEYOND = {"laplace": 3000.0, "gaussian": 300.0}  # levels, in scales, that no double can tell from never reached

_RELATIVE: Any = 1e-14  # accuracy of a quantile

_Step = Callable[[Any], Any]


def failure_probability(
    steps: int, level: float, *, counters: int = 1, scale: float = 1.0, law: Law = "laplace"
) -> float:
    """Return P(|N_c(t)| > level for some t <= steps and some of the independent counters)."""
    return _many(_failure(*_arguments(steps, level, scale, law), _ORDER), _counters(counters))


def checked_failure(
    steps: int, level: float, *, counters: int = 1, scale: float = 1.0, law: Law = "laplace"
) -> tuple[float, float]:
    """Return `failure_probability` and how much it may be off: two orders of quadrature, and the roundings."""
    arguments = _arguments(steps, level, scale, law)
    coarse, fine = (_many(_failure(*arguments, order), _counters(counters)) for order in (_ORDER, _FINER))
    return fine, abs(fine - coarse) + 2 * arguments[0].bit_length() * _ROUNDINGS * fine


def error_quantile(
    steps: int, failure_probability: float, *, counters: int = 1, scale: float = 1.0, law: Law = "laplace"
) -> float:
    """Return the level that max_{t <= steps} |N_c(t)|, over all the counters, exceeds with this probability."""
    wanted = _probability(failure_probability)
    steps, _, scale, law = _arguments(steps, scale, scale, law)
    return scale * _quantile(steps, wanted, _counters(counters), law)


@lru_cache(maxsize=256)  # many runs of a learner ask for the same one
def _quantile(steps: int, wanted: float, counters: int, law: Law) -> float:
    """Return the level for noise of scale 1."""
    one = -expm1(log1p(-wanted) / counters)  # for each counter

    def excess(level: float) -> float:
        return log(max(_failure(steps, level, 1.0, law, _ORDER), 1e-320) / one)

    high = accuracy_bound(steps, wanted, counters=counters, law=law)
    low = high
    while excess(low) < 0:
        high, low = low, low / 2
    if low == high:  # both so small that they cannot be told apart
        return high
    level: Any = brentq(excess, low, high, xtol=1e-300, rtol=_RELATIVE)
    return float(level)


def accuracy_bound(
    steps: int, failure_probability: float, *, counters: int = 1, scale: float = 1.0, law: Law = "laplace"
) -> float:
    """Return a closed form that max |N_c(t)| exceeds with at most this probability, for every steps and counters.

    With K = floor(log2 steps) + 1 and L = ln(2 counters steps / failure_probability): Laplace noise of scale s gives
    s sqrt(8 L) max(sqrt K, sqrt L), as E exp(y xi / s) <= exp(2 y**2) for y**2 <= 1/2 (Chernoff, and the union over t,
    the sign and the counters); Gaussian noise of deviation s gives s sqrt(2 K L).
    """
    wanted = _probability(failure_probability)
    steps, _, scale, law = _arguments(steps, scale, scale, law)
    terms, logarithm = steps.bit_length(), log(2.0 * _counters(counters) * steps / wanted)
    if law == "gaussian":
        return scale * sqrt(2.0 * terms * logarithm)
    return scale * sqrt(8.0 * logarithm * max(terms, logarithm))


def _arguments(steps: int, level: float, scale: float, law: Law) -> tuple[int, float, float, Law]:
    if not isinstance(law, str) or law not in _BEYOND:
        raise must("law", 'be "laplace" or "gaussian"', show(law))
    steps = integer("steps", steps, 1, MOST_NODES)
    return steps, checks.positive("level", level), checks.positive("scale", scale), law


def _counters(counters: int) -> int:
    return integer("counters", counters, 1, 1 << 62)


def _probability(value: object) -> float:
    number = checks.number("failure_probability", value)
    if not 0.0 < number < 1.0:
        raise must("failure_probability", "lie strictly between 0 and 1", show(value))
    return number


def _many(one: float, counters: int) -> float:
    """Return the probability that one of many independent counters fails."""
    return 1.0 if one >= 1.0 else -expm1(counters * log1p(-one))


def _failure(steps: int, level: float, scale: float, law: Law, order: int) -> float:
    """Return P(max_{t <= steps} |N(t)| > level) by the recursion; functions are arrays over the nodes and 0."""
    x = level / scale
    if x > _BEYOND[law]:
        return 0.0
    step, size = (_laplace_step if law == "laplace" else _gaussian_step)(x, order)
    leaves, failure = np.zeros(size), np.zeros(size)
    for bit in range(steps.bit_length()):
        if steps >> bit & 1:
            failure = _either(leaves, step(failure))
        if steps >> bit > 1:
            leaves = _either(leaves, step(leaves))
    return float(failure[-1])


def _either(a: Any, b: Any) -> Any:
    return a + b * (1.0 - a)


def _laplace_step(x: float, order: int) -> tuple[_Step, int]:
    """Return J for Laplace noise and the size of its arrays: the nodes of the panels of [0, x], then 0 itself."""
    panels = ceil(x)
    width = x / panels
    nodes, weights = _legendre(order)
    inside = (nodes + 1.0) * width / 2.0
    to_left, to_right = np.exp(-inside), np.exp(inside - width)
    inner, shrink = _kink(width, order), exp(-width)
    half_weights = weights * width / 4.0  # half of the density's 1/2 was taken with the panel's half width
    places = np.append((np.arange(panels)[:, None] * width + inside).ravel(), 0.0)
    tail = (np.exp(places - x) + np.exp(-places - x)) / 2.0

    def step(h: Any) -> Any:
        rows = h[:-1].reshape(panels, order)
        from_right = lfilter([1.0], [1.0, -shrink], (rows @ (half_weights * to_left))[::-1])[::-1]  # at left ends
        sums = rows @ (half_weights * to_right)
        sums[0] += shrink * from_right[0]  # the mirror image of [0, x] lies to the left of 0
        from_left = lfilter([1.0], [1.0, -shrink], sums)  # at right ends
        before, after = np.append(from_right[0], from_left[:-1]), np.append(from_right[1:], 0.0)
        values = rows @ inner.T + before[:, None] * to_left + after[:, None] * to_right
        return tail + np.append(values.ravel(), 2.0 * from_right[0])

    return step, places.size


def _gaussian_step(x: float, order: int) -> tuple[_Step, int]:
    """Return J for standard normal noise and the size of its arrays."""
    panels = ceil(x)
    width = x / panels
    nodes, weights = _legendre(order)
    places = (np.arange(panels)[:, None] * width + (nodes + 1.0) * width / 2.0).ravel()
    to = np.append(places, 0.0)
    density = np.exp(-((to[:, None] - places) ** 2) / 2.0) + np.exp(-((to[:, None] + places) ** 2) / 2.0)
    kernel = density * (np.tile(weights, panels) * width / 2.0 / sqrt(2.0 * pi))
    tail = ndtr(to - x) + ndtr(-to - x)
    return (lambda h: tail + kernel @ h[:-1]), to.size


@lru_cache(maxsize=64)
def _kink(width: float, order: int) -> Any:
    """Return the matrix of int_0^width exp(-|v - u_i|) h(v) dv / 2 for polynomials h given at the nodes u_j."""
    nodes, _ = _legendre(order)
    fine, fine_weights = _legendre(order + 8)  # the integrand is a polynomial times an exponential
    rows: list[Any] = []
    for node in nodes:
        row = np.zeros(order)
        for low, high in ((-1.0, node), (node, 1.0)):
            places = low + (high - low) * (fine + 1.0) / 2.0
            density = np.exp(-np.abs(places - node) * width / 2.0) * width / 4.0
            row += (fine_weights * (high - low) / 2.0 * density) @ _interpolation(places, nodes)
        rows.append(row)
    return np.array(rows)


def _interpolation(places: Any, nodes: Any) -> Any:
    """Return the values of Lagrange's polynomials of the nodes (columns) at the places (rows)."""
    legendre = np.polynomial.legendre
    degree = len(nodes) - 1
    return np.linalg.solve(legendre.legvander(nodes, degree).T, legendre.legvander(places, degree).T).T


@lru_cache(maxsize=8)
def _legendre(order: int) -> tuple[Any, Any]:
    return np.polynomial.legendre.leggauss(order)
