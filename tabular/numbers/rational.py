"""Exact linear algebra on rationals: the only place that knows python-flint.

Matrices are object arrays of Fractions, or, for callers who do several operations in a row, *integer rows*: lists of
lists of Python integers over one common denominator. Solving A X = B works on integers throughout: clear denominators,
eliminate, and read X off as integers over the one denominator d. With python-flint the elimination is ``fmpz_mat``'s,
without it Bareiss' fraction-free scheme; both give the same numbers.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm
from typing import Any, Literal, cast

import numpy as np

from tabular.errors import InputError, must
from tabular.numbers.arrays import Array

try:
    import flint
except ImportError:  # the fallback below needs nothing but integers
    flint = None

Rows = list[list[int]]
Backend = Literal["flint", "python"]


def default_backend() -> Backend:
    """``flint`` if python-flint can be imported, otherwise ``python``."""
    return "python" if flint is None else "flint"


def solve_exact(A: Array, b: Array, backend: Backend | None = None) -> Array:
    """Return the exact solution x of A x = b for a square matrix A; b is a vector or a matrix of right-hand sides."""
    a_rows, a_denominator = clear_denominators(_matrix("A", A))
    b_rows, b_denominator = clear_denominators(_matrix("b", b.reshape(-1, 1) if b.ndim == 1 else b))
    x_rows, d = solve_integer(a_rows, b_rows, backend)
    return to_fractions(x_rows, d, Fraction(a_denominator, b_denominator)).reshape(b.shape)


def matmul_exact(A: Array, B: Array, backend: Backend | None = None) -> Array:
    """Return the exact product A B of a matrix with a matrix or a vector."""
    a_rows, a_denominator = clear_denominators(_matrix("A", A))
    b_rows, b_denominator = clear_denominators(_matrix("B", B.reshape(-1, 1) if B.ndim == 1 else B))
    if A.shape[1] != B.shape[0]:
        raise must("A B", "have as many columns in A as rows in B", f"shapes {A.shape} and {B.shape}")
    product = multiply_integer(a_rows, b_rows, backend)
    return to_fractions(product, a_denominator * b_denominator).reshape(A.shape[0], *B.shape[1:])


def clear_denominators(A: Array) -> tuple[Rows, int]:
    """Integer rows N and the least d > 0 with A = N / d, for a matrix of Fractions or integers."""
    rows = cast("list[list[Any]]", A.tolist())
    d = lcm(*{entry.denominator for row in rows for entry in row})
    if d == 1:
        return [[entry.numerator for entry in row] for row in rows], 1
    return [[entry.numerator * (d // entry.denominator) for entry in row] for row in rows], d


def to_fractions(rows: Rows, denominator: int, scale: Fraction = Fraction(1)) -> Array:
    """Return the object array of Fractions ``scale * rows / denominator``."""
    up, down = scale.numerator, scale.denominator * denominator
    result = np.empty((len(rows), len(rows[0]) if rows else 0), dtype=object)
    for i, row in enumerate(rows):
        result[i, :] = [Fraction(up * entry, down) for entry in row]
    return result


def solve_integer(A: Rows, B: Rows, backend: Backend | None = None) -> tuple[Rows, int]:
    """Return integers X and d > 0, without a common factor, with A X = d B for a square integer matrix A."""
    n = len(A)
    if n == 0 or any(len(row) != n for row in A) or len(B) != n:
        raise must("A x = b", "be a square system", f"{n} rows in A and {len(B)} rows in b")
    X, d = _solve_flint(A, B) if (backend or default_backend()) == "flint" else _solve_bareiss(A, B)
    common = gcd(d, *(entry for row in X for entry in row)) * (1 if d > 0 else -1)
    return (X, d) if common == 1 else ([[entry // common for entry in row] for row in X], d // common)


def multiply_integer(A: Rows, B: Rows, backend: Backend | None = None) -> Rows:
    """Return the integer matrix A B."""
    if (backend or default_backend()) == "flint":
        return _from_flint(_to_flint(A) * _to_flint(B))
    columns = list(zip(*B, strict=True))
    nonzero = [[(k, entry) for k, entry in enumerate(row) if entry] for row in A]
    return [[sum(entry * column[k] for k, entry in row) for column in columns] for row in nonzero]


def _matrix(name: str, A: Array) -> Array:
    if A.ndim != 2 or A.size == 0:
        raise must(name, "be a matrix with entries", f"shape {A.shape}")
    if A.dtype != object and not np.issubdtype(A.dtype, np.integer):
        raise must(name, "hold exact numbers", f"dtype {A.dtype}")
    return A


def _singular() -> InputError:
    return InputError("A must be invertible, got a singular matrix")


def _to_flint(rows: Rows) -> Any:
    return cast(Any, flint).fmpz_mat(len(rows), len(rows[0]), [entry for row in rows for entry in row])


def _from_flint(matrix: Any) -> Rows:
    return [[int(entry) for entry in row] for row in matrix.tolist()]


def _solve_flint(A: Rows, B: Rows) -> tuple[Rows, int]:
    try:
        solution = _to_flint(A).solve(_to_flint(B))
    except ZeroDivisionError:
        raise _singular() from None
    numerators, denominator = solution.numer_denom()
    return _from_flint(numerators), int(denominator)


def _solve_bareiss(A: Rows, B: Rows) -> tuple[Rows, int]:
    """Fraction-free Gauss-Jordan elimination: every division is exact, and the last pivot is +-det A."""
    n = len(A)
    work = [list(a) + list(b) for a, b in zip(A, B, strict=True)]
    previous = 1
    for k in range(n):
        swap = next((i for i in range(k, n) if work[i][k]), None)
        if swap is None:
            raise _singular()
        work[k], work[swap] = work[swap], work[k]
        pivot_row, pivot = work[k], work[k][k]
        for i in range(n):
            if i != k:
                work[i] = _eliminate(work[i], pivot_row, k, pivot, previous)
        previous = pivot
    return [row[n:] for row in work], previous


def _eliminate(row: list[int], pivot_row: list[int], k: int, pivot: int, previous: int) -> list[int]:
    factor = row[k]
    return [(pivot * entry - factor * other) // previous for entry, other in zip(row, pivot_row, strict=True)]
