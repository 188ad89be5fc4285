"""Trajectories of a finite MDP, compiled: every random number is a function of (key, trajectory, step, kind) alone.

The word with index trajectory 2**32 + 2 (step + 1) + kind decides the action (kind 0) and the next state (kind 1) of a
step; the one with step -1 decides the first state.
"""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tabular.compiled import INNER, njit
from tabular.noise._kernels_words import fast_word

MOST_STEPS = (1 << 31) - 2
MOST_TRAJECTORIES = 1 << 32
_S11, _S32, _ONE = np.uint64(11), np.uint64(32), np.uint64(1)
_UNIT = 2.0**-53


class Walks(NamedTuple):
    """The laws that a trajectory follows, cumulated; transitions are CSR with row a n + s."""

    start: Any  # (n,)
    policy: Any  # (n, m)
    indptr: Any
    indices: Any
    cumulated: Any  # one entry for each of indices
    ended: Any  # (n,)


@njit(inline="always")
def uniform(key0: Any, key1: Any, trajectory: Any, step: Any, kind: Any) -> float:
    """Return the number in [0, 1), a multiple of 2**-53, of a trajectory, a step and a kind."""
    index = (np.uint64(trajectory) << _S32) | (np.uint64(step + 1) << _ONE) | np.uint64(kind)
    return float(np.int64(fast_word(key0, key1, index) >> _S11)) * _UNIT


@njit(inline="always")
def _draw(cumulated: Any, first: int, u: float) -> int:
    """Return the first place, from ``first`` on, whose cumulated probability exceeds u; the last of a law does."""
    place = first
    while u >= cumulated[place]:
        place += 1
    return place


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def walk(walks: Any, key0: Any, key1: Any, trajectory: int, limit: int, entries: Any, states: Any, actions: Any) -> int:
    """Return the length of a trajectory of at most ``limit`` steps; write it into the arrays if they have entries.

    ``entries[t]`` is the place of transition t among the stored transitions, which knows its next state.
    """
    n = walks.ended.shape[0]
    writes = entries.shape[0] > 0
    state, t = _draw(walks.start, 0, uniform(key0, key1, trajectory, -1, 0)), 0
    while t < limit:
        action = _draw(walks.policy[state], 0, uniform(key0, key1, trajectory, t, 0))
        entry = _draw(walks.cumulated, walks.indptr[action * n + state], uniform(key0, key1, trajectory, t, 1))
        if writes:
            entries[t], states[t], actions[t] = entry, state, action
        state = walks.indices[entry]
        t += 1
        if walks.ended[state]:
            break
    return t


@njit(cache=True, nogil=True, error_model="numpy")
def cumulate(indptr: Any, data: Any, out: Any) -> None:
    """Set out to the sums of each law data[indptr[i]:indptr[i+1]]; from its last possible entry on they are 2."""
    for i in range(indptr.shape[0] - 1):
        total, last = 0.0, indptr[i]
        for k in range(indptr[i], indptr[i + 1]):
            total += data[k]
            out[k] = total
            last = k if data[k] > 0.0 else last
        for k in range(last, indptr[i + 1]):
            out[k] = 2.0


@njit(cache=True, nogil=True, error_model="numpy")
def walk_lengths(walks: Any, key0: Any, key1: Any, first: int, limit: int, lengths: Any) -> None:
    """Set lengths to those of the trajectories first, first + 1, ..."""
    nothing = np.empty(0, np.int64)
    for i in range(lengths.shape[0]):
        lengths[i] = walk(walks, key0, key1, first + i, limit, nothing, nothing, nothing)


@njit(cache=True, nogil=True, error_model="numpy")
def walk_rows(walks: Any, key0: Any, key1: Any, offsets: Any, entries: Any, states: Any, actions: Any) -> None:
    """Write trajectories whose lengths are known."""
    for i in range(offsets.shape[0] - 1):
        rows = slice(offsets[i], offsets[i + 1])
        walk(walks, key0, key1, i, offsets[i + 1] - offsets[i], entries[rows], states[rows], actions[rows])
