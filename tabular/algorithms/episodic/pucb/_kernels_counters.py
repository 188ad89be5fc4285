"""The counters of PUCB, compiled: count + N_c(t) with N_c(t) = N_c(t - lowbit t) + xi(c, t), N_c(0) = 0.

Every xi is a function of (key, counter, node) alone, and N_c(t) is summed from the highest bit of t down, so a counter
that is evaluated at some times only gives the same bits as one that is evaluated at all.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any, NamedTuple

from tabular.compiled import COUNTED, INNER, JOINED, UNCOUNTED, njit
from tabular.noise.counters._kernels_binary import lowest_bit, parent_row
from tabular.noise.counters._kernels_nodes import (
    CHUNK,
    laplace_of,
    node_word,
    noise_of,
    words_across,
    workspace,
)

COUNTS, CURRENT, SCALES, ZERO, PREFIX = 0, 1, 2, 3, 4  # rows of a table


class Counters(NamedTuple):
    """The counts of the finished episodes and their noise, one column for each counter.

    Index i = (h A + a) S + s orders the triples; column i is n_h(s, a), N + i is r_h(s, a) and 2 N + i S + s' is
    m_h(s, a, s'), where N = H A S. Rows: the counts; N_c(seen[c]); the scales of one partial sum; zeros; and from
    PREFIX on, for each bit of seen[c] that is set, the noise of the bits from it up.
    """

    noise: Any  # (key, state, secure, kind) of the node noise; the kind is None for Laplace noise under the fast hash
    table: Any  # (PREFIX + K, C)
    seen: Any  # (C,)


@njit(**UNCOUNTED, **INNER)
def _next_fast(key: Any, table: Any, seen: Any, first: int, size: int, stride: int, rows: int, t: int) -> None:
    """Carry rows of counters from t - 1 to t, one draw each, for Laplace noise under the fast hash."""
    key0, key1 = key[0], key[1]
    before, after = PREFIX + parent_row(t, ZERO - PREFIX), PREFIX + lowest_bit(t)
    for row in range(rows):
        start = first + row * stride
        for c in range(start, start + size):
            table[CURRENT, c] = table[before, c] + table[SCALES, c] * laplace_of(node_word(key0, key1, c, t))
        for c in range(start, start + size):
            table[after, c] = table[CURRENT, c]
            seen[c] = t


@njit(**COUNTED, **INNER)
def _next_any(noise: Any, table: Any, seen: Any, first: int, last: int, t: int) -> None:
    """Carry the counters first, ..., last - 1 from t - 1 to t for any noise."""
    key, state, secure, kind = noise
    words, z, tails, near, blocks = workspace(state, secure, CHUNK)
    before, after = PREFIX + parent_row(t, ZERO - PREFIX), PREFIX + lowest_bit(t)
    for start in range(first, last, CHUNK):
        size = min(CHUNK, last - start)
        words_across(key, blocks, secure, t, start, size, words)
        noise_of(kind, 1.0, 0.0, words, size, z, tails, near)
        for i in range(size):
            table[CURRENT, start + i] = table[before, start + i] + table[SCALES, start + i] * z[i]
    for c in range(first, last):
        table[after, c] = table[CURRENT, c]
        seen[c] = t


@njit(inline="always")
def _highest_change(before: int, t: int) -> int:
    """Return the highest bit in which two times differ."""
    level = 0
    while (before ^ t) >> (level + 1) != 0:
        level += 1
    return level


@njit(inline="always")
def _known_part(table: Any, c: int, node: int) -> float:
    """Return the noise of the bits that did not change."""
    return 0.0 if node == 0 else table[PREFIX + lowest_bit(node), c]


@njit(inline="always")
def _leap_fast(key: Any, table: Any, seen: Any, c: int, t: int) -> None:
    """Carry one counter to a later time t: draw for the bits of t from the highest one that changed down."""
    level = _highest_change(seen[c], t)
    node = (t >> (level + 1)) << (level + 1)
    total = _known_part(table, c, node)
    for bit in range(level, -1, -1):
        if (t >> bit) & 1:
            node += 1 << bit
            total += table[SCALES, c] * laplace_of(node_word(key[0], key[1], c, node))
            table[PREFIX + bit, c] = total
    table[CURRENT, c] = total
    seen[c] = t


@njit(**COUNTED, **INNER)
def _leap_any(noise: Any, table: Any, seen: Any, c: int, t: int) -> None:
    """Do the same for any noise."""
    key, state, secure, kind = noise
    words, z, tails, near, blocks = workspace(state, secure, 1)
    level = _highest_change(seen[c], t)
    node = (t >> (level + 1)) << (level + 1)
    total = _known_part(table, c, node)
    for bit in range(level, -1, -1):
        if (t >> bit) & 1:
            node += 1 << bit
            words_across(key, blocks, secure, node, c, 1, words)
            noise_of(kind, 1.0, 0.0, words, 1, z, tails, near)
            total += table[SCALES, c] * z[0]
            table[PREFIX + bit, c] = total
    table[CURRENT, c] = total
    seen[c] = t


@njit(inline="always")
def _draw_fast(key: Any, table: Any, seen: Any, first: int, size: int, stride: int, rows: int, t: int) -> None:
    """Set the noise of rows of counters that always go together, for Laplace noise under the fast hash."""
    if seen[first] == t - 1:
        _next_fast(key, table, seen, first, size, stride, rows, t)
        return
    for row in range(rows):
        start = first + row * stride
        for c in range(start, start + size):
            _leap_fast(key, table, seen, c, t)


@njit(inline="always")
def _draw_any(noise: Any, table: Any, seen: Any, first: int, last: int, t: int) -> None:
    """Do the same for one row and any noise."""
    if seen[first] == t - 1:
        _next_any(noise, table, seen, first, last, t)
        return
    for c in range(first, last):
        _leap_any(noise, table, seen, c, t)


@njit(**UNCOUNTED, **JOINED)
def _draw_rows(
    key: Any,
    state: Any,
    secure: Any,
    kind: Any,
    table: Any,
    seen: Any,
    first: int,
    size: int,
    stride: int,
    rows: int,
    t: int,
) -> None:
    """Do the work of `draw_rows`, which stands in many places, where there is any."""
    if kind is None:  # the compiler knows, and leaves the rest out
        _draw_fast(key, table, seen, first, size, stride, rows, t)
        return
    for row in range(rows):
        start = first + row * stride
        _draw_any((key, state, secure, kind), table, seen, start, start + size, t)


@njit(inline="always")
def draw_rows(noise: Any, table: Any, seen: Any, first: int, size: int, stride: int, rows: int, t: int) -> None:
    """Set the noise at time t of rows of ``size`` counters, ``stride`` apart; all of them always go together."""
    if size > 0 and rows > 0 and seen[first] != t:
        key, state, secure, kind = noise
        _draw_rows(key, state, secure, kind, table, seen, first, size, stride, rows, t)


@njit(inline="always")
def draw(noise: Any, table: Any, seen: Any, first: int, size: int, t: int) -> None:
    """Set the noise at time t of ``size`` counters that always go together."""
    draw_rows(noise, table, seen, first, size, 1, 1, t)


@njit(**UNCOUNTED)
def draw_each(noise: Any, table: Any, seen: Any, first: int, last: int, t: int) -> None:
    """Do so for counters that may be at different times."""
    for c in range(first, last):
        draw(noise, table, seen, c, 1, t)
