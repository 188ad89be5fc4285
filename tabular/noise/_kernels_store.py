"""The sorted, blocked store of the points of one path, compiled.

    blocks     (capacity, 2, B)  row 0: the points of a block, ascending; row 1: the values of the path there
    low        (capacity,)       the least point of each block, in the order of the line
    directory  (2, capacity)     in the same order: the number of the block, and how many points it holds
    head       (2,)              how many blocks there are; how many of the normals are used up
    numbers    (4,)              beta, sigma, and both ends of the interval
    normals    (any,)            the randomness to come

A query bisects `low`, then one block, and draws from the conditional law given its two neighbours. The store owns no
randomness and no memory of its own: when either runs out, the answer is NaN and the caller provides more.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

import math
from typing import Any

from tabular.compiled import INNER, njit
from tabular.noise import conditional

# The formulas, compiled as they are. The cache does not notice when they change: a test does.
_step = njit(nogil=True, error_model="numpy")(conditional.step)
_bridge = njit(nogil=True, error_model="numpy")(conditional.bridge)


@njit(inline="always")
def _place_of(low: Any, count: int, x: float) -> int:
    """Return the last place whose least point is at most x, or 0."""
    base, length = 0, count
    while length > 1:
        half = length >> 1
        base += half if low[base + half] <= x else 0
        length -= half
    return base


@njit(inline="always")
def _entry_of(blocks: Any, block: int, count: int, x: float) -> int:
    """Return the last entry of a block with a point at most x, or 0; a view of the block would cost more."""
    base, length = 0, count
    while length > 1:
        half = length >> 1
        base += half if blocks[block, 0, base + half] <= x else 0
        length -= half
    return base


@njit(inline="always")
def _found(blocks: Any, low: Any, directory: Any, head: Any, x: float) -> Any:
    """Return (place, entry) of the last point that is at most x; entry -1 where there is none."""
    if head[0] == 0:
        return 0, -1
    place = _place_of(low, head[0], x)
    block = directory[0, place]
    i = _entry_of(blocks, block, directory[1, place], x)
    return place, i if blocks[block, 0, i] <= x else -1


@njit(inline="always")
def _around(blocks: Any, low: Any, directory: Any, head: Any, place: int, i: int) -> Any:
    """Return (left, right, value left, value right): entry i of the block at a place, and what follows it.

    Where there is nothing, the point is infinite and the value 0. Where there is no such entry, no point is between.
    """
    left, value, right, other = -math.inf, 0.0, math.inf, 0.0
    if place < head[0] and i < directory[1, place]:
        block, count = directory[0, place], directory[1, place]
        if i >= 0:
            left, value = blocks[block, 0, i], blocks[block, 1, i]
        if i + 1 < count:
            right, other = blocks[block, 0, i + 1], blocks[block, 1, i + 1]
        elif place + 1 < head[0]:
            right, other = low[place + 1], blocks[directory[0, place + 1], 1, 0]
    elif i >= 0:
        left = math.inf
    return left, right, value, other


@njit(inline="always")
def _law(beta: float, left: float, x: float, right: float) -> Any:
    """Return (weight left, weight right, deviation) of the value between two points; either may be infinite."""
    if left == -math.inf and right == math.inf:
        return 0.0, 0.0, 1.0
    if left == -math.inf:
        weight, deviation = _step(beta * (right - x))
        return 0.0, weight, deviation
    if right == math.inf:
        weight, deviation = _step(beta * (x - left))
        return weight, 0.0, deviation
    return _bridge(beta, x - left, right - x)


@njit(inline="always")
def _open_gap(line: Any, position: int, count: int) -> None:
    for t in range(count, position, -1):
        line[t] = line[t - 1]


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def _split(blocks: Any, low: Any, directory: Any, head: Any, place: int, keep: int) -> None:
    """Move all but the first `keep` entries of a full block to a new block right after it."""
    new, old, size = head[0], directory[0, place], blocks.shape[2]
    _open_gap(low, place + 1, new)
    _open_gap(directory[0], place + 1, new)
    _open_gap(directory[1], place + 1, new)
    for t in range(keep, size):
        blocks[new, 0, t - keep] = blocks[old, 0, t]
        blocks[new, 1, t - keep] = blocks[old, 1, t]
    directory[0, place + 1], directory[1, place + 1] = new, size - keep
    directory[1, place] = keep
    low[place + 1] = blocks[new, 0, 0]
    head[0] = new + 1


@njit(inline="always")
def _insert(blocks: Any, low: Any, directory: Any, head: Any, place: int, i: int, x: float, value: float) -> None:
    """Put (x, value) at entry i of the block at a place; a full block is split, at its end if the points ascend."""
    size = blocks.shape[2]
    if directory[1, place] == size:
        keep = size - 1 if i == size and place == head[0] - 1 else size // 2
        _split(blocks, low, directory, head, place, keep)
        if i > keep:
            place, i = place + 1, i - keep
    block, count = directory[0, place], directory[1, place]
    for t in range(count, i, -1):
        blocks[block, 0, t] = blocks[block, 0, t - 1]
    for t in range(count, i, -1):
        blocks[block, 1, t] = blocks[block, 1, t - 1]
    blocks[block, 0, i], blocks[block, 1, i] = x, value
    directory[1, place] = count + 1
    if i == 0:
        low[place] = x


@njit(inline="always")
def _drawn(
    x: float,
    place: int,
    i: int,
    mean: float,
    deviation: float,
    blocks: Any,
    low: Any,
    directory: Any,
    head: Any,
    normals: Any,
) -> float:
    """Draw the value at x, which follows entry i of the block at a place; NaN if the caller must provide more."""
    if head[1] == normals.size or head[0] == low.size:
        return math.nan
    value = mean + deviation * normals[head[1]]
    head[1] += 1
    if head[0] == 0:
        head[0], directory[0, 0], directory[1, 0] = 1, 0, 0
    _insert(blocks, low, directory, head, place, i + 1, x, value)
    return value


@njit(inline="always")
def _value(x: float, blocks: Any, low: Any, directory: Any, head: Any, numbers: Any, normals: Any) -> float:
    """Return the value at x, drawn now unless it is known; NaN if x is no point or the caller must provide more."""
    if not numbers[2] <= x <= numbers[3]:
        return math.nan
    place, i = _found(blocks, low, directory, head, x)
    left, right, value, other = _around(blocks, low, directory, head, place, i)
    if left != x:
        first, second, deviation = _law(numbers[0], left, x, right)
        mean = first * value + second * other
        value = _drawn(x, place, i, mean, deviation, blocks, low, directory, head, normals)
    return numbers[1] * value


@njit(cache=True, nogil=True, error_model="numpy")
def value_at(x: float, blocks: Any, low: Any, directory: Any, head: Any, numbers: Any, normals: Any) -> float:
    """Return the value at one point, or NaN."""
    return _value(x, blocks, low, directory, head, numbers, normals)


@njit(cache=True, nogil=True, error_model="numpy")
def values_at(
    points: Any, start: int, out: Any, blocks: Any, low: Any, directory: Any, head: Any, numbers: Any, normals: Any
) -> int:
    """Fill out from index start on; return the first index that has no value yet."""
    for i in range(start, points.size):
        value = _value(points[i], blocks, low, directory, head, numbers, normals)
        if value != value:
            return i
        out[i] = value
    return points.size


@njit(cache=True, nogil=True, error_model="numpy", _nrt=False, **INNER)
def values_together(
    x: float,
    run: int,
    row: int,
    first: int,
    blocks: Any,
    low: Any,
    directory: Any,
    head: Any,
    numbers: Any,
    normals: Any,
    out: Any,
) -> None:
    """Set out to the values at one point of the paths (run, row, first + k) with the same law, or to NaN.

    Paths that were asked at the same points have the same neighbours of x: place and weights are found once for all.
    """
    place, i, before, after = 0, -1, math.nan, math.nan
    weight, other_weight, deviation = 0.0, 0.0, 0.0
    for k in range(out.size):
        a = first + k
        own, least, order, here = blocks[run, row, a], low[run, row, a], directory[run, row, a], head[run, row, a]
        left, right, value, other = _around(own, least, order, here, place, i)
        if not left <= x < right:
            place, i = _found(own, least, order, here, x)
            left, right, value, other = _around(own, least, order, here, place, i)
        if left != x:
            if left != before or right != after:
                before, after = left, right
                weight, other_weight, deviation = _law(numbers[0], left, x, right)
            mean = weight * value + other_weight * other
            value = _drawn(x, place, i, mean, deviation, own, least, order, here, normals[run, row, a])
        out[k] = numbers[1] * value
