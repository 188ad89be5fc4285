"""Log ratios of densities, their powers, and sets on which they are large."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np
from flint import arb

from tabular.gaussian.normal import normal_cdf
from tabular.numbers.balls import ball as exact_ball
from tabular.numbers.rational import matmul_exact, solve_exact
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Evidence, ball, exact
from theory_checks.core.formula import ref
from theory_checks.core.interpret import exact as rational
from theory_checks.papers.dpdqn.common.certified import certified
from theory_checks.papers.dpdqn.common.kernel_matrices import kernel_matrix
from theory_checks.papers.dpdqn.common.rational_first import ball_of

POWERS = tuple(Fraction(k, 2) for k in (1, 2, 3, 4, 20))  # lambda = 1/2, 1, 3/2, 2, 10


def shown(g: Sequence[int]) -> str:
    """Write the values of a function on a grid."""
    return "(" + ", ".join(map(str, g)) + ")"


def level_of(g: Sequence[int]) -> int:
    """Return n for the values of a function on the points i 2^-n."""
    return (len(g) - 1).bit_length() - 1


def squared_steps(g: Sequence[int]) -> int:
    """Return the sum of the squared differences of neighbours."""
    return sum((y - x) ** 2 for x, y in pairwise(g))


def bits_before(i: int, n: int) -> int:
    """Return z(i): the number of bits before the last 1-bit among the n bits of i, the level that brings i 2^-n."""
    return n - (i & -i).bit_length()


def log_ratio(g: Sequence[int], q: Fraction) -> tuple[Fraction, Fraction]:
    """Return mean (under P0) and variance of the log ratio on a grid, by linear algebra, for sigma = 1."""
    shift = np.array([Fraction(x) for x in g], dtype=object)
    K = kernel_matrix(q, range(len(g)), range(len(g)))
    a = solve_exact(K, shift)
    variance = sum((a * matmul_exact(K, a)).tolist(), start=Fraction(0))
    return -sum((a * shift).tolist(), start=Fraction(0)) / 2, variance


def grid_norm(g: Sequence[int], q: Fraction) -> Fraction:
    """Return mu^2 = g K^-1 g on a grid from the prediction errors of neighbours, for sigma = 1."""
    steps = sum(((y - q * x) ** 2 for x, y in pairwise(g)), start=Fraction(0))
    return g[0] ** 2 + steps / (1 - q**2)


def variance_compared(trial: Trial) -> Evidence:
    """Compare D with the variance of the log ratio of three updates, by linear algebra on a grid."""
    g, q, updates, sigma = (3, 1, -4, 1, 5), Fraction(1, 2), 3, Fraction(3, 2)
    values = {"updates": updates, "norm_squared": grid_norm(g, q), "sigma": sigma}
    return exact(
        f"{updates} updates by $f$ = {shown(g)} on a grid, $e^{{-\\beta}} = {q}$, $\\sigma = {sigma}$",
        updates * log_ratio(g, q)[1] / sigma**2,
        "==",
        rational(trial.formal.right_of("D"), values),
        quantity="variance of the log ratio, and $D$",
    )


def set_ratio(level: Fraction | int, mu: Fraction) -> arb:
    """Return P1(S)/P0(S) for S = {f(0) >= level sigma} and g = mu sigma K(., 0)."""
    return normal_cdf(exact_ball(mu - level)) / normal_cdf(exact_ball(-level))


def set_compared(trial: Trial, case: str, quantity: str, mu: Fraction, threshold: int, root: int = 1) -> Evidence:
    """Compare the ratio for root^2 paths and ||g|| = mu with the bound at lambda = 1, for sigma = 1 and C = 1.

    Where the shift is a constant, it is mu/2, with beta = 6.
    """
    ratio = {"power": 1, "updates": root**2, "norm_squared": mu**2, "sigma": 1}
    values = {**ratio, "lambda": 1, "C": 1, "v": Fraction(1, 3), "L": Fraction(3, 2)}
    values |= {"beta": 6, "c": mu / 2, "moment": ref("moment")}
    evidence = ball(case, set_ratio(threshold, mu * root), "<=", ball_of(trial.formal.right, values), quantity=quantity)
    spoken = trial.formal.domain.symbols | {"moment"}
    certificate = Certificate(
        says=f"{case}: at $\\lambda = 1$ the ratio of the probabilities of $S$ exceeds the bound.",
        given=[lemma("moment", "half-space-moment", threshold=threshold, **ratio)],
        values={name: x for name, x in values.items() if name in spoken},
    )
    return certified(evidence, lambda: certificate)
