"""Floats that remember their derivatives, and which comparisons were made on the way: where a claim has less room.

A claim is run once on them. Its room then comes with its slope, with the inequalities that keep every comparison as it
went (the active set), and with whether it was bent: if it was not, the claim is linear there, as far as these reach.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tabular.mdp import FiniteMDP
from tabular.mdp.bellman import q_values
from tabular.mdp.solvers import solve
from tabular.numbers.arrays import Array
from theory_checks.hunt.followed import Followed, apply_float
from theory_checks.hunt.followed_mdps import FollowedMDP
from theory_checks.hunt.traced import Traced
from theory_checks.hunt.worlds import DISCOUNT, World, kind_of

PRECISION = 1e-8  # of values, relative to the largest there can be


@dataclass
class Path:
    """How a run went: value and slope of what stayed at or above 0, and whether anything was not linear."""

    kept: list[tuple[float, Array]] = field(default_factory=list[tuple[float, Array]])
    bent: bool = False


class Slope(Followed):
    """A float with its derivatives."""

    def __init__(self, value: float, slope: Array, path: Path) -> None:
        self.value, self.slope, self.path = value, slope, path

    def joined(self, name: str, other: Any, *, swapped: bool) -> Any:
        """Return the result of an operation, by the rules for derivatives."""
        if isinstance(other, np.ndarray):
            return NotImplemented
        x, y = (read(other, self), self) if swapped else (self, read(other, self))
        if name in "+-":
            sign = 1 if name == "+" else -1
            return Slope(x.value + sign * y.value, x.slope + sign * y.slope, self.path)
        self.path.bent |= bool(y.slope.any()) and (name == "/" or bool(x.slope.any()))
        if name == "*":
            return Slope(x.value * y.value, x.value * y.slope + y.value * x.slope, self.path)
        return Slope(x.value / y.value, (x.slope * y.value - x.value * y.slope) / y.value**2, self.path)

    def applied(self, name: str) -> Slope:
        """Return the value of a function; abs stays on its side of 0."""
        if name == "neg" or (name == "abs" and self.compared("<", 0.0)):
            return Slope(-self.value, -self.slope, self.path)
        if name == "abs":
            return self
        self.path.bent |= bool(self.slope.any())
        value = apply_float(name, self.value)
        rate = {"exp": lambda: value, "log": lambda: 1 / self.value, "sqrt": lambda: 0.5 / value}[name]()
        return Slope(value, rate * self.slope, self.path)

    def powered(self, exponent: int) -> Slope:
        """Return an integer power."""
        self.path.bent |= bool(self.slope.any()) and exponent not in (0, 1)
        rate = exponent * self.value ** (exponent - 1) if exponent else 0.0
        return Slope(self.value**exponent, rate * self.slope, self.path)

    def compared(self, sign: str, other: Any) -> bool:
        """Decide a comparison of values, and keep what must stay as it is."""
        y = read(other, self)
        gap, slope = y.value - self.value, y.slope - self.slope
        if not np.isfinite(gap) or sign in ("=", "!="):
            return bool(gap == 0) == (sign == "=") if not np.isnan(gap) else sign == "!="
        above = gap > 0 if sign in ("<", ">=") else gap >= 0  # whether the other number is above, ties to the sign
        self.path.kept.append((gap, slope) if above else (-gap, -slope))
        return above == (sign in ("<", "<="))

    def largest(self, items: list[Any]) -> Slope:
        """Return the largest number, which must stay the largest."""
        numbers = [read(x, self) for x in items]
        top = max(numbers, key=lambda x: x.value)
        self.path.kept += [(top.value - x.value, top.slope - x.slope) for x in numbers if x is not top]
        return top


def read(x: Any, like: Slope) -> Slope:
    """Return a number as one with a slope."""
    value = x.nearest if isinstance(x, Traced) else x
    return x if isinstance(x, Slope) else Slope(float(value), np.zeros_like(like.slope), like.path)


class SlopedMDP(FollowedMDP):
    """An MDP of such numbers."""

    def __init__(self, transitions: Array, rewards: Array, discount: Slope) -> None:
        self.transitions, self.rewards, self.discount = transitions, rewards, discount

    def tied(self, P: Array, r: Array, discount: Any) -> SlopedMDP:
        """Return the MDP with these numbers."""
        return SlopedMDP(P, r, read(discount, self.discount))

    def optimal_value(self) -> Array:
        """Return the value of an optimal policy, by the derivative of its equation; it must stay optimal."""
        path, discount = self.discount.path, self.discount.value
        P, r = self._slopes(self.transitions), self._slopes(self.rewards)
        mdp = FiniteMDP(values_of(P), values_of(r), discount)
        size = max(1.0, float(np.abs(mdp.rewards).max())) / (1 - discount)
        value = np.array(solve(mdp, tol=PRECISION * size).value)
        best = np.asarray(q_values(mdp, value)).argmax(axis=0)
        states = np.arange(self.n_states)
        moved = SlopedMDP(P, r, self.discount).q_values(value)[best, states]
        rates = np.linalg.solve(np.eye(len(states)) - discount * mdp.transitions[best, states], slopes_of(moved))
        path.bent |= bool(self.discount.slope.any() or slopes_of(P).any())
        found = np.array([Slope(x, rate, path) for x, rate in zip(value.tolist(), rates, strict=True)], dtype=object)
        for q in SlopedMDP(P, r, self.discount).q_values(found):
            gaps = found - q
            path.kept += [(max(gap.value, 0.0), gap.slope) for gap in gaps if gap.slope.any()]
        return found

    def _slopes(self, numbers: Array) -> Array:
        read_all = [read(x, self.discount) for x in numbers.reshape(-1)]
        return np.array(read_all, dtype=object).reshape(numbers.shape)


def values_of(numbers: Array) -> Array:
    """Return the values of an array of such numbers."""
    return np.array([x.value for x in numbers.reshape(-1)]).reshape(numbers.shape)


def slopes_of(numbers: Array) -> Array:
    """Return the slopes of a list of such numbers, as rows."""
    return np.array([x.slope for x in numbers.reshape(-1)])


def sloped(world: World, parameters: tuple[str, ...], keys: list[str]) -> tuple[dict[str, Any], Path]:
    """Return the arguments of a claim with slopes in the entries of these parts, one after another, and their path."""
    path, width = Path(), sum(world.parts[key].size for key in keys)
    parts: dict[str, Array] = {}
    start = 0
    for key, array in world.parts.items():
        rows = np.zeros((array.size, width))
        if key in keys:
            rows[:, start : start + array.size] = np.eye(array.size)
            start += array.size
        numbers = [Slope(float(x), row, path) for x, row in zip(array.reshape(-1).tolist(), rows, strict=True)]
        parts[key] = np.array(numbers, dtype=object).reshape(array.shape)
    return {name: _argument(name, world, parts) for name in parameters}, path


def _argument(name: str, world: World, parts: Mapping[str, Array]) -> Any:
    kind = kind_of(name)
    if kind == "mdp":
        return SlopedMDP(parts[f"{name}.transitions"], parts[f"{name}.rewards"], parts[DISCOUNT].item())
    if kind in ("policy", "count"):
        return world.arguments((name,))[name]
    array = parts[name]
    return array.item() if array.ndim == 0 else array.T.copy() if kind == "mixed" else array.copy()
