"""Toeplitz noise with geometric buffers, compiled: N(t) = z(t) + sum_i a_i s_i(t), s_i(t + 1) = b_i s_i(t) + z(t)."""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

import numpy as np

from tabular.compiled import njit
from tabular.noise.counters._kernels_nodes import CHUNK, noise_of, words_across, workspace
from tabular.numbers._kernels_rows import copy_row


@njit(cache=True, nogil=True, error_model="numpy")
def buffered_noise(noise: Any, first: int, start: int, weights: Any, rates: Any, buffers: Any, out: Any) -> None:
    """Add N_{start + c}(first + i) to out[i, c] and carry the buffers on."""
    key, state, secure, kind, scale, magic = noise
    words, z, tails, near, blocks = workspace(state, secure, CHUNK)
    total = np.empty(CHUNK)
    for begin in range(0, out.shape[1], CHUNK):
        count = min(CHUNK, out.shape[1] - begin)
        for i in range(out.shape[0]):
            words_across(key, blocks, secure, first + i, start + begin, count, words)
            noise_of(kind, scale, magic, words, count, z, tails, near)
            for c in range(count):
                total[c] = z[c]
            for b in range(rates.size):
                line, weight, rate = buffers[b, begin : begin + count], weights[b], rates[b]
                for c in range(count):
                    total[c] += weight * line[c]
                    line[c] = rate * line[c] + z[c]
            for c in range(count):
                out[i, begin + c] += total[c]


@njit(cache=True, nogil=True, error_model="numpy")
def node_rows(noise: Any, first: int, out: Any) -> None:
    """Set out[i, c] to the noise of node first + i of counter c."""
    key, state, secure, kind, scale, magic = noise
    words, z, tails, near, blocks = workspace(state, secure, CHUNK)
    for begin in range(0, out.shape[1], CHUNK):
        count = min(CHUNK, out.shape[1] - begin)
        for i in range(out.shape[0]):
            words_across(key, blocks, secure, first + i, begin, count, words)
            noise_of(kind, scale, magic, words, count, z, tails, near)
            copy_row(z, out[i, begin : begin + count])
