r"""J = 1 as the best case for privacy, repaired: tables whose entries are all updated at once.

One action, n states with moves P, the bracketed update with the minus sign, expected targets, independent noise tables
g_b of unit variance, b < J, each for T/J of T updates:

    Q <- A Q + alpha r - alpha (I - gamma P) g_b,   A = I - alpha (I - gamma P)

From a public Q the run ends at a mean that moves by x = (I - A^T) y, y = (I - gamma P)^{-1} (r - r'), with the noise
-sum_b W_b g_b, W_b the sum of A^{T-1-t} alpha (I - gamma P) over the updates t of table b. So sigma^2 mu^2 is the
exact number x^T S^{-1} x, S = sum_b W_b W_b^T. The largest mu over ||r - r'||_inf <= 1 is attained at a vertex.

    all moves to one state    with J > 1 the fresh noise of that state enters all others alike and cannot be averaged
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Protocol

import numpy as np
from flint import arb

from tabular.numbers.arrays import Array
from tabular.numbers.rational import matmul_exact, solve_exact
from tabular.privacy import shift_mu_squared
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence
from theory_checks.core.formula import Relation, Term, sqrt
from theory_checks.kit.cases import HALF
from theory_checks.papers.dpdqn.common.comparisons import Number, decided
from theory_checks.papers.dpdqn.common.surds import Value, value
from theory_checks.papers.dpdqn.theorem5._cycles import NINE, PLAIN, Cycle, identity, vertices

Constants = Mapping[str, Fraction | int]


class Trained(Protocol):
    """A run of training whose release is Gaussian."""

    @property
    def name(self) -> str:
        """What is trained and released."""
        ...

    @property
    def updates(self) -> int:
        """The number T of updates."""
        ...

    def worst(self, paths: int) -> Fraction:
        """Return the largest sigma^2 mu^2 over neighbouring rewards, for J = `paths` tables."""
        ...


@dataclass(frozen=True)
class Training:
    """A run: the matrix of moves, discount, step size and number of updates; the table itself is released."""

    name: str
    moves: Array
    discount: Fraction
    alpha: Fraction
    updates: int

    def law(self, paths: int) -> tuple[Array, Array]:
        """Return the matrix that takes r - r' to the mean shift x, and the covariance S, for J = `paths` tables."""
        one = identity(len(self.moves))
        slope = one - self.discount * self.moves
        step, powers = one - self.alpha * slope, [one]
        for _ in range(self.updates):
            powers.append(matmul_exact(powers[-1], step))
        shift = solve_exact(slope, one - powers[-1])
        length, T = self.updates // paths, self.updates  # below, alpha (I - gamma P) is I - A, and the sums telescope
        weights = [powers[T - (b + 1) * length] - powers[T - b * length] for b in range(paths)]
        return shift, np.sum([matmul_exact(W, W.T) for W in weights], axis=0)

    def worst(self, paths: int) -> Fraction:
        """Return the largest sigma^2 mu^2 over neighbouring rewards."""
        shift, covariance = self.law(paths)
        return max(shift_mu_squared(matmul_exact(shift, d), covariance) for d in vertices(len(self.moves)))


def all_to_first(n: int) -> Array:
    """Return the moves of n states that all lead to the first."""
    return np.array([[Fraction(int(j == 0)) for j in range(n)]] * n, dtype=object)


def cycle(n: int) -> Array:
    """Return the moves along a cycle."""
    return np.array([[Fraction(int(j == (i + 1) % n)) for j in range(n)] for i in range(n)], dtype=object)


def all_at_once(moves: Callable[[int], Array]) -> Iterator[tuple[Trained, Constants]]:
    """Yield runs with these moves, and the constants of the claim at sigma = 1."""
    for n, gamma, alpha in product((1, 2, 4), (Fraction(0), NINE), (HALF, Fraction(1))):
        name = f"$n = {n}$, $\\gamma = {gamma}$, $\\alpha = {alpha}$, $T = 4$"
        yield Training(name, moves(n), gamma, alpha, 4), {"n": n, "gamma": gamma, "sigma": 1}


def permuted() -> Iterator[tuple[Trained, Constants]]:
    """Yield runs whose moves are cycles."""
    return all_at_once(cycle)


def favoured() -> Iterator[tuple[Trained, Constants]]:
    """Yield runs whose moves all lead to one state."""
    return all_at_once(all_to_first)


def trajectory() -> Iterator[tuple[Trained, Constants]]:
    """Yield the run of two states that swap, which updates one entry at a time."""
    yield Cycle(PLAIN), {"n": 2, "gamma": NINE, "sigma": 1}


OF_BOTH = r"largest $\mu^2$ over neighbouring rewards, with the $J$ of the case and with $J = 1$"
Runs = Callable[[], Iterator[tuple[Trained, Constants]]]


@claim(
    "dpdqn/j1-best-privacy/repaired",
    broken={
        "moves that all lead to one state": {"runs": favoured},
        "the swap along a trajectory": {"runs": trajectory},
    },
    near=("the swap along a trajectory",),
)
def best_privacy_repaired(trial: Trial, *, runs: Runs = permuted) -> Iterator[Evidence]:
    """Compare one path with several on chains whose moves are permutations."""
    at_least, of_one_path = trial.formal.claims
    for x, constants in runs():
        worst = {J: sqrt(x.worst(J)) for J in (1, 2, 4) if x.updates >= J}
        for sigma in (1, 3):
            case, values = f"{x.name}, $\\sigma = {sigma}$", {**constants, "sigma": sigma, "mu_1": worst[1] / sigma}
            yield _decided(case, of_one_path, values, r"$\mu^2$ with $J = 1$")
            for J in [J for J in worst if J > 1]:
                yield _decided(f"{case}, $J = {J}$", at_least, {**values, "mu_J": worst[J] / sigma}, OF_BOTH)


def _decided(case: str, relation: Relation, values: Mapping[str, Term], quantity: str) -> Evidence:
    left, right = (value(side, values) for side in (relation.left, relation.right))
    return decided(case, (_number(left), relation.sign, _number(right)), quantity=quantity)


def _number(x: Value) -> Number:
    rational = None if isinstance(x, arb) else x.rational
    return rational if rational is not None else x if isinstance(x, arb) else x.ball
