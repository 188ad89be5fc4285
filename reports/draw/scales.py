"""Axes: from data to places on the page, and where the ticks stand."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reports.math.quantities import power_of_ten, short

SAME = 1e-9  # values closer than this, relative to their size, are shown as one


@dataclass(frozen=True)
class Scale:
    """An axis between two places; `low` and `high` are values (linear) or exponents of ten (log)."""

    kind: str
    low: float
    high: float
    start: float
    end: float

    def place(self, value: float) -> float:
        """Return where a value is drawn."""
        at = math.log10(value) if self.kind == "log" else value
        share = (at / 2 - self.low / 2) / (self.high / 2 - self.low / 2)  # halves: a difference may overflow
        return self.start + share * (self.end - self.start)

    def ends(self) -> tuple[float, float]:
        """Return the values at both ends."""
        return (_power(self.low), _power(self.high)) if self.kind == "log" else (self.low, self.high)

    def ticks(self) -> list[tuple[float, str]]:
        """Return the ticks with their labels."""
        if self.kind == "log":
            return _log_ticks(self.low, self.high)
        return [(value, short(value)) for value in _linear_ticks(self.low, self.high) if self.low <= value <= self.high]


def make_scale(kind: str, values: Iterable[float], start: float, end: float) -> Scale | None:
    """Return an axis that shows all values with some room, or None where nothing can be shown."""
    usable = [value for value in values if kind == "linear" or value > 0]
    if not usable:
        return None
    if kind == "log":
        low, high = math.log10(min(usable)), math.log10(max(usable))
        room = 0.05 * (high - low) if high - low > SAME else 0.5
        return Scale(kind, low - room, high + room, start, end)
    return Scale(kind, *_linear_ends(min(usable), max(usable)), start, end)


def _linear_ends(low: float, high: float) -> tuple[float, float]:
    """Include zero where it is near: a distance from zero is what most plots are about."""
    if high / 2 - low / 2 <= SAME * max(abs(low), abs(high)):
        room = abs(high) / 10 or 0.5
        return low - room, high + room
    if 0 < low < 0.4 * high:
        low = 0.0
    elif 0.4 * low < high < 0:
        high = 0.0
    room = (high / 2 - low / 2) / 10
    return low - room if low else low, high + room if high else high


def _linear_ticks(low: float, high: float) -> Sequence[float]:
    """Return about five round numbers."""
    rough = high / 5 - low / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= rough * 0.999)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [float(f"{index * step:.12g}") for index in range(first, last + 1)]


def _log_ticks(low: float, high: float) -> list[tuple[float, str]]:
    """Return powers of ten, at most about nine; where they are few, also 2 and 5 times."""
    first, last = math.floor(low), math.ceil(high)
    stride = max(1, math.ceil((last - first) / 8))
    factors = (1, 2, 5) if high - low < 3 else (1,)
    powers = range(math.ceil(first / stride) * stride, last + 1, stride)
    ticks = [(power + math.log10(factor), factor * _power(power)) for power in powers for factor in factors]
    label = power_of_ten if high - low > 5 else short
    return [(value, label(value)) for exponent, value in ticks if low <= exponent <= high]


def _power(exponent: float) -> float:
    """Return a power of ten, kept inside what a float can hold."""
    return 10.0 ** min(max(exponent, -307.0), 308.0)
