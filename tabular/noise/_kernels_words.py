"""Keyed random words, compiled: a fast hash and ChaCha20 (RFC 8439), both functions of (key, index) alone.

The fast hash is the finaliser of SplitMix64 applied twice with half of the key added before each; it passes for random
in statistics and is no cipher: who knows some outputs may find the key. ChaCha20 is a pseudorandom function as far as
anyone knows.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

import numpy as np

from tabular.compiled import njit
from tabular.noise._kernels_blocks import (
    LANES,
    WORDS_OF_A_BLOCK,
    all_words,
    fill_lanes,
    lane_word,
    new_lanes,
    number_lane,
)

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_LOW_HALF = np.uint64(0xFFFFFFFF)
_ONE = np.uint64(1)
_TOP_LEVELS = 9
_TOP = 1 << _TOP_LEVELS


@njit(inline="always")
def _mix(x: Any) -> Any:
    x = (x ^ (x >> _S30)) * _FIRST
    x = (x ^ (x >> _S27)) * _SECOND
    return x ^ (x >> _S31)


@njit(inline="always")
def fast_word(k0: Any, k1: Any, index: Any) -> Any:
    """Return the 64-bit word with this index under the key (k0, k1)."""
    return _mix(_mix(index * _GOLDEN + k0) + k1)


@njit(cache=True, nogil=True, error_model="numpy")
def chacha20_block(state: Any, out: Any) -> None:
    """Set out to the key stream block of a state: 4 constants, 8 words of key, the counter, 3 words of nonce."""
    all_words(state, out)


@njit(cache=True, nogil=True, error_model="numpy")
def numbered_block(state: Any, number: Any, out: Any) -> None:
    """Set out to the block with this 64-bit number: its low half is the counter, its high half nonce word 0."""
    state[12] = np.uint32(number & _LOW_HALF)
    state[13] = np.uint32(number >> _S32)
    chacha20_block(state, out)


@njit(inline="always")
def word_of(block: Any, i: Any) -> Any:
    """Return the 64-bit word i, from 0 to 7, of a block."""
    return np.uint64(block[2 * i]) | (np.uint64(block[2 * i + 1]) << _S32)


@njit(cache=True, nogil=True, error_model="numpy", _nrt=True)
def stream_words(key: Any, state: Any, secure: bool, start: int, count: int, words: Any) -> None:
    """Set words to those numbered start, ..., start + count - 1 of the stream of a key."""
    if not secure:
        for i in range(count):
            words[i] = fast_word(key[0], key[1], np.uint64(start + i))
        return
    lanes, words_of_a_fill = new_lanes(state), WORDS_OF_A_BLOCK * LANES
    last = -1
    for i in range(count):
        number, place = divmod(start + i, words_of_a_fill)
        if number != last:
            for lane in range(LANES):
                number_lane(lanes, lane, np.uint64(number * LANES + lane))
            fill_lanes(lanes)
            last = number
        words[i] = lane_word(lanes, place // WORDS_OF_A_BLOCK, place % WORDS_OF_A_BLOCK)


@njit(cache=True, nogil=True, error_model="numpy")
def tree_top(state: Any) -> Any:
    """Return the words of the nodes 1, ..., 511 of the tree under ChaCha20, and of the ends: 0 and, at the end, 2**63.

    They are all that the way to a point has in common with many other ways; the rest are fifteen blocks at most.
    """
    top, local, block = np.empty(_TOP + 1, np.uint64), state.copy(), np.empty(16, np.uint32)
    numbered_block(local, np.uint64(0), block)
    top[0], top[_TOP] = word_of(block, 0), word_of(block, 1)
    for level in range(0, _TOP_LEVELS, 3):
        for root in range(1 << level, 2 << level):
            numbered_block(local, np.uint64(root), block)
            for inside in range(1, WORDS_OF_A_BLOCK):
                below = 0 if inside == 1 else 1 if inside < 4 else 2
                top[(root << below) + inside - (1 << below)] = word_of(block, inside)
    return top


@njit(cache=True, nogil=True, error_model="numpy")
def tree_words(key: Any, top: Any, secure: bool, k: Any, depth: int, words: Any, lanes: Any) -> None:
    """Set words to those of the nodes on the way from the ends 0, 1 to k 2**-53: two ends, then level 1, ..., depth.

    The node of level l is number 2**(l-1) + (k >> (54 - l)), as in a heap; the ends are number 0 and 2**63. Under
    ChaCha20 one block serves the seven nodes of three levels, and block 0 both ends.
    """
    if not secure:
        words[0] = fast_word(key[0], key[1], np.uint64(0))
        words[1] = fast_word(key[0], key[1], _ONE << np.uint64(63))
        for level in range(depth):
            words[2 + level] = fast_word(key[0], key[1], _node(k, level))
        return
    words[0], words[1] = top[0], top[_TOP]
    for level in range(min(depth, _TOP_LEVELS)):
        words[2 + level] = top[_node(k, level)]
    if depth <= _TOP_LEVELS:
        return
    for level in range(_TOP_LEVELS, depth, 3):
        number_lane(lanes, level // 3 - _TOP_LEVELS // 3, _node(k, level))
    fill_lanes(lanes)
    for level in range(_TOP_LEVELS, depth):
        below = level % 3
        inside = (1 << below) | int(_node(k, level) & np.uint64((1 << below) - 1))
        words[2 + level] = lane_word(lanes, level // 3 - _TOP_LEVELS // 3, inside)


@njit(inline="always")
def _node(k: Any, level: int) -> Any:
    """Return the number of the node of level + 1 on the way to k 2**-53."""
    return (_ONE << np.uint64(level)) | (k >> np.uint64(53 - level))
