"""Bellman sweeps whose rounding does not grow with the length of the rows.

The sums are compensated (Neumaier; Ogita, Rump and Oishi 2005). They cost several times a plain sum, so only actions
that a plain sum leaves in doubt get one: an action whose plain value is below the plain maximum by more than both can
be off is not the maximiser.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

import numpy as np

from tabular.compiled import INNER, njit
from tabular.mdp.solvers._kernels_dense import row_dot

# No fast-math flag on anything that compensates: reassociation would remove the compensation.


@njit(cache=True, nogil=True, **INNER)
def add(total: float, lost: float, x: float) -> tuple[float, float]:
    """Return total + x as a float, and ``lost`` plus what that rounding lost (exactly: Knuth's two-sum)."""
    new = total + x
    shadow = new - total
    return new, lost + ((total - (new - shadow)) + (x - shadow))


@njit(cache=True, nogil=True, **INNER)
def dense_dot(x: Any, y: Any) -> float:
    """Return x . y; four sums at a time, because one alone would wait for itself."""
    a, b, c, d = 0.0, 0.0, 0.0, 0.0
    lost_a, lost_b, lost_c, lost_d = 0.0, 0.0, 0.0, 0.0
    quads = x.size // 4 * 4
    for i in range(0, quads, 4):
        a, lost_a = add(a, lost_a, x[i] * y[i])
        b, lost_b = add(b, lost_b, x[i + 1] * y[i + 1])
        c, lost_c = add(c, lost_c, x[i + 2] * y[i + 2])
        d, lost_d = add(d, lost_d, x[i + 3] * y[i + 3])
    for i in range(quads, x.size):
        a, lost_a = add(a, lost_a, x[i] * y[i])
    a, lost_a = add(a, lost_a + lost_b, b)
    a, lost_a = add(a, lost_a + lost_c, c)
    a, lost_a = add(a, lost_a + lost_d, d)
    return a + lost_a


@njit(cache=True, nogil=True)
def dense_backup(
    stacked: Any, rewards: Any, discount: float, v: Any, plain: Any, doubt: float, out: Any, policy: Any
) -> None:
    """Set out to T v and the policy to a maximiser, given the plain T v and by how much values may leave it."""
    m, n = rewards.shape
    out[:] = -np.inf
    for a in range(m):
        for s in range(n):
            row = a * n + s
            if rewards[a, s] + discount * row_dot(stacked, row, v) >= plain[s] - doubt:
                q = rewards[a, s] + discount * dense_dot(stacked[row], v)
                if q > out[s]:
                    out[s], policy[s] = q, a


@njit(cache=True, nogil=True)
def sparse_backup(P: Any, rewards: Any, discount: float, v: Any, out: Any, policy: Any) -> None:
    """Set out to T v and the policy to a maximiser; the rows are short enough to compensate all of them."""
    data, indices, indptr = P
    m, n = rewards.shape
    out[:] = -np.inf
    for a in range(m):
        for s in range(n):
            total, lost = 0.0, 0.0
            for k in range(indptr[a * n + s], indptr[a * n + s + 1]):
                total, lost = add(total, lost, data[k] * v[indices[k]])
            q = rewards[a, s] + discount * (total + lost)
            if q > out[s]:
                out[s], policy[s] = q, a
