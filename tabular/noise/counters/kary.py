"""The k-ary mechanism with subtraction (Andersson, Pagh, Steiner and Torkamani 2024, arXiv:2408.07021)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabular.errors import must, show
from tabular.noise.counters._kernels_kary import INDEX_BITS, kary_noise, kary_noise_at
from tabular.noise.counters.stream import Counters, integer

_MOST_ARITY = 1001


class KaryCounters(Counters):
    """Nodes of k**l items for each level l; a prefix is a sum of at most (k - 1) / 2 of them a level, some subtracted.

    Nodes may end after the release that uses them: only their noise enters, and adaptive streams lose no more. With
    h levels, (k**h - 1) / 2 >= steps, an item lies in at most h nodes, and N(t) has sum_l |d_l(t)| terms, in the mean
    about h (k**2 - 1) / (4 k). State: h + 1 doubles a counter; draws: about (k**2 - 1) / (4 k - 4) a step.
    """

    most_steps = (1 << INDEX_BITS) - 1

    def __init__(self, counters: int, steps: int, scale: float, *, arity: int = 9, **options: Any) -> None:
        """Take k = `arity`, odd and at least 3, and the options of `Counters`: law, seed, bits, grid."""
        super().__init__(counters, steps, scale, **options)
        self.arity = _arity(arity)
        self._levels = self.squared_norm(steps, arity)
        self._sums = np.zeros((self._levels + 1, self.counters))

    @classmethod
    def squared_norm(cls, steps: int, arity: int = 9) -> int:
        """Return h, the least with (arity**h - 1) / 2 >= steps: item 1 lies in the first node of each level."""
        steps, arity = integer("steps", steps, 1, cls.most_steps), _arity(arity)
        levels = 1
        while (arity**levels - 1) // 2 < steps:
            levels += 1
        return levels

    def _advance(self, first: int, out: Any) -> None:
        kary_noise(self.noise.arguments, first, self.arity, self._sums, out)

    def _noise_at(self, counter: int, t: int) -> float:
        return kary_noise_at(self.noise.arguments, counter, self.arity, self._levels, t)


def _arity(value: object) -> int:
    arity = integer("arity", value, 3, _MOST_ARITY)
    if arity % 2 == 0:
        raise must("arity", "be odd", show(value))
    return arity
