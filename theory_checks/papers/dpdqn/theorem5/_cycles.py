"""Cycles of transitions, and the best privacy of a release along them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np

from tabular.numbers.arrays import Array
from tabular.numbers.rational import matmul_exact
from tabular.privacy import shift_mu_squared
from theory_checks.kit.cases import HALF

Release = str
PLAIN, FRESH, KEPT = "without noise", "with a fresh table", "with the last table of training"
NINE = Fraction(9, 10)


@dataclass(frozen=True)
class Cycle:
    """The run of lines 6 to 24 on states that follow each other in a cycle, one action, B = 1."""

    release: Release
    states: int = 2
    updates: int = 2
    alpha: Fraction = HALF
    gamma: Fraction = NINE
    printed: bool = False

    @property
    def name(self) -> str:
        """What is trained."""
        states = "two states that swap" if self.states == 2 else "one state"
        line = "line 19 as printed" if self.printed else "line 19 bracketed"
        return rf"{states}, $\gamma = {self.gamma}$, $\alpha = {self.alpha}$, $T = {self.updates}$, {line}"

    def law(self, paths: int) -> tuple[Array, Array]:
        """Return X and W, by running the algorithm on linear forms in rewards and noise."""
        n, c = self.states, 1 if self.printed else self.gamma
        r, *tables, fresh = np.split(identity(n * (paths + 2)), paths + 2)
        Q = 0 * r
        for t in range(self.updates):
            s, following, g = t % n, (t + 1) % n, tables[t * paths // self.updates]
            D = Q[s] + g[s] - (r[s] + self.gamma * Q[following] + c * g[following])
            Q[s] = Q[s] - self.alpha * D
        released = Q + {PLAIN: 0 * fresh, FRESH: fresh, KEPT: tables[-1]}[self.release]
        return released[:, :n], released[:, n:]

    def worst(self, paths: int) -> Fraction:
        """Return the largest sigma^2 mu^2 over neighbouring rewards."""
        shift, noise = self.law(paths)
        covariance = matmul_exact(noise, noise.T)
        return max(shift_mu_squared(matmul_exact(shift, d), covariance) for d in vertices(self.states))

    def inverse(self, paths: int, sign: int) -> Fraction:
        """Return 1/(sigma mu)^2 for two states and r - r' = (1, sign); it is 0 if the noise cancels."""
        shift, noise = self.law(paths)
        (a, b), (_, c) = matmul_exact(noise, noise.T)
        x, y = matmul_exact(shift, np.array([Fraction(1), Fraction(sign)], dtype=object))
        return (a * c - b * b) / (x * x * c - 2 * x * y * b + y * y * a)


def identity(n: int) -> Array:
    """Return the identity matrix."""
    return np.array([[Fraction(int(i == j)) for j in range(n)] for i in range(n)], dtype=object)


def vertices(n: int) -> list[Array]:
    """Return all vectors with entries 1 and -1, one of each pair d, -d."""
    return [np.array([Fraction(1), *map(Fraction, rest)], dtype=object) for rest in product((1, -1), repeat=n - 1)]


LARGEST = r"largest $\sigma^2\mu^2$ over neighbouring rewards, with $J = 1$ and with the $J$ of the case"
