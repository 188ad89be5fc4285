"""Matrices with a known basis of eigenvectors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from tabular.evaluation.saddle import identity_like, saddle_matrix
from tabular.numbers.arrays import Array, each_fraction
from tabular.numbers.rational import solve_exact
from theory_checks.core.claim import Trial
from theory_checks.papers.gpope.common.linear_evaluation import Problem, one_state
from theory_checks.papers.gpope.optimisation._spectra import SLOW

ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Diagonal:
    """A matrix Q = V diag(values) V^-1 with rational real eigenvalues; the columns of V are `vectors`."""

    name: str
    Q: Array
    values: tuple[Fraction, ...]
    vectors: Array

    @property
    def smallest(self) -> Fraction:
        """Return lmin(Q)."""
        return min(self.values)

    @property
    def largest(self) -> Fraction:
        """Return lmax(Q)."""
        return max(self.values)

    @cached_property
    def weights(self) -> Array:
        """Return W = V^-T V^-1, with x'Wx = |V^-1 x|^2."""
        return solve_exact(self.vectors @ self.vectors.T, identity_like(self.Q))

    @property
    def slowest(self) -> Array:
        """Return an eigenvector for lmin(Q)."""
        return self.vectors[:, self.values.index(self.smallest)]

    def turned(self, turn: Array) -> Diagonal:
        """Return T Q T' for an orthogonal T: A and C in other coordinates, so that A is not symmetric."""
        return Diagonal(f"{self.name}, turned", turn @ self.Q @ turn.T, self.values, turn @ self.vectors)


def of_chain(problem: Problem) -> Diagonal:
    """Return the Q of a chain whose modes have two real eigenvalues each."""
    pairs = [pair for mode in problem.modes for pair in mode.pairs]
    vectors = np.array([vector for _, vector in pairs], dtype=object).T
    return Diagonal(problem.name, problem.Q, tuple(z for z, _ in pairs), vectors)


def rotation(n: int, numbers: tuple[int, int]) -> Array:
    """Return a rational rotation of the first two of n coordinates, made of two integers."""
    p, q = numbers
    turn = identity_like(np.full((n, n), ZERO, dtype=object))
    size = Fraction(p * p + q * q)
    c, s = Fraction(p * p - q * q) / size, Fraction(2 * p * q) / size
    turn[:2, :2] = np.array([[c, -s], [s, c]], dtype=object)
    return turn


def turn_both(n: int, first: tuple[int, int], second: tuple[int, int]) -> Array:
    """Return diag(R, S) for rotations R of theta and S of w."""
    zero = np.full((n, n), ZERO, dtype=object)
    return np.block([[rotation(n, first), zero], [zero, rotation(n, second)]])


def from_roots(roots: tuple[tuple[int, int], ...]) -> Diagonal:
    """Return A = diag(p q) and C = diag(p^2 + q^2) for which Q has the eigenvalues p^2 and q^2."""
    A = each_fraction(np.diag([p * q for p, q in roots]))
    C = each_fraction(np.diag([p * p + q * q for p, q in roots]))
    Q, n = saddle_matrix(A, C), len(roots)
    values, vectors = list[Fraction](), list[Array]()
    for i, (p, q) in enumerate(roots):
        for z in (p * p, q * q):
            vector = np.full(2 * n, ZERO, dtype=object)
            vector[i], vector[n + i] = Fraction(p * q), Fraction(-z)
            values.append(Fraction(z))
            vectors.append(vector)
    return Diagonal(f"eigenvalues {', '.join(map(str, values))}", Q, tuple(values), np.array(vectors, dtype=object).T)


def diagonal_matrices(trial: Trial) -> Iterator[Diagonal]:
    """Yield the Q of chains, and random ones in random coordinates."""
    for problem in (one_state(Fraction(3, 5)), one_state(Fraction(7, 10)), one_state(Fraction(43, 50))):
        yield of_chain(problem)
    yield of_chain(SLOW)
    yield of_chain(SLOW).turned(turn_both(2, (1, 0), (2, 1)))
    for i in range(12 if trial.full else 3):
        rng = trial.rng("roots", str(i))
        p, q, r, s = (int(x) for x in rng.permutation(np.arange(1, 8))[:4])
        turn = turn_both(2, (p + 1, 1), (q + 2, 1))
        yield from_roots(((p, q), (r, s))).turned(turn)


Weights = Callable[[Diagonal], Array]


def eigenbasis(case: Diagonal) -> Array:
    """Return W."""
    return case.weights


def euclidean(case: Diagonal) -> Array:
    """Return I, the norm of the text."""
    return identity_like(case.Q)
