"""Numbers with bars: whether they are met, and how many."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from reports.math.quantities import short


@dataclass(frozen=True)
class Mark:
    """A number as text; the outcome is holds or fails where a bar was set, otherwise empty."""

    text: str
    outcome: str = ""
    bar: str = ""


NOTHING = Mark("–")


def mark(value: float, bar: float | None = None, *, larger: bool = False) -> Mark:
    """Return a number; it meets its bar if it is not larger, or not smaller if larger is better."""
    if bar is None:
        return Mark(short(value, 3))
    met = value >= bar if larger else value <= bar
    return Mark(short(value, 3), "holds" if met else "fails", short(bar, 3))


def tally(marks: Iterable[Mark]) -> list[str]:
    """Say how many bars are met, if there are any."""
    outcomes = [item.outcome for item in marks if item.outcome]
    return [f"{outcomes.count('holds')} of {len(outcomes)} bars are met on this machine."] if outcomes else []
