"""Neighbouring inputs of a mechanism that takes data, and the search for the pair that it tells apart best.

Pairs are compared on few runs, the better half on twice as many, and so on; then those near the best one join in. The
audit of the pair that is left draws fresh runs, so the search costs no confidence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

import numpy as np

from tabular.errors import must, show
from theory_checks.audit.choice import chosen
from theory_checks.audit.claims import Claim
from theory_checks.audit.mechanism import CallFailedError, Mechanism
from theory_checks.audit.plans import Budget
from theory_checks.audit.runs import Runs
from theory_checks.core.seeds import generator

Relation = Literal["replace", "remove"]
_FIRST = 200  # runs of each world of each pair
_PAIRS = 24  # that are compared at first
_NEAR = 12  # that are near the best one
_SHARE = 4  # of the runs of the budget, one part of so many is for the search


class Pair(NamedTuple):
    """Two neighbours: the inputs of world 0 and of world 1."""

    zero: tuple[Any, ...]
    one: tuple[Any, ...]

    @property
    def place(self) -> int:
        """The first entry in which they differ."""
        return next((i for i, (a, b) in enumerate(zip(self.zero, self.one, strict=False)) if a != b), len(self.one))


@dataclass(frozen=True)
class Data:
    """Datasets with entries from ``values``, of these sizes; neighbours differ in one entry, or one lacks it."""

    values: Sequence[Any]
    sizes: Sequence[int]
    relation: Relation = "replace"

    def __post_init__(self) -> None:
        if len(self.values) < 2:
            raise must("values", "hold at least two values", show(list(self.values)))
        if not self.sizes or not all(isinstance(n, int) and n >= 1 for n in self.sizes):
            raise must("sizes", "hold integers of at least 1", show(list(self.sizes)))
        if self.relation not in ("replace", "remove"):
            raise must("relation", "be 'replace' or 'remove'", show(self.relation))

    def pairs(self, rng: np.random.Generator) -> Iterator[Pair]:
        """Yield pairs without end: first those in which all other entries are alike, then random ones."""
        for size in self.sizes:
            for value in (self.values[0], self.values[-1]):
                for changed in (0, size - 1):
                    yield self._changed((value,) * size, changed, self._other(value))
        while True:
            size = int(rng.choice(np.array(self.sizes)))
            data = tuple(self._drawn(rng) for _ in range(size))
            place = int(rng.integers(size))
            yield self._changed(data, place, self._drawn(rng, but=data[place]))

    def near(self, pair: Pair, rng: np.random.Generator) -> Iterator[Pair]:
        """Yield pairs without end that differ from one in a single entry of both datasets."""
        place = pair.place
        while True:
            at = int(rng.integers(len(pair.zero)))
            data = (*pair.zero[:at], self._drawn(rng), *pair.zero[at + 1 :])
            entry = pair.one[place] if self.relation == "replace" and at != place else self._drawn(rng, but=data[place])
            yield self._changed(data, place, entry)

    def _changed(self, data: tuple[Any, ...], place: int, entry: Any) -> Pair:
        instead = (entry,) if self.relation == "replace" else ()
        return Pair(data, (*data[:place], *instead, *data[place + 1 :]))

    def _other(self, value: Any) -> Any:
        return self.values[-1] if value == self.values[0] else self.values[0]

    def _drawn(self, rng: np.random.Generator, but: Any = None) -> Any:
        """Return a value, one of the two ends half of the time, another than ``but``."""
        ends = rng.random() < 0.5
        while True:
            value = self.values[-int(rng.integers(2))] if ends else self.values[int(rng.integers(len(self.values)))]
            if value != but:
                return value
            ends = False


Subject = Callable[[Pair], Mechanism]


def worst_pair(subject: Subject, data: Data, claim: Claim, budget: Budget) -> tuple[Pair, int]:
    """Return the pair on which an event looks most telling, and how many pairs were compared."""
    rng = generator(budget.seed, "audit", "neighbours")
    pairs = list(_distinct(data.pairs(rng), _PAIRS))
    best = _best(subject, pairs, claim, budget, "far")
    near = [pair for pair in _distinct(data.near(best, rng), _NEAR) if pair not in pairs]
    return _best(subject, [best, *near], claim, budget, "near"), len(pairs) + len(near)


def _distinct(pairs: Iterator[Pair], most: int) -> Iterator[Pair]:
    """Yield different pairs, as far as a few draws for each find some."""
    seen: list[Pair] = []
    for _, pair in zip(range(4 * most), pairs, strict=False):
        if pair not in seen and pair.zero != pair.one:
            seen.append(pair)
            yield pair
        if len(seen) == most:
            return


def _best(subject: Subject, pairs: list[Pair], claim: Claim, budget: Budget, stage: str) -> Pair:
    left, runs = list(enumerate(pairs)), min(_FIRST, max(20, budget.runs // (_SHARE * len(pairs))))
    while len(left) > 1:
        gains = {i: _gain(subject(pair), claim, budget, (stage, i), runs) for i, pair in left}
        left = sorted(left, key=lambda numbered: -gains[numbered[0]])[: (len(left) + 1) // 2]
        runs *= 2
    return left[0][1]


def _gain(mechanism: Mechanism, claim: Claim, budget: Budget, name: tuple[str, int], runs: int) -> float:
    try:
        sample = Runs(mechanism, budget.seed).sample(f"neighbours {name[0]} {name[1]} {runs}", runs)
    except CallFailedError:
        return _gain(replace(mechanism, by_one=True), claim, budget, name, runs)
    return chosen(sample, claim, budget).gain
