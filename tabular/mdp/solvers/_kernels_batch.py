"""Compiled solvers for many small dense MDPs, one after the other, without an allocation for each.

Every instance has stacked rows a*n + s; its result depends on nothing but its own numbers.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

import numpy as np

from tabular.compiled import INNER, njit
from tabular.mdp.solvers import rounding
from tabular.mdp.solvers._kernels_dense import evaluate, row_dot

# The formulas of the error analysis, compiled as they are.
_shifted_bound = njit(nogil=True)(rounding.shifted_bound)
_sweep_noise = njit(nogil=True)(rounding.sweep_noise)
_sweep_rounding = njit(nogil=True)(rounding.sweep_rounding)
_row_slack = njit(nogil=True)(rounding.row_slack)

_MOST_SWEEPS = 1000
_MOST_STEPS = 1000
# Sweeps before a span that no longer halves is taken for rounding.
_PATIENCE = 3
# How far an evaluation shrinks the span; see PolicyRows.
_DEPTH = 1e-4


@njit(cache=True, nogil=True, **INNER)
def backup(stacked: Any, r: Any, discount: float, v: Any, out: Any, policy: Any) -> tuple[float, float]:
    """Set out to T v and the policy to the first maximiser; return the range of T v - v."""
    m, n = r.shape
    low, high = np.inf, -np.inf
    for s in range(n):
        best, choice = -np.inf, 0
        for a in range(m):
            q = r[a, s] + discount * row_dot(stacked, a * n + s, v)
            if q > best:
                best, choice = q, a
        out[s], policy[s] = best, choice
        low = min(low, best - v[s])
        high = max(high, best - v[s])
    return low, high


@njit(cache=True, nogil=True, **INNER)
def select(stacked: Any, r: Any, policy: Any, rows: Any, r_policy: Any) -> None:
    """Copy the rows and rewards of the policy side by side."""
    n = policy.size
    for s in range(n):
        row = policy[s] * n + s
        r_policy[s] = r[policy[s], s]
        for t in range(n):
            rows[s, t] = stacked[row, t]


@njit(cache=True, nogil=True, fastmath={"contract"}, error_model="numpy", **INNER)
def eliminate(stacked: Any, r: Any, discount: float, policy: Any, A: Any, v: Any) -> None:
    """Set v to the value of the policy, without pivots: I - gamma P_pi is diagonally dominant."""
    n = v.size
    for s in range(n):
        row = policy[s] * n + s
        for t in range(n):
            A[s, t] = -discount * stacked[row, t]
        A[s, s] += 1.0
        v[s] = r[policy[s], s]
    for k in range(n):
        A[k, k] = 1.0 / A[k, k]
        for i in range(k + 1, n):
            factor = A[i, k] * A[k, k]
            for j in range(k + 1, n):
                A[i, j] -= factor * A[k, j]
            v[i] -= factor * v[k]
    for k in range(n - 1, -1, -1):
        v[k] *= A[k, k]
        for i in range(k):
            v[i] -= A[i, k] * v[k]


@njit(cache=True, nogil=True, **INNER)
def step_towards(rows: Any, r: Any, discount: float, v: Any, out: Any, stop: float) -> None:
    """Apply T_pi to out and back to v until the span of the last step is at most ``stop``; leave the result in v."""
    steps, low, high = evaluate(rows, r, discount, out, v, stop, 0.0, _MOST_STEPS)
    shift = discount * 0.5 * (low + high) / (1.0 - discount)
    for s in range(v.size):
        v[s] = (v[s] if steps % 2 == 1 else out[s]) + shift


@njit(cache=True, nogil=True, **INNER)
def best_rewards(r: Any, v: Any) -> float:
    """Set v to max_a r[a] = T 0 and return max |r|."""
    m, n = r.shape
    largest = 0.0
    for s in range(n):
        v[s] = r[0, s]
    for a in range(m):
        for s in range(n):
            v[s] = max(v[s], r[a, s])
            largest = max(largest, abs(r[a, s]))
    return largest


@njit(cache=True, nogil=True)
def bound_of(low: float, high: float, out: Any, v: Any, reward: float, discount: float) -> tuple[float, float, float]:
    """Return the shift that centres a sweep, the bound it proves, and the rounding of the sweep."""
    largest = 0.0
    for s in range(v.size):
        largest = max(largest, abs(v[s]), abs(out[s]))
    eta = _sweep_noise(reward, largest, discount, _sweep_rounding(v.size))
    shift = 0.5 * (low + high) / (1.0 - discount)
    return shift, _shifted_bound(low, high, largest, eta, discount, _row_slack(v.size), shift), eta


@njit(cache=True, nogil=True, **INNER)
def solve_one(
    stacked: Any, r: Any, discount: float, tol: float, exactly: bool, work: Any, policy: Any
) -> tuple[int, float]:
    """Set the last array of ``work`` to v* and the policy to a greedy one; return sweeps and proved bound.

    Policies are evaluated ``exactly`` by elimination or by steps of their operator. The bound is above ``tol`` if
    rounding leaves no better one.
    """
    rows, r_policy, v, out = work
    reward, bound, before = best_rewards(r, v), np.inf, np.inf
    for sweep in range(1, _MOST_SWEEPS + 1):
        low, high = backup(stacked, r, discount, v, out, policy)
        stalled = sweep > _PATIENCE and high - low > 0.5 * before
        if stalled or 0.5 * discount * (high - low) <= tol * (1.0 - discount):
            shift, bound, eta = bound_of(low, high, out, v, reward, discount)
            if bound <= tol or (stalled and high - low <= 4 * eta):
                for s in range(v.size):
                    out[s] += discount * shift
                return sweep, bound
        before = high - low
        if exactly:
            eliminate(stacked, r, discount, policy, rows, v)
        else:
            select(stacked, r, policy, rows, r_policy)
            step_towards(rows, r_policy, discount, v, out, max(_DEPTH * before, 0.5 * tol * (1.0 - discount)))
    return _MOST_SWEEPS, bound


@njit(cache=True, nogil=True)
def solve_all(
    P: Any,
    rewards: Any,
    discounts: Any,
    tol: float,
    exactly: bool,
    values: Any,
    policies: Any,
    bounds: Any,
    sweeps: Any,
) -> None:
    """Solve every instance; P holds one stacked array for each, or one for all of them."""
    count, _, n = rewards.shape
    policy, out = np.empty(n, dtype=np.int32), np.empty(n)
    work = (np.empty((n, n)), np.empty(n), np.empty(n), out)
    shared = P.shape[0] == 1
    for i in range(count):
        stacked = P[0 if shared else i]
        sweeps[i], bounds[i] = solve_one(stacked, rewards[i], discounts[i], tol, exactly, work, policy)
        for s in range(n):
            values[i, s], policies[i, s] = out[s], policy[s]


@njit(cache=True, nogil=True, fastmath={"reassoc"}, **INNER)
def total_and_signs(P: Any, i: int, row: int) -> tuple[float, int]:
    """Return the sum of a row, which carries NaN and infinities, and how many of its entries are negative."""
    total, negative = 0.0, 0
    for t in range(P.shape[2]):
        total += P[i, row, t]
        negative += 1 if P[i, row, t] < 0.0 else 0
    return total, negative


@njit(cache=True, nogil=True)
def first_suspect(P: Any, begin: int, unit: float) -> int:
    """Return the first instance from ``begin`` on with a row that may be no distribution, or -1.

    A sum may miss 1 by one unit for each nonzero; they are counted only where it matters.
    """
    count, rows, n = P.shape
    for i in range(begin, count):
        for row in range(rows):
            total, negative = total_and_signs(P, i, row)
            if negative > 0:
                return i
            if not abs(total - 1.0) <= unit:
                nonzeros = 0
                for t in range(n):
                    nonzeros += 1 if P[i, row, t] != 0.0 else 0
                if not abs(total - 1.0) <= unit * nonzeros:
                    return i
    return -1
