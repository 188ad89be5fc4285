"""Contests: all contestants of a task do the same work; each is checked once, and then timed by pytest-benchmark.

What a record says beside the times is in its extra_info, and `reports.benchmarks` reads that.
"""

import importlib
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

Work = Callable[[], Any]
Measures = dict[str, Any]
_BUDGET, _FEWEST, _MOST = 1.0, 3, 50  # seconds of all rounds of a contestant, and how many
_LONG = 2.0  # seconds beside which a compilation does not matter


@dataclass(frozen=True)
class Task:
    """One piece of work, of so many units; a size puts it on the axis of a plot."""

    name: str
    given: Callable[[], Any]
    units: int = 1
    size: float | None = None


@dataclass(frozen=True)
class Contestant:
    """A way to do the work: what `prepare` returns is timed, and it is prepared anew for every round."""

    name: str
    prepare: Callable[[Any], Work]
    ours: bool = False
    needs: str | None = None  # the library
    largest: float = float("inf")  # size up to which it takes part
    skips: tuple[str, ...] = ()  # beginnings of the names of other tasks in which it does not
    limit: str = "would take minutes, or too much memory"
    bars: Mapping[str, float] = field(default_factory=dict)  # seconds a unit to stay under, by task
    note: str = ""

    def absence(self, task: Task) -> str:
        """Return why it does not take part; nothing if it does."""
        if (task.size or 0) > self.largest or task.name.startswith(self.skips or ("\0",)):
            return self.limit
        return unavailable(self.needs) if self.needs else ""


@dataclass(frozen=True)
class Contest:
    """A table: `check` says what is wrong with a result (nothing if it is right), and measures it.

    `observe` runs a work once and may measure something beside it. What is done `once` is too long to be repeated.
    If `value` names a measure, that is compared instead of the time.
    """

    title: str
    unit: str
    tasks: tuple[Task, ...]
    contestants: tuple[Contestant, ...]
    check: Callable[[Any, Any], tuple[str, Measures]] = lambda given, result: ("", {})
    says: str = ""
    observe: Callable[[Work], tuple[Any, Measures]] = lambda work: (work(), {})
    once: bool = False
    value: str = ""
    beside: tuple[str, ...] = ()  # titles of contests whose pictures show these times too
    small: Task | None = None  # for a quick run; otherwise the first one

    def entries(self, quick: bool) -> Iterator["Entry"]:
        for task in (self.small or self.tasks[0],) if quick else self.tasks:
            absences = {entrant.name: entrant.absence(task) for entrant in self.contestants}
            missing = {name: why for name, why in absences.items() if why}
            for entrant in self.contestants:
                if entrant.name not in missing:
                    yield Entry(self, task, entrant, missing, quick)


@dataclass(frozen=True)
class Entry:
    """One contestant at one task."""

    contest: Contest
    task: Task
    contestant: Contestant
    missing: Mapping[str, str]
    quick: bool

    def __str__(self) -> str:
        return f"{self.contest.title}, {self.task.name}, {self.contestant.name}"

    def run(self, benchmark: Any) -> None:
        benchmark.group = f"{self.contest.title}, {self.task.name}: time per {self.contest.unit}"
        benchmark.name = self.contestant.name + " (ours)" * self.contestant.ours
        benchmark.extra_info |= self.facts()
        given = given_of(self.task)
        if self.contest.once:
            self.judge(benchmark, given, benchmark.pedantic(self.contestant.prepare(given)), {})
            return
        result, measures, seconds = self.rehearse(given)
        self.judge(benchmark, given, result, measures)
        rounds = 1 if self.quick else min(max(int(_BUDGET / seconds), _FEWEST), _MOST)
        benchmark.pedantic(lambda work: work(), setup=lambda: ((self.contestant.prepare(given),), {}), rounds=rounds)

    def rehearse(self, given: Any) -> tuple[Any, Measures, float]:
        """Return a result, what was observed of the run, and its seconds; the first of two short runs compiles."""
        for _ in range(2):
            start = time.perf_counter()
            result, measures = self.contest.observe(self.contestant.prepare(given))
            seconds = time.perf_counter() - start
            if seconds > _LONG:
                break
        return result, measures, seconds

    def judge(self, benchmark: Any, given: Any, result: Any, measures: Measures) -> None:
        """A wrong result of ours is an error; a peer with one is shown, and does not count."""
        wrong, more = self.contest.check(given, result)
        assert not (wrong and self.contestant.ours), wrong
        measures = measures | more
        benchmark.extra_info |= {"wrong": wrong, "measures": measures}
        if self.contest.value:
            benchmark.extra_info |= {"value_name": self.contest.value, "value": measures.pop(self.contest.value)}

    def facts(self) -> dict[str, Any]:
        contest, task, entrant = self.contest, self.task, self.contestant
        about = {"table": contest.title, "says": contest.says, "unit": contest.unit, "beside": list(contest.beside)}
        work = {"task": task.name, "size": task.size, "units": task.units, "missing": dict(self.missing)}
        who = {"contestant": entrant.name, "ours": entrant.ours, "note": entrant.note}
        return about | work | who | {"bar": entrant.bars.get(task.name)}


@lru_cache(maxsize=1)
def given_of(task: Task) -> Any:
    """Return what all contestants of a task get; tasks come one after the other, and some are large."""
    return task.given()


@lru_cache
def unavailable(library: str) -> str:
    """Return why a library cannot be used; nothing if it can."""
    try:
        importlib.import_module(library)
    except ImportError as error:
        return f"not installed: {error}"
    return ""


def barred(value: float, bar: float, better: str) -> Measures:
    """Return a measure with the bar that it has to reach, or to stay under if smaller is better."""
    return {"value": value, "bar": bar, "better": better}
