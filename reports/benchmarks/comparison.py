"""What a table compares: rows of contestants at tasks, the fastest of ours and of the peers, and how times grow."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import linear_regression

from reports.benchmarks.records import Barred, Benchmark, Cell
from reports.math.quantities import short

_PREFIXES = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1.0}


@dataclass(frozen=True)
class Row:
    """One contestant at one task."""

    task: str
    name: str
    ours: bool
    number: Cell
    note: str
    size: float | None
    counts: bool
    measures: Mapping[str, Cell]

    @property
    def value(self) -> float:
        """The number that is compared; infinite without one."""
        number = self.number.value if isinstance(self.number, Barred) else self.number
        return float(number) if isinstance(number, (int, float)) else math.inf


@dataclass(frozen=True)
class Comparison:
    """All rows of a table, in the order in which they ran; `quantity` is a time per unit, or what is measured."""

    title: str
    says: str
    unit: str
    quantity: str
    rows: Sequence[Row]
    is_timed: bool
    absent: str

    @property
    def tasks(self) -> Sequence[str]:
        """The names of the tasks."""
        return [*dict.fromkeys(row.task for row in self.rows)]

    def fastest(self, task: str, *, ours: bool) -> Row | None:
        """Return the row with the smallest number of a task among ours, or among the peers that kept their promise."""
        rows = [row for row in self.rows if row.task == task and row.ours is ours and row.counts]
        best = min(rows, key=lambda row: row.value, default=None)
        return best if best and best.value < math.inf else None

    def contests(self) -> Iterator[tuple[str, Row, Row]]:
        """Yield each task with our fastest row and that of the peers, if there are both."""
        for task in self.tasks if self.is_timed else ():
            ours, peer = self.fastest(task, ours=True), self.fastest(task, ours=False)
            if ours and peer:
                yield task, ours, peer

    def findings(self) -> Iterator[str]:
        """Say at how many tasks we are ahead, where not, and by how much at the last task."""
        contests = [*self.contests()]
        if contests:
            late = [
                f"{task} ({ours.value / peer.value:.2f}×)" for task, ours, peer in contests if ours.value > peer.value
            ]
            behind = f", and behind at {', '.join(late)}" if late else ""
            task, *both = contests[-1]
            ours, peer = (f"({row.name}) {self.shown(row.value)}" for row in both)
            yield (
                f"{self.title}: ours is at least as fast as the best peer at {len(contests) - len(late)} of"
                f" {len(contests)} tasks{behind}. At {task} ours {ours}, the best peer {peer} a {self.unit}."
            )
        best = None if self.is_timed else self.fastest(self.tasks[-1], ours=True)
        if best and best.size:
            yield f"{self.title}, {best.task}: the smallest {self.quantity} is {short(best.value, 3)} ({best.name})."

    def shown(self, value: float) -> str:
        """Return a time in the unit of the table."""
        name, factor = self.scale()
        return f"{short(value / factor, 3)} {name}"

    def scale(self) -> tuple[str, float]:
        """Return the largest unit of time that leaves all times above 1, and its seconds."""
        least = min(row.value for row in self.rows)
        return [(name, factor) for name, factor in _PREFIXES.items() if factor <= least or name == "ns"][-1]


def growth(rows: Sequence[Row]) -> str:
    """Return the power of the size that fits the logarithms best, and the largest factor between a time and it."""
    points = [(math.log(row.size), math.log(row.value)) for row in rows if row.size and 0 < row.value < math.inf]
    if len(points) < 2:
        return ""
    fit = linear_regression(*zip(*points, strict=True))
    misfit = math.exp(max(abs(fit.intercept + fit.slope * x - y) for x, y in points))
    return f"{round(fit.slope, 2) + 0.0:.2f} (within {misfit:.2f}×)".replace("-", "−")


def comparison(benchmarks: Sequence[Benchmark]) -> Comparison:
    """Return what the records of one table say; with who did not take part, and why."""
    first = benchmarks[0].extra_info
    is_timed = not first.value_name
    rows = [row_of(item) for item in benchmarks]
    quantity = first.value_name or "time"
    return Comparison(first.table, first.says, first.unit, quantity, rows, is_timed, _absent(benchmarks))


def _absent(benchmarks: Sequence[Benchmark]) -> str:
    """Return who did not take part, and why; where, if it is not everywhere."""
    tasks = {item.extra_info.task: item.extra_info.missing for item in benchmarks}
    reasons: dict[tuple[str, str], list[str]] = {}
    for task, missing in tasks.items():
        for name, why in missing.items():
            reasons.setdefault((name, why), []).append(task)
    where = {key: "" if len(at) == len(tasks) else f" at {', '.join(at)}" for key, at in reasons.items()}
    return "; ".join(f"{name}{where[name, why]} ({why})" for name, why in reasons)


def row_of(item: Benchmark) -> Row:
    """Return one record as a row."""
    facts = item.extra_info
    note = "; ".join(filter(None, (facts.wrong, facts.note)))
    number = facts.value if facts.value_name else _time(item.stats.min / facts.units, facts.bar)
    return Row(facts.task, facts.contestant, facts.ours, number, note, facts.size, not facts.wrong, facts.measures)


def _time(value: float, bar: float | None) -> Cell:
    return value if bar is None else Barred(value, bar, "smaller")
