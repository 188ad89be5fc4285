"""Measures of the values of the chain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from tabular.mdp.instances import recovery_chain_value

EPSILON, DELTA, GAMMA, N = Fraction(1, 10), Fraction(1, 100_000), Fraction(99, 100), 39


def trivial_error() -> Fraction:
    """Return the MSPBE of theta = 0, exactly."""
    return sum((Fraction(1, i) for i in range(1, N + 1)), Fraction(0)) / (4 * N)


HALF = GAMMA / 2
VALUES = [Fraction(v) for v in recovery_chain_value(N + 1, Fraction(1, 2), GAMMA)[:N]]
WEIGHTS = [sum((Fraction(1, i) for i in range(N - s, N + 1)), Fraction(0)) / N for s in range(N)]


@dataclass(frozen=True)
class Measures:
    """What is wrong with values: MSPBE, weighted mean squared error, and largest error."""

    mspbe: Fraction
    squared: Fraction
    largest: Fraction

    def cells(self) -> list[str]:
        """Write the MSPBE, the weighted root mean squared error, and the largest error."""
        return [f"{float(self.mspbe):.3g}", f"{sqrt(self.squared):.3g}", f"{float(self.largest):.3g}"]


def measures(theta: Sequence[Fraction]) -> Measures:
    """Return the errors of theta, exactly."""
    wrong = [x - v for x, v in zip(theta, VALUES, strict=True)]
    following = [*wrong[1:], Fraction(0)]
    residuals = [(1 - HALF) * d - HALF * after for d, after in zip(wrong, following, strict=True)]
    return Measures(_weighted(residuals), _weighted(wrong), max(abs(d) for d in wrong))


def _weighted(numbers: Sequence[Fraction]) -> Fraction:
    return sum((w * x * x for w, x in zip(WEIGHTS, numbers, strict=True)), Fraction(0))


def constant(c: Fraction) -> list[Fraction]:
    """Return the same value everywhere."""
    return [c] * N


def best_constant() -> Fraction:
    """Return the constant of the least MSPBE: b'C^{-1}A e / e'A'C^{-1}A e."""
    slopes = [1 - GAMMA] * (N - 1) + [1 - HALF]
    curvature = _weighted(slopes)
    return WEIGHTS[-1] * Fraction(1, 2) * slopes[-1] / curvature


def mean_value() -> Fraction:
    """Return the constant of the least weighted squared error: the weighted mean of V."""
    return sum((w * v for w, v in zip(WEIGHTS, VALUES, strict=True)), Fraction(0))
