"""Many worlds of one size at once: numbers that are arrays with an entry for each world, solved by the batched solvers.

A claim is run once for all of them. Where it compares, the majority decides, and the others fall out: they are run
again by themselves, some times. Lanes only propose; what seems to fail or to be tight is looked at alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tabular.mdp.solvers.batched import solve_batch
from tabular.numbers.arrays import Array
from theory_checks.hunt.asking import NOISE, ClaimFunction, Comparison, asked
from theory_checks.hunt.families import drawn, normalised
from theory_checks.hunt.followed import Followed
from theory_checks.hunt.followed_mdps import FollowedMDP
from theory_checks.hunt.traced import Traced
from theory_checks.hunt.worlds import DISCOUNT, WHOLE, World, form_of, kind_of

WIDTH = 1024  # worlds of a batch
FEW, RUNS = 24, 12  # lanes that are no longer worth a run, and how many runs a batch is worth
PRECISION = 1e-9
Flags = NDArray[np.bool_]


@dataclass
class Herd:
    """Which lanes went the way of the majority at every comparison so far."""

    stays: Flags


class Lane(Followed):
    """A number of each world."""

    def __init__(self, values: Array, herd: Herd) -> None:
        self.values, self.herd = values, herd

    def joined(self, name: str, other: Any, *, swapped: bool) -> Any:
        """Return the result of an operation, world by world."""
        if isinstance(other, np.ndarray):
            return NotImplemented
        x, y = (read(other), self.values) if swapped else (self.values, read(other))
        function = {"+": np.add, "-": np.subtract, "*": np.multiply, "/": np.true_divide}[name]
        return Lane(function(x, y), self.herd)

    def applied(self, name: str) -> Lane:
        """Return the value of a function, world by world."""
        function = {"neg": np.negative, "abs": np.abs, "exp": np.exp, "log": np.log, "sqrt": np.sqrt}[name]
        return Lane(function(self.values), self.herd)

    def powered(self, exponent: int) -> Lane:
        """Return an integer power."""
        return Lane(self.values ** float(exponent), self.herd)

    def compared(self, sign: str, other: Any) -> bool:
        """Return what most of the worlds say that still go together; the others fall out."""
        functions = {"<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal, "=": np.equal}
        said = functions[sign](self.values, read(other)) if sign != "!=" else np.not_equal(self.values, read(other))
        most = bool(2 * said[self.herd.stays].sum() > self.herd.stays.sum())
        self.herd.stays &= said == most
        return most

    def largest(self, items: list[Any]) -> Lane:
        """Return the largest number, world by world."""
        return Lane(np.maximum.reduce(np.broadcast_arrays(*map(read, items))), self.herd)


def read(x: Any) -> Any:
    """Return the values of a lane, or a number as a float."""
    return x.values if isinstance(x, Lane) else x.nearest if isinstance(x, Traced) else float(x)


class LaneMDP(FollowedMDP):
    """An MDP of each world."""

    def __init__(self, transitions: Array, rewards: Array, discount: Lane) -> None:
        self.transitions, self.rewards, self.discount = transitions, rewards, discount

    def tied(self, P: Array, r: Array, discount: Any) -> LaneMDP:
        """Return the MDPs with these numbers."""
        return LaneMDP(P, r, self._lane(discount))

    def optimal_value(self) -> Array:
        """Return the optimal values, by the batched solver."""
        mass, r, discounts = self._stacked(self.transitions), self._stacked(self.rewards), self.discount.values
        largest = float((np.abs(r).max(axis=(1, 2)) / (1 - discounts)).max())
        P = normalised(mass)  # what a policy mixes sums to 1 up to rounding
        value = solve_batch(P, r, discounts, PRECISION * max(1.0, largest)).value
        return lanes_of(value, self.discount.herd)

    def _stacked(self, numbers: Array) -> Array:
        rows = [self._lane(x).values for x in numbers.reshape(-1)]
        return np.stack(rows, axis=-1).reshape(-1, *numbers.shape)

    def _lane(self, x: Any) -> Lane:
        return x if isinstance(x, Lane) else Lane(np.full_like(self.discount.values, read(x)), self.discount.herd)


def lanes_of(stacked: Array, herd: Herd) -> Array:
    """Return an array of lanes from one with the worlds first."""
    found = np.empty(stacked.shape[1:], dtype=object)
    for place in np.ndindex(found.shape):
        found[place] = Lane(np.ascontiguousarray(stacked[(slice(None), *place)], dtype=float), herd)
    return found


@dataclass(frozen=True)
class Batch:
    """Worlds of one size: the parts have the worlds first, but for integers, which all worlds share."""

    n: int
    m: int
    parts: Mapping[str, Array]

    def world(self, i: int) -> World:
        """Return one of the worlds."""
        parts = {key: x if form_of(key) in WHOLE else np.array(x[i]) for key, x in self.parts.items()}
        return World(self.n, self.m, parts)

    def chosen(self, lanes: Array) -> Batch:
        """Return some of the worlds."""
        return Batch(self.n, self.m, {k: x if form_of(k) in WHOLE else x[lanes] for k, x in self.parts.items()})

    @property
    def width(self) -> int:
        """The number of worlds."""
        return next(len(x) for key, x in self.parts.items() if form_of(key) not in WHOLE)


def batches(parameters: tuple[str, ...], rng: Generator) -> Iterator[Batch]:
    """Yield batches of worlds whose parts are at vertices or random, without end."""
    while True:
        yield Batch(*drawn(parameters, WIDTH, rng))


def rooms(function: ClaimFunction, parameters: tuple[str, ...], batch: Batch) -> Array:
    """Return the room of a claim at each world, NaN where it was not run, infinite where its hypotheses fail."""
    found, left = np.full(batch.width, np.nan), np.arange(batch.width)
    for _ in range(RUNS):
        if len(left) < FEW:
            break
        some = batch.chosen(left)
        herd = Herd(np.ones(len(left), dtype=bool))
        comparison = asked(function, _arguments(some, parameters, herd))
        found[left[herd.stays]] = _room(comparison, _scales(some))[herd.stays] if comparison else np.inf
        left = left[~herd.stays]
    return found


def _room(comparison: Comparison, scales: Array) -> Array:
    left, sign, right = read(comparison[0]), comparison[1], read(comparison[2])
    if sign in (">", ">="):
        left, right = right, left
    with np.errstate(all="ignore"):
        total = np.abs(left) + np.abs(right)
        gap = (right - left) / (total + NOISE * scales)
        gap = np.where(total < NOISE * scales, 1.0, gap)
    return np.broadcast_to(-np.abs(gap) if sign == "==" else np.abs(gap) if sign == "!=" else gap, scales.shape)


def _scales(batch: Batch) -> Array:
    reals = [np.abs(x).reshape(len(x), -1).max(axis=1) for k, x in batch.parts.items() if form_of(k) == "reals"]
    largest = np.maximum.reduce([np.ones(batch.width), *reals])
    return largest / (1 - batch.parts[DISCOUNT]) if DISCOUNT in batch.parts else largest


def _arguments(batch: Batch, parameters: tuple[str, ...], herd: Herd) -> dict[str, Any]:
    lanes = {k: lanes_of(x, herd) for k, x in batch.parts.items() if form_of(k) not in WHOLE}
    return {name: _argument(name, batch, lanes) for name in parameters}


def _argument(name: str, batch: Batch, lanes: Mapping[str, Array]) -> Any:
    kind = kind_of(name)
    if kind == "mdp":
        return LaneMDP(lanes[f"{name}.transitions"], lanes[f"{name}.rewards"], lanes[DISCOUNT].item())
    if form_of(name) in WHOLE:
        array = batch.parts[name]
        return array.item() if array.ndim == 0 else array.copy()
    array = lanes[name]
    return array.item() if array.ndim == 0 else array.T.copy() if kind == "mixed" else array.copy()
