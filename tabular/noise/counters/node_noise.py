"""The noise of all nodes of all counters: its law, its scale, its key.

What doubles guarantee. The law of a draw is within 2**-64 of the ideal one, up to rounding, and ``bits="chacha20"``,
the default for a key, makes the words pseudorandom; but a release, count + noise rounded to doubles, has no privacy
guarantee (Mironov 2012): which doubles can occur depends on the count. With a ``grid``, a power of two of which all
increments are multiples, the noise of every node is rounded to the grid, and sums are exact while they stay below 2**52
grid. Rounding x + z to a grid that holds x is rounding z, so the release is a function of the ideal release: as private
as in real arithmetic, up to the words and the logarithm, which change a draw's law by at most 2**-49 scale / grid in
total variation. That, times the number of draws that contain one user's data, times 1 + e**epsilon, is added to delta.
``bits="fast"`` is for simulation and promises no privacy against an adversary.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Literal

from tabular.errors import must, show
from tabular.noise import checks
from tabular.noise.counters._kernels_nodes import (
    ALONE,
    GAUSSIAN,
    LAPLACE,
    MOST_COUNTERS,
    MOST_NODES,
    TOGETHER,
    node_noise,
)
from tabular.noise.keys import Bits, bits_for, seed_bytes, source
from tabular.numbers.arguments import integer

Law = Literal["laplace", "gaussian"]
_USES = {TOGETHER: 64, ALONE: 65}  # of a key
_KINDS = {"laplace": LAPLACE, "gaussian": GAUSSIAN}
_FINEST, _COARSEST = 2.0**-40, 2.0**10  # of a grid, in scales: rounding works, and the bound above holds

_LARGEST = 2.0**900


@dataclass(frozen=True, eq=False)
class NodeNoise:
    """Independent noise xi(counter, node), a pure function of the seed: Laplace of this scale, or N(0, scale**2)."""

    scale: float
    law: Law = "laplace"
    seed: int | bytes | None = field(default=None, repr=False)
    bits: Bits | None = None
    grid: float | None = None
    alone: bool = False  # the noise of one counter: eight of its nodes share a block
    arguments: Any = field(init=False, repr=False)

    def __post_init__(self) -> None:
        keep = object.__setattr__
        keep(self, "scale", checks.positive("scale", self.scale))
        if not isinstance(self.law, str) or self.law not in _KINDS:
            raise must("law", 'be "laplace" or "gaussian"', show(self.law))
        bits = bits_for(self.seed, self.bits)
        keep(self, "bits", bits)
        keep(self, "seed", seed_bytes(self.seed))
        layout = ALONE if self.alone and bits == "chacha20" else TOGETHER
        words = source(seed_bytes(self.seed), 0, _USES[layout], bits)
        secure = layout if words.secure else None
        magic = 0.0 if self.grid is None else 1.5 * 2.0**52 * self._checked_grid()
        keep(self, "arguments", (words.key, words.state, secure, _KINDS[self.law], self.scale, magic))

    def at(self, counter: int, node: int) -> float:
        """Return the noise of one node of one counter."""
        counter = integer("counter", counter, 0, MOST_COUNTERS - 1)
        key, state, secure, kind, scale, magic = self.arguments
        node = integer("node", node, 0, MOST_NODES)
        return float(node_noise(key, state, secure, kind, scale, magic, counter, node))

    def _checked_grid(self) -> float:
        grid = checks.positive("grid", self.grid)
        if math.frexp(grid)[0] != 0.5 or not _FINEST <= grid / self.scale <= _COARSEST or grid > _LARGEST:
            rule = f"be a power of two up to {_LARGEST!r} and between 2**-40 and 2**10 times the scale {self.scale!r}"
            raise must("grid", rule, show(self.grid))
        return grid
