"""Races against size: nanoseconds of one unit of work of every contestant at every size, as a table and a document.

The contestants take turns, more than once, and the best turn counts: differences within one run mean more than the
numbers themselves. The exponent is that of the power of the size that fits the logarithms of the times best (least
squares): 0 is independent of the size, 1 is linear; the misfit is the largest factor between a time and that power.
"""

import argparse
import importlib.util
import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from tests.benchmarks import document

Measurement = Callable[[Any], tuple[float, int]]
_PATIENCE = 8.0  # seconds of one turn after which a contestant has no further turn at this size


@dataclass(frozen=True)
class Contestant:
    """A way to do the work; `measure` takes what the race gives for a size and returns (seconds, units of work)."""

    name: str
    group: str
    measure: Measurement
    ours: bool = False
    needs: str | None = None  # the library
    largest: int = 10**7  # size up to which it takes part
    bars: tuple[tuple[int, float], ...] = ()  # (size, nanoseconds a unit) to stay under
    note: str = ""
    comparable: bool = True  # False: an easier task than that of the others

    @property
    def is_installed(self) -> bool:
        return self.needs is None or importlib.util.find_spec(self.needs) is not None


@dataclass(frozen=True)
class Race:
    """What is raced, and how the report speaks of it; `words` are symbol and name of the size, unit and contestant."""

    name: str
    title: str
    says: str
    words: Mapping[str, str]
    groups: tuple[Mapping[str, Any], ...]  # key, title, says, and "beside": contestants that join the picture
    contestants: tuple[Contestant, ...]
    packages: tuple[str, ...]
    given: Callable[[int], Any] = lambda size: size
    rivals: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # groups of the peers, if not the same group
    fits: bool = True  # whether a power of the size says anything


@dataclass
class Row:
    """The time of a contestant at a size; None where nothing was measured."""

    problem: str
    solver: str
    ours: bool
    points: int
    nanoseconds: float | None = None
    bar_nanoseconds: float | None = None
    ratio_to_best_peer: float | None = None
    growth_exponent: float | None = None
    growth_misfit: float | None = None
    comparable: bool = True
    note: str = ""


def run(race: Race, sizes: list[int], options: argparse.Namespace) -> int:
    console = document.console()
    rows = [row for size in sizes for row in measure(race, size, options.rounds, console)]
    rows = [row for entrant in race.contestants for row in rows if is_of(row, entrant)]
    compare(race, rows)
    console.print(table(race, rows, sizes))
    document.write(scaling(race, rows), options.out, console)
    return 0


def parser(name: str, says: str | None, quick: str) -> argparse.ArgumentParser:
    result = document.parser(name, says, quick)
    result.add_argument("--rounds", type=int, default=3, help="how often every contestant has its turn")
    return result


def measure(race: Race, size: int, rounds: int, console: Console) -> list[Row]:
    given = race.given(size)
    rows = {entrant: new_row(entrant, size) for entrant in race.contestants}
    waiting = [entrant for entrant in race.contestants if entrant.is_installed and size <= entrant.largest]
    for turn in range(rounds + 1):  # the first turn compiles
        waiting = [entrant for entrant in waiting if take_turn(entrant, rows[entrant], given)]
        console.print(f"{race.words['symbol']} = {size}, round {turn} of {rounds}")
    return list(rows.values())


def new_row(entrant: Contestant, size: int) -> Row:
    note = entrant.note if entrant.is_installed else f"{entrant.needs} is not installed"
    row = Row(entrant.group, entrant.name, entrant.ours, size, comparable=entrant.comparable, note=note)
    row.bar_nanoseconds = dict(entrant.bars).get(size)
    return row


def take_turn(entrant: Contestant, row: Row, given: Any) -> bool:
    """Keep the better of this turn and earlier ones; return whether there may be another."""
    try:
        seconds, units = entrant.measure(given)
    except Exception as error:  # a peer that fails has a row that says so
        row.note = f"failed: {error}"[:80]
        return False
    row.nanoseconds = min(seconds / units * 1e9, row.nanoseconds or math.inf)
    return seconds < _PATIENCE


def is_of(row: Row, entrant: Contestant) -> bool:
    return (row.problem, row.solver) == (entrant.group, entrant.name)


def compare(race: Race, rows: list[Row]) -> None:
    """Add the ratios to the best peer with the same work at the same size, and the growth exponents."""
    for row in rows:
        groups = race.rivals.get(row.problem, (row.problem,))
        rivals = [
            other.nanoseconds
            for other in rows
            if other.nanoseconds and not other.ours and other.comparable
            if other.points == row.points and other.problem in groups
        ]
        if row.nanoseconds and rivals and row.comparable:
            row.ratio_to_best_peer = row.nanoseconds / min(rivals)
        line = [r for r in rows if (r.problem, r.solver) == (row.problem, row.solver) and r.nanoseconds]
        if race.fits and len(line) > 1:
            row.growth_exponent, row.growth_misfit = fitted_power({r.points: r.nanoseconds for r in line})


def fitted_power(times: Mapping[int, float]) -> tuple[float, float]:
    """Return the exponent of the power of the size that fits best, and the largest factor between a time and it."""
    x, y = np.log([*times]), np.log([*times.values()])
    slope, level = np.polyfit(x, y, 1)
    return float(slope), float(np.exp(np.abs(level + slope * x - y).max()))


def table(race: Race, rows: list[Row], sizes: list[int]) -> Table:
    result = Table(title=f"{race.title}: nanoseconds a {race.words['unit']}, one thread")
    result.add_column("group")
    result.add_column(race.words["contestant"], no_wrap=True)
    for size in sizes:
        result.add_column(f"{race.words['symbol']} = {size:,}", justify="right", no_wrap=True)
    result.add_column("exponent", justify="right")
    result.add_column("bars", justify="right")
    result.add_column("note")
    for entrant in race.contestants:
        line = [row for row in rows if is_of(row, entrant)]
        numbers = ["" if row.nanoseconds is None else f"{row.nanoseconds:,.4g}" for row in line]
        exponent = line[0].growth_exponent
        cells = [*numbers, "" if exponent is None else f"{exponent:.2f}", bars(line), line[-1].note]
        result.add_row(entrant.group, entrant.name, *cells, style="bold" if entrant.ours else None)
    return result


def bars(line: list[Row]) -> str:
    """Return how many of the bars are met."""
    due = [row for row in line if row.bar_nanoseconds and row.nanoseconds]
    met = sum(row.nanoseconds <= row.bar_nanoseconds for row in due)
    return f"{met} of {len(due)}" if due else ""


def scaling(race: Race, rows: list[Row]) -> document.Json:
    facts = {"title": race.title, "says": race.says, "machine": document.machine(race.packages)}
    about = {"words": dict(race.words), "groups": [dict(group) for group in race.groups]}
    return {"schema": document.SCALING, **facts, **about, "rows": [asdict(row) for row in rows]}
