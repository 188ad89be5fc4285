"""A value that is known to lie between two rationals, how it is written, and on which side of it an answer lies."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from flint import arb

from tabular.numbers.balls import ends

MOST_DIGITS = 30
_FEW_DIGITS, _FAR = 6, 10**9
Peer = Callable[[], float]


@dataclass(frozen=True)
class Enclosure:
    """Two rationals with low <= value <= high; equal if the value is known exactly."""

    low: Fraction
    high: Fraction

    @classmethod
    def of(cls, value: Fraction | int | arb) -> Enclosure:
        """Enclose an exact number, or what a ball holds."""
        low, high = ends("the value", value)
        return cls(Fraction(low), Fraction(high))

    @property
    def is_exact(self) -> bool:
        """Whether there is one number between the ends."""
        return self.low == self.high

    @property
    def digits(self) -> int:
        """The number of significant decimals, at most 30, that the enclosure proves up to one unit of the last."""
        if self.is_exact:
            return MOST_DIGITS
        size = max(abs(self.low), abs(self.high))
        if self.low <= 0 <= self.high:
            return 0
        return min(MOST_DIGITS, max(0, _exponent(size) - _exponent(self.high - self.low) - 1))

    def to_json(self) -> dict[str, Any]:
        """Return the ends, rounded outward, or the exact number as well."""
        kept = MOST_DIGITS + 2
        exact = {"exact": str(self.low)} if self.is_exact and len(str(self.low)) <= 4 * MOST_DIGITS else {}
        return exact | {
            "shown": self.shown(),
            "low": decimal(self.low, kept, math.floor),
            "high": decimal(self.high, kept, math.ceil),
            "digits": self.digits,
        }

    def shown(self) -> str:
        """Write the value with the digits that are proved, the last up to one unit; or both ends, if they are few."""
        if self.is_exact and len(str(self.low)) <= MOST_DIGITS:
            return str(self.low)
        if self.digits >= _FEW_DIGITS:
            return decimal((self.low + self.high) / 2, self.digits)
        return f"{decimal(self.low, 6, math.floor)} to {decimal(self.high, 6, math.ceil)}"

    def side(self, answer: float) -> str:
        """Say where a double lies: below all that the value can be, above it, or between the ends."""
        if math.isnan(answer):
            return "no number"
        if math.isinf(answer):
            return "above" if answer > 0 else "below"
        x = Fraction(answer)
        if x == self.low == self.high:
            return "equal"
        return "below" if x < self.low else "above" if x > self.high else "within"

    def off(self, answer: float) -> float | None:
        """Return at most how far a double is away, in parts of the value; None if that may be 0, or it is very far."""
        if not math.isfinite(answer) or self.low <= 0 <= self.high:
            return None
        x, least = Fraction(answer), min(abs(self.low), abs(self.high))
        share = max(abs(x - self.low), abs(x - self.high)) / least
        return float(f"{float(share):.3g}") if share < _FAR else None


@dataclass(frozen=True)
class Entry:
    """A row: the table, what the value is a function of, the value, and how other libraries compute it."""

    table: str
    parameters: Mapping[str, str]
    compute: Callable[[], Enclosure]
    peers: Mapping[str, Peer] = field(default_factory=dict[str, Peer])

    @property
    def id(self) -> str:
        """The name by which the row is recomputed."""
        return f"{self.table}/" + ",".join(f"{name}={value}" for name, value in self.parameters.items())


def decimal(x: Fraction, digits: int, rounded: Callable[[Fraction], int] = round) -> str:
    """Write a rational with so many significant decimals, rounded as told."""
    if x == 0:
        return "0"
    exponent = _exponent(abs(x))
    mantissa = abs(rounded(x * Fraction(10) ** (digits - 1 - exponent)))
    if mantissa == 10**digits:
        mantissa, exponent = mantissa // 10, exponent + 1
    text = str(mantissa)
    return f"{'-' if x < 0 else ''}{f'{text[0]}.{text[1:]}'.rstrip('0').rstrip('.')}e{exponent:+d}"


def _exponent(x: Fraction) -> int:
    """Return the k with 10^k <= x < 10^(k+1)."""
    k = math.floor((x.numerator.bit_length() - x.denominator.bit_length()) * math.log10(2))
    while Fraction(10) ** k > x:
        k -= 1
    while Fraction(10) ** (k + 1) <= x:
        k += 1
    return k
