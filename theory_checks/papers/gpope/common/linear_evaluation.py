r"""Exact instances of linear policy evaluation: A, C and Q of real chains, and what certificates say of them.

A chain with transition matrix P, stationary weights d, discount gamma and one row of features phi(s) for each state has

    A = Phi' D (I - gamma P) Phi,      C = Phi' D Phi,      Q = [[0, -A'], [A, C]],      D = diag(d).

If A e = a e and C e = c e (a *mode*), then for both roots z of z^2 - c z + a^2 the vector (a e, -z e) is an eigenvector
of Q for z: the roots are c/2 +- i sqrt(a^2 - c^2/4), of modulus |a|, or real.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isqrt
from typing import Any

import numpy as np

from tabular.evaluation.saddle import saddle_matrix
from tabular.mdp import FiniteMDP
from tabular.numbers.arrays import Array, each_fraction, fraction
from tabular.numbers.rational import solve_exact
from theory_checks.core.certificate import lemma

Vector = Sequence[Fraction]
ONE, HALF = Fraction(1), Fraction(1, 2)


@dataclass(frozen=True)
class Mode:
    """A common eigenvector of symmetric matrices A and C, with its eigenvalues a and c > 0."""

    vector: Vector
    a: Fraction
    c: Fraction

    @property
    def is_real(self) -> bool:
        """Tell whether the two eigenvalues of Q are real."""
        return self.c * self.c >= 4 * self.a * self.a

    @property
    def least_real_part(self) -> Fraction:
        """Return the smaller real part of the two eigenvalues."""
        return (self.c - self._root) / 2 if self.is_real else self.c / 2

    @property
    def moduli(self) -> tuple[Fraction, Fraction]:
        """Return the smaller and the larger modulus of the two eigenvalues."""
        if self.is_real:
            return self.least_real_part, (self.c + self._root) / 2
        return abs(self.a), abs(self.a)

    @property
    def h(self) -> Fraction:
        """Return the eigenvalue a^2/c of H = A' C^-1 A."""
        return self.a * self.a / self.c

    @property
    def pairs(self) -> list[tuple[Fraction, Vector]]:
        """Return the two eigenvalues of Q, which must be real, each with an eigenvector."""
        return [(z, [*(self.a * x for x in self.vector), *(-z * x for x in self.vector)]) for z in self.moduli]

    @property
    def _root(self) -> Fraction:
        """Return sqrt(c^2 - 4 a^2), which must be rational."""
        square = self.c * self.c - 4 * self.a * self.a
        root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
        if root * root != square:
            raise ValueError(f"a mode must have rational eigenvalues to be solved, got a = {self.a}, c = {self.c}")
        return root


@dataclass(frozen=True)
class Problem:
    """A chain, the weights of its states, a row of features for each state, and modes of (A, C)."""

    name: str
    mdp: FiniteMDP
    weights: Vector
    features: Sequence[Vector]
    mode_vectors: Sequence[Vector] = ()

    @property
    def size(self) -> int:
        """Return the number of features."""
        return len(self.features[0])

    @cached_property
    def A(self) -> Array:  # noqa: N802 - the symbol of the paper
        """Return Phi' D (I - gamma P) Phi."""
        phi = self._phi
        return (phi.T * self._d) @ (phi - self.mdp.discount * (self.mdp.transitions[0] @ phi))

    @cached_property
    def C(self) -> Array:  # noqa: N802 - the symbol of the paper
        """Return Phi' D Phi."""
        return (self._phi.T * self._d) @ self._phi

    @cached_property
    def b(self) -> Array:
        """Return Phi' D r."""
        return (self._phi.T * self._d) @ self.mdp.rewards[0]

    @cached_property
    def Q(self) -> Array:  # noqa: N802 - the symbol of the paper
        """Return [[0, -A'], [A, C]]."""
        return saddle_matrix(self.A, self.C)

    @cached_property
    def modes(self) -> list[Mode]:
        """Return the modes, each checked against A and C."""
        found: list[Mode] = []
        for vector in self.mode_vectors:
            e = np.array(vector, dtype=object)
            a, c = (fraction((m @ e) @ e) / fraction(e @ e) for m in (self.A, self.C))
            if (self.A @ e != a * e).any() or (self.C @ e != c * e).any():
                raise ValueError(f"a mode must be an eigenvector of A and C, got {vector} at {self.name}")
            found.append(Mode(vector, a, c))
        return found

    @property
    def _phi(self) -> Array:
        return np.array([list(row) for row in self.features], dtype=object)

    @property
    def _d(self) -> Array:
        return np.array(list(self.weights), dtype=object)

    def objects(self) -> dict[str, Any]:
        """Return the chain M and its features phi, row by row, of a certificate."""
        return {"M": self.mdp, "phi": [list(row) for row in zip(*self.features, strict=True)]}


def spectrum_lemmas(items: Mapping[str, int]) -> list[Mapping[str, Any]]:
    """Return numbers of Q, A and C of the chain M and its features phi: see the lemma for what the items are."""
    return [lemma(name, "saddle-spectrum", mdp="M", features="phi", item=k) for name, k in items.items()]


def hessian(A: Array, C: Array) -> Array:
    """Return H = A' C^-1 A."""
    return A.T @ solve_exact(C, A)


def one_state(discount: Fraction, reward: int = 0) -> Problem:
    """Return one state that is never left, with the feature 1: A = 1 - gamma and C = 1."""
    mdp = FiniteMDP([[[1]]], [[reward]], discount)
    return Problem(f"one state, $\\gamma = {discount}$", mdp, [ONE], [[ONE]], [[ONE]])


def swapping(discount: Fraction) -> Problem:
    """Return two states that follow each other, with the feature (1, -1): A = 1 + gamma and C = 1."""
    mdp = FiniteMDP([[[0, 1], [1, 0]]], [[0, 0]], discount)
    name = f"two states that follow each other, one feature $(1, -1)$, $\\gamma = {discount}$"
    return Problem(name, mdp, [HALF, HALF], [[ONE], [-ONE]], [[ONE]])


def two_states(stay: Fraction, discount: Fraction, rewards: tuple[int, int] = (0, 0)) -> Problem:
    """Return two states, each left with probability 1 - stay, tabular: C = I/2."""
    mdp = FiniteMDP([[[stay, 1 - stay], [1 - stay, stay]]], [list(rewards)], discount)
    name = f"two states, tabular, kept with probability {stay}, $\\gamma = {discount}$"
    identity = [[ONE, 0 * ONE], [0 * ONE, ONE]]
    return Problem(name, mdp, [HALF, HALF], identity, [[ONE, ONE], [ONE, -ONE]])


def random_moments(rng: np.random.Generator, size: int) -> tuple[Array, Array]:
    """Return an invertible A and a positive definite C of small rationals, without any chain behind them."""
    a = np.zeros((size, size), dtype=np.int64)
    while round(float(np.linalg.det(a))) == 0:  # an integer of a few digits
        a = rng.integers(-6, 7, (size, size))
    root = rng.integers(-3, 4, (size, size))
    gram = root @ root.T + np.eye(size, dtype=np.int64)
    return each_fraction(a) / 4, each_fraction(gram) / 2
