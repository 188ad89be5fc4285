"""Sums of clipped statistics of trajectories, compiled: gradients at a point, and the matrices A_i with b_i.

What is returned is a sum over records of vectors of norm at most ``clip``, whatever the records hold.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tabular.algorithms.evaluation._kernels_gpope import (
    PAIRS,
    ROWS,
    gradient_of_matrices,
    gradient_of_pairs,
    gradient_of_rows,
)
from tabular.compiled import njit
from tabular.numbers._kernels_lanes import dot

_S11 = np.uint64(11)
_UNIT = 2.0**-53


@njit(cache=True, nogil=True, error_model="numpy")
def choose(words: Any, order: Any, count: int) -> None:
    """Make order[:count] a uniform choice without replacement, whatever permutation ``order`` was before."""
    m = order.size
    for k in range(count):
        j = k + int(float(np.int64(words[k] >> _S11)) * _UNIT * (m - k))
        order[k], order[j] = order[j], order[k]


@njit(cache=True, nogil=True, error_model="numpy", _nrt=False)
def sum_gradients(
    packed: Any, chosen: Any, state: Any, metric: Any, dual: float, clip: float, total_theta: Any, total_w: Any
) -> int:
    """Set the totals to sum_i g_i / max(1, |(S'g_theta, a g_w)| / clip); return how many were clipped, -1: overflow.

    |S'g|^2 = |g|^2 + (metric.g)^2 and a = ``dual``. The totals are those of g itself, before S' and a.
    """
    width, clipped = packed.width, 0
    total_theta[:] = 0.0
    total_w[:] = 0.0
    g_theta, g_w = state.g_theta, state.g_w
    for i in chosen:
        g_theta[:] = 0.0
        g_w[:] = 0.0
        if packed.kind == PAIRS:
            gradient_of_pairs(packed, i, state.theta, state.w, g_theta, g_w)
        elif packed.kind == ROWS:
            gradient_of_rows(packed, i, state)
        else:
            gradient_of_matrices(packed, i, state.theta, state.w, g_theta, g_w)
        level = dot(g_theta, 0, metric, width)
        squared = dot(g_theta, 0, g_theta, width) + dual * dual * dot(g_w, 0, g_w, width) + level * level
        if not squared < math.inf:
            return -1
        norm = math.sqrt(squared)
        scale = 1.0 / max(1.0, norm / clip)
        clipped += norm > clip
        for j in range(width):
            total_theta[j] += scale * g_theta[j]
            total_w[j] += scale * g_w[j]
    return clipped


@njit(cache=True, nogil=True, error_model="numpy", _nrt=False)
def _product_of_pairs(packed: Any, i: int, basis: Any, matrix: Any, right: Any) -> None:
    """Add A_i S and b_i from pairs of states; row n of the basis is 0."""
    for k in range(packed.offsets[i], packed.offsets[i + 1]):
        s, t = packed.state[k], packed.following[k]
        for j in range(basis.shape[1]):
            matrix[s, j] += packed.ratio[k] * (basis[s, j] - packed.discount * basis[t, j])
        right[s] += packed.reward[k]


@njit(cache=True, nogil=True, error_model="numpy")
def _product_of_rows(packed: Any, i: int, basis: Any, matrix: Any, right: Any) -> None:
    """Add A_i S = sum_t c rho phi_t (S'(phi_t - gamma phi_{t+1}))' and b_i from rows of features."""
    n, image = packed.size, np.empty(basis.shape[1])
    for t in range(packed.offsets[i], packed.offsets[i + 1]):
        image[:] = 0.0
        for k in range(n):
            step = packed.phi[t + i, k] - packed.discount * packed.phi[t + i + 1, k]
            for j in range(image.size):
                image[j] += step * basis[k, j]
        for k in range(n):
            weighted = packed.ratio[t] * packed.phi[t + i, k]
            for j in range(image.size):
                matrix[k, j] += weighted * image[j]
            right[k] += packed.reward[t] * packed.phi[t + i, k]


@njit(cache=True, nogil=True, error_model="numpy")
def _product_of_matrices(packed: Any, i: int, basis: Any, matrix: Any, right: Any) -> None:
    """Add A_i S and b_i from A_i itself."""
    for k in range(packed.size):
        for column in range(packed.size):
            for j in range(basis.shape[1]):
                matrix[k, j] += packed.joint[i, k, column] * basis[column, j]
        right[k] += packed.right[i, k]


@njit(cache=True, nogil=True, error_model="numpy")
def sum_statistics(packed: Any, basis: Any, emphasis: float, clip: float, total: Any, total_right: Any) -> int:
    """Set the totals to sum_i (A_i S, t b_i) / max(1, |(A_i S, t b_i)| / clip), t the emphasis; return as above."""
    matrix, right, clipped = np.empty_like(total), np.empty_like(total_right), 0
    total[:] = 0.0
    total_right[:] = 0.0
    for i in range(packed.offsets.size - 1):
        matrix[:] = 0.0
        right[:] = 0.0
        if packed.kind == PAIRS:
            _product_of_pairs(packed, i, basis, matrix, right)
        elif packed.kind == ROWS:
            _product_of_rows(packed, i, basis, matrix, right)
        else:
            _product_of_matrices(packed, i, basis, matrix, right)
        squared = 0.0
        for k in range(right.size):
            squared += (emphasis * right[k]) ** 2
            for j in range(basis.shape[1]):
                squared += matrix[k, j] * matrix[k, j]
        if not squared < math.inf:
            return -1
        norm = math.sqrt(squared)
        scale = 1.0 / max(1.0, norm / clip)
        clipped += norm > clip
        for k in range(right.size):
            total_right[k] += scale * emphasis * right[k]
            for j in range(basis.shape[1]):
                total[k, j] += scale * matrix[k, j]
    return clipped
