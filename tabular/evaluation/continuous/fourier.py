"""Fourier features with chosen coefficients: in many dimensions the full basis of an order is too large."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabular.errors import must, show
from tabular.evaluation.continuous._kernels_policies import Basis, features_of_all
from tabular.evaluation.continuous.environment import Environment, Vector, floats
from tabular.numbers.arguments import count
from tabular.numbers.arrays import Array, frozen

_MOST_FEATURES = 100_000


@dataclass(frozen=True, eq=False)
class FourierFeatures:
    """phi_c(x) = cos(pi c . s), s = (x - low) / (high - low) clipped to [0, 1]^d, for the rows c of coefficients.

    With all c in {0, ..., order}^d these are the features of `tabular.evaluation.features.Fourier` that clip.
    """

    coefficients: Array
    low: Vector
    high: Vector

    def __post_init__(self) -> None:
        for name in ("coefficients", "low", "high"):
            given = getattr(self, name)
            array = np.ascontiguousarray(floats(name, given))
            if not np.isfinite(array).all():
                raise must(name, "be finite", "a number that is not")
            object.__setattr__(self, name, frozen(array, given))
        if self.coefficients.ndim != 2 or 0 in self.coefficients.shape:
            raise must("coefficients", "have shape (size, d)", show(self.coefficients.shape))
        d = self.coefficients.shape[1]
        if self.low.shape != (d,) or self.high.shape != (d,) or not (self.low < self.high).all():
            raise must("low < high", f"hold for {d} pairs", f"{show(self.low.tolist())} and {show(self.high.tolist())}")

    @property
    def size(self) -> int:
        """Return the number of features."""
        return int(self.coefficients.shape[0])

    @property
    def dimension(self) -> int:
        """Return the number d of coordinates of a state."""
        return int(self.coefficients.shape[1])

    @property
    def basis(self) -> Basis:
        """Return the features for the kernels, in arrays that may be written: one type, one compilation."""
        return Basis(self.coefficients.copy(), self.low.copy(), self.high - self.low)

    def __call__(self, states: Any) -> Vector:
        """Return the features (k, size) of the states (k, d)."""
        x = state_rows(states, self.dimension)
        out = np.empty((len(x), self.size))
        features_of_all(self.basis, x, out)
        return out


def fourier_features(environment: Environment, order: int, coupled: int | None = None) -> FourierFeatures:
    """Return features of the domain of an environment: c in {0, ..., order}^d, at most ``coupled`` entries not 0."""
    coefficients = fourier_coefficients(order, environment.dimension, coupled)
    return FourierFeatures(coefficients, environment.low, environment.high)


def fourier_coefficients(order: int, dimension: int, coupled: int | None = None) -> Array:
    """Return the c in {0, ..., order}^dimension with at most ``coupled`` entries that are not 0 (by default: all)."""
    order, dimension = count("order", order, 0), count("dimension", dimension)
    most = dimension if coupled is None else count("coupled", coupled, 0)
    if (order + 1) ** dimension > _MOST_FEATURES:
        raise must("(order + 1) ** dimension", f"be at most {_MOST_FEATURES}", f"order {order}, dimension {dimension}")
    everything = itertools.product(range(order + 1), repeat=dimension)
    return np.array([c for c in everything if sum(k > 0 for k in c) <= most], dtype=np.int64)


def state_rows(states: Any, dimension: int | None) -> Vector:
    """Return states as finite floats (k, d); d is checked unless it is None, and (k,) numbers are one column."""
    x = np.ascontiguousarray(floats("states", states))
    if x.ndim == 1 and dimension in (None, 1):
        x = x[:, None]
    if x.ndim != 2 or dimension not in (None, x.shape[1]):
        raise must("states", f"have shape (k, {'d' if dimension is None else dimension})", show(x.shape))
    if not np.isfinite(x).all():
        raise must("states", "be finite", "a number that is not")
    return x
