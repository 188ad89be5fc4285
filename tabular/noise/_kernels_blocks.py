"""Sixteen blocks of ChaCha20 (RFC 8439) side by side, compiled: lane l of every vector belongs to block l.

The rounds are additions, exclusive ors and rotations of 32-bit words, so the bits are those of one block after the
other on every machine; how wide its registers are decides the time alone.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from tabular.compiled import INNER, njit

LANES = 16
WORDS_OF_A_BLOCK = 8
_DOUBLE_ROUNDS = 10
_COLUMNS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15))
_DIAGONALS = ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))
_WORD = ir.IntType(32)
_VECTOR = ir.VectorType(_WORD, LANES)
_NUMBERS, _KEPT, _WINDOWS = 2, 3, 16  # of windows that are kept: where their numbers are, where they begin, how many
_NONE = np.uint32(0xFFFFFFFF)
_S4, _S27, _S32 = np.uint64(4), np.uint64(27), np.uint64(32)
_OF_WINDOW, _OF_WINDOWS, _STRIDE = np.uint64(LANES - 1), np.uint64(_WINDOWS - 1), np.uint64(5)
_LOW_HALF = np.uint64(0xFFFFFFFF)


def _shift(kind: Any, bits: int) -> Any:
    return ir.Constant(kind, [bits] * LANES if kind == _VECTOR else bits)


def _rotated(builder: Any, x: Any, bits: int) -> Any:
    return builder.or_(builder.shl(x, _shift(x.type, bits)), builder.lshr(x, _shift(x.type, 32 - bits)))


def _quarter_round(builder: Any, s: list[Any], places: tuple[int, int, int, int]) -> None:
    """Do one quarter round of ChaCha on four of the sixteen words or vectors."""
    a, b, c, d = places
    for target, added, mixed, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        s[target] = builder.add(s[target], s[added])
        s[mixed] = _rotated(builder, builder.xor(s[mixed], s[target]), bits)


def _rounds(builder: Any, first: list[Any]) -> list[Any]:
    """Return what all rounds make of words, in a loop: ten times as many instructions take long to compile."""
    places = [cgutils.alloca_once_value(builder, word) for word in first]
    with cgutils.for_range(builder, ir.Constant(_WORD, _DOUBLE_ROUNDS)):
        now = [builder.load(place) for place in places]
        for quarter in (*_COLUMNS, *_DIAGONALS):
            _quarter_round(builder, now, quarter)
        for word, place in zip(now, places, strict=True):
            builder.store(word, place)
    return [builder.load(place) for place in places]


def _blocks(_context: Any, state: Any, out: Any) -> Any:
    kind = _WORD if state.ndim == 1 else _VECTOR

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        places = [
            builder.bitcast(context.make_array(kind_of)(context, builder, value).data, kind.as_pointer())
            for kind_of, value in zip(signature.args, values, strict=True)
        ]
        rows = [[builder.gep(place, [ir.Constant(_WORD, i)]) for i in range(16)] for place in places]
        first = [builder.load(row, align=4) for row in rows[0]]
        for before, after, row in zip(first, _rounds(builder, first), rows[1], strict=True):
            builder.store(builder.add(before, after), row, align=4)
        return context.get_dummy_value()

    return types.void(state, out), generate


# all_words(state, out) sets out (16,), or (16, LANES), to the key stream of a state of that shape.
all_words: Any = intrinsic(_blocks)


@njit(cache=True, nogil=True, error_model="numpy")
def new_lanes(state: Any) -> Any:
    """Return working space (2, 16, LANES) for the blocks of a state: what goes into the rounds, and what comes out."""
    lanes = np.empty((2, 16, LANES), np.uint32)
    _fill_with_state(state, lanes)
    return lanes


@njit(inline="always")
def _fill_with_state(state: Any, lanes: Any) -> None:
    for i in range(16):
        for lane in range(LANES):
            lanes[0, i, lane] = state[i]


@njit(inline="always")
def number_lane(lanes: Any, lane: int, number: Any) -> None:
    """Give a lane the block with this 64-bit number: its low half is the counter, its high half nonce word 0."""
    lanes[0, 12, lane] = np.uint32(number & _LOW_HALF)
    lanes[0, 13, lane] = np.uint32(number >> _S32)


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def fill_lanes(lanes: Any) -> None:
    """Compute the key stream blocks of all lanes."""
    all_words(lanes[0], lanes[1])


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def new_windows(state: Any) -> Any:
    """Return the same, and after it windows of sixteen blocks that are kept, with their numbers: none yet."""
    lanes = np.empty((_KEPT + _WINDOWS, 16, LANES), np.uint32)
    _fill_with_state(state, lanes)
    lanes[_NUMBERS] = _NONE
    return lanes


@njit(inline="always")
def kept_block(lanes: Any, number: Any) -> tuple[Any, Any]:
    """Return where the block with this number is kept, and its lane; it is computed with its neighbours.

    Numbers of counters, levels and nodes differ in their high, middle and low bits: each moves to another place.
    """
    window = number >> _S4
    place = np.int64((window + (window >> _S27) + _STRIDE * (window >> _S32)) & _OF_WINDOWS)
    low, high = np.uint32(window & _LOW_HALF), np.uint32(window >> _S32)
    if lanes[_NUMBERS, 0, place] != low or lanes[_NUMBERS, 1, place] != high:
        for lane in range(LANES):
            number_lane(lanes, lane, (window << _S4) | np.uint64(lane))
        all_words(lanes[0], lanes[_KEPT + place])
        lanes[_NUMBERS, 0, place], lanes[_NUMBERS, 1, place] = low, high
    return _KEPT + place, np.int64(number & _OF_WINDOW)


@njit(inline="always")
def lane_word(lanes: Any, lane: Any, i: Any, place: Any = 1) -> Any:
    """Return the 64-bit word i, from 0 to 7, of the block of a lane."""
    return np.uint64(lanes[place, 2 * i, lane]) | (np.uint64(lanes[place, 2 * i + 1, lane]) << _S32)
