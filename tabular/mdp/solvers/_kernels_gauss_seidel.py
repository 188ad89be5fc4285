"""Compiled Gauss-Seidel sweeps: every state uses the newest values, and its own future is solved for.

The formula is that of ``gauss_seidel.py``.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

import numpy as np
from numba import uint64

from tabular.compiled import njit
from tabular.mdp.solvers._kernels_dense import row_dot


# Written into the loop around it: a call would cost half as much again as the few products of a row.
@njit(inline="always")
def newest(P: Any, rewards: Any, discount: float, s: Any, v: Any) -> float:
    """Return the value of state s, solved for its own future, from those of all others."""
    data, indices, indptr = P
    m, n = rewards.shape
    best = -np.inf
    for a in range(m):
        row = uint64(a * n) + s
        total, own = 0.0, 0.0
        for k in range(uint64(indptr[row]), uint64(indptr[row + uint64(1)])):
            t = uint64(indices[k])
            total += data[k] * v[t]
            own += data[k] if t == s else 0.0
        q = rewards[a, s] + discount * total
        if own > 0.0:  # seldom, and a division is what the next state would wait for
            q = (q - discount * own * v[s]) / (1.0 - discount * own)
        best = max(best, q)
    return best


# The denominators are at least 1 - gamma > 0: no test for a division by zero is needed.
@njit(cache=True, nogil=True, fastmath={"contract"}, error_model="numpy")
def sparse_sweep(P: Any, rewards: Any, discount: float, order: Any, backwards: bool, v: Any) -> float:
    """Update v in place along the order, or against it; return the largest change."""
    n = v.size
    largest = 0.0
    for i in range(n):
        s = uint64(order[n - 1 - i if backwards else i])
        best = newest(P, rewards, discount, s, v)
        largest = max(largest, abs(best - v[s]))
        v[s] = best
    return largest


@njit(cache=True, nogil=True, fastmath={"contract"}, error_model="numpy")
def news_sweep(
    P: Any, rewards: Any, discount: float, order: Any, backwards: bool, sources: Any, least: float, due: Any, v: Any
) -> int:
    """Update the states that are due, and no other; return how many there were.

    A state is due from when a successor has changed by more than ``least`` until it is updated.
    """
    lists, first = sources
    n = v.size
    updates = 0
    for i in range(n):
        s = uint64(order[n - 1 - i if backwards else i])
        if not due[s]:
            continue
        updates += 1
        best = newest(P, rewards, discount, s, v)
        change, v[s] = abs(best - v[s]), best
        if change > least:
            for k in range(uint64(first[s]), uint64(first[s + uint64(1)])):
                due[uint64(lists[k])] = True
        due[s] = False  # its own change is in its value
    return updates


@njit(cache=True, nogil=True, error_model="numpy")
def dense_sweep(stacked: Any, rewards: Any, discount: float, order: Any, backwards: bool, v: Any) -> float:
    """Do the same on a dense stacked array."""
    m, n = rewards.shape
    largest = 0.0
    for i in range(n):
        s = order[n - 1 - i if backwards else i]
        best = -np.inf
        for a in range(m):
            own = stacked[a * n + s, s]
            expected = row_dot(stacked, a * n + s, v) - own * v[s]
            best = max(best, (rewards[a, s] + discount * expected) / (1.0 - discount * own))
        largest = max(largest, abs(best - v[s]))
        v[s] = best
    return largest
