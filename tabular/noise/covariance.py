"""The covariance that a sampler really has, found by tracking the linear coefficients of every draw.

A sequential sampler draws g(x_k) = sum_j w_j g(x_j) + d Z_k over earlier points j. By induction every value is a linear
function of the independent standard normals Z, g = L Z, and the covariance is L L^T: exact up to rounding, without a
single random number. So a sampler's law can be compared with exp(-beta |x - y|) for any points in any order.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tabular.noise.conditional import bridge, step
from tabular.noise.function import tree_coefficients

# (earlier points in ascending order, x) -> ({index in that order: weight}, variance of the fresh draw)
Rule = Callable[[Sequence[float], float], tuple[dict[int, float], float]]


def ornstein_uhlenbeck_covariance(points: Sequence[float], beta: float) -> Any:
    """Return the matrix exp(-beta |x - y|)."""
    xs = np.asarray(points, dtype=np.float64)
    with np.errstate(over="ignore"):  # exp(-inf) = 0 is right
        return np.exp(-beta * np.abs(xs[:, None] - xs[None, :]))


def exact_rule(beta: float) -> Rule:
    """Return the rule of `OrnsteinUhlenbeck`: the conditional law given the neighbours there are."""

    def rule(earlier: Sequence[float], x: float) -> tuple[dict[int, float], float]:
        i = bisect.bisect_right(earlier, x)
        if i > 0 and earlier[i - 1] == x:
            return {i - 1: 1.0}, 0.0
        if 0 < i < len(earlier):
            left, right, deviation = bridge(beta, x - earlier[i - 1], earlier[i] - x)
            return {i - 1: left, i: right}, deviation**2
        if not earlier:
            return {}, 1.0
        neighbour = min(i, len(earlier) - 1)
        weight, deviation = step(beta * abs(x - earlier[neighbour]))
        return {neighbour: weight}, deviation**2

    return rule


def sequential_covariance(rule: Rule, points: Sequence[float]) -> Any:
    """Return the covariance matrix of the values of a sampler asked at the points in this order.

    A rule that asks for a negative variance has no law: the matrix then has the NaN that sqrt gives.
    """
    n = len(points)
    L = np.zeros((n, n))
    line: list[float] = []
    rows: list[int] = []
    for k, x in enumerate(points):
        weights, variance = rule(line, x)
        for place, weight in weights.items():
            L[k] += weight * L[rows[place]]
        L[k, k] = np.sqrt(variance) if variance >= 0 else np.nan
        i = bisect.bisect_right(line, x)
        line.insert(i, x)
        rows.insert(i, k)
    return L @ L.T


def dyadic_covariance(cells: Sequence[int], beta: float) -> Any:
    """Return the covariance of `OrnsteinUhlenbeckFunction` at the points k 2**-53."""
    coefficients = tree_coefficients(beta)
    columns: dict[int, int] = {}
    rows = [_node_coefficients(k, coefficients) for k in cells]
    for row in rows:
        for node in row:
            columns.setdefault(node, len(columns))
    L = np.zeros((len(rows), len(columns)))
    for i, row in enumerate(rows):
        for node, weight in row.items():
            L[i, columns[node]] = weight
    return L @ L.T


def _node_coefficients(k: int, coefficients: Any) -> dict[int, float]:
    """Return the coefficient of each node's normal in the value at k 2**-53; the ends are nodes 0 and -1."""
    (rho, *weights), (innovation, *deviations) = coefficients.tolist()
    low, high = 0, 1 << 53
    a: dict[int, float] = {0: 1.0}
    b: dict[int, float] = {0: rho, -1: innovation}
    if k == high:
        return b
    for weight, deviation in zip(weights, deviations, strict=True):
        if k == low:
            break
        middle = (low + high) // 2
        value = {node: weight * (a.get(node, 0.0) + b.get(node, 0.0)) for node in a.keys() | b.keys()}
        value[middle] = deviation
        low, high, a, b = (middle, high, value, b) if k >= middle else (low, middle, a, value)
    return a
