"""The binary mechanism, compiled: N(t) = N(t - lowbit t) + xi(t), N(0) = 0, for all counters at once.

The row of `prefix` for bit j holds N at the latest time whose lowest bit is j, the last row holds N(0) = 0. So a step
reads one row, draws once for each counter, and writes one row.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from tabular.compiled import COUNTED, INNER, njit
from tabular.noise._kernels_blocks import WORDS_OF_A_BLOCK
from tabular.noise.counters._kernels_nodes import CHUNK, NODE_BITS, noise_of, words_across, words_along, workspace

_FEW, _FEW_OF_BLOCKS = 64, 96  # counters below which draws go along the steps; what they do not fill is lost


def _lowest_bit(_context: Any, _t: Any) -> Any:
    def generate(_: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.cttz(values[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


# lowest_bit(t) is the number of the lowest bit of t > 0: one instruction, as nobody foresees where a loop would stop.
lowest_bit: Any = intrinsic(_lowest_bit)


@njit(inline="always")
def parent_row(t: int, zero_row: int) -> int:
    """Return the row that holds N(t - lowbit t)."""
    rest = t & (t - 1)
    return zero_row if rest == 0 else lowest_bit(rest)


@njit(**COUNTED)
def binary_noise(noise: Any, first: int, prefix: Any, out: Any) -> None:
    """Add N_c(first + i) to out[i, c] and carry the prefixes on."""
    if out.shape[1] < (_FEW if noise[2] is None else _FEW_OF_BLOCKS):
        _along(noise, first, prefix, out)
        return
    key, state, secure, kind, scale, magic = noise
    words, z, tails, near, blocks = workspace(state, secure, CHUNK)
    zero_row = prefix.shape[0] - 1
    for start in range(0, out.shape[1], CHUNK):
        count = min(CHUNK, out.shape[1] - start)
        for i in range(out.shape[0]):
            words_across(key, blocks, secure, first + i, start, count, words)
            noise_of(kind, scale, magic, words, count, z, tails, near)
            before, after = prefix[parent_row(first + i, zero_row)], prefix[lowest_bit(first + i)]
            for c in range(count):
                total = before[start + c] + z[c]
                after[start + c] = total
                out[i, start + c] += total


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def _along(noise: Any, first: int, prefix: Any, out: Any) -> None:
    """Do the same for a few counters, one after the other."""
    key, state, secure, kind, scale, magic = noise
    together = min(WORDS_OF_A_BLOCK, out.shape[1])
    words = np.empty((together, CHUNK), np.uint64)
    _, z, tails, near, blocks = workspace(state, secure, CHUNK)
    zero_row = prefix.shape[0] - 1
    for start in range(0, out.shape[0], CHUNK):
        count = min(CHUNK, out.shape[0] - start)
        for c in range(out.shape[1]):
            if c % together == 0:
                own = words[: min(together, out.shape[1] - c)]
                words_along(key, blocks[0], secure, c, first + start, count, own)
            noise_of(kind, scale, magic, words[c % together], count, z, tails, near)
            for i in range(count):
                t = first + start + i
                total = prefix[parent_row(t, zero_row), c] + z[i]
                prefix[lowest_bit(t), c] = total
                out[start + i, c] += total


@njit(cache=True, nogil=True, error_model="numpy")
def binary_noise_at(noise: Any, counter: int, t: int) -> float:
    """Return N_counter(t), t >= 0, from the at most log2(t) + 1 draws it consists of: the same bits as step by step."""
    key, state, secure, kind, scale, magic = noise
    words, z, tails, near, blocks = workspace(state, secure, NODE_BITS)
    node, count, total = 0, 0, 0.0
    for level in range(NODE_BITS - 1, -1, -1):
        if (t >> level) & 1:
            node += 1 << level
            words_across(key, blocks, secure, node, counter, 1, words[count:])
            count += 1
    noise_of(kind, scale, magic, words, count, z, tails, near)
    for i in range(count):
        total += z[i]
    return total
