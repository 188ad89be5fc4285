"""Symmetric matrices as quadratic forms: definiteness, and the largest ratio of two forms with proved ends.

A float eigenvector x only proposes. For exact matrices S and P > 0 the largest ratio r = max_x x'Sx / x'Px satisfies

    x'Sx / x'Px <= r          for every rational x,
    r <= t                    iff  t P - S >= 0, which elimination decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from scipy.linalg import eigh

from tabular.errors import must
from tabular.numbers.arrays import Array, Scalar, convert, fraction, read_numbers

_WIDTHS = (52, 44, 36, 28, 20, 12, 4)  # relative widths 2**-k of the bracket, narrowest first
_BITS = 60


@dataclass(frozen=True)
class Bracket:
    """A number between `low` and `high`; both are proved if they are Fractions, floats are equal and unproved."""

    low: Scalar
    high: Scalar

    def inverse(self) -> Bracket:
        """Return the bracket of 1/x, for x > 0."""
        if self.low <= 0:
            raise must("a bracket", "be positive to be inverted", f"[{self.low}, {self.high}]")
        return Bracket(1 / self.high, 1 / self.low)


def is_exact(matrix: Array) -> bool:
    """Tell whether the entries are Fractions (or integers in an object array)."""
    return matrix.dtype == object


def symmetric(name: str, matrix: object) -> Array:
    """Return a symmetric matrix, exact or of floats."""
    numbers = read_numbers(name, matrix, 2)
    array = convert(numbers, "float" if numbers.kind == "float" else "exact")
    if array.shape[0] != array.shape[1] or not array.size:
        raise must(name, "be a square matrix", f"shape {array.shape}")
    if not (array == array.T).all():
        raise must(name, "be symmetric", f"{array.tolist()}"[:60])
    return array


def is_positive_definite(matrix: object) -> bool:
    """Tell whether x'Sx > 0 for all x != 0: by elimination for exact numbers, by Cholesky for floats."""
    S = symmetric("S", matrix)
    if is_exact(S):
        return all(pivot > 0 for pivot in _pivots(S))
    try:
        np.linalg.cholesky(S)
    except np.linalg.LinAlgError:
        return False
    return True


def is_positive_semidefinite(matrix: object) -> bool:
    """Tell whether x'Sx >= 0 for all x, for exact numbers."""
    S = symmetric("S", matrix)
    if not is_exact(S):
        raise must("S", "be exact, since floats do not decide a boundary", "floats")
    return all(pivot >= 0 for pivot in _pivots(S))


def largest_ratio(numerator: object, denominator: object) -> Bracket:
    """Return max_x x'Sx / x'Px for a symmetric S and a positive definite P."""
    S, P = symmetric("S", numerator), symmetric("P", denominator)
    if S.shape != P.shape:
        raise must("S and P", "have one shape", f"{S.shape} and {P.shape}")
    if not is_positive_definite(P):
        raise must("P", "be positive definite", f"{P.tolist()}"[:60])
    values, vectors = eigh(S.astype(np.float64), P.astype(np.float64))
    if not (is_exact(S) and is_exact(P)):
        return Bracket(float(values[-1]), float(values[-1]))
    return _proved(S, P, vectors[:, -1], float(np.abs(values).max()))


def largest_eigenvalue(matrix: object) -> Bracket:
    """Return the largest eigenvalue of a symmetric matrix."""
    S = symmetric("S", matrix)
    return largest_ratio(S, _identity_like(S))


def smallest_eigenvalue(matrix: object) -> Bracket:
    """Return the smallest eigenvalue of a symmetric matrix."""
    S = symmetric("S", matrix)
    negative = largest_ratio(-S, _identity_like(S))
    return Bracket(-negative.high, -negative.low)


def _identity_like(S: Array) -> Array:
    identity = np.eye(S.shape[0], dtype=np.int64)
    return np.vectorize(Fraction, otypes=[object])(identity) if is_exact(S) else identity.astype(np.float64)


def _proved(S: Array, P: Array, proposed: Array, scale: float) -> Bracket:
    """Return the bracket that starts at the ratio of a proposed vector."""
    x = np.array([fraction(float(entry)) for entry in proposed / np.abs(proposed).max()], dtype=object)
    low = fraction(x @ S @ x) / fraction(x @ P @ x)
    if is_positive_semidefinite(low * P - S):
        return Bracket(low, low)
    unit = Fraction(2) ** (int(np.ceil(np.log2(scale))) if scale > 0 else 0)
    low = Fraction(int(low / unit * 2**_BITS // 1), 2**_BITS) * unit
    for width in _WIDTHS:
        high = low + unit / 2**width
        if is_positive_semidefinite(high * P - S):
            return Bracket(low, high)
    raise must("P", "be far enough from singular for float64", f"no bound near {float(low)}")


def _pivots(S: Array) -> list[Fraction]:
    """Return the pivots of symmetric elimination; -1 stands for a zero pivot with a row that is not zero."""
    work, pivots = S.copy(), list[Fraction]()
    while work.size:
        pivot, row = work[0, 0], work[0, 1:]
        pivots.append(pivot if pivot or not row.any() else Fraction(-1))
        if pivots[-1] < 0:
            break
        work = work[1:, 1:] - (np.outer(row, row) / pivot if pivot else 0)
    return pivots
