"""Loops of the linear algebra on doubles, compiled: every sum goes from its first term to its last.

The compiler may neither reorder a sum nor fuse a product with it, so the bits are the same on every processor. The
innermost loops run along rows, over independent sums: these it does side by side.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

import math
from typing import Any

from tabular.compiled import INNER, njit


@njit(cache=True, nogil=True, error_model="numpy")
def products(left: Any, right: Any, out: Any) -> None:
    """Add to out (s, i, j) the products of the matrices left (s, i, k) and right (s, k, j).

    Two rows take four terms each, in their order, between a load and a store: these would take longer than the terms.
    """
    rows, terms = out.shape[1] // 2 * 2, right.shape[1] // 4 * 4
    for s in range(out.shape[0]):
        x, y, total = left[s], right[s], out[s]
        for i in range(0, rows, 2):
            for k in range(0, terms, 4):
                a0, a1, a2, a3 = x[i, k], x[i, k + 1], x[i, k + 2], x[i, k + 3]
                b0, b1, b2, b3 = x[i + 1, k], x[i + 1, k + 1], x[i + 1, k + 2], x[i + 1, k + 3]
                for j in range(total.shape[1]):
                    y0, y1, y2, y3 = y[k, j], y[k + 1, j], y[k + 2, j], y[k + 3, j]
                    total[i, j] = total[i, j] + a0 * y0 + a1 * y1 + a2 * y2 + a3 * y3
                    total[i + 1, j] = total[i + 1, j] + b0 * y0 + b1 * y1 + b2 * y2 + b3 * y3
        for i in range(total.shape[0]):
            for k in range(terms if i < rows else 0, y.shape[0]):
                factor = x[i, k]
                for j in range(total.shape[1]):
                    total[i, j] += factor * y[k, j]


@njit(cache=True, nogil=True, error_model="numpy")
def eliminate(matrices: Any, right: Any) -> bool:
    """Put the solutions of matrices (s, n, n) in the place of right (s, n, c); return whether all pivots are not 0."""
    n = matrices.shape[1]
    for s in range(matrices.shape[0]):
        A, x = matrices[s], right[s]
        for k in range(n):
            bring_pivot(A, x, k)
            if A[k, k] == 0.0:
                return False
            for i in range(k + 1, n):
                subtract(A[i], A[i, k] / A[k, k], A[k], k + 1)
                subtract(x[i], A[i, k] / A[k, k], x[k], 0)
        for k in range(n - 1, -1, -1):
            for j in range(x.shape[1]):
                x[k, j] /= A[k, k]
            for i in range(k):
                subtract(x[i], A[i, k], x[k], 0)
    return True


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def bring_pivot(A: Any, x: Any, k: int) -> None:
    """Exchange row k with the first of those below it that has the largest entry in column k."""
    best = k
    for i in range(k + 1, A.shape[0]):
        if abs(A[i, k]) > abs(A[best, k]):
            best = i
    if best != k:
        for j in range(k, A.shape[1]):
            A[k, j], A[best, j] = A[best, j], A[k, j]
        for j in range(x.shape[1]):
            x[k, j], x[best, j] = x[best, j], x[k, j]


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def subtract(row: Any, factor: float, other: Any, first: int) -> None:
    """Subtract a multiple of another row from a row, from the column ``first`` on."""
    for j in range(first, row.size):
        row[j] -= factor * other[j]


@njit(cache=True, nogil=True)
def powers(x: Any, out: Any) -> None:
    """Set out to e^x."""
    for i in range(x.size):
        out[i] = math.exp(x[i])


@njit(cache=True, nogil=True)
def logarithms(x: Any, out: Any) -> None:
    """Set out to ln x, minus infinity at 0 and NaN below."""
    for i in range(x.size):
        out[i] = math.log(x[i]) if x[i] > 0.0 else -math.inf if x[i] == 0.0 else math.nan
