"""The recurrence for many sorted points, compiled: g(x_i) = rho_i g(x_{i-1}) + sqrt(1 - rho_i^2) Z_i."""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tabular.compiled import njit
from tabular.noise import conditional
from tabular.noise._kernels_normals import normals_of
from tabular.noise._kernels_words import stream_words

_step = njit(nogil=True, error_model="numpy")(conditional.step)
_CHUNK = 512
# Up to this c the series of exp(-c) - 1 below has a relative error under c**6/5040 < 2e-16.
_SMALL = 2.0**-7


@njit(cache=True, nogil=True, error_model="numpy")
def is_ascending(points: Any) -> bool:
    """Return whether no point is less than the one before it."""
    descents = 0
    for i in range(1, points.size):
        descents += points[i] < points[i - 1]
    return descents == 0


@njit(inline="always")
def _fast_step(c: float) -> tuple[float, float]:
    """Return the same as conditional.step, to rounding; points that lie close get a short series."""
    if c > _SMALL:
        return _step(c)
    e = -c * (1.0 - c / 2 * (1.0 - c / 3 * (1.0 - c / 4 * (1.0 - c / 5 * (1.0 - c / 6)))))
    return 1.0 + e, math.sqrt(-e * (2.0 + e))


@njit(cache=True, nogil=True, error_model="numpy")
def advance(beta: float, before: float, value: float, points: Any, normals: Any, out: Any) -> float:
    """Continue a path of unit variance from (before, value) over ascending points; equal points have equal values."""
    for i in range(points.size):
        if points[i] != before:
            rho, deviation = _fast_step(beta * (points[i] - before))
            value = rho * value + deviation * normals[i]
            before = points[i]
        out[i] = value
    return value


@njit(cache=True, nogil=True, error_model="numpy")
def sorted_values(key: Any, state: Any, secure: bool, beta: float, sigma: float, points: Any, out: Any) -> None:
    """Set out to a path at ascending points, with the normal number i for point i."""
    words, normals = np.empty(_CHUNK, np.uint64), np.empty(_CHUNK)
    tails, near = np.empty(_CHUNK, np.int64), np.empty(_CHUNK)
    before, value = -np.inf, 0.0
    for start in range(0, points.size, _CHUNK):
        end = min(start + _CHUNK, points.size)
        stream_words(key, state, secure, start, end - start, words)
        normals_of(words, end - start, normals, tails, near)
        value = advance(beta, before, value, points[start:end], normals, out[start:end])
        before = points[end - 1]
    for i in range(points.size):
        out[i] *= sigma


@njit(cache=True, nogil=True, error_model="numpy")
def stream_normals(key: Any, state: Any, secure: bool, start: int, out: Any) -> None:
    """Set out to the normals numbered start, start + 1, ... of the stream of a key."""
    words, tails, near = np.empty(out.size, np.uint64), np.empty(out.size, np.int64), np.empty(out.size)
    stream_words(key, state, secure, start, out.size, words)
    normals_of(words, out.size, out, tails, near)
