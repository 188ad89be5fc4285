"""The k-ary mechanism with subtraction (Andersson, Pagh, Steiner and Torkamani 2024, arXiv:2408.07021)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Self

import numpy as np

from tabular.errors import must, show
from tabular.noise.counters._kernels_kary import INDEX_BITS, kary_noise, kary_noise_at
from tabular.noise.counters.node_noise import Law
from tabular.noise.counters.stream import Counters
from tabular.numbers.arguments import integer
from tabular.numbers.exact import Exact

_MOST_ARITY = 1001
_MOST_TRIED = 101


class KaryCounters(Counters):
    """Nodes of k**l items for each level l; a prefix is a sum of at most (k - 1) / 2 of them a level, some subtracted.

    Nodes may end after the release that uses them: only their noise enters, and adaptive streams lose no more. With
    h levels, (k**h - 1) / 2 >= steps, an item lies in at most h nodes, and N(t) has sum_l |d_l(t)| terms, in the mean
    about h (k**2 - 1) / (4 k). State: h + 1 doubles a counter; draws: about (k + 1) / 4 a step. Without an `arity` k is
    `best_arity`.
    """

    most_steps = (1 << INDEX_BITS) - _MOST_ARITY  # a node may end this much later

    def __init__(
        self, counters: int, steps: int, scale: float, *, law: Law = "laplace", arity: int | None = None, **options: Any
    ) -> None:
        """Take k = `arity`, odd and at least 3, and the options of `Counters`: law, seed, bits, grid."""
        super().__init__(counters, steps, scale, law=law, **options)
        self.arity = best_arity(self.steps, law) if arity is None else _arity(arity)
        self._levels = self.squared_norm(steps, self.arity)
        self._sums = np.zeros((self._levels + 1, self.counters))

    @classmethod
    def pure(cls, counters: int, steps: int, epsilon: Exact, sensitivity: Exact = 1, **options: Any) -> Self:
        """Return epsilon-differentially private counters as `Counters.pure` does, by default with the best arity."""
        arity = options.pop("arity", None)
        arity = best_arity(steps, "laplace") if arity is None else arity
        return super().pure(counters, steps, epsilon, sensitivity, arity=arity, **options)

    @classmethod
    def zcdp(cls, counters: int, steps: int, rho: Exact, squared_sensitivity: Exact = 1, **options: Any) -> Self:
        """Return rho-zCDP counters as `Counters.zcdp` does, by default with the best arity."""
        arity = options.pop("arity", None)
        arity = best_arity(steps, "gaussian") if arity is None else arity
        return super().zcdp(counters, steps, rho, squared_sensitivity, arity=arity, **options)

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


@lru_cache(maxsize=64)
def best_arity(steps: int, law: Law = "laplace") -> int:
    """Return the odd k <= 101 with the least mean variance over all releases at equal privacy.

    That is h**2 (Laplace) or h (Gaussian) times `terms`: arities with a power just above 2 steps do well.
    """
    integer("steps", steps, 1, KaryCounters.most_steps)
    power = 1 if law == "gaussian" else 2
    return min(
        range(3, _MOST_TRIED + 1, 2), key=lambda k: (KaryCounters.squared_norm(steps, k) ** power * terms(steps, k), k)
    )


def terms(steps: int, arity: int) -> int:
    """Return sum_{t <= steps} sum_l |d_l(t)|, the number of terms of all releases together."""
    half, total = (arity - 1) // 2, 0
    for level in range(KaryCounters.squared_norm(steps, arity)):
        size = arity**level
        # d_l(t) is the balanced last digit of the nearest multiple u of size; each u > 0 has `size` times t
        last, inside = divmod(steps + (size - 1) // 2, size)
        cycles, rest = divmod(last, arity)  # the multiples 0, ..., last - 1 are over
        digits = [min(u, arity - u) for u in range(arity)]
        total += size * (cycles * half * (half + 1) + sum(digits[:rest])) + (inside + 1) * digits[last % arity]
    return total


def _arity(value: object) -> int:
    arity = integer("arity", value, 3, _MOST_ARITY)
    if arity % 2 == 0:
        raise must("arity", "be odd", show(value))
    return arity
