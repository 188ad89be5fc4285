"""How much of a hunt is left, and how near it has come: what the progress shows and what Ctrl-C keeps."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf

Progress = Callable[[str, float, str], None]  # the stage, the part of the budget that is spent, the tightest so far


class Spent(Exception):  # noqa: N818 - the end of a budget is no error
    """The budget of a hunt is used up."""


@dataclass(frozen=True)
class Tightest:
    """The instance at which least room is left: `gap` is the room relative to both sides, below 0 for a violation."""

    gap: float = inf
    ratio: float | None = None
    instance: str = ""

    def __str__(self) -> str:
        if not self.instance:
            return "no instance yet"
        room = f"ratio {self.ratio:.6g}" if self.ratio is not None else f"relative room {self.gap + 0.0:.3g}"
        return f"{room} at {self.instance}"


def _silent(_stage: str, _spent: float, _tightest: str) -> None:
    """Tell nobody."""


@dataclass
class Chase:
    """The budget of a hunt, counted in instances so that a seed means the same everywhere, with a limit in seconds."""

    work: int
    seconds: float
    tell: Progress = _silent
    stage: str = ""
    tried: dict[str, int] = field(default_factory=dict[str, int])
    used: int = 0  # of the work
    tightest: Tightest = field(default_factory=Tightest)
    first: float | None = None  # seconds until the first violation that is confirmed
    ended: str = ""
    _start: float = field(default_factory=time.monotonic)

    @property
    def elapsed(self) -> float:
        """Seconds since the hunt began."""
        return time.monotonic() - self._start

    @property
    def late(self) -> bool:
        """Tell whether the time is over."""
        return self.elapsed > self.seconds

    @property
    def spent(self) -> float:
        """The part of the budget that is used up."""
        return max(self.used / self.work, self.elapsed / self.seconds)

    def at(self, stage: str) -> None:
        """Begin another stage."""
        self.stage = stage
        self.tell(stage, min(1.0, self.spent), str(self.tightest))

    def spend(self, count: int = 1, work: int | None = None) -> None:
        """Count instances, which may be less work than as many alone; raise Spent when they were the last ones."""
        self.tried[self.stage] = self.tried.get(self.stage, 0) + count
        self.used += count if work is None else work
        if self.late:
            self.ended = f"the time of {self.seconds:g} s"
            raise Spent
        if self.used >= self.work:
            self.ended = f"the work of {self.work} instances"
            raise Spent

    def saw(self, tightest: Tightest) -> None:
        """Keep an instance if it is the tightest so far."""
        if tightest.gap < self.tightest.gap:
            self.tightest = tightest
            self.tell(self.stage, min(1.0, self.spent), str(tightest))

    def caught(self) -> None:
        """Note the time of the first violation."""
        self.first = self.elapsed if self.first is None else self.first
