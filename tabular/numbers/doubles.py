"""Linear algebra on doubles in an order of its own: the same bits on every processor.

BLAS and LAPACK choose their kernels by the processor, and these add in different orders; so do numpy's e^x and ln x
choose different polynomials. What trains, solves or chooses by doubles, and shows what came of it, does it by these.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tabular.errors import InputError, must
from tabular.numbers._kernels_doubles import eliminate, logarithms, powers, products

Doubles = NDArray[np.float64]
TERMS = 16  # of the series of e^x: 2^-16/16! is far below the rounding errors


def product(left: ArrayLike, right: ArrayLike) -> Any:
    """Return the product of two matrices, or of stacks (..., i, k) and (..., k, j); a vector is a row or a column.

    As with ``@``, an axis that stands for a vector is left out of the result, and stacks are broadcast.
    """
    a, b = np.asarray(left, dtype=np.float64), np.asarray(right, dtype=np.float64)
    rows, columns = a[None] if a.ndim == 1 else a, b[:, None] if b.ndim == 1 else b
    if not a.ndim or not b.ndim or rows.shape[-1] != columns.shape[-2]:
        raise must("A B", "have as many columns in A as rows in B", f"shapes {a.shape} and {b.shape}")
    stack = np.broadcast_shapes(rows.shape[:-2], columns.shape[:-2]) if max(rows.ndim, columns.ndim) > 2 else ()
    out = np.zeros((*stack, rows.shape[-2], columns.shape[-1]))
    room = out.reshape(math.prod(stack), *out.shape[-2:]) if stack else out[None]
    products(_stacked(rows, stack), _stacked(columns, stack), room)
    out = out[..., 0] if b.ndim == 1 else out
    return out if a.ndim > 1 else out[0] if b.ndim == 1 else out[..., 0, :]


def solve(matrix: ArrayLike, right: ArrayLike) -> Doubles:
    """Return the x with A x = b for a square A (n, n) and b (n,) or (n, c), by elimination with row pivots.

    For a stack (s, n, n) of matrices b is a stack (s, n, c) as well.
    """
    a, b = np.asarray(matrix, dtype=np.float64), np.asarray(right, dtype=np.float64)
    x = b[:, None] if b.ndim == 1 else b
    if a.ndim < 2 or a.shape[-1] != a.shape[-2] or a.shape[:-1] != x.shape[:-1]:
        raise must("A x = b", "be a square system", f"shapes {a.shape} and {b.shape}")
    solution = np.array(_stacked(x, x.shape[:-2]))
    if not eliminate(np.array(_stacked(a, a.shape[:-2])), solution):
        raise must("A", "be invertible", "a matrix with a pivot of 0")
    return solution.reshape(b.shape)


def pseudo_inverse(matrix: Doubles) -> Doubles:
    """Return the X^+ (c, n) of a matrix X (n, c) of rank c: R^-1 Q' for X = Q R, whose columns are orthonormal."""
    columns = np.zeros(matrix.T.shape)
    triangle = np.zeros((len(columns), len(columns)))
    for k in range(len(columns)):
        columns[k] = matrix[:, k]
        for _ in range(2):  # once leaves rounding errors as large as the condition number
            along = product(columns[:k], columns[k])
            triangle[:k, k] += along
            columns[k] -= product(along, columns[:k])
        triangle[k, k] = norm(columns[k])
        columns[k] /= triangle[k, k] or 1.0
    return solve(triangle, columns)


def independent(matrix: Doubles) -> list[int]:
    """Return rows of a positive semidefinite matrix that all others are combinations of, up to rounding."""
    rest, kept, rounding = np.array(matrix), list[int](), len(matrix) * 2.0**-52
    while len(kept) < len(rest):
        k = int(np.argmax(rest.diagonal()))
        if rest[k, k] <= rounding * matrix.diagonal().max():
            break
        kept.append(k)
        rest -= np.outer(rest[k], rest[k]) / rest[k, k]
    return sorted(kept)


def cholesky(matrix: Doubles) -> Doubles:
    """Return the lower triangular L with L L' = A for a positive semidefinite A; a column is 0 where A adds nothing."""
    lower, rounding = np.zeros_like(matrix), len(matrix) * 2.0**-52 * float(matrix.diagonal().max(initial=0.0))
    for k in range(len(matrix)):
        rest = matrix[k:, k] - product(lower[k:, :k], lower[k, :k])
        if rest[0] > rounding:
            lower[k:, k] = rest / math.sqrt(rest[0])
    return lower


def exponential(matrix: Doubles) -> Doubles:
    """Return e^A by its series, after A has been halved until its norm is at most 1/2, and as many squarings."""
    halvings = max(0, math.frexp(2.0 * norm(matrix))[1])
    term = total = np.eye(len(matrix))
    for k in range(1, TERMS):
        term = product(term, matrix) / (k * 2.0**halvings)
        total = total + term
    for _ in range(halvings):
        total = product(total, total)
    return total


def condition(matrix: Doubles) -> float:
    """Return ||A|| ||A^-1|| in the norm of Frobenius, infinity if A has no inverse in doubles.

    It lies between the condition number of the operator norm and n times that.
    """
    try:
        number = norm(matrix) * norm(solve(matrix, np.eye(len(matrix))))
    except InputError:
        return math.inf
    return number if number < math.inf else math.inf  # NaN too: what overflowed has no inverse in doubles


def norm(x: ArrayLike) -> float:
    """Return the square root of the sum of all squares."""
    return float(np.sqrt(np.square(np.asarray(x, dtype=np.float64)).sum()))


def operator_norm(matrix: Doubles) -> float:
    """Return the largest singular value: the limit, from above, of ||(X'X)^m||^(1/2m) for m = 1, 2, 4, ..., 2^52."""
    largest = float(np.abs(matrix).max())
    if largest == 0.0:
        return 0.0
    scaled = (matrix if len(matrix) <= matrix.shape[1] else matrix.T) / largest  # the smaller of X X' and X' X
    power, log_norm = product(scaled, scaled.T), 0.0
    for k in range(53):
        size = norm(power)
        log_norm += math.log(size) / 2.0**k
        power = product(power / size, power / size)
    return largest * math.exp(log_norm / 2.0)


def exp(x: ArrayLike) -> Doubles:
    """Return e^x of every entry, by the C library's function."""
    return _each(powers, x)


def log(x: ArrayLike) -> Doubles:
    """Return ln x of every entry, by the C library's function: minus infinity at 0, NaN below."""
    return _each(logarithms, x)


def _each(function: Any, x: ArrayLike) -> Doubles:
    values = np.ascontiguousarray(x, dtype=np.float64)
    out = np.empty_like(values)
    function(values.reshape(-1), out.reshape(-1))
    return out.reshape(np.shape(x))


def _stacked(matrices: Doubles, stack: tuple[int, ...]) -> Doubles:
    """Return the matrices, repeated for the whole stack, as one contiguous array (s, rows, columns) to be read.

    Whether others may write to them makes no difference: to the compiler these would be other types.
    """
    if stack:
        whole = np.broadcast_to(matrices, (*stack, *matrices.shape[-2:]))
        result = np.ascontiguousarray(whole).reshape(math.prod(stack), *matrices.shape[-2:])
    else:
        result = np.ascontiguousarray(matrices)[None]
    result.setflags(write=False)
    return result
