"""Two normal laws with one covariance and different means: how well they can be told apart, exactly.

N(x, S) against N(x', S) is, after the linear map S^{-1/2}, a shift by S^{-1/2} (x - x') in standard noise. So it has
the curve delta_G(., mu) with mu^2 = (x - x')^T S^{-1} (x - x'), and nothing is lost. Of rational numbers mu^2 is
rational.
"""

from __future__ import annotations

from fractions import Fraction

from tabular.errors import must
from tabular.numbers.arrays import Array
from tabular.numbers.exact import exact_sum
from tabular.numbers.rational import solve_exact


def shift_mu_squared(difference: Array, covariance: Array) -> Fraction:
    """Return d^T S^{-1} d for a vector d of Fractions and an invertible symmetric matrix S of Fractions."""
    if difference.ndim != 1 or covariance.shape != (len(difference), len(difference)):
        raise must("covariance", "be square, of the length of the difference", f"{covariance.shape}")
    if (covariance != covariance.T).any():
        raise must("covariance", "be symmetric", "a matrix that is not")
    weights = solve_exact(covariance, difference)
    return exact_sum(x * y for x, y in zip(weights, difference, strict=True))
