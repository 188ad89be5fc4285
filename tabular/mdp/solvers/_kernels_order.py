"""An order of the states along which values flow, for methods whose speed depends on it."""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

import numpy as np
from numba import uint64

from tabular.compiled import njit

_SAMPLE = 50_000


@njit(cache=True, nogil=True)
def mean_distance(indices: Any, indptr: Any, n: int) -> float:
    """Return the mean of |s - t| over the stored transitions from s to t; of many states, some at even distances."""
    total, stored = 0, 0
    for first in range(0, indptr.size - 1, n):
        for s in range(0, n, 1 + n // _SAMPLE):
            for k in range(uint64(indptr[first + s]), uint64(indptr[first + s + 1])):
                total += abs(s - indices[k])
                stored += 1
    return total / stored


@njit(cache=True, nogil=True)
def predecessors(indices: Any, indptr: Any, n: int) -> tuple[Any, Any]:
    """Return the states with a transition to t, under any action: those of t are lists[first[t] : first[t + 1]]."""
    first = np.zeros(n + 2, dtype=np.int32)
    for t in indices:
        first[uint64(t) + uint64(2)] += 1
    for t in range(n):
        first[t + 2] += first[t + 1]
    lists = np.empty(indices.size, dtype=np.int32)
    for begin in range(0, indptr.size - 1, n):
        for s in range(n):
            for k in range(uint64(indptr[begin + s]), uint64(indptr[begin + s + 1])):
                slot = uint64(indices[k]) + uint64(1)
                lists[uint64(first[slot])] = s
                first[slot] += 1
    return lists, first[: n + 1]


@njit(cache=True, nogil=True)
def backward_order(sources: Any, reward: Any) -> Any:
    """Return the states by their distance, along transitions, to one of the highest reward, then all others.

    ``sources`` is what :func:`predecessors` returns.
    """
    n = reward.size
    lists, first = sources
    order, seen = np.empty(n, dtype=np.int32), np.zeros(n, dtype=np.bool_)
    tail = 0
    for s in np.flatnonzero(reward == reward.max()):
        seen[s], order[tail] = True, s
        tail += 1
    head = 0
    while head < tail:
        t = order[head]
        head += 1
        for k in range(first[t], first[t + 1]):
            s = lists[k]
            if not seen[s]:
                seen[s], order[tail] = True, s
                tail += 1
    for s in range(n):
        if not seen[s]:
            order[tail] = s
            tail += 1
    return order
