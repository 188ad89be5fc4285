"""Gaussian processes at finitely many points in exact arithmetic: predictions, and the law that a sampler really has.

With q = exp(-beta) rational and integer points, every covariance exp(-beta |x - y|) = q**|x - y| of an
Ornstein-Uhlenbeck path is rational, and so are all conditional means and variances.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from tabular.errors import must, show
from tabular.numbers.arrays import Array
from tabular.numbers.rational import matmul_exact, solve_exact

Rational = int | Fraction
Kernel = Callable[[Rational, Rational], Fraction]


class Draw(NamedTuple):
    """A normal draw given earlier values: mean sum_i weights[i] value_i, and variance."""

    weights: tuple[Fraction, ...]
    variance: Fraction


# (earlier points in ascending order, each once; x) -> how the value at x is drawn
ExactRule = Callable[[Sequence[int], int], Draw]


def exponential(q: Fraction) -> Callable[[int], Fraction]:
    """Return n -> q**-n, the exponential function exp(beta n) of integers for beta = -log q."""
    _base(q)
    return lambda n: q**-n


def exponential_kernel(q: Fraction) -> Callable[[int, int], Fraction]:
    """Return the kernel exp(-beta |x - y|) = q**|x - y| of integer points for beta = -log q."""
    _base(q)
    return lambda x, y: q ** abs(x - y)


def predict(kernel: Callable[..., Fraction], known: Sequence[Rational], x: Rational) -> Draw:
    """Return the conditional law of f(x) given f at the known points: K10 K00^-1 and K11 - K10 K00^-1 K10^T."""
    if not known:
        return Draw((), kernel(x, x))
    cross = np.array([kernel(x, y) for y in known], dtype=object)
    weights = solve_exact(np.array([[kernel(y, z) for z in known] for y in known], dtype=object), cross)
    return Draw(tuple(weights.tolist()), kernel(x, x) - _dot(weights, cross))


def conditional_rule(kernel: Callable[..., Fraction]) -> ExactRule:
    """Return the rule that conditions on all earlier values; a point asked for again keeps its value."""

    def rule(earlier: Sequence[int], x: int) -> Draw:
        if x in earlier:
            return Draw(tuple(Fraction(y == x) for y in earlier), Fraction(0))
        return predict(kernel, earlier, x)

    return rule


def drawn_covariance(rule: ExactRule, points: Sequence[int]) -> Array:
    """Return the covariance matrix of the values of a sampler asked at the points in this order.

    The draw g(x_k) = sum_j w_j g(x_j) + fresh noise has Cov(g(x_k), g(x_i)) = sum_j w_j Cov(g(x_j), g(x_i)).
    """
    n = len(points)
    covariance = np.full((n, n), Fraction(0), dtype=object)
    line: list[int] = []
    rows: list[int] = []
    for k, x in enumerate(points):
        draw = rule(line, x)
        if k:
            weights = np.array(draw.weights, dtype=object)
            covariance[k, :k] = covariance[:k, k] = matmul_exact(covariance[np.ix_(range(k), rows)], weights)
            covariance[k, k] = _dot(weights, covariance[rows, k])
        covariance[k, k] += draw.variance
        if x not in line:
            i = bisect.bisect(line, x)
            line.insert(i, x)
            rows.insert(i, k)
    return covariance


def _dot(x: Array, y: Array) -> Fraction:
    return sum((a * b for a, b in zip(x.tolist(), y.tolist(), strict=True)), start=Fraction(0))


def _base(q: Fraction) -> None:
    if not 0 < q < 1:
        raise must("q", "lie strictly between 0 and 1", show(q))
