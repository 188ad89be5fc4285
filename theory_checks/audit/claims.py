"""What may be claimed of a mechanism: (epsilon, delta), zero-concentrated, Renyi or Gaussian privacy.

A claim is denied at one of the pairs (epsilon, delta) that it implies, and bounded by what an event shows: the least
parameter that is true if the event happens with probability p or more in one world, and q or less in the other.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy import special

from tabular.errors import must, show
from tabular.numbers.doubles import log
from tabular.privacy import delta_of, delta_of_rdp, delta_of_zcdp, epsilon_of, epsilon_of_rdp, epsilon_of_zcdp

Array = NDArray[np.float64]
Inverse = Callable[[float], float]
_PAIRS = 12  # at which a curve is denied
_SMALLEST, _SOON = 1e-6, 0.999  # delta at the last of them, and at the first
_ROUNDED = 1 + 2.0**-40  # implied deltas are doubles next to what they should be
_ORDERS = 1 + np.geomspace(1e-2, 1e4, 60)
_WEIGHED = (1.05, 1.1, 1.3, 1.5, 2.0, 3.0, 6.0)
_LARGEST = 500.0


class Claim(Protocol):
    """What is claimed."""

    @property
    def symbol(self) -> str:
        """The name of its parameter."""
        ...

    @property
    def value(self) -> float:
        """The claimed parameter."""
        ...

    def pairs(self) -> list[tuple[float, float]]:
        """Return pairs (epsilon, delta) that follow from it."""
        ...

    def orders(self) -> list[tuple[float, float]]:
        """Return orders at which it bounds the Renyi divergence, with these bounds, where that is what it says."""
        ...

    def delta_at(self, epsilon: float) -> float:
        """Return the delta that it allows at an epsilon."""
        ...

    def least(self, p: Array, q: Array) -> Array:
        """Return the least parameter of this kind for an event of probabilities p or more, and q or less."""
        ...


@dataclass(frozen=True)
class Approximate:
    """(epsilon, delta)-privacy: P(S) <= exp(epsilon) Q(S) + delta for all S."""

    epsilon: float
    delta: float = 0.0
    symbol = "epsilon"

    def __post_init__(self) -> None:
        if not isinstance(self.epsilon, (int, float)) or not 0 <= self.epsilon < _LARGEST:
            raise must("epsilon", "be in [0, 500)", show(self.epsilon))
        if not isinstance(self.delta, (int, float)) or not 0 <= self.delta < 1:
            raise must("delta", "be in [0, 1)", show(self.delta))
        for name in ("epsilon", "delta"):
            object.__setattr__(self, name, getattr(self, name) + 0)  # -0.0 is 0, and is shown so

    def __str__(self) -> str:
        return f"({self.epsilon:g}, {self.delta:g})-private"

    @property
    def value(self) -> float:
        """Return epsilon."""
        return float(self.epsilon)

    def pairs(self) -> list[tuple[float, float]]:
        """Return the claim itself."""
        return [(float(self.epsilon), float(self.delta))]

    def orders(self) -> list[tuple[float, float]]:
        """Return none: an event shows all of it."""
        return []

    def delta_at(self, epsilon: float) -> float:
        """Return delta, and below epsilon what the mechanism may leak that tells all or answers by a coin."""
        rest = (math.exp(self.epsilon) - math.exp(epsilon)) / (1 + math.exp(self.epsilon))
        return self.delta + (1 - self.delta) * max(0.0, rest)

    def least(self, p: Array, q: Array) -> Array:
        """Return log((p - delta) / q); -inf where p is at most delta."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(p > self.delta, log((p - self.delta) / q), -np.inf)


@dataclass(frozen=True)
class Gaussian:
    """mu-Gaussian privacy: telling the worlds apart is as hard as N(0, 1) from N(mu, 1) [dong-roth-su-2022]."""

    mu: float
    symbol = "mu"

    def __post_init__(self) -> None:
        _check("mu", self.mu)

    def __str__(self) -> str:
        return f"{self.mu:g}-Gaussian private"

    @property
    def value(self) -> float:
        """Return mu."""
        return self.mu

    def pairs(self) -> list[tuple[float, float]]:
        """Return points of the curve, which is exact."""
        return _curve(lambda delta: epsilon_of(delta, self.mu), self.delta_at)

    def orders(self) -> list[tuple[float, float]]:
        """Return none: an event shows all of it."""
        return []

    def delta_at(self, epsilon: float) -> float:
        """Return the curve of N(0, 1) against N(mu, 1)."""
        return delta_of(epsilon, self.mu)

    def least(self, p: Array, q: Array) -> Array:
        """Return how many deviations are between the quantiles of p and q."""
        return special.ndtri(p) - special.ndtri(q)


@dataclass(frozen=True)
class Renyi:
    """Renyi privacy of one order: the divergence of this order is at most ``value``, either way [mironov-2017]."""

    order: float
    value: float
    symbol = "divergence"

    def __post_init__(self) -> None:
        _check("value", self.value)
        if not isinstance(self.order, (int, float)) or not 1 < self.order < math.inf:
            raise must("order", "be above 1 and finite", show(self.order))

    def __str__(self) -> str:
        return f"({self.order:g}, {self.value:g})-Renyi private"

    def pairs(self) -> list[tuple[float, float]]:
        """Return points of what is known to follow."""
        return _curve(lambda delta: epsilon_of_rdp(delta, self.order, self.value), self.delta_at)

    def orders(self) -> list[tuple[float, float]]:
        """Return the order."""
        return [(float(self.order), float(self.value))]

    def delta_at(self, epsilon: float) -> float:
        """Return an upper bound of what is allowed."""
        return delta_of_rdp(epsilon, self.order, self.value)

    def least(self, p: Array, q: Array) -> Array:
        """Return the divergence of the two coins."""
        return divergence(p, q, self.order)


@dataclass(frozen=True)
class Concentrated:
    """rho-zero-concentrated privacy: the divergence of each order a is at most rho a [bun-steinke-2016]."""

    rho: float
    symbol = "rho"

    def __post_init__(self) -> None:
        _check("rho", self.rho)

    def __str__(self) -> str:
        return f"{self.rho:g}-zCDP"

    @property
    def value(self) -> float:
        """Return rho."""
        return self.rho

    def pairs(self) -> list[tuple[float, float]]:
        """Return points of what is known to follow."""
        return _curve(lambda delta: epsilon_of_zcdp(delta, self.rho), self.delta_at)

    def orders(self) -> list[tuple[float, float]]:
        """Return a few orders: near 1 least is lost to what is rare."""
        return [(order, order * self.rho) for order in _WEIGHED]

    def delta_at(self, epsilon: float) -> float:
        """Return an upper bound of what is allowed."""
        return delta_of_zcdp(epsilon, self.rho)

    def least(self, p: Array, q: Array) -> Array:
        """Return the largest ratio of a divergence of the two coins and its order."""
        return np.max([divergence(p, q, order) / order for order in _ORDERS.tolist()], axis=0)


def divergence(p: Array, q: Array, order: float) -> Array:
    """Return the Renyi divergence of a coin with probability p from one with q; 0 unless p is larger."""
    with np.errstate(divide="ignore", invalid="ignore"):
        heads = order * log(p) + (1 - order) * log(q)
        tails = order * log(1 - p) + (1 - order) * log(1 - q)
        found = np.logaddexp(heads, tails) / (order - 1)
    return np.where(p > q, np.maximum(found, 0.0), 0.0)


def _curve(epsilon: Inverse, delta: Inverse) -> list[tuple[float, float]]:
    """Return pairs of a curve and its inverse, where delta is neither 1 nor negligible; none of the hugest epsilons."""
    epsilons = np.linspace(epsilon(_SOON), epsilon(_SMALLEST), _PAIRS).tolist()
    return [(x, min(1.0, delta(x) * _ROUNDED)) for x in epsilons if x < _LARGEST and delta(x) * _ROUNDED < 1]


def _check(name: str, value: Any) -> None:
    if not isinstance(value, (int, float)) or not 0 < value < math.inf:
        raise must(name, "be positive and finite", show(value))
