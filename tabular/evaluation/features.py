"""Features: phi(s) in R^n for every state s; the value is approximated by V(s) = theta . phi(s).

Features are anything callable that takes k states, (k,) integers or (k, d) floats, and returns a (k, n) array.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from tabular.errors import must, show
from tabular.numbers.arguments import count
from tabular.numbers.arrays import Array, convert, frozen, read_numbers
from tabular.numbers.doubles import product

Features = Callable[[Array], Array]
_MOST_FEATURES = 100_000


@dataclass(frozen=True)
class Tabular:
    """One feature for each of the states 0..n-1: phi(s) = e_s, so that theta is the table of values."""

    n: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "n", count("n", self.n))

    @property
    def size(self) -> int:
        """The number n of features."""
        return self.n

    def __call__(self, states: Array) -> Array:
        """Return the rows e_s (k, n) of integer states."""
        self.check(states)
        rows = np.zeros((states.size, self.n))
        rows[np.arange(states.size), states] = 1.0
        return rows

    def check(self, states: Array) -> None:
        """Refuse states that have no feature."""
        check_discrete(states, self.n, "the features")


@dataclass(frozen=True, eq=False)
class Table:
    """Features by a table: phi(s) is row s of ``phi`` (states, n), floats or Fractions."""

    phi: Any

    def __post_init__(self) -> None:
        numbers = read_numbers("phi", self.phi, 2)
        table = convert(numbers, "exact" if numbers.kind == "exact" else "float")
        if 0 in table.shape:
            raise must("phi", "have at least one state and one feature", f"shape {table.shape}")
        if numbers.kind != "exact" and not np.isfinite(table).all():
            state = int(np.argwhere(~np.isfinite(table))[0][0])
            raise must("phi", "be finite", show(table[state].tolist()), f"in state {state}")
        object.__setattr__(self, "phi", frozen(table, self.phi))

    @property
    def size(self) -> int:
        """The number n of features."""
        return int(self.phi.shape[1])

    def __call__(self, states: Array) -> Array:
        """Return the rows phi(s) (k, n) of integer states."""
        check_discrete(states, self.phi.shape[0], "the features")
        return self.phi[states]


@dataclass(frozen=True, eq=False)
class Fourier:
    """The Fourier basis of an order on the box [low, high] in R^d: phi_c(s) = cos(pi c . x), c in {0..order}^d.

    x = (s - low) / (high - low) lies in [0, 1]^d. There are (order + 1)^d features; the first, c = 0, is constant.
    A state outside the box is an error, or is moved to the nearest point of the box (``outside="clip"``).
    """

    order: int
    low: Any
    high: Any
    outside: Literal["error", "clip"] = "error"

    def __post_init__(self) -> None:
        low, high = (_ends(name, getattr(self, name)) for name in ("low", "high"))
        if low.shape != high.shape or not (low < high).all():
            raise must("low and high", "be as many numbers, low < high", f"{show(self.low)} and {show(self.high)}")
        if self.outside not in ("error", "clip"):
            raise must("outside", 'be "error" or "clip"', show(self.outside))
        order = count("order", self.order, 0)
        if (order + 1) ** low.size > _MOST_FEATURES:
            got = f"({order} + 1)**{low.size}"
            raise must("(order + 1)**d", f"be at most {_MOST_FEATURES} features", got)
        for name, value in (("order", order), ("low", low), ("high", high)):
            object.__setattr__(self, name, value)

    @property
    def size(self) -> int:
        """The number (order + 1)^d of features."""
        return (self.order + 1) ** self.low.size

    @property
    def coefficients(self) -> Array:
        """The vectors c, one in each row, (size, d)."""
        return np.array(list(itertools.product(range(self.order + 1), repeat=self.low.size)), dtype=np.float64)

    def __call__(self, states: Array) -> Array:
        """Return the cosines (k, size) of states (k, d)."""
        if states.ndim != 2 or states.shape[1] != self.low.size:
            raise must("states", f"have shape (k, {self.low.size})", str(states.shape))
        x = (states - self.low) / (self.high - self.low)
        bad = np.argwhere(~((x >= 0) & (x <= 1)))
        if bad.size and self.outside == "error":
            box = f"the box from {show(self.low.tolist())} to {show(self.high.tolist())}"
            raise must("states", f"lie in {box}", show(states[bad[0][0]].tolist()), f"in row {bad[0][0]}")
        return np.cos(math.pi * (product(np.clip(x, 0.0, 1.0), self.coefficients.T)))


def check_discrete(states: Array, n: int, owner: str) -> None:
    """Refuse states that are no integers from 0 to n - 1."""
    if states.ndim != 1 or states.dtype.kind not in "iu":
        raise must(f"states of {owner}", "be integers", f"{states.dtype} of shape {states.shape}")
    if states.size and not (states.min() >= 0 and states.max() < n):
        row = int(np.flatnonzero((states < 0) | (states >= n))[0])
        raise must(f"states of {owner}", f"lie between 0 and {n - 1}", show(int(states[row])), f"in row {row}")


def evaluate(features: Features, states: Array) -> Array:
    """Return phi (k, n) as finite floats, or as Fractions where the features give Fractions."""
    if not callable(features):
        raise must("features", "be callable", show(features))
    rows = np.asarray(features(states))
    if rows.ndim != 2 or rows.shape[0] != states.shape[0] or rows.shape[1] == 0:
        raise must("features", f"return shape ({states.shape[0]}, n)", str(rows.shape))
    numbers = read_numbers("features", rows, 2)
    values = convert(numbers, "exact" if numbers.kind == "exact" else "float")
    if numbers.kind != "exact" and not np.isfinite(values).all():
        row, column = np.argwhere(~np.isfinite(values))[0].tolist()
        raise must("features", "be finite", show(float(values[row, column])), f"in row {row}, column {column}")
    return values


def _ends(name: str, value: object) -> Array:
    numbers = read_numbers(name, value, 1)
    ends = convert(numbers, "float")
    if ends.size == 0 or not np.isfinite(ends).all():
        raise must(name, "be at least one finite number", show(value))
    return frozen(ends, value)
