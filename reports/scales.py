"""Axes: from data to places on the page, and where the ticks stand."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reports.quantities import power_of_ten, short


@dataclass(frozen=True)
class Scale:
    """A linear or logarithmic axis from `low` to `high`, drawn between two places."""

    kind: str
    low: float
    high: float
    start: float
    end: float

    def place(self, value: float) -> float:
        """Return where a value is drawn."""
        low, high, at = (self._forward(x) for x in (self.low, self.high, value))
        return self.start + (at - low) / (high - low) * (self.end - self.start)

    def ticks(self) -> list[tuple[float, str]]:
        """Return the ticks with their labels."""
        values = _log_ticks(self.low, self.high) if self.kind == "log" else _linear_ticks(self.low, self.high)
        wide = self.kind == "log" and self.high > 1e5 * self.low
        return [
            (value, power_of_ten(value) if wide else short(value)) for value in values if self.low <= value <= self.high
        ]

    def _forward(self, value: float) -> float:
        return math.log10(value) if self.kind == "log" else value


def make_scale(kind: str, values: Iterable[float], start: float, end: float) -> Scale | None:
    """Return an axis that shows all values with some room, or None where nothing can be shown."""
    usable = [value for value in values if kind == "linear" or value > 0]
    if not usable:
        return None
    low, high = min(usable), max(usable)
    if kind == "log":
        return _log_scale(low, high, start, end)
    return _linear_scale(low, high, start, end)


def _log_scale(low: float, high: float, start: float, end: float) -> Scale:
    room = max((math.log10(high) - math.log10(low)) * 0.05, 0.02)
    if high == low:
        room = 0.5
    return Scale("log", 10 ** (math.log10(low) - room), 10 ** (math.log10(high) + room), start, end)


def _linear_scale(low: float, high: float, start: float, end: float) -> Scale:
    """Include zero where it is near: a distance from zero is what most plots are about."""
    if low > 0 and low < 0.4 * high:
        low = 0.0
    elif high < 0 and high > 0.4 * low:
        high = 0.0
    room = (high - low) * 0.05 or max(abs(high) * 0.1, 0.5)
    return Scale("linear", low if low == 0 else low - room, high if high == 0 else high + room, start, end)


def _linear_ticks(low: float, high: float) -> Sequence[float]:
    """Return about five round numbers."""
    rough = (high - low) / 5
    power = 10 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= rough * 0.999)
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [round(index * step, 12) if abs(step) > 1e-6 else index * step for index in range(first, last + 1)]


def _log_ticks(low: float, high: float) -> Sequence[float]:
    """Return powers of ten, at most about eight; where they are few, also 2 and 5 times."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    stride = max(1, math.ceil((last - first) / 8))
    factors = (1, 2, 5) if high < 1000 * low else (1,)
    return [factor * 10.0**power for power in range(first, last + 1, stride) for factor in factors]
