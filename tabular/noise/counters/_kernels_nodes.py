"""The noise of one node of one counter, compiled: a pure function of (key, counter, node).

Under the fast hash a node has the word with index counter 2**36 + node; under ChaCha20 eight counters share the block
number (counter // 8) 2**36 + node. So any order of evaluation, eager or lazy, gives the same bits. Laplace noise is by
inversion: the word's top bit is the sign and, m being its other 63 bits, the magnitude is -log u, u = (m + 1/2) 2**-63.
Its distribution function is within 2**-64 of Laplace's, up to the rounding of u and of the logarithm to doubles;
magnitudes reach 44.4, which exact Laplace noise exceeds with probability 2**-64. Normals: see `_kernels_normals`.

Loops over these functions are vectorised if their kernel is compiled with error_model="numpy".
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

import numpy as np

from tabular.compiled import njit
from tabular.noise._kernels_blocks import LANES, WORDS_OF_A_BLOCK, fill_lanes, lane_word, new_lanes, number_lane
from tabular.noise._kernels_normals import _log, normals_of  # pyright: ignore[reportPrivateUsage]  (one logarithm)
from tabular.noise._kernels_words import fast_word, numbered_block, word_of

NODE_BITS = 36
MOST_NODES = (1 << NODE_BITS) - 1
MOST_COUNTERS = 1 << 27
LAPLACE, GAUSSIAN = 0, 1  # the kinds of noise
CHUNK = 512  # of words turned into noise at a time
_SHIFT = np.uint64(NODE_BITS)
_MAGNITUDE = np.uint64((1 << 63) - 1)
_UNIT = 2.0**-63
_THREE = np.uint64(3)
_FEW = 16  # counters


@njit(inline="always")
def node_word(key0: Any, key1: Any, counter: Any, node: Any) -> Any:
    """Return the 64-bit word of a node of a counter under the fast hash."""
    return fast_word(key0, key1, (np.uint64(counter) << _SHIFT) | np.uint64(node))


@njit(inline="always")
def laplace_of(word: Any) -> float:
    """Return standard Laplace noise, density exp(-|x|) / 2, from a word."""
    magnitude = -_log((float(np.int64(word & _MAGNITUDE)) + 0.5) * _UNIT)
    return -magnitude if np.int64(word) < 0 else magnitude


@njit(inline="always")
def _block_number(counter: Any, node: Any) -> Any:
    """Return the number of the block with the words of a node of eight counters."""
    return ((np.uint64(counter) >> _THREE) << _SHIFT) | np.uint64(node)


@njit(cache=True, nogil=True, error_model="numpy")
def words_across(key: Any, state: Any, secure: bool, node: int, first: int, count: int, words: Any) -> None:
    """Set words[:count] to those of one node of the counters first, first + 1, ..."""
    if not secure:
        for i in range(count):
            words[i] = node_word(key[0], key[1], first + i, node)
        return
    if count <= _FEW:
        _few_words(state, node, first, count, words)
        return
    lanes, last = new_lanes(state), -1
    for i in range(count):
        fill, place = divmod(first + i, LANES * WORDS_OF_A_BLOCK)
        if fill != last:
            for lane in range(LANES):
                number_lane(lanes, lane, _block_number((fill * LANES + lane) * WORDS_OF_A_BLOCK, node))
            fill_lanes(lanes)
            last = fill
        words[i] = lane_word(lanes, place // WORDS_OF_A_BLOCK, place % WORDS_OF_A_BLOCK)


@njit(cache=True, nogil=True, error_model="numpy")
def words_along(key: Any, state: Any, secure: bool, counter: int, first: int, count: int, words: Any) -> None:
    """Set words[c, :count] to those of the nodes first, first + 1, ... of counter + c, all counters in one block."""
    if not secure:
        for c in range(words.shape[0]):
            for i in range(count):
                words[c, i] = node_word(key[0], key[1], counter + c, first + i)
        return
    lanes = new_lanes(state)
    for start in range(0, count, LANES):
        for lane in range(LANES):
            number_lane(lanes, lane, _block_number(counter, first + start + lane))
        fill_lanes(lanes)
        for c in range(words.shape[0]):
            for lane in range(min(LANES, count - start)):
                words[c, start + lane] = lane_word(lanes, lane, (counter + c) % WORDS_OF_A_BLOCK)


@njit(cache=True, nogil=True, error_model="numpy")
def _few_words(state: Any, node: int, first: int, count: int, words: Any) -> None:
    """Set words[:count] to those of one node of so few counters that their blocks are sooner computed one by one."""
    local, block, last = state.copy(), np.empty(16, np.uint32), -1
    for i in range(count):
        group, place = divmod(first + i, WORDS_OF_A_BLOCK)
        if group != last:
            numbered_block(local, _block_number(first + i, node), block)
            last = group
        words[i] = word_of(block, place)


@njit(cache=True, nogil=True, error_model="numpy")
def noise_of(kind: int, scale: float, magic: float, words: Any, count: int, out: Any, tails: Any, near: Any) -> None:
    """Set out[:count] to scale times the noise of the words, rounded to a grid; tails and near are working space.

    With ``magic`` = 1.5 2**52 grid, (x + magic) - magic is x rounded to the grid; with 0 it is x.
    """
    if kind == LAPLACE:
        for i in range(count):
            out[i] = laplace_of(words[i])
    else:
        normals_of(words, count, out, tails, near)
    for i in range(count):
        out[i] = (scale * out[i] + magic) - magic


@njit(cache=True, nogil=True, error_model="numpy")
def node_noise(
    key: Any, state: Any, secure: bool, kind: int, scale: float, magic: float, counter: int, node: int
) -> float:
    """Return the noise of one node of one counter."""
    words, out = np.empty(1, np.uint64), np.empty(1)
    words_across(key, state, secure, node, counter, 1, words)
    noise_of(kind, scale, magic, words, 1, out, np.empty(1, np.int64), np.empty(1))
    return out[0]
