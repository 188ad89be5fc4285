"""Threads that share compiled loops over the states of an MDP."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

# A thread with fewer states would be waited for longer than it works.
_FEWEST = 10_000


class Team:
    """Runs a loop over n states in ``parts``, one for each thread; the caller is one of them.

    The loops take the first state and the one after the last as their final arguments, and let other threads run.
    """

    def __init__(self, jobs: int, n: int) -> None:
        self.parts = max(1, min(jobs, n // _FEWEST))
        self._ranges = list(pairwise(n * i // self.parts for i in range(self.parts + 1)))
        self._others = ThreadPoolExecutor(self.parts - 1) if self.parts > 1 else None

    def __call__(self, loop: Callable[..., Any], *arguments: Any) -> list[Any]:
        """Return what the loop returns for each part, in their order."""
        mine, *others = self._ranges
        submitted = [self._others.submit(loop, *arguments, *part) for part in others] if self._others else []
        return [loop(*arguments, *mine), *(part.result() for part in submitted)]


def joined(ranges: Iterable[tuple[float, float]]) -> tuple[float, float]:
    """Return the range of several parts."""
    lows, highs = zip(*ranges, strict=True)
    return min(lows), max(highs)
