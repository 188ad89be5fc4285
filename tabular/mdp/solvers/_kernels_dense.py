"""Compiled Bellman sweeps over dense stacked rows (row a*n + s) and over the rows of one policy."""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

import numpy as np

from tabular.compiled import INNER, njit

# A dot product may be summed in any order, which lets it use vector registers: rounding.py allows for every order.
_ANY_ORDER = {"contract", "reassoc"}


@njit(cache=True, nogil=True, fastmath=_ANY_ORDER, **INNER)
def row_dot(rows: Any, i: int, v: Any) -> float:
    """Return rows[i] . v; by index, because a view of the row would cost more than a short product."""
    total = 0.0
    for t in range(v.size):
        total += rows[i, t] * v[t]
    return total


@njit(cache=True, nogil=True)
def backup(stacked: Any, rewards: Any, discount: float, v: Any, out: Any, policy: Any) -> tuple[float, float]:
    """Set out to T v and the policy to a maximiser (the old action if it is one); return the range of T v - v."""
    m, n = rewards.shape
    kept = np.empty(n)
    choice = np.zeros(n, dtype=np.int32)
    out[:] = -np.inf
    for a in range(m):
        for s in range(n):
            q = rewards[a, s] + discount * row_dot(stacked, a * n + s, v)
            if policy[s] == a:
                kept[s] = q
            if q > out[s]:
                out[s], choice[s] = q, a
    low, high = np.inf, -np.inf
    for s in range(n):
        if out[s] > kept[s]:
            policy[s] = choice[s]
        low = min(low, out[s] - v[s])
        high = max(high, out[s] - v[s])
    return low, high


@njit(cache=True, nogil=True)
def select(stacked: Any, rewards: Any, policy: Any, chosen: Any, rows: Any, r: Any) -> None:
    """Copy the rows and rewards of the policy side by side, where they differ from those ``chosen`` before."""
    n = policy.size
    for s in range(n):
        if policy[s] != chosen[s]:
            chosen[s] = policy[s]
            rows[s] = stacked[policy[s] * n + s]
            r[s] = rewards[policy[s], s]


@njit(cache=True, nogil=True, **INNER)
def evaluate_once(rows: Any, r: Any, discount: float, v: Any, out: Any) -> tuple[float, float]:
    """Set out to T_pi v for the selected rows; return the range of T_pi v - v."""
    low, high = np.inf, -np.inf
    for s in range(r.size):
        new = r[s] + discount * row_dot(rows, s, v)
        out[s] = new
        low = min(low, new - v[s])
        high = max(high, new - v[s])
    return low, high


@njit(cache=True, nogil=True)
def evaluate(
    rows: Any, r: Any, discount: float, v: Any, out: Any, stop: float, floor: float, most: int
) -> tuple[int, float, float]:
    """Repeat :func:`evaluate_once` from v to out and back; see :class:`tabular.mdp.solvers.sweeps.PolicyRows`."""
    low, high, before = 0.0, 0.0, np.inf
    for step in range(1, most + 1):
        low, high = evaluate_once(rows, r, discount, v, out)
        if ends(high - low, before, stop, floor):
            return step, low, high
        v, out, before = out, v, high - low
    return most, low, high


@njit(cache=True, nogil=True)
def ends(span: float, before: float, stop: float, floor: float) -> bool:
    """Tell whether an evaluation ends: its steps change little enough, or no longer less than before."""
    return span <= stop or (span <= floor and span > 0.9 * before)
