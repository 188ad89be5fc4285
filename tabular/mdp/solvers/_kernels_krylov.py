"""BiCGSTAB with an incomplete LU factorisation, for A v = r_pi with A = I - gamma P_pi.

States are renumbered along an order in which values flow, so that one triangle holds most of A and the factorisation
without fill-in, ILU(0), is nearly exact. A is a strictly diagonally dominant M-matrix, for which ILU(0) exists and
needs no pivots (Meijerink and van der Vorst 1977). BiCGSTAB is van der Vorst's (1992).

A is ``(values, columns, start, end, diagonal)``: row i is start[i] to end[i], its columns rise, and its diagonal entry
is at diagonal[i]. The factors are ``(lower, upper, inverse)``: two triangles on the same places, zero in the other
one's, and the inverted pivots. Running over the whole row of a triangle costs a few products by zero and saves a
mispredicted loop end in every row, which costs more.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

import numpy as np
from numba import uint64

from tabular.compiled import INNER, njit

_FUSED = {"contract"}
# Inner products may be summed in any order: they steer the iteration and decide nothing.
_ANY_ORDER = {"contract", "reassoc"}
_SMALLEST = 1e-300


@njit(cache=True, nogil=True)
def row_room(indptr: Any, m: int, order: Any, start: Any) -> int:
    """Give row i of A room for the longest row of state order[i] and a diagonal; return the total."""
    n = order.size
    total = 0
    for i in range(n):
        start[i] = total
        longest = 0
        for a in range(m):
            row = a * n + order[i]
            longest = max(longest, indptr[row + 1] - indptr[row])
        total += longest + 1
    return total


@njit(cache=True, nogil=True)
def assemble(
    P: Any, rewards: Any, policy: Any, chosen: Any, discount: float, order: Any, place: Any, A: Any, b: Any
) -> None:
    """Set A to I - gamma P_pi and b to r_pi where the policy differs from the one ``chosen`` before.

    State order[i] becomes i, so state t becomes place[t].
    """
    data, indices, indptr = P
    values, columns, start, end, diagonal = A
    n = order.size
    for i in range(n):
        s = order[i]
        if policy[s] == chosen[s]:
            continue
        chosen[s] = policy[s]
        b[i] = rewards[policy[s], s]
        row = uint64(policy[s]) * uint64(n) + uint64(s)
        first = start[i]
        values[first], columns[first] = 1.0, i
        k = first + 1
        for j in range(uint64(indptr[row]), uint64(indptr[row + uint64(1)])):
            if indices[j] == s:
                values[first] -= discount * data[j]
            else:
                values[k], columns[k] = -discount * data[j], place[indices[j]]
                k += 1
        end[i] = k
        diagonal[i] = sort_row(values, columns, first, k, i)


@njit(cache=True, nogil=True, **INNER)
def sort_row(values: Any, columns: Any, begin: int, end: int, i: int) -> int:
    """Sort the entries of row i by column; return the place of its diagonal. Rows are short: insertion is fastest."""
    for k in range(begin + 1, end):
        value, column, j = values[k], columns[k], k
        while j > begin and columns[j - 1] > column:
            values[j], columns[j] = values[j - 1], columns[j - 1]
            j -= 1
        values[j], columns[j] = value, column
    for k in range(begin, end):
        if columns[k] == i:
            return k
    return begin


@njit(cache=True, nogil=True, fastmath=_FUSED, error_model="numpy")
def factorise(A: Any, factors: Any) -> None:
    """Set the factors to ILU(0) of A."""
    values, columns, start, end, diagonal = A
    lower, upper, inverse = factors
    n = diagonal.size
    where = np.full(n, -1, dtype=np.int32)
    for i in range(n):
        first, pivot, last = uint64(start[i]), uint64(diagonal[i]), uint64(end[i])
        for k in range(first, last):
            where[uint64(columns[k])] = k
            upper[k] = values[k]
            lower[k] = 0.0
        for k in range(first, pivot):
            j = uint64(columns[k])
            factor = upper[k] * inverse[j]
            lower[k], upper[k] = factor, 0.0
            for t in range(uint64(diagonal[j]) + uint64(1), uint64(end[j])):
                target = where[uint64(columns[t])]
                if target >= 0:
                    upper[uint64(target)] -= factor * upper[t]
        inverse[i] = 1.0 / upper[pivot]
        upper[pivot] = 0.0
        for k in range(first, last):
            where[uint64(columns[k])] = -1


@njit(cache=True, nogil=True, fastmath=_FUSED, **INNER)
def precondition(A: Any, factors: Any, b: Any, x: Any) -> None:
    """Set x to (L U)^-1 b; the old x must be finite."""
    _, columns, start, end, _ = A
    lower, upper, inverse = factors
    n = inverse.size
    for i in range(n):
        total = b[i]
        for k in range(uint64(start[i]), uint64(end[i])):
            total -= lower[k] * x[uint64(columns[k])]
        x[i] = total
    for i in range(n - 1, -1, -1):
        total = x[i]
        for k in range(uint64(start[i]), uint64(end[i])):
            total -= upper[k] * x[uint64(columns[k])]
        x[i] = total * inverse[i]


@njit(cache=True, nogil=True, fastmath=_FUSED, **INNER)
def multiply(A: Any, x: Any, out: Any, y: Any) -> float:
    """Set out to A x and return out . y."""
    values, columns, start, end, _ = A
    product = 0.0
    for i in range(out.size):
        total = 0.0
        for k in range(uint64(start[i]), uint64(end[i])):
            total += values[k] * x[uint64(columns[k])]
        out[i] = total
        product += total * y[i]
    return product


@njit(cache=True, nogil=True, fastmath=_ANY_ORDER, **INNER)
def inner(x: Any, y: Any) -> float:
    """Return x . y."""
    total = 0.0
    for i in range(x.size):
        total += x[i] * y[i]
    return total


@njit(cache=True, nogil=True, **INNER)
def largest(x: Any) -> float:
    """Return the sup norm of x."""
    norm = 0.0
    for value in x:
        norm = max(norm, abs(value))
    return norm


@njit(cache=True, nogil=True, fastmath=_FUSED, **INNER)
def step(x: Any, residual: Any, length: float, direction: Any, image: Any) -> None:
    """Move x by ``length`` along a direction with the given image under A."""
    for i in range(x.size):
        x[i] += length * direction[i]
        residual[i] -= length * image[i]


@njit(cache=True, nogil=True, fastmath=_FUSED, error_model="numpy")
def bicgstab(A: Any, factors: Any, b: Any, x: Any, stop: float, most: int) -> float:
    """Improve x until ||b - A x|| <= stop in the sup norm, for at most ``most`` steps; return that norm.

    A breakdown (a division by zero, an infinity) ends it early: the caller looks at the norm and at x.
    """
    n = b.size
    residual, direction, image, smooth, change = np.empty(n), np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n)
    multiply(A, x, change, b)
    residual[:] = b - change
    shadow = residual.copy()
    old, alpha, omega = 1.0, 1.0, 1.0
    for _ in range(most):
        rho = inner(shadow, residual)
        if largest(residual) <= stop or not abs(rho) > 0.0 or omega == 0.0:
            break
        beta, old = (rho / old) * (alpha / omega), rho
        for i in range(n):
            direction[i] = residual[i] + beta * (direction[i] - omega * image[i])
        precondition(A, factors, direction, smooth)
        alpha = rho / multiply(A, smooth, image, shadow)
        step(x, residual, alpha, smooth, image)
        precondition(A, factors, residual, smooth)
        omega = multiply(A, smooth, change, residual) / max(inner(change, change), _SMALLEST)
        step(x, residual, omega, smooth, change)
    return largest(residual)
