"""Runs of a mechanism in both worlds, in mixed order; and whether a run depends on more than its world and its numbers.

A mechanism that gives the same outputs for the same random numbers is drawn in chunks, the worlds taking turns. Any
other keeps state, or has random numbers of its own. It is drawn one output at a time, and a fair coin says in which
world: given all that came before, even what the mechanism remembers, a run of world 0 and one of world 1 start alike.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabular.errors import must
from theory_checks.audit.apart import HAS_FORK, Work, begun
from theory_checks.audit.contents import text_of
from theory_checks.audit.mechanism import CallFailedError, Mechanism, Outputs
from theory_checks.audit.plain import Thing, closed_in
from theory_checks.audit.quiet import Ear, quiet
from theory_checks.core.seeds import generator

CHUNK = 500  # outputs that share one generator: part of what a seed means
_TRIED = 20  # outputs of each world that are made twice
_FAILS = "raises "
_WORTH = 4 * CHUNK  # runs of each world that are worth another process


Chunks = tuple[list[Outputs], list[Outputs]]  # of either world


Progress = Callable[[str, int, int], object]


def silent(_purpose: str, _done: int, _total: int) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class Sample:
    """Outputs of both worlds; ``coins`` says in which world each run was if a coin said it, and is None for pairs."""

    zero: Outputs
    one: Outputs
    coins: NDArray[np.int8] | None = None

    def __getitem__(self, world: int) -> Outputs:
        """Return the outputs of a world."""
        return self.one if world else self.zero


class _Told(NamedTuple):
    """What another process has drawn, None if a call of many runs failed, and what it has noticed."""

    chunks: Chunks | None
    prints: list[int]
    forgot: bool


@dataclass
class Runs:
    """What draws from a mechanism, and what it has noticed of it in either world."""

    mechanism: Mechanism
    seed: int
    jobs: int = 1  # processes among which the runs of a sample are shared, with the same outputs
    drawn: list[int] = field(default_factory=lambda: [0, 0])
    failures: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    prints: list[int] = field(default_factory=lambda: [0, 0])  # calls
    closed: set[str] = field(default_factory=set[str])
    forgot: bool = False  # another process has seen that the first random numbers gave other outputs later

    def __post_init__(self) -> None:
        self.ear = Ear()
        self.first = self._tried()
        outcomes = [*self.first[0], *self.first[1]]
        if all(_failure(output) for output in outcomes):
            raise must(self.mechanism.name, "not fail", _told(outcomes[0]))
        self.repeats = self._repeated()

    def sample(self, purpose: str, count: int, until: float = math.inf) -> Sample:
        """Return so many runs of each world, or about so many if a coin says in which world each is.

        Fewer come if the clock passes ``until``, which has nothing to do with what they are.
        """
        sample = self._by_turns(purpose, count, until) if self.repeats else self._by_coin(purpose, count, until)
        self._notice(sample.zero, sample.one)
        return sample

    def _by_turns(self, purpose: str, count: int, until: float) -> Sample:
        """Draw a part of the chunks here and the others in processes of their own: a chunk is what it is anywhere."""
        starts, jobs = range(0, count, CHUNK), self.jobs if HAS_FORK and count >= _WORTH else 1
        first, *others = (starts[len(starts) * i // jobs : len(starts) * (i + 1) // jobs] for i in range(jobs))
        work: list[Work[_Told]] = []
        try:
            work.extend(  # one by one: those that have begun are ended also if the next one cannot begin
                begun(lambda x=x: self._elsewhere(purpose, x, count, until), self.mechanism.name) for x in others
            )
            parts = [self._chunks(purpose, first, count, until), *(self._told_of(other) for other in work)]
        finally:
            for other in work:
                other.end()
        zero, one = (joined([chunk for part in parts for chunk in part[world]]) for world in (0, 1))
        return Sample(zero, one)

    def _chunks(self, purpose: str, starts: range, count: int, until: float) -> Chunks:
        chunks: Chunks = ([], [])
        with quiet(self.ear):
            for start in starts:
                for world, outputs in self._chunk(purpose, start, min(CHUNK, count - start), until):
                    chunks[world].append(outputs)
                if time.monotonic() > until:
                    break
        return chunks

    def _elsewhere(self, purpose: str, starts: range, count: int, until: float) -> _Told:
        """Draw chunks, and tell what has been noticed meanwhile."""
        before = list(self.prints)
        try:
            chunks = self._chunks(purpose, starts, count, until)
        except CallFailedError:
            return _Told(None, before, False)
        prints = [now - then for now, then in zip(self.prints, before, strict=True)]
        return _Told(chunks, prints, not self._repeated())

    def _told_of(self, work: Work[_Told]) -> Chunks:
        """Wait for chunks that are drawn elsewhere."""
        told = work.answer()
        if told.chunks is None:
            raise CallFailedError
        self.prints = [here + there for here, there in zip(self.prints, told.prints, strict=True)]
        self.forgot = self.forgot or told.forgot
        return told.chunks

    def _by_coin(self, purpose: str, count: int, until: float) -> Sample:
        coins = self._rng(purpose, "coins").integers(2, size=2 * count, dtype=np.int8)
        rng = self._rng(purpose, "runs")
        worlds: tuple[list[Any], list[Any]] = ([], [])
        with quiet(self.ear):
            for world in coins.tolist():
                worlds[world].extend(self._outputs(world, 1, rng))
                if time.monotonic() > until:
                    break
        return Sample(*worlds, coins[: len(worlds[0]) + len(worlds[1])])

    def still_repeats(self) -> bool:
        """Return whether the first random numbers still give the first outputs, if they did in the beginning."""
        return not self.repeats or (not self.forgot and self._repeated())

    def _chunk(self, purpose: str, start: int, size: int, until: float) -> Iterator[tuple[int, Outputs]]:
        """Yield outputs of both worlds, which take turns; who is first is by chance."""
        rngs = [self._rng(purpose, world, start) for world in (0, 1)]
        turns, runs = (size, 1) if self.mechanism.by_one else (1, size)
        for first in self._rng(purpose, "turns", start).integers(2, size=turns).tolist():
            for world in (first, 1 - first):
                yield world, self._outputs(world, runs, rngs[world])
            if time.monotonic() > until:
                return

    def _outputs(self, world: int, count: int, rng: np.random.Generator) -> Outputs:
        before = self.ear.heard
        outputs = self.mechanism.outputs(world, count, rng)
        self.prints[world] += self.ear.heard > before
        return outputs

    def _tried(self) -> tuple[Outputs, Outputs]:
        """Return a few runs of each world; with one more the next ones come after 41, which few periods divide."""
        with quiet(self.ear):
            zero, one = (self._outputs(world, _TRIED, self._rng("tried", world)) for world in (0, 1))
            self._outputs(1, 1, self._rng("tried once more"))
        return zero, one

    def _repeated(self) -> bool:
        return [[text_of(x) for x in world] for world in self.first] == [
            [text_of(x) for x in world] for world in self._tried()
        ]

    def _rng(self, *names: str | int) -> np.random.Generator:
        return generator(self.seed, "audit", *names)

    def _notice(self, *worlds: Outputs) -> None:
        for world, outputs in enumerate(worlds):
            self.drawn[world] += len(outputs)
            if isinstance(outputs, np.ndarray):
                continue
            self.failures[world].update(_told_kind(output) for output in outputs if _failure(output))
            self.closed.update(_closed(outputs))


def joined(chunks: list[Outputs]) -> Outputs:
    """Return chunks as one array if all are arrays alike, and as a list otherwise."""
    forms = {(x.dtype, x.shape[1:]) if isinstance(x, np.ndarray) else None for x in chunks}
    if len(forms) == 1 and None not in forms:
        return np.concatenate(chunks)
    return [output for outputs in chunks for output in outputs]


def _closed(outputs: Iterable[Any]) -> Iterator[str]:
    for output in outputs:
        if not isinstance(output, (float, np.generic, np.ndarray)):
            yield from closed_in(output)


def _failure(output: Any) -> bool:
    return isinstance(output, Thing) and output.kind.startswith(_FAILS)


def _told_kind(failure: Thing) -> str:
    return failure.kind.removeprefix(_FAILS)


def _told(failure: Thing) -> str:
    text = " ".join(str(failure.parts[0]).split())
    return f"{_told_kind(failure)}: {text}" if text else _told_kind(failure)
