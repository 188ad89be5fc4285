"""Data sets whose gradient error is known exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from operator import add

import numpy as np

from tabular.evaluation.saddle import is_positive_stable, saddle_matrix
from tabular.numbers.arrays import Array, each_fraction, fraction
from tabular.numbers.quadratic_forms import largest_ratio
from tabular.numbers.rational import solve_exact
from theory_checks.core.claim import Trial
from theory_checks.papers.gpope.common.linear_evaluation import random_moments

ZERO = Fraction(0)


@dataclass(frozen=True)
class DataSet:
    """The matrices Q_j and offsets g_j of m trajectories."""

    name: str
    matrices: Sequence[Array]
    offsets: Sequence[Array]

    @property
    def m(self) -> int:
        """Return the number of trajectories."""
        return len(self.matrices)

    @cached_property
    def Q(self) -> Array:  # noqa: N802 - the symbol of the paper
        """Return the mean matrix."""
        return exact_mean(self.matrices)

    @cached_property
    def g(self) -> Array:
        """Return the mean offset."""
        return exact_mean(self.offsets)

    @cached_property
    def optimum(self) -> Array:
        """Return x* with Q x* = g, the saddle point of the data set."""
        return solve_exact(self.Q, self.g)

    def errors(self, x: Array) -> list[Array]:
        """Return B_j(x) - B(x) for each trajectory."""
        pairs = zip(self.matrices, self.offsets, strict=True)
        return [(q - self.Q) @ x - (g - self.g) for q, g in pairs]


def exact_mean(arrays: Sequence[Array]) -> Array:
    """Return the exact mean of some arrays."""
    return reduce(add, arrays) / Fraction(len(arrays))


def data_set(name: str, records: Sequence[tuple[Fraction | int, Fraction | int, Fraction | int]]) -> DataSet:
    """Return the data set of trajectories with one feature and the numbers (A, b, C)."""
    matrices = [saddle_matrix([[a]], [[c]]) for a, _, c in records]
    offsets = [np.array([ZERO, Fraction(b)], dtype=object) for _, b, _ in records]
    return DataSet(name, matrices, offsets)


def _random_set(trial: Trial, i: int) -> DataSet:
    """Return three random trajectories with n features whose mean A is invertible."""
    rng, n = trial.rng("data set", str(i)), 1 + i % 2
    pairs: list[tuple[Array, Array]] = []
    while not pairs or not is_positive_stable(exact_mean([saddle_matrix(*pair) for pair in pairs])):
        pairs = [random_moments(rng, n) for _ in range(3)]
    offsets = [np.concatenate([np.full(n, ZERO), each_fraction(rng.integers(-3, 4, n)) / 2]) for _ in pairs]
    return DataSet(f"three random trajectories, number {i}, $n = {n}$", [saddle_matrix(*x) for x in pairs], offsets)


def varying(trial: Trial) -> list[DataSet]:
    """Return data sets whose trajectories have different A and C."""
    named = [
        data_set("two trajectories: $(A, b, C) = (1, 1, 3/2)$ and $(1/5, 0, 1/2)$", TWO),
        data_set("one state, two actions, off policy: $A = 2$ or $0$", [(2, 2, 1), (0, 0, 1)]),
    ]
    return [*named, *(_random_set(trial, i) for i in range(12 if trial.full else 3))]


TWO = ((1, 1, Fraction(3, 2)), (Fraction(1, 5), 0, Fraction(1, 2)))


def growth_matrix(data: DataSet, P: Array) -> Array:
    """Return mean_j (Q_j - Q-bar)' P (Q_j - Q-bar)."""
    return exact_mean([(q - data.Q).T @ P @ (q - data.Q) for q in data.matrices])


def proved_growth(data: DataSet, P: Array) -> Fraction:
    """Return G1 = 2 max_xi mean_j ||(Q_j - Q-bar) xi||_P^2/||xi||_P^2, rounded up."""
    return 2 * fraction(largest_ratio(growth_matrix(data, P), P).high)


def turning(a: Fraction = Fraction(1000), spread: Fraction = Fraction(0)) -> DataSet:
    """Return a data set for which Q is nearly a rotation, A = a and C = a/1000: no inequality in P loses much.

    With a spread its two trajectories have A = a + spread and a - spread.
    """
    name = f"$A = {a}" + (f" \\pm {spread}" if spread else "") + "$, $C = \\bar A/1000$, $b = 1$"
    slopes = {a - spread, a + spread}
    return data_set(name, [(slope, 1, a / 1000) for slope in sorted(slopes)])
