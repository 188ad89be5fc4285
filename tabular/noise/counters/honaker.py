"""The binary tree with Honaker's estimator "from below" (Honaker 2015)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from tabular.noise.counters._kernels_honaker import honaker_noise
from tabular.noise.counters.stream import Counters
from tabular.numbers.arguments import integer

_BLOCK = 4096  # of steps kept in memory when noise is asked for at one time


class HonakerCounters(Counters):
    """Every node of the tree is drawn, and its sum is estimated from its own noise and from its children's estimates.

    The estimate of height h has the least variance of all unbiased ones from the nodes below: in units of one draw
    v_0 = 1, 1 / v_h = 1 + 1 / (2 v_{h-1}), own weight w_h = v_h, so v_h decreases to 1/2. An item lies in at most
    K = floor(log2 steps) + 1 nodes. Two draws a step on average, K in the worst step; 2 K + 2 doubles of state a
    counter. `noise_at` takes all draws up to t.
    """

    most_steps = (1 << 34) - 1
    takes_grid = False

    def __init__(self, counters: int, steps: int, scale: float, **options: Any) -> None:
        """Take the options of `Counters`: law, seed, bits."""
        super().__init__(counters, steps, scale, **options)
        heights = self.squared_norm(steps)
        self._weights = np.array([float(v) for v in variances(heights)])
        self._left, self._prefix = np.zeros((heights, self.counters)), np.zeros((heights + 1, self.counters))

    @classmethod
    def squared_norm(cls, steps: int) -> int:
        """Return K = floor(log2 steps) + 1, the number of nodes that contain item 1, the most for any item."""
        return integer("steps", steps, 1, cls.most_steps).bit_length()

    def _advance(self, first: int, out: Any) -> None:
        honaker_noise(self.noise.arguments, first, 0, self._weights, self._left, self._prefix, out)

    def _noise_at(self, counter: int, t: int) -> float:
        left, prefix = np.zeros((len(self._weights), 1)), np.zeros((len(self._weights) + 1, 1))
        out = np.zeros((1, 1))
        for first in range(1, t + 1, _BLOCK):
            out = np.zeros((min(_BLOCK, t + 1 - first), 1))
            honaker_noise(self.noise.arguments, first, counter, self._weights, left, prefix, out)
        return float(out[-1, 0])


def variances(heights: int) -> list[Fraction]:
    """Return v_0, ..., v_{heights - 1}, the variances of the estimates in units of that of one draw."""
    by_height = [Fraction(1)]
    while len(by_height) < heights:
        by_height.append(1 / (1 + 1 / (2 * by_height[-1])))
    return by_height
