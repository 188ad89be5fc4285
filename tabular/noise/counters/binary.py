"""The streaming binary mechanism (Chan, Shi and Song 2011; Dwork, Naor, Pitassi and Rothblum 2010) in Fenwick form."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabular.noise.counters._kernels_binary import binary_noise, binary_noise_at
from tabular.noise.counters._kernels_nodes import MOST_NODES
from tabular.noise.counters.stream import Counters
from tabular.numbers.arguments import integer


class BinaryCounters(Counters):
    """Node t carries the noisy sum of the items t - lowbit(t) + 1, ..., t, so N(t) = N(t - lowbit t) + xi(t), N(0) = 0.

    An item lies in at most K = floor(log2 steps) + 1 nodes, and N(t) has as many terms as t has bits. One draw and two
    additions a step and counter, K + 2 doubles of state a counter, K draws for `noise_at`.
    """

    most_steps = MOST_NODES

    def __init__(self, counters: int, steps: int, scale: float, **options: Any) -> None:
        """Take the options of `Counters`: law, seed, bits, grid."""
        super().__init__(counters, steps, scale, **options)
        self._prefix = np.zeros((self.squared_norm(steps) + 1, self.counters))

    @classmethod
    def squared_norm(cls, steps: int) -> int:
        """Return K = floor(log2 steps) + 1, the number of nodes that contain item 1, the most for any item."""
        return integer("steps", steps, 1, cls.most_steps).bit_length()

    def _advance(self, first: int, out: Any) -> None:
        binary_noise(self.noise.arguments, first, self._prefix, out)

    def _noise_at(self, counter: int, t: int) -> float:
        return binary_noise_at(self.noise.arguments, counter, t)
