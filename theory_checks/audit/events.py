"""Events: a statistic beyond a threshold; and the choice of the most telling one from runs of both worlds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from theory_checks.audit.bets import growth
from theory_checks.audit.mechanism import Outputs
from theory_checks.audit.scores import Score

Array = NDArray[np.float64]
_DEVIATIONS = 3.0
_EVEN, _RARE = 256, 48  # thresholds: at even ranks, and at ranks that double towards either end


@dataclass(frozen=True)
class Event:
    """S = {statistic >= threshold}, or <=; ``world`` is where it is frequent."""

    score: Score
    above: bool
    world: int
    threshold: float

    def __str__(self) -> str:
        return f"{self.score.name} {'>=' if self.above else '<='} {self.threshold!r}"

    def happens(self, outputs: Outputs) -> NDArray[np.bool_]:
        """Tell for each output whether it is in S."""
        values = self.score(outputs)
        return values >= self.threshold if self.above else values <= self.threshold


@dataclass(frozen=True)
class Odds:
    """How often an event happens in the world where it is frequent, and in the other: counts, of so many runs."""

    hits: NDArray[np.int64]
    runs: int
    false_hits: NDArray[np.int64]
    other_runs: int

    @cached_property
    def likely(self) -> tuple[Array, Array]:
        """A P(S) that is likely exceeded, and a Q(S) that is likely not: Wilson's bounds, to compare events by."""
        return _wilson(self.hits, self.runs, -_DEVIATIONS), _wilson(self.false_hits, self.other_runs, _DEVIATIONS)


Merit = Callable[[Odds], Array]  # the larger, the more telling


def grows(epsilon: float, delta: float) -> Merit:
    """Return how fast a capital grows that is staked on the event; half a run is added to each count."""

    def merit(odds: Odds) -> Array:
        p, q = (odds.hits + 0.5) / (odds.runs + 1), (odds.false_hits + 0.5) / (odds.other_runs + 1)
        return growth(p, q, epsilon, delta)

    return merit


def best(scores: Iterable[Score], zero: Outputs, one: Outputs, merits: Sequence[Merit]) -> list[tuple[float, Event]]:
    """Return for each merit the most of it that an event has in these runs, and the event."""
    found: list[tuple[float, Event] | None] = [None] * len(merits)
    for score in scores:
        values = score(zero), score(one)
        candidates = thresholds(np.concatenate(values))
        for above in (True, False):
            many = [counts(x, candidates, above) for x in values]
            for world in (0, 1):
                odds = Odds(many[world], len(values[world]), many[1 - world], len(values[1 - world]))
                for i, merit in enumerate(merits):
                    gains = merit(odds)
                    place = int(np.argmax(gains))
                    before = found[i]
                    if before is None or gains[place] > before[0]:
                        found[i] = float(gains[place]), Event(score, above, world, float(candidates[place]))
    return [x for x in found if x is not None]


def _wilson(counts: NDArray[np.int64], runs: int, z: float) -> Array:
    share = counts / runs
    centre = share + z * z / (2 * runs)
    return (centre + z * np.sqrt(share * (1 - share) / runs + z * z / (4 * runs * runs))) / (1 + z * z / runs)


def thresholds(values: Array) -> Array:
    """Return values at ranks that are even, and that double towards either end: rare events are events too."""
    distinct = np.unique(values)
    last = len(distinct) - 1
    if last < _EVEN + 2 * _RARE:
        return distinct
    rare = np.unique(np.geomspace(1, last / 2, _RARE).astype(int)) - 1
    return distinct[np.unique(np.concatenate([np.linspace(0, last, _EVEN).astype(int), rare, last - rare]))]


def counts(values: Array, candidates: Array, above: bool) -> NDArray[np.int64]:
    """Return how many values are at or beyond each threshold."""
    ordered = np.sort(values)
    if above:
        return len(ordered) - np.searchsorted(ordered, candidates, "left")
    return np.searchsorted(ordered, candidates, "right")
