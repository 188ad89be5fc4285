"""The noise of one node of one counter, compiled: a pure function of (key, counter, node).

Under the fast hash a node has the word with index counter 2**36 + node; under ChaCha20 eight counters share the block
number (counter // 8) 2**36 + node, and a counter that is alone has block node // 8 for eight of its nodes. So any order
of evaluation, eager or lazy, gives the same bits. Laplace noise is by inversion: the word's top bit is the sign and, m
being its other 63 bits, the magnitude is -log u, u = (m + 1/2) 2**-63. Its distribution function is within 2**-64 of
Laplace's, up to the rounding of u and of the logarithm to doubles; magnitudes reach 44.4, which exact Laplace noise
exceeds with probability 2**-64. Normals: see `_kernels_normals`.

Whoever says None in the place of FAST has the compiler know it, which leaves the cipher out.
Loops over these functions are vectorised if their kernel is compiled with error_model="numpy".
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

import numpy as np

from tabular.compiled import INNER, njit
from tabular.noise._kernels_blocks import (
    LANES,
    WORDS_OF_A_BLOCK,
    fill_lanes,
    kept_block,
    lane_word,
    new_windows,
    number_lane,
)
from tabular.noise._kernels_normals import _log, normals_of  # pyright: ignore[reportPrivateUsage]  (one logarithm)
from tabular.noise._kernels_words import fast_word, numbered_block, word_of
from tabular.numbers._kernels_rows import copy_row

NODE_BITS = 36
MOST_NODES = (1 << NODE_BITS) - 1
MOST_COUNTERS = 1 << 27
LAPLACE, GAUSSIAN = 0, 1  # the kinds of noise
FAST, TOGETHER, ALONE = 0, 1, 2  # whose words they are: the hash's; blocks for eight counters; for one of its own
CHUNK = 512  # of words turned into noise at a time
_SHIFT = np.uint64(NODE_BITS)
_MAGNITUDE = np.uint64((1 << 63) - 1)
_UNIT = 2.0**-63
_FEW = 32  # counters, whose next nodes are computed with the one that is asked for
_WORDS_OF_A_FILL = LANES * WORDS_OF_A_BLOCK


@njit(inline="always")
def node_word(key0: Any, key1: Any, counter: Any, node: Any) -> Any:
    """Return the 64-bit word of a node of a counter under the fast hash."""
    return fast_word(key0, key1, (np.uint64(counter) << _SHIFT) | np.uint64(node))


@njit(inline="always")
def laplace_of(word: Any) -> float:
    """Return standard Laplace noise, density exp(-|x|) / 2, from a word."""
    magnitude = -_log((float(np.int64(word & _MAGNITUDE)) + 0.5) * _UNIT)
    return -magnitude if np.int64(word) < 0 else magnitude


@njit(cache=True, nogil=True, error_model="numpy")
def blocks_of(state: Any, many: bool) -> Any:
    """Return working space for the blocks of a state: lanes for many, and a state to number beside its block."""
    lanes, single = new_windows(state) if many else np.empty((0, 0, 0), np.uint32), np.empty((2, 16), np.uint32)
    copy_row(state, single[0])
    return lanes, single


@njit(cache=True, nogil=True, error_model="numpy")
def words_across(key: Any, blocks: Any, secure: Any, node: int, first: int, count: int, words: Any) -> None:
    """Set words[:count] to those of one node of the counters first, first + 1, ...; what follows may change as well."""
    if secure is None or not secure:
        for i in range(count):
            words[i] = node_word(key[0], key[1], first + i, node)
        return
    shift, low, start, wanted = (0, 0, node, 1) if secure == ALONE else (NODE_BITS, node, first, count)
    if blocks[0].size == 0:
        _few_words(blocks[1], shift, low, start, wanted, words)
        return
    rest = wanted % _WORDS_OF_A_FILL if wanted % _WORDS_OF_A_FILL <= _FEW else 0
    if rest < wanted:
        _many_words(blocks[0], shift, low, start, wanted - rest, words)
    _kept_words(blocks[0], shift, low, start + wanted - rest, rest, words[wanted - rest :])


@njit(cache=True, nogil=True, error_model="numpy")
def words_along(key: Any, lanes: Any, secure: Any, counter: int, first: int, count: int, words: Any) -> None:
    """Set words[c, :count] to those of the nodes first, first + 1, ... of counter + c, all counters in one block."""
    if secure is None or not secure:
        for c in range(words.shape[0]):
            for i in range(count):
                words[c, i] = node_word(key[0], key[1], counter + c, first + i)
        return
    if secure == ALONE:
        _many_words(lanes, 0, 0, first, count, words[0])
    else:
        _many_blocks(lanes, counter, first, count, words)


@njit(inline="always")
def _number(group: Any, shift: int, low: Any) -> Any:
    """Return the number of the block of a group of eight words: of counters, or of nodes of one counter."""
    return (np.uint64(group) << np.uint64(shift)) | np.uint64(low)


@njit(inline="always")
def _many_blocks(lanes: Any, counter: int, first: int, count: int, words: Any) -> None:
    """Set words[c, :count] to those of many nodes of counters of one block, a lane for each node."""
    for start in range(0, count, LANES):
        for lane in range(LANES):
            number_lane(lanes, lane, _number(counter // WORDS_OF_A_BLOCK, NODE_BITS, first + start + lane))
        fill_lanes(lanes)
        for c in range(words.shape[0]):
            for lane in range(min(LANES, count - start)):
                words[c, start + lane] = lane_word(lanes, lane, (counter + c) % WORDS_OF_A_BLOCK)


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def _many_words(lanes: Any, shift: int, low: int, first: int, count: int, words: Any) -> None:
    """Set words[:count] to the words first, first + 1, ... of groups of eight, a lane for each group."""
    done = -(first % WORDS_OF_A_BLOCK)
    while done < count:
        for lane in range(LANES):
            number_lane(lanes, lane, _number((first + done) // WORDS_OF_A_BLOCK + lane, shift, low))
        fill_lanes(lanes)
        if 0 <= done <= words.size - _WORDS_OF_A_FILL:
            _spread(lanes, words[done : done + _WORDS_OF_A_FILL])
        else:
            for i in range(max(0, -done), min(_WORDS_OF_A_FILL, count - done)):
                words[done + i] = lane_word(lanes, i // WORDS_OF_A_BLOCK, i % WORDS_OF_A_BLOCK)
        done += _WORDS_OF_A_FILL


@njit(inline="always")
def _spread(lanes: Any, words: Any) -> None:
    """Set words to all those of all lanes, one lane after the other."""
    for i in range(WORDS_OF_A_BLOCK):
        for lane in range(LANES):
            words[lane * WORDS_OF_A_BLOCK + i] = lane_word(lanes, lane, i)


@njit(inline="always")
def _few_words(single: Any, shift: int, low: int, first: int, count: int, words: Any) -> None:
    """Do the same for so few words that their blocks are sooner computed one by one."""
    state, block, last = single[0], single[1], -1
    for i in range(count):
        group, place = divmod(first + i, WORDS_OF_A_BLOCK)
        if group != last:
            numbered_block(state, _number(group, shift, low), block)
            last = group
        words[i] = word_of(block, place)


@njit(inline="always")
def _kept_words(lanes: Any, shift: int, low: int, first: int, count: int, words: Any) -> None:
    """Do the same with what was computed for the nodes before: the next ones of a stream are mostly near."""
    kept, lane, last = 0, 0, -1
    for i in range(count):
        group, place = divmod(first + i, WORDS_OF_A_BLOCK)
        if group != last:
            kept, lane = kept_block(lanes, _number(group, shift, low))
            last = group
        words[i] = lane_word(lanes, lane, place, kept)


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


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def workspace(state: Any, secure: Any, size: int) -> Any:
    """Return space for the words and the noise of so many draws at a time, for `noise_of`, and for blocks."""
    words, z, tails, near = np.empty(size, np.uint64), np.empty(size), np.empty(size, np.int64), np.empty(size)
    if secure is None:
        return words, z, tails, near, (np.empty((0, 0, 0), np.uint32), np.empty((0, 16), np.uint32))
    return words, z, tails, near, blocks_of(state, secure != FAST and size >= CHUNK)


@njit(cache=True, nogil=True, error_model="numpy")
def node_noise(
    key: Any, state: Any, secure: Any, kind: int, scale: float, magic: float, counter: int, node: int
) -> float:
    """Return the noise of one node of one counter."""
    words, out = np.empty(1, np.uint64), np.empty(1)
    words_across(key, blocks_of(state, False), secure, node, counter, 1, words)
    noise_of(kind, scale, magic, words, 1, out, np.empty(1, np.int64), np.empty(1))
    return out[0]
