"""What a test would have seen: the deviation that it rejects with a stated probability.

A verdict that rests on "no violation found" must say how large a violation would have been found. Every test of this
package states a lower bound for its power against each value of its parameter, and this bound grows with the distance
from the null hypothesis; the detectable effect is where it passes the level.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context
from typing import Protocol

from theory_checks.statistics.arguments import Alternative, check_count, check_probability

DEFAULT_POWER = 0.95
_BISECTIONS = 60
_DOUBLINGS = 2100  # from the smallest float to the largest


class PowerfulTest(Protocol):
    """A test of one real parameter: where its null hypothesis ends, where it looks, what it may cost, what it sees."""

    @property
    def null(self) -> float: ...  # noqa: D102  the class says what these are

    @property
    def alternative(self) -> Alternative: ...  # noqa: D102

    @property
    def failure_probability(self) -> float: ...  # noqa: D102

    @property
    def limits(self) -> tuple[float, float]: ...  # noqa: D102

    @property
    def condition(self) -> str: ...  # noqa: D102

    def power(self, n: int, value: float) -> float:
        """Bound from below the probability of rejecting at `value`; the bound grows with |value - null|."""
        ...


@dataclass(frozen=True)
class DetectableEffect:
    """The values nearest to the null hypothesis that would be rejected; None where no value is, or none is sought."""

    null: float
    below: float | None
    above: float | None
    power: float
    n: int
    failure_probability: float
    condition: str = ""

    @property
    def sentence(self) -> str:
        """Say what would have been seen, for the record of a check that found nothing."""
        ends = (("at most", self.below, ROUND_FLOOR), ("at least", self.above, ROUND_CEILING))
        seen = [f"of {words} {self._digits(value, rounding)}" for words, value, rounding in ends if value is not None]
        subject = f"a true value {' or '.join(seen)}" if seen else "no true value"
        if self.condition:
            subject += f" ({self.condition})"
        null, error, power = (float(number) for number in (self.null, self.failure_probability, self.power))
        return (
            f"With n = {self.n} and a false alarm of probability at most {error}, {subject} instead of {null}"
            f" would have been rejected with probability at least {power}."
        )

    def _digits(self, value: float, rounding: str) -> str:
        """Write four digits of the deviation, rounded away from the null hypothesis: it must hold as printed."""
        shared = math.log10(max(1.0, abs(value / (value - self.null))))
        digits = min(17, 4 + math.ceil(shared))
        return f"{float(Context(prec=digits, rounding=rounding).create_decimal(value)):.{digits}g}"


def power_of(test: PowerfulTest, n: int, value: float) -> float:
    """Bound from below the probability that `test` rejects within n independent samples at `value`."""
    return test.power(n, value)


def detectable_effect(test: PowerfulTest, n: int, power: float = DEFAULT_POWER) -> DetectableEffect:
    """Return the values that `test` would have rejected with probability at least `power` within n samples."""
    check_count("n", n)
    check_probability("power", power)
    ends = (_nearest(test, n, power, -1.0), _nearest(test, n, power, 1.0))
    return DetectableEffect(test.null, *ends, power, n, test.failure_probability, test.condition)


def _nearest(test: PowerfulTest, n: int, power: float, direction: float) -> float | None:
    """Bisect between the null hypothesis and a value with enough power; the value returned was itself evaluated."""
    missed, seen = test.null, _far(test, n, power, direction)
    if seen is None:
        return None
    for _ in range(_BISECTIONS):
        middle = (missed + seen) / 2
        missed, seen = (missed, middle) if test.power(n, middle) >= power else (middle, seen)
    return seen


def _far(test: PowerfulTest, n: int, power: float, direction: float) -> float | None:
    """Return a value with enough power: the end of the range, or the first that doubling reaches."""
    end = test.limits[0] if direction < 0 else test.limits[1]
    if math.isfinite(end):
        return end if test.power(n, end) >= power else None
    step = math.ulp(test.null)
    for _ in range(_DOUBLINGS):
        if test.power(n, test.null + direction * step) >= power:
            return test.null + direction * step
        step *= 2
    return None
