"""Compiled Bellman sweeps over stacked CSR rows (row a*n + s) and over the rows of one policy.

Plain loops over arrays; the typed classes that call them are in ``sweeps.py``. Indices are cast to unsigned, which
spares the compiler's test for negative ones and with it half of the time.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

import numpy as np
from numba import uint64

from tabular.compiled import INNER, njit
from tabular.mdp.solvers._kernels_dense import ends

# Only fused multiply-add: it rounds less than what rounding.py allows for.
_FUSED = {"contract"}

# The smallest of finite numbers is the same in any order, up to the sign of a zero.
_ANY_MINIMUM = {"nnan", "nsz"}

# So many states at a time: their action values stay in the first-level cache between the gather and the maximum.
_BLOCK = 1024


@njit(cache=True, nogil=True)
def longest_row(indptr: Any) -> int:
    """Return the largest number of stored entries in a row."""
    longest = 0
    for i in range(indptr.size - 1):
        longest = max(longest, indptr[i + 1] - indptr[i])
    return longest


@njit(cache=True, nogil=True, fastmath=_FUSED, **INNER)
def gather(P: Any, first: Any, width: Any, v: Any, out: Any) -> None:
    """Set out[i] to the product of row ``first + i`` with v."""
    data, indices, indptr = P
    k = uint64(indptr[first])
    for i in range(width):
        end = uint64(indptr[first + i + uint64(1)])
        total = 0.0
        while k < end:
            total += data[k] * v[uint64(indices[k])]
            k += uint64(1)
        out[i] = total


@njit(cache=True, nogil=True, fastmath=_ANY_MINIMUM, **INNER)
def extremes(new: Any, old: Any, low: float, high: float) -> tuple[float, float]:
    """Return the range of new - old, joined with [low, high]."""
    for i in range(new.size):
        difference = new[i] - old[i]
        low = min(low, difference)
        high = max(high, difference)
    return low, high


@njit(cache=True, nogil=True, fastmath=_FUSED)
def backup(
    P: Any, rewards: Any, discount: float, v: Any, out: Any, policy: Any, first: int, last: int
) -> tuple[float, float]:
    """Set out to T v and the policy to a maximiser (the old action if it is one); return the range of T v - v.

    All this for the states from ``first`` to before ``last``. There is no branch on a value: mispredicted ones would
    make the gathers wait for each other.
    """
    m, n = rewards.shape
    q, kept, choice = np.empty(_BLOCK), np.empty(_BLOCK), np.empty(_BLOCK, dtype=np.int32)
    low, high = np.inf, -np.inf
    for begin in range(first, last, _BLOCK):
        width = min(_BLOCK, last - begin)
        best, old = out[begin : begin + width], policy[begin : begin + width]
        best[:] = -np.inf
        for a in range(m):
            gather(P, uint64(a * n + begin), uint64(width), v, q)
            take_better(rewards[a, begin : begin + width], discount, q, np.int32(a), old, best, kept, choice)
        for i in range(width):
            old[i] = choice[i] if best[i] > kept[i] else old[i]
        low, high = extremes(best, v[begin : begin + width], low, high)
    return low, high


@njit(cache=True, nogil=True, fastmath=_FUSED, **INNER)
def take_better(
    r: Any, discount: float, expected: Any, action: Any, old: Any, best: Any, kept: Any, choice: Any
) -> None:
    """Join the values r + gamma expected of one action to the best ones; keep those of the old policy aside."""
    for i in range(r.size):
        q = r[i] + discount * expected[i]
        better = q > best[i]
        choice[i] = action if better else choice[i]
        best[i] = q if better else best[i]
    for i in range(r.size):
        kept[i] = r[i] + discount * expected[i] if old[i] == action else kept[i]


@njit(cache=True, nogil=True)
def row_room(indptr: Any, m: int, n: int, start: Any) -> None:
    """Give every state room for its longest row: from start[s] to before start[s + 1]."""
    start[0] = 0
    for s in range(n):
        longest = 0
        for a in range(m):
            longest = max(longest, indptr[a * n + s + 1] - indptr[a * n + s])
        start[s + 1] = start[s] + longest


@njit(cache=True, nogil=True)
def select(P: Any, rewards: Any, policy: Any, chosen: Any, rows: Any, r: Any, first: int, last: int) -> int:
    """Copy the rows and rewards of the policy side by side, where they differ from those ``chosen`` before.

    A row that is shorter than its room is filled up by zeros. Returns how many rows were copied.
    """
    data, indices, indptr = P
    values, columns, start = rows
    n, copied = policy.size, 0
    for s in range(first, last):
        if policy[s] != chosen[s]:
            copied += 1
            chosen[s] = policy[s]
            r[s] = rewards[policy[s], s]
            row = uint64(policy[s]) * uint64(n) + uint64(s)
            k = uint64(start[s])
            for j in range(uint64(indptr[row]), uint64(indptr[row + uint64(1)])):
                values[k] = data[j]
                columns[k] = indices[j]
                k += uint64(1)
            while k < uint64(start[s + 1]):
                values[k], columns[k] = 0.0, s
                k += uint64(1)
    return copied


@njit(cache=True, nogil=True, fastmath=_FUSED)
def evaluate_once(rows: Any, r: Any, discount: float, v: Any, out: Any, first: int, last: int) -> tuple[float, float]:
    """Set out to T_pi v for the selected rows of some states; return the range of T_pi v - v."""
    gather(rows, uint64(first), uint64(last - first), v, out[first:last])
    for s in range(first, last):
        out[s] = r[s] + discount * out[s]
    return extremes(out[first:last], v[first:last], np.inf, -np.inf)


@njit(cache=True, nogil=True)
def evaluate(
    rows: Any, r: Any, discount: float, v: Any, out: Any, stop: float, floor: float, most: int
) -> tuple[int, float, float]:
    """Repeat :func:`evaluate_once` from v to out and back; see :class:`tabular.mdp.solvers.sweeps.PolicyRows`."""
    low, high, before = 0.0, 0.0, np.inf
    for step in range(1, most + 1):
        low, high = evaluate_once(rows, r, discount, v, out, 0, v.size)
        if ends(high - low, before, stop, floor):
            return step, low, high
        v, out, before = out, v, high - low
    return most, low, high
