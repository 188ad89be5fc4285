r"""The public metric that treats the common level of all values apart from their differences.

Let c be a public vector with phi(s)'c = 1 for all states (or nearly so): theta = v c is the constant value v. Values of
discount gamma have a level of order R/(1 - gamma) and, often, differences of order R only, while c'Ac is of order
1 - gamma where all other directions have curvature of order 1. So steps and shrinkage are taken in the coordinates u of

    theta = S u,    S = I + (sqrt(1 + kappa) - 1) c c'/|c|^2 = K^{1/2},    K = I + kappa c c'/|c|^2.

kappa = |c|^2 / (1 - gamma) gives K = I + c c'/(1 - gamma). Nothing here depends on data.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabular.errors import must, show
from tabular.noise import checks
from tabular.numbers.arrays import Array, convert, frozen, read_numbers
from tabular.numbers.doubles import norm, product


@dataclass(frozen=True, eq=False)
class Level:
    """The metric K = I + kappa c c'/|c|^2; ``direction`` is c/|c| (n,), ``strength`` kappa >= 0."""

    direction: Any
    strength: float

    def __post_init__(self) -> None:
        c = convert(read_numbers("direction", self.direction, 1), "float")
        length = float(norm(c)) if np.isfinite(c).all() else math.nan
        if not 0.0 < length < math.inf:
            raise must("direction", "be finite and not 0", show(self.direction))
        strength = checks.number("strength", self.strength)
        if not 0.0 <= strength < math.inf:
            raise must("strength", "be finite and at least 0", show(self.strength))
        object.__setattr__(self, "direction", frozen(c / length, self.direction))
        object.__setattr__(self, "strength", strength)

    @classmethod
    def of(cls, constant: object, discount: float) -> Level:
        """Return the metric K = I + c c'/(1 - gamma)."""
        c = convert(read_numbers("constant", constant, 1), "float")
        if not 0.0 <= discount < 1.0:
            raise must("discount", "lie in [0, 1) for a level of finite order", show(discount))
        return cls(c, float(product(c, c)) / (1.0 - discount))

    @property
    def size(self) -> int:
        """The number n of features."""
        return int(self.direction.size)

    def basis(self) -> Array:
        """Return S (n, n)."""
        return np.eye(self.size) + self._root() * np.outer(self.direction, self.direction)

    def to_theta(self, u: Array) -> Array:
        """Return S u."""
        return u + self._root() * product(self.direction, u) * self.direction

    def to_coordinates(self, theta: Array) -> Array:
        """Return u = S^{-1} theta."""
        root = self._root()
        return theta - root / (1.0 + root) * product(self.direction, theta) * self.direction

    def _root(self) -> float:
        return math.sqrt(1.0 + self.strength) - 1.0


def level_basis(constant: object, discount: float) -> Array:
    """Return the basis S = (I + c c'/(1 - gamma))^{1/2}."""
    return Level.of(constant, discount).basis()
