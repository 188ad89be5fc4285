"""Ornstein-Uhlenbeck paths that are asked point by point and answer consistently (stateful)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tabular.noise import checks
from tabular.noise._kernels_batch import stream_normals
from tabular.noise._kernels_store import value_at, values_at
from tabular.noise.keys import STREAM, Bits, Source, bits_for, seed_bytes, source

_BLOCK = 96
_FIRST_BLOCKS = 16
_NORMALS = 512
# More blocks than this per entry of a block and blocks get twice as large: both kinds of shift stay of order sqrt(N).
_BLOCKS_PER_ENTRY = 64


@dataclass(frozen=True, eq=False)
class OrnsteinUhlenbeck:
    """Independent paths g(., action) with covariance sigma**2 exp(-beta |x - y|) on an interval.

    A value is drawn, given all earlier values of its action, when its point is first asked for, and remembered. So the
    values at any doubles, however close, have the law of the path up to the rounding of each value, and the same seed
    with the same queries of an action in the same order gives the same values; without a seed every instance has fresh
    randomness, and `seed` is then the 32 bytes that would repeat it. One instance belongs to one thread.
    Without a seed, or with one of 32 bytes, it draws from a cipher: see `tabular.noise.keys`.
    """

    beta: float
    sigma: float = 1.0
    interval: tuple[float, float] = (0.0, 1.0)
    actions: int = 1
    seed: int | bytes | None = field(default=None, kw_only=True, repr=False)
    bits: Bits | None = field(default=None, kw_only=True)
    _paths: dict[int, _Path] = field(init=False, repr=False)
    _stores: dict[int, Any] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        keep = object.__setattr__
        keep(self, "beta", checks.positive("beta", self.beta))
        keep(self, "sigma", checks.positive("sigma", self.sigma))
        keep(self, "interval", checks.interval(self.interval))
        keep(self, "actions", checks.action_count(self.actions))
        keep(self, "bits", bits_for(self.seed, self.bits))
        keep(self, "seed", seed_bytes(self.seed))
        self._words(0)  # refuses unknown bits
        keep(self, "_paths", {})
        keep(self, "_stores", {})

    def __call__(self, x: float, action: int = 0) -> float:
        """Return g(x, action)."""
        if isinstance(x, float) and type(action) is int and action in self._stores:
            value: float = value_at(x, *self._stores[action])
            if value == value:
                return value
        return float(self.many(np.array([checks.point(x, *self.interval)]), action)[0])

    def many(self, xs: Any, action: int = 0) -> Any:
        """Return the array of g(x, action) over xs: the same values as one call after the other."""
        action = checks.action(action, self.actions)
        points = checks.points(xs, *self.interval)
        path = self._paths.get(action)
        if path is None:
            path = self._paths[action] = _Path(self, self._words(action))
        out = path.values(points)
        self._stores[action] = path.store
        return out

    def _words(self, action: int) -> Source:
        return source(seed_bytes(self.seed), action, STREAM, bits_for(self.seed, self.bits))

    def known(self, action: int = 0) -> Any:
        """Return the array (2, n) of all points asked for so far, ascending, and the values there."""
        path = self._paths.get(checks.action(action, self.actions))
        return np.empty((2, 0)) if path is None else path.known(self.sigma)


class _Path:
    """The memory and the randomness of one action's path."""

    def __init__(self, parameters: OrnsteinUhlenbeck, words: Source) -> None:
        self._source = words
        self._drawn = 0
        self._blocks = np.empty((_FIRST_BLOCKS, 2, _BLOCK))
        self._low = np.empty(_FIRST_BLOCKS)
        self._directory = np.empty((2, _FIRST_BLOCKS), np.int64)
        self._head = np.zeros(2, np.int64)
        self._numbers = np.array([parameters.beta, parameters.sigma, *parameters.interval])
        self._normals = np.empty(_NORMALS)
        self._refill()

    @property
    def store(self) -> Any:
        """What the compiled functions take before the point."""
        return self._blocks, self._low, self._directory, self._head, self._numbers, self._normals

    def values(self, points: Any) -> Any:
        out = np.empty(points.size)
        done = 0
        while (done := values_at(points, done, out, *self.store)) < points.size:
            if self._head[0] == self._low.size:
                self._grow()
            if self._head[1] == self._normals.size:
                self._refill()
        return out

    def known(self, sigma: float) -> Any:
        blocks, counts = self._directory[:, : self._head[0]]
        parts = [self._blocks[block, :, :count] for block, count in zip(blocks, counts, strict=True)]
        result = np.concatenate(parts, axis=1)
        result[1] *= sigma
        return result

    def _refill(self) -> None:
        words = self._source
        stream_normals(words.key, words.state, words.secure, self._drawn, self._normals)
        self._drawn += self._normals.size
        self._head[1] = 0

    def _grow(self) -> None:
        """Double the number of blocks, or their size when there are many: see _BLOCKS_PER_ENTRY."""
        size = self._low.size
        if size >= _BLOCKS_PER_ENTRY * self._blocks.shape[2]:
            self._pack(2 * self._blocks.shape[2], 2 * size)
            return
        self._blocks = np.concatenate([self._blocks, np.empty_like(self._blocks)])
        self._low = np.resize(self._low, 2 * size)
        self._directory = np.ascontiguousarray(np.pad(self._directory, ((0, 0), (0, size))))

    def _pack(self, block: int, capacity: int) -> None:
        """Move all values to half full blocks of another size."""
        line = self.known(1.0)
        n, fill = line.shape[1], block // 2
        count = -(-n // fill)
        line = np.pad(line, ((0, 0), (0, count * fill - n))).reshape(2, count, fill)
        self._blocks = np.empty((capacity, 2, block))
        self._blocks[:count, :, :fill] = line.transpose(1, 0, 2)
        self._low = np.resize(line[0, :, 0], capacity)
        self._directory = np.full((2, capacity), fill)
        self._directory[0] = np.arange(capacity)
        self._directory[1, count - 1] = n - (count - 1) * fill
        self._head[0] = count
