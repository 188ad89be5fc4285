"""Schedules of diminishing steps."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from tabular.evaluation.saddle import LyapunovNorm
from theory_checks.papers.gpope.convergence._problems import few_digits


@dataclass(frozen=True)
class Schedule:
    """Steps a/(i + i0) with the height H of the bound H/(i + i0)."""

    scale: Fraction
    shift: int
    variance_factor: Fraction

    def sizes(self, steps: int) -> list[Fraction]:
        """Return the first step sizes."""
        return [self.scale / (i + self.shift) for i in range(1, steps + 1)]


def shifted(norm: LyapunovNorm) -> Schedule:
    """Return a = 4/mu, i0 = ceil(8 L/mu^2), and the factor 16/mu^2 of V in H."""
    mu = few_digits(Fraction(norm.mu.low))
    return Schedule(4 / mu, ceil(8 * norm.L.high / mu**2), 16 / mu**2)
