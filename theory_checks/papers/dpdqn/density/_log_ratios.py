"""Log ratios of densities, their powers, and sets on which they are large."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from flint import arb

from tabular.gaussian.normal import normal_cdf
from tabular.numbers.balls import ball as exact_ball
from tabular.numbers.rational import matmul_exact, solve_exact
from theory_checks.core.certificate import lemma
from theory_checks.papers.dpdqn.common.kernel_matrices import kernel_matrix

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


def set_ratio(level: Fraction | int, mu: Fraction) -> arb:
    """Return P1(S)/P0(S) for S = {f(0) >= level sigma} and g = mu sigma K(., 0)."""
    return normal_cdf(exact_ball(mu - level)) / normal_cdf(exact_ball(-level))


def set_moment(size: Fraction, threshold: Fraction | int, count: int = 1) -> dict[str, Any]:
    """Return the lemma for the ratio of the probabilities of a half-space, for lambda = sigma = 1."""
    known = {"power": 1, "sigma": 1, "updates": count, "norm_squared": size, "threshold": threshold}
    return lemma("moment", "half-space-moment", **known)
