"""Compiled masses of the bins into which the losses of one step are sorted.

At a standard normal y the loss is L(y) = log(1 - q + q e^{mu y - mu^2/2}). Edges of losses a < b lie at y_a < y_b, and
(e^L - e^a)/(e^b - e^a) = expm1(mu (y - y_a)) / expm1(mu (y_b - y_a)): no difference of nearly equal numbers is formed.
Narrow bins are integrated by Gauss' rule, wide ones by error functions; either way to about 1e-14 of the mass. Beyond
y = 30, where the mass under null leaves the range of doubles and that under mix does not, e^{-a^2/2} is kept apart.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from math import erfc, exp, expm1, inf, log, pi, sqrt
from typing import Any

import numpy as np

from tabular.compiled import INNER, njit

_NARROW = 0.25
_FAR = 30.0
_TINIEST = 1e-290
_NEWTON_STEPS = 200
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(8)


@njit(cache=True, nogil=True)
def mass(a: float, b: float) -> float:
    """Return Phi(b) - Phi(a) for a <= b, to its last digits in both tails."""
    if b - a < _NARROW:
        return _gauss(a, b, 0.0, a)[0]
    if a > 0:
        return (erfc(a / sqrt(2.0)) - erfc(b / sqrt(2.0))) / 2
    if b < 0:
        return (erfc(-b / sqrt(2.0)) - erfc(-a / sqrt(2.0))) / 2
    return 1 - (erfc(b / sqrt(2.0)) + erfc(-a / sqrt(2.0))) / 2


@njit(cache=True, nogil=True)
def tilted(a: float, b: float, mu: float, centre: float) -> float:
    """Return integral_a^b phi(y) expm1(mu (y - centre)) dy."""
    if b - a < _NARROW and mu * (b - a) < 2 * _NARROW:
        return _gauss(a, b, mu, centre)[1]
    return exp(mu * mu / 2 - mu * centre) * mass(a - mu, b - mu) - mass(a, b)


@njit(cache=True, nogil=True, **INNER)
def _gauss(a: float, b: float, mu: float, centre: float) -> tuple[float, float]:
    """Return integral_a^b phi and integral_a^b phi expm1(mu (y - centre)) by Gauss' rule."""
    half, plain, weighted = (b - a) / 2, 0.0, 0.0
    for k in range(_NODES.size):
        offset = half * (1 + _NODES[k])
        y = a + offset
        density = half * _WEIGHTS[k] * exp(-y * y / 2) / sqrt(2 * pi)
        plain += density
        weighted += density * expm1(mu * (offset + (a - centre)))
    return plain, weighted


@njit(cache=True, nogil=True, **INNER)
def _far(a: float, b: float, mu: float) -> tuple[float, float]:
    """Return e^{a^2/2} integral_a^b phi and e^{a^2/2} integral_a^b phi expm1(mu (y - a)), by Gauss' rule on panels."""
    panels = int((b - a) * max(mu, b) / (2 * _NARROW)) + 1
    half, plain, weighted = (b - a) / (2 * panels), 0.0, 0.0
    for panel in range(panels):
        for k in range(_NODES.size):
            offset = half * (2 * panel + 1 + _NODES[k])
            density = half * _WEIGHTS[k] * exp(-offset * (a + offset / 2)) / sqrt(2 * pi)
            plain += density
            weighted += density * expm1(mu * offset)
    return plain, weighted


@njit(cache=True, nogil=True)
def spread(edges: Any, losses: Any, mu: float, null: Any, mix: Any) -> None:
    """Add the mass of every bin (edges[i], edges[i + 1]) to its two ends, under null and mix, the mean of e^L kept."""
    for i in range(edges.size - 1):
        a, b = edges[i], edges[i + 1]
        apart = a * a / 2 if a > _FAR else 0.0
        whole, gained = _far(a, b, mu) if a > _FAR else (mass(a, b), tilted(a, b, mu, a))
        right = gained / expm1(mu * (b - a))
        left = max(0.0, whole - right)
        null[i] += left * exp(-apart)
        null[i + 1] += right * exp(-apart)
        mix[i] += exp(log(left) + (losses[i] - apart)) if left > 0 else 0.0
        mix[i + 1] += exp(log(right) + (losses[i + 1] - apart)) if right > 0 else 0.0


@njit(cache=True, nogil=True)
def gather(start: float, targets: Any, mu: float, masses: Any) -> float:
    """Cut [start, inf) into bins on which the mean of e^L under null is that of a target, and return the last edge.

    The bin of target y_j runs from the last edge t to the root t' > y_j of integral_t^t' phi expm1(mu (y - y_j)) dy. A
    target which the last edge has passed gets no bin; where there is no root, or no mass a double can hold to its last
    digit, the cutting ends.
    """
    edge = start
    for j in range(targets.size):
        target = targets[j]
        if not edge < target:
            continue
        if not tilted(edge, inf, mu, target) > 0:
            break
        after = _root(edge, target, mu)
        whole = mass(edge, after)
        if target > 0 and whole < _TINIEST:
            break
        masses[j] = whole
        edge = after
    return edge


@njit(cache=True, nogil=True, **INNER)
def _root(edge: float, target: float, mu: float) -> float:
    """Return the t > target with integral_edge^t phi expm1(mu (y - target)) dy = 0: Newton's rule in a bracket.

    Where Newton's rule is slow the bracket is halved; what is still open in the end has its upper end: less loss.
    """
    low, high = target, inf
    t = target + min(target - edge, 1 / mu)
    for trial in range(_NEWTON_STEPS):
        value = tilted(edge, t, mu, target)
        low, high = (t, high) if value < 0 else (low, t)
        slope = exp(-t * t / 2) / sqrt(2 * pi) * expm1(mu * (t - target))
        guess = min(t - value / slope, t + 1 + (t - target)) if slope > 0 else inf
        if not low < guess < high or trial % 4 == 3:
            guess = (low + high) / 2 if high < inf else t + (t - target)
        if abs(guess - t) <= 1e-15 * abs(t) or guess in (low, high):
            return t
        t = guess
    return high
