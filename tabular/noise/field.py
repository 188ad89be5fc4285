"""Gaussian fields on R^d with any kernel, asked point by point: exact, with O(N^2) work for the N-th point.

Let L be the Cholesky factor of the kernel matrix of the points so far and g = sigma L z their values. A new point x,
with k = K(points, x) and L l = k, gets the row (l, sqrt(K(x, x) - l'l)) and a fresh normal: the conditional law given
all earlier values.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import solve_triangular

from tabular.errors import must, show
from tabular.noise import checks
from tabular.noise.keys import seed_bytes

Array = NDArray[np.float64]
Kernel = Callable[[Array, Array], Array]
_FIRST = 64
_ROUNDING = 1e-12  # a conditional variance below this share of K(x, x) is taken as 0


@dataclass(frozen=True)
class Exponential:
    """K(x, y) = exp(-beta ||x - y||_1): in one dimension the kernel of the Ornstein-Uhlenbeck path."""

    beta: float

    def __call__(self, points: Array, x: Array) -> Array:
        """Return K(points[i], x)."""
        return np.exp(-self.beta * np.abs(points - x).sum(axis=1))


@dataclass(frozen=True)
class SquaredExponential:
    """K(x, y) = exp(-||x - y||^2 / (2 length^2))."""

    length: float

    def __call__(self, points: Array, x: Array) -> Array:
        """Return K(points[i], x)."""
        return np.exp(-((points - x) ** 2).sum(axis=1) / (2 * self.length**2))


@dataclass(frozen=True)
class BandLimited:
    """K(x, y) = prod_i sin(w (x_i - y_i)) / (w (x_i - y_i)): functions without frequencies above w."""

    bandwidth: float

    def __call__(self, points: Array, x: Array) -> Array:
        """Return K(points[i], x)."""
        return np.sinc(self.bandwidth * (points - x) / math.pi).prod(axis=1)


@dataclass(eq=False)
class GaussianField:
    """Independent fields g(., action) with covariance sigma**2 K(x, y), drawn where they are asked for, and remembered.

    The kernel is any function (points (n, d), x (d,)) -> (n,) that is positive definite and 1 on the diagonal.
    """

    kernel: Kernel
    sigma: float = 1.0
    dimension: int = 1
    actions: int = 1
    seed: int = 0
    _fields: dict[int, _Field] = field(default_factory=dict["int", "_Field"], init=False, repr=False)

    def __post_init__(self) -> None:
        checks.positive("sigma", self.sigma)
        checks.action_count(self.actions)

    def __call__(self, x: Any, action: int = 0) -> float:
        """Return g(x, action)."""
        point = np.atleast_1d(np.asarray(x, dtype=np.float64))
        if point.shape != (self.dimension,) or not np.isfinite(point).all():
            raise must("x", f"be {self.dimension} finite numbers", show(x))
        action = checks.action(action, self.actions)
        if action not in self._fields:
            key = int.from_bytes(seed_bytes(self.seed)[:16], "little")
            stream = np.random.Philox(key=key, counter=[0, 0, 0, action])
            self._fields[action] = _Field(self.kernel, self.dimension, np.random.Generator(stream))
        return self.sigma * self._fields[action].value(point)

    def forget(self) -> None:
        """Begin new fields; the random numbers that are used up stay used up."""
        for one in self._fields.values():
            one.forget()


class _Field:
    """The points, the Cholesky factor and the normals of one field."""

    def __init__(self, kernel: Kernel, dimension: int, rng: np.random.Generator) -> None:
        self._kernel, self._rng, self._n = kernel, rng, 0
        self._points, self._factor = np.empty((_FIRST, dimension)), np.zeros((_FIRST, _FIRST))
        self._normals, self._known = np.empty(_FIRST), dict[bytes, float]()

    def value(self, x: Array) -> float:
        at = (x + 0.0).tobytes()  # -0.0 and 0.0 are one point
        if at not in self._known:
            self._known[at] = self._draw(x)
        return self._known[at]

    def forget(self) -> None:
        self._n, self._known = 0, {}

    def _draw(self, x: Array) -> float:
        n = self._n
        if n == len(self._points):
            self._grow()
        row = np.empty(0)
        if n:
            row = solve_triangular(
                self._factor[:n, :n], self._kernel(self._points[:n], x), lower=True, check_finite=False
            )
        variance = float(self._kernel(x[None], x)[0]) - float(row @ row)
        if variance < _ROUNDING:  # the values at the other points already say what it is here
            return float(row @ self._normals[:n])
        self._points[n], self._normals[n] = x, self._rng.standard_normal()
        self._factor[n, :n], self._factor[n, n] = row, math.sqrt(variance)
        self._n = n + 1
        return float(self._factor[n, : n + 1] @ self._normals[: n + 1])

    def _grow(self) -> None:
        n = len(self._points)
        self._points = np.concatenate([self._points, np.empty_like(self._points)])
        self._normals = np.concatenate([self._normals, np.empty(n)])
        self._factor = np.pad(self._factor, (0, n))
