"""Covariance matrices of the exponential kernel, exact in the decay."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import numpy as np

from tabular.noise.exact import exponential_kernel
from tabular.numbers.arrays import Array
from tabular.numbers.rational import matmul_exact, solve_exact

Matrices = Mapping[str, Array]
DECAYS = (Fraction(1, 2), Fraction(9, 10), Fraction(1, 7))  # values of q


def kernel_matrix(q: Fraction, rows: range, columns: range) -> Array:
    """Return the matrix of q^|i - j|."""
    kernel = exponential_kernel(q)
    return np.array([[kernel(i, j) for j in columns] for i in rows], dtype=object)


def computed_matrices(n: int, q: Fraction) -> Matrices:
    """Return the matrices of Claim 12 by linear algebra on the kernel."""
    even, odd = range(0, 2 * n + 1, 2), range(1, 2 * n, 2)
    K00, K10, K11 = (kernel_matrix(q, *pair) for pair in ((even, even), (odd, even), (odd, odd)))
    inverse = solve_exact(K00, kernel_identity(n + 1))
    weights = matmul_exact(K10, inverse)
    explained = matmul_exact(weights, K10.T)
    return {
        "K11": K11,
        "K10": K10,
        "K00": K00,
        "inverse of K00": inverse,
        "K10 K00^-1": weights,
        "K10 K00^-1 K10^T": explained,
        "K11 - K10 K00^-1 K10^T": K11 - explained,
    }


def kernel_identity(n: int) -> Array:
    """Return the identity matrix in exact numbers."""
    return filled(n, n, lambda i, j: Fraction(i == j))


def filled(rows: int, columns: int, entry: Callable[[int, int], Fraction | int]) -> Array:
    """Return the matrix of exact numbers with these entries."""
    return np.array([[Fraction(entry(i, j)) for j in range(columns)] for i in range(rows)], dtype=object)
