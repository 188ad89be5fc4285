"""Schedules of diminishing steps: those of the repair of Theorem 3."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from tabular.evaluation.saddle import LyapunovNorm
from theory_checks.core.formal import formal_of
from theory_checks.core.interpret import exact
from theory_checks.papers.gpope.convergence._problems import few_digits

THEOREM3 = formal_of(__file__, "gpope/thm3/repaired")
REPAIRED, STEP, LEAST_SHIFT = THEOREM3.right, THEOREM3.right_of("beta"), THEOREM3.right_of("i0")


@dataclass(frozen=True)
class Schedule:
    """Steps that are shifted by i0."""

    mu: Fraction
    shift: int

    @property
    def values(self) -> Mapping[str, Fraction | int]:
        """Return what the symbols of the repair stand for."""
        return {"mu": self.mu, "i0": self.shift}

    def sizes(self, steps: int) -> list[Fraction]:
        """Return the first step sizes."""
        return [exact(STEP, {**self.values, "i": i}) for i in range(1, steps + 1)]


def shifted(norm: LyapunovNorm) -> Schedule:
    """Return steps with mu rounded down and the least shift."""
    return least(few_digits(Fraction(norm.mu.low)), Fraction(norm.L.high))


def least(mu: Fraction, L: Fraction) -> Schedule:
    """Return steps with the least shift, for L + G1 in place of L."""
    return Schedule(mu, ceil(exact(LEAST_SHIFT, {"L": L, "G1": 0, "mu": mu})))
