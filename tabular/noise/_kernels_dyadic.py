"""An Ornstein-Uhlenbeck path on [0, 1] as a pure function of a key and a point k 2**-53, compiled.

The two ends are drawn jointly; then each midpoint given the ends of its interval, down to the point asked for. The
normal of a node depends on the key and on the node alone, so every order of queries and every replica gives the same
path, and by the Markov property any finite set of these points has exactly the law of the path.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tabular.compiled import INNER, njit
from tabular.noise._kernels_blocks import new_lanes
from tabular.noise._kernels_normals import normals_of
from tabular.noise._kernels_words import tree_words

LEVELS = 53
_ROW = LEVELS + 2  # the normals of one point: two ends and the levels
_GROUP = 16
_CELLS = 2.0**53
_LAST = np.uint64(1 << 53)
_ONE, _ZERO = np.uint64(1), np.uint64(0)


@njit(inline="always")
def _depth(k: Any) -> int:
    """Return the level at which k 2**-53 is a midpoint: 53 less its trailing zeros; 0 at the ends."""
    if k in (_ZERO, _LAST):
        return 0
    level = LEVELS
    while k & _ONE == _ZERO:
        k >>= _ONE
        level -= 1
    return level


@njit(inline="always")
def _half(k: Any, level: int, a: float, b: float, weight: float, noise: float) -> tuple[float, float]:
    """Return the values at the ends of that half of an interval which holds the point; it contains its left end."""
    middle = weight * a + weight * b + noise
    right = (k >> np.uint64(LEVELS - level)) & _ONE != _ZERO
    return (middle if right else a), (b if right else middle)


@njit(cache=True, nogil=True, error_model="numpy")
def descend(weights: Any, deviations: Any, normals: Any, k: Any, depth: int) -> float:
    """Return the value at k 2**-53 from the normals of the two ends and of the levels 1, ..., depth."""
    a = normals[0]
    b = weights[0] * a + deviations[0] * normals[1]
    if k == _LAST:
        return b
    for level in range(1, depth + 1):
        a, b = _half(k, level, a, b, weights[level], deviations[level] * normals[1 + level])
    return a


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def _descend_together(weights: Any, deviations: Any, normals: Any, ks: Any, depth: int, a: Any, b: Any) -> None:
    """Set a to what `descend` returns for each of the ks; below its own depth a point stays the left end."""
    for q in range(ks.size):
        a[q] = normals[q * _ROW]
        b[q] = weights[0] * a[q] + deviations[0] * normals[q * _ROW + 1]
        if ks[q] == _LAST:
            a[q] = b[q]
    for level in range(1, depth + 1):
        for q in range(ks.size):
            noise = deviations[level] * normals[q * _ROW + 1 + level]
            a[q], b[q] = _half(ks[q], level, a[q], b[q], weights[level], noise)


@njit(inline="always")
def _cell(numbers: Any, x: float) -> Any:
    """Return k so that k 2**-53 is nearest to the position of x in the interval from numbers[1] to numbers[2]."""
    return np.uint64(np.rint((x - numbers[1]) / (numbers[2] - numbers[1]) * _CELLS))


@njit(inline="always")
def _working_space(rows: int) -> Any:
    size = _ROW * rows
    floats = np.empty(2 * size)
    return np.zeros(size, np.uint64), floats[:size], np.empty(size, np.int64), floats[size:]


@njit(cache=True, nogil=True, error_model="numpy")
def function_at(x: float, key: Any, state: Any, top: Any, secure: bool, numbers: Any, coefficients: Any) -> float:
    """Return the value at one point; NaN where there is none. The words of the tree's top are given, if secure."""
    if not numbers[1] <= x <= numbers[2]:
        return math.nan
    k = _cell(numbers, x)
    depth = _depth(k)
    words, normals, tails, near = _working_space(1)
    lanes = new_lanes(state) if secure else np.empty((0, 0, 0), np.uint32)
    tree_words(key, top, secure, k, depth, words, lanes)
    normals_of(words, depth + 2, normals, tails, near)
    return numbers[0] * descend(coefficients[0], coefficients[1], normals, k, depth)


@njit(cache=True, nogil=True, error_model="numpy")
def function_values(
    points: Any, out: Any, key: Any, state: Any, top: Any, secure: bool, numbers: Any, coefficients: Any
) -> None:
    """Set out to the values at the points, in groups: the processor need not wait for one chain of halves."""
    lanes = new_lanes(state)
    words, normals, tails, near = _working_space(_GROUP)
    ks, a, b = np.zeros(_GROUP, np.uint64), np.empty(_GROUP), np.empty(_GROUP)
    for start in range(0, points.size, _GROUP):
        members, deepest = min(_GROUP, points.size - start), 0
        for q in range(members):
            ks[q] = _cell(numbers, points[start + q])
            depth = _depth(ks[q])
            tree_words(key, top, secure, ks[q], depth, words[q * _ROW :], lanes)
            deepest = max(deepest, depth)
        normals_of(words, _ROW * members, normals, tails, near)
        _descend_together(coefficients[0], coefficients[1], normals, ks, deepest, a, b)
        for q in range(members):
            out[start + q] = numbers[0] * a[q]
