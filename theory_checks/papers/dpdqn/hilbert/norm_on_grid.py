r"""What of the noised function has a bounded norm: not the values of the path, but a difference without noise.

On n points g^T K^{-1} g is the sum of the squared innovations g_0, g_{i+1} - rho_i g_i, each over its variance: n of
them, independent and normal. A function with |f| <= M and Lipschitz constant L is bounded term by term; zigzags below M
with slopes +-L come as close to the bound as one likes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

import numpy as np

from tabular.noise.exact import exponential_kernel
from tabular.numbers.rational import matmul_exact
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, exact, exact_all
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, ref
from theory_checks.core.interpret import exact as value_of
from theory_checks.core.interpret import substitute
from theory_checks.papers.dpdqn.hilbert._chords import BETAS, HALF, line, zigzag
from theory_checks.papers.dpdqn.hilbert._networks import steepness

MEAN, BOUND = (claimed.right for claimed in formal_of(__file__, "dpdqn/intro-rkhs-norm/repaired").claims)
SIGMA = Fraction(3, 2)
RATIOS: Sequence[Fraction] = (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10), Fraction(99, 100))


def innovations(q: Fraction, points: Sequence[int]) -> tuple[np.ndarray, list[Fraction]]:
    """Return the matrix of g -> (g_0, g_1 - rho_0 g_0, ...) and the variances of its entries for sigma = 1."""
    n = len(points)
    matrix = np.array([[Fraction(i == j) for j in range(n)] for i in range(n)], dtype=object)
    variances = [Fraction(1)]
    for i in range(1, n):
        rho = q ** (points[i] - points[i - 1])
        matrix[i, i - 1] = -rho
        variances.append(1 - rho**2)
    return matrix, variances


@claim(
    "dpdqn/intro-rkhs-norm/repaired",
    broken={
        "a kernel with twice the rate": {"rate": 2},
        "a quarter of the slope term": {"bound": substitute(BOUND, {"L": ref("L") / 2})},
        "nine tenths of the bound": {"bound": BOUND * Fraction(9, 10)},
    },
)
def norm_on_grid(trial: Trial, *, rate: int = 1, bound: Formula = BOUND) -> Iterator[Evidence]:
    """Compute the covariance of the innovations exactly, and the norm of functions without noise."""
    for q in RATIOS:
        for points in ((0, 1), (0, 1, 2, 3, 4), (0, 1, 3, 8)):
            kernel = exponential_kernel(q**rate)
            covariance = np.array([[SIGMA**2 * kernel(x, y) for y in points] for x in points], dtype=object)
            matrix, variances = innovations(q, points)
            whitened = matmul_exact(matmul_exact(matrix, covariance), matrix.T)
            n, case = len(points), f"$q = {q}$, points {', '.join(map(str, points))}"
            pairs = {
                f"entries {i} and {j}": (whitened[i, j], "==", SIGMA**2 * variances[i] * (i == j))
                for i, j in product(range(n), repeat=2)
            }
            yield exact_all(case, pairs, quantity="the covariances of the innovations")
            yield exact(
                case,
                sum((whitened[i, i] / variances[i] for i in range(n)), start=Fraction(0)),
                "==",
                value_of(MEAN, {"n": n, "sigma": SIGMA}),
                quantity=r"$\mathbb{E}[g^T K^{-1} g]$ and $n\sigma^2$, $\sigma = 3/2$",
            )
    yield from _without_noise(bound)


FUNCTIONS = {
    "a constant": line(1, 1),
    "a half": line(HALF, HALF),
    "a straight line": line(0, 1),
    "a hat": line(0, 1, 0),
    "a zigzag around 0": line(1, -1, 1, -1, 1, -1),
    "a steep zigzag below 1, 100 cells": zigzag(Fraction(1), Fraction(10), 100),
    "a flat zigzag below 10, 100 cells": zigzag(Fraction(10), Fraction(1, 10), 100),
}


def _without_noise(bound: Formula) -> Iterator[Evidence]:
    """Compare the norm of broken lines with the bound from the largest value and the Lipschitz constant."""
    for beta in BETAS:
        pairs = {
            name: (f.norm_squared(beta), "<=", value_of(bound, {"beta": beta, "M": _top(f.values), "L": steepness(f)}))
            for name, f in FUNCTIONS.items()
        }
        yield exact_all(f"{len(pairs)} broken lines, $\\beta = {beta}$", pairs, quantity=r"$\|f\|^2$ and its bound")


def _top(values: Sequence[Fraction]) -> Fraction:
    return max(map(abs, values))
