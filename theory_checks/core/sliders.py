"""The values that a reader may give a symbol: exact numbers in even steps, or ten for each power of ten."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, islice, takewhile
from math import floor, log10
from typing import Any

from theory_checks.core.statement import LedgerError

MOST = 200  # values of one slider
SCALES = ("linear", "log")
KEYS = ("from", "to", "step", "start", "scale", "integer", "says")
TENTHS = [Fraction(x) for x in ("1", "5/4", "8/5", "2", "5/2", "16/5", "4", "5", "63/10", "8")]  # of a power of ten


@dataclass(frozen=True)
class Slider:
    """A symbol, the values it may take, and the place of the one that it has at first."""

    name: str
    values: tuple[Fraction, ...]
    start: int
    scale: str = "linear"
    says: str = ""


def slider(name: str, entry: Mapping[str, Any], place: str) -> Slider:
    """Return the slider that an entry describes."""
    check_keys(entry, KEYS, f"slider {name}", place)
    low, high, start = (_number(entry.get(key), f"{key} of {name}", place) for key in ("from", "to", "start"))
    scale = entry.get("scale", "linear")
    if scale not in SCALES:
        raise LedgerError(f"scale of {name} must be one of {', '.join(SCALES)}, got {scale!r} at {place}")
    if not low < high or (scale == "log" and low <= 0):
        least = "to, and positive where the scale is log" if scale == "log" else "to"
        raise LedgerError(f"from of {name} must be less than {least}, got {low} and {high} at {place}")
    rising = _powers(low, integer=bool(entry.get("integer"))) if scale == "log" else _steps(name, low, entry, place)
    values = tuple(islice(takewhile(lambda value: value <= high, rising), MOST + 1))
    if not 2 <= len(values) <= MOST:
        got = "more" if len(values) > MOST else "one"
        raise LedgerError(f"slider {name} must have 2 to {MOST} values, got {got} at {place}")
    if start not in values:
        raise LedgerError(f"start of {name} must be one of its values, got {start} at {place}")
    return Slider(name, values, values.index(start), scale, str(entry.get("says", "")))


def check_keys(entry: Any, known: tuple[str, ...], what: str, place: str) -> None:
    """Refuse what is no table, and members that it does not have."""
    if not isinstance(entry, Mapping):
        raise LedgerError(f"{what} must be a table, got {entry!r} at {place}")
    for key in entry:
        if key not in known:
            raise LedgerError(f"{what} must use the keys {', '.join(known)}, got {key!r} at {place}")


def _steps(name: str, low: Fraction, entry: Mapping[str, Any], place: str) -> Iterator[Fraction]:
    step = _number(entry.get("step", 1), f"step of {name}", place)
    if step <= 0:
        raise LedgerError(f"step of {name} must be positive, got {step} at {place}")
    return (low + index * step for index in count())


def _powers(low: Fraction, *, integer: bool) -> Iterator[Fraction]:
    """Yield ten values for each power of ten, from low on; among integers those that are next to them."""
    shown: Callable[[Fraction], Fraction] = (lambda x: Fraction(round(x))) if integer else (lambda x: x)
    last = Fraction(0)
    for exponent in count(floor(log10(low)) - 1):
        for tenth in TENTHS:
            value = shown(tenth * Fraction(10) ** exponent)
            if value >= low and value > last:
                last = value
                yield value


def _number(value: Any, what: str, place: str) -> Fraction:
    try:
        if isinstance(value, int | str) and not isinstance(value, bool):
            return Fraction(value)
    except (ValueError, ZeroDivisionError):
        pass
    raise LedgerError(f'{what} must be an exact number such as 5 or "1/2", got {value!r} at {place}')
