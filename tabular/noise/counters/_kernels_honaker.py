"""The binary tree with Honaker's estimation from below, compiled, for all counters at once.

The node of height h that ends at t has the estimate e_h = w_h xi + (1 - w_h) (e_left + e_right), and N(t) is the sum of
the estimates of the nodes of its bits. The node has number 2 t - 2**h, its place from left to right in the tree.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

import numpy as np

from tabular.compiled import INNER, njit
from tabular.noise.counters._kernels_binary import lowest_bit, parent_row
from tabular.noise.counters._kernels_nodes import CHUNK, noise_of, words_across, workspace
from tabular.numbers._kernels_rows import copy_row


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def _estimate(noise: Any, t: int, start: int, weights: Any, left: Any, space: Any, below: Any) -> None:
    """Set left[h] to the estimates of the largest node that ends at t, h being its height."""
    key, _, secure, kind, scale, magic = noise
    words, z, tails, near, blocks = space
    count = left.shape[1]
    for h in range(lowest_bit(t) + 1):
        words_across(key, blocks, secure, 2 * t - (1 << h), start, count, words)
        noise_of(kind, scale, magic, words, count, z, tails, near)
        if h == 0:
            for c in range(count):
                below[c] = z[c]
        else:
            w = weights[h]
            for c in range(count):
                below[c] = w * z[c] + (1.0 - w) * (left[h - 1, c] + below[c])
    copy_row(below, left[lowest_bit(t)])


@njit(cache=True, nogil=True, error_model="numpy")
def honaker_noise(noise: Any, first: int, start: int, weights: Any, left: Any, prefix: Any, out: Any) -> None:
    """Add N_{start + c}(first + i) to out[i, c], carrying on the estimates of left children and the prefixes."""
    zero_row = prefix.shape[0] - 1
    _, state, secure, _, _, _ = noise
    space, below = workspace(state, secure, CHUNK), np.empty(CHUNK)
    for begin in range(0, out.shape[1], CHUNK):
        end = min(begin + CHUNK, out.shape[1])
        mine, sums = left[:, begin:end], prefix[:, begin:end]
        for i in range(out.shape[0]):
            t = first + i
            _estimate(noise, t, start + begin, weights, mine, space, below)
            before, after, estimate = sums[parent_row(t, zero_row)], sums[lowest_bit(t)], mine[lowest_bit(t)]
            for c in range(end - begin):
                total = before[c] + estimate[c]
                after[c] = total
                out[i, begin + c] += total
