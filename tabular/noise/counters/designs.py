"""Which nodes hold which items, and which nodes a release combines: the matrices of every mechanism, row by row.

The release is L (R x + z) for the stream x and independent noises z of the nodes, and L R = A, the matrix of running
sums. Column i of R tells the nodes that hold item i, row t of L the nodes that release t combines. Items and releases
are numbered from 1.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from tabular.errors import must, show
from tabular.noise.counters._kernels_kary import INDEX_BITS
from tabular.noise.counters.binary import BinaryCounters
from tabular.noise.counters.honaker import HonakerCounters, variances
from tabular.noise.counters.kary import KaryCounters
from tabular.numbers.arguments import integer

_MOST_ENTRIES = 1 << 24  # of a dense matrix


@dataclass(frozen=True)
class Design(ABC):
    """The partial sums of a mechanism for a number of steps."""

    steps: int

    @property
    @abstractmethod
    def most_sums(self) -> int:
        """The largest number of nodes that hold one item."""

    @abstractmethod
    def _nodes(self, item: int) -> list[int]:
        """Return the nodes that hold an item."""

    @abstractmethod
    def _combination(self, t: int) -> dict[int, Fraction]:
        """Return row t of L."""

    def nodes(self, item: int) -> list[int]:
        """Return the nodes that hold an item and are ever used: where column `item` of R is 1."""
        return self._nodes(integer("item", item, 1, self.steps))

    def combination(self, t: int) -> dict[int, Fraction]:
        """Return the nodes that release t combines, with their factors: row t of L."""
        return self._combination(integer("t", t, 1, self.steps))

    def matrices(self) -> tuple[tuple[int, ...], Any, Any]:
        """Return (nodes, L, R), dense and exact, for few steps."""
        holders = [self.nodes(item) for item in range(1, self.steps + 1)]
        rows = [self.combination(t) for t in range(1, self.steps + 1)]
        names = tuple(sorted({node for part in (*holders, *rows) for node in part}))
        if len(names) * self.steps > _MOST_ENTRIES:
            raise must("steps", f"be so few that a matrix has at most {_MOST_ENTRIES} entries", show(self.steps))
        place = {node: i for i, node in enumerate(names)}
        left, right = np.full((self.steps, len(names)), Fraction(0)), np.full((len(names), self.steps), Fraction(0))
        for i, (column, row) in enumerate(zip(holders, rows, strict=True)):
            right[[place[node] for node in column], i] = Fraction(1)
            for node, factor in row.items():
                left[i, place[node]] = factor
        return names, left, right


@dataclass(frozen=True)
class BinaryDesign(Design):
    """Node t holds the items t - lowbit(t) + 1, ..., t."""

    def __post_init__(self) -> None:
        integer("steps", self.steps, 1, BinaryCounters.most_steps)

    @property
    def most_sums(self) -> int:
        """The largest number of nodes that hold one item: item 1 lies in the most."""
        return BinaryCounters.squared_norm(self.steps)

    def _nodes(self, item: int) -> list[int]:
        nodes: list[int] = []
        while item <= self.steps:
            nodes.append(item)
            item += item & -item
        return nodes

    def _combination(self, t: int) -> dict[int, Fraction]:
        weights: dict[int, Fraction] = {}
        while t:
            weights[t] = Fraction(1)
            t -= t & -t
        return weights


@dataclass(frozen=True)
class HonakerDesign(Design):
    """Node 2 t - 2**h holds the items t - 2**h + 1, ..., t, 2**h dividing t."""

    def __post_init__(self) -> None:
        integer("steps", self.steps, 1, HonakerCounters.most_steps)

    @property
    def most_sums(self) -> int:
        """The largest number of nodes that hold one item: item 1 lies in the most."""
        return HonakerCounters.squared_norm(self.steps)

    def _nodes(self, item: int) -> list[int]:
        ends = ((-(-item // (1 << h)) << h, h) for h in range(self.most_sums))
        return [2 * end - (1 << h) for end, h in ends if end <= self.steps]

    def _combination(self, t: int) -> dict[int, Fraction]:
        weights: dict[int, Fraction] = {}
        own = variances(self.most_sums)
        rest = t
        while rest:
            height = (rest & -rest).bit_length() - 1
            pending = [(rest, height, Fraction(1))]
            while pending:
                end, h, factor = pending.pop()
                weights[2 * end - (1 << h)] = factor * own[h]
                if h:
                    below = factor * (1 - own[h])
                    pending += [(end, h - 1, below), (end - (1 << (h - 1)), h - 1, below)]
            rest -= rest & -rest
        return weights


@dataclass(frozen=True)
class KaryDesign(Design):
    """Node (l, i), number l 2**31 + i, holds the items (i - 1) k**l + 1, ..., i k**l, some of them after `steps`."""

    arity: int = 9

    def __post_init__(self) -> None:
        KaryCounters.squared_norm(self.steps, self.arity)

    @property
    def most_sums(self) -> int:
        """The largest number of nodes that hold one item: item 1 lies in the most."""
        return KaryCounters.squared_norm(self.steps, self.arity)

    def _nodes(self, item: int) -> list[int]:
        pairs = ((level, -(-item // self.arity**level)) for level in range(self.most_sums))
        return [(level << INDEX_BITS) | i for level, i in pairs if self._is_used(level, i)]

    def _is_used(self, level: int, index: int) -> bool:
        """Tell whether a release up to `steps` combines a node: the first that does has the digits -half below."""
        half, size = (self.arity - 1) // 2, self.arity**level
        place = (index - 1) % self.arity + 1
        if place <= half:  # added after the multiple of arity to its left
            return index * size - (size - 1) // 2 <= self.steps
        right = index - place + self.arity
        return place > half + 1 and (right - half) * size - (size - 1) // 2 <= self.steps

    def _combination(self, t: int) -> dict[int, Fraction]:
        weights: dict[int, Fraction] = {}
        half, rest = (self.arity - 1) // 2, t
        for level in range(self.most_sums):
            above = (rest + half) // self.arity
            base, digit = above * self.arity, rest - above * self.arity
            for i in range(abs(digit)):
                node = base + i + 1 if digit > 0 else base - i
                weights[(level << INDEX_BITS) | node] = Fraction(1 if digit > 0 else -1)
            rest = above
        return weights
