"""Runs on data sets whose trajectories differ: the error of the gradient grows with that of the iterate, G_1 > 0."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from tabular.evaluation.saddle import LyapunovNorm, identity_like, lyapunov_norm
from tabular.evaluation.second_moments import Draws
from tabular.numbers.arrays import Array, fraction
from tabular.numbers.quadratic_forms import Bracket
from theory_checks.core.claim import Trial
from theory_checks.papers.gpope.common.data_sets import DataSet, data_set, proved_growth, varying


@dataclass(frozen=True)
class Sampled:
    """Runs from x_1 = 0, with exact second moments of xi = x - x* under uniform draws."""

    data: DataSet

    @cached_property
    def norm(self) -> LyapunovNorm:
        """The norm of the mean matrix."""
        return lyapunov_norm(self.data.Q)

    @cached_property
    def growth(self) -> Fraction:
        """G_1."""
        return proved_growth(self.data, self.norm.P)

    @property
    def grown(self) -> LyapunovNorm:
        """The norm with L + G_1 in place of L."""
        low, high = (fraction(end) + self.growth for end in (self.norm.L.low, self.norm.L.high))
        return replace(self.norm, L=Bracket(low, high))

    @cached_property
    def at_rest(self) -> Fraction:
        """G_0, the share of the draws in V."""
        errors = self.data.errors(self.data.optimum)
        return 2 * sum((fraction(e @ self.norm.P @ e) for e in errors), Fraction(0)) / self.data.m

    @property
    def start(self) -> Fraction:
        """The squared length of xi_1 in the norm of P."""
        return fraction(self.data.optimum @ self.norm.P @ self.data.optimum)

    def values(self, variance: Fraction = Fraction(1)) -> Mapping[str, Fraction]:
        """Return what the symbols of the repairs stand for, with noise of this variance in each coordinate."""
        level = self.at_rest + variance * fraction(np.trace(self.norm.P))
        return {"L": fraction(self.norm.L.high), "G1": self.growth, "V": level, "start": self.start}

    def moments(self, sizes: Iterable[Fraction], variance: Fraction = Fraction(1)) -> list[Array]:
        """Return E xi xi' at the start and after each step."""
        offsets = [-e for e in self.data.errors(self.data.optimum)]  # xi follows Q_j xi + e_j
        draws = Draws(self.data.matrices, offsets, [Fraction(1, self.data.m)] * self.data.m)
        whole = draws.moments(list(sizes), -self.data.optimum, identity_like(self.data.Q) * variance)
        return [moment[1:, 1:] for moment in whole]

    def errors(self, moments: Iterable[Array]) -> list[Fraction]:
        """Return E ||xi||_P^2 for each of these."""
        return [fraction(np.trace(self.norm.P @ moment)) for moment in moments]


def far_apart() -> Sampled:
    """Return two trajectories with opposite signs of A_j: G_1 is many times L."""
    return Sampled(data_set("two trajectories: $(A, b, C) = (3, 3, 1)$ and $(-1, 0, 1)$", [(3, 3, 1), (-1, 0, 1)]))


def two_trajectories(trial: Trial) -> Sampled:
    """Return the data set of two trajectories with different Q_j."""
    return Sampled(varying(trial)[0])
