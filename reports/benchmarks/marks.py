"""Numbers with bars: whether they are met, and how many."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from reports.benchmarks.records import Barred, Cell
from reports.math.quantities import short


@dataclass(frozen=True)
class Mark:
    """A number as text; the outcome is holds or fails where there is something to reach, otherwise empty."""

    text: str
    outcome: str = ""
    bar: str = ""
    aside: str = ""


NOTHING = Mark("–")


def mark(cell: Cell, aside: str = "") -> Mark:
    """Return a cell as the page shows it; a number meets its bar if it reaches it."""
    if cell is None:
        return NOTHING
    if isinstance(cell, Barred):
        met = cell.value >= cell.bar if cell.better == "larger" else cell.value <= cell.bar
        return Mark(short(cell.value, 3), "holds" if met else "fails", short(cell.bar, 3), aside)
    return Mark(cell if isinstance(cell, str) else str(cell) if isinstance(cell, int) else short(cell, 3), aside=aside)


def tally(marks: Iterable[Mark]) -> list[str]:
    """Say how many bars are met, if there are any."""
    outcomes = [item.outcome for item in marks if item.bar]
    return [f"{outcomes.count('holds')} of {len(outcomes)} bars are met."] if outcomes else []
