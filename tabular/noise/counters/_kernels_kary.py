"""The k-ary mechanism with subtraction, compiled, for all counters at once.

Let t = sum_l d_l k**l with digits |d_l| <= (k - 1) / 2, k odd, and let S_l(t) be the noise of the digits from l on:
S_l = S_{l+1} + the noise of d_l nodes to the right of sum_{i > l} d_i k**i, or - that of |d_l| nodes to its left, each
node being k**l items. N(t) = S_0(t). From t - 1 to t the digits above the first that is not -(k - 1) / 2 do not change.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

import numpy as np

from tabular.compiled import INNER, njit
from tabular.noise.counters._kernels_nodes import CHUNK, noise_of, words_across, workspace

INDEX_BITS = 31  # of a node's number within its level; the level has the bits above


@njit(inline="always")
def _digit(t: int, arity: int) -> tuple[int, int]:
    """Return the last balanced digit of t and the number that the other digits make."""
    half = (arity - 1) // 2
    rest = (t + half) // arity
    return t - arity * rest, rest


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def _changed(t: int, arity: int) -> int:
    """Return the highest level whose digit is not the same at t - 1 and t."""
    level = 0
    digit, rest = _digit(t, arity)
    while digit == -(arity - 1) // 2:
        digit, rest = _digit(rest, arity)
        level += 1
    return level


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def _renew(noise: Any, t: int, arity: int, level: int, start: int, sums: Any, space: Any) -> None:
    """Set sums[level] at t, given sums[level + 1], for the counters from start on."""
    key, _, secure, kind, scale, magic = noise
    words, z, tails, near, blocks = space
    above = t
    digit = 0
    for _ in range(level + 1):
        digit, above = _digit(above, arity)
    base, count = above * arity, sums.shape[1]
    for c in range(count):
        sums[level, c] = sums[level + 1, c]
    for i in range(abs(digit)):
        node = base + i + 1 if digit > 0 else base - i
        words_across(key, blocks, secure, (level << INDEX_BITS) | node, start, count, words)
        noise_of(kind, scale, magic, words, count, z, tails, near)
        sign = 1.0 if digit > 0 else -1.0
        for c in range(count):
            sums[level, c] += sign * z[c]


@njit(cache=True, nogil=True, error_model="numpy")
def kary_noise(noise: Any, first: int, arity: int, sums: Any, out: Any) -> None:
    """Add N_c(first + i) to out[i, c] and carry the sums of the levels on; the last row of sums is 0."""
    _, state, secure, _, _, _ = noise
    space = workspace(state, secure, CHUNK)
    for start in range(0, out.shape[1], CHUNK):
        end = min(start + CHUNK, out.shape[1])
        mine = sums[:, start:end]
        for i in range(out.shape[0]):
            for level in range(_changed(first + i, arity), -1, -1):
                _renew(noise, first + i, arity, level, start, mine, space)
            for c in range(end - start):
                out[i, start + c] += mine[0, c]


@njit(cache=True, nogil=True, error_model="numpy")
def kary_noise_at(noise: Any, counter: int, arity: int, levels: int, t: int) -> float:
    """Return N_counter(t): the same bits as step by step."""
    _, state, secure, _, _, _ = noise
    space, sums = workspace(state, secure, 1), np.zeros((levels + 1, 1))
    for level in range(levels - 1, -1, -1):
        _renew(noise, t, arity, level, counter, sums, space)
    return sums[0, 0]
