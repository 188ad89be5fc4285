"""Trajectories: what a behaviour policy left behind, one sequence of transitions for each person.

Trajectory i is the rows offsets[i]:offsets[i+1] of flat arrays; row t of it is the transition (S_t, A_t, R_t, S_{t+1}).
``terminal`` marks a last row after which nothing counts: phi(S_{t+1}) = 0 there. A trajectory whose last row is not
terminal was cut off, and phi(S_{t+1}) is the features of its last state.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabular.errors import must, show
from tabular.numbers.arrays import Array, frozen

Episode = Sequence[Sequence[Any]]  # transitions (s, a, r, s')
_FIELDS = ("states", "actions", "rewards", "next_states", "terminal", "offsets")


@dataclass(frozen=True, eq=False, repr=False)
class Trajectories:
    """The m trajectories in flat arrays of ``total`` rows, validated once and read-only.

    ``states`` and ``next_states`` are (total,) integers of at least 0 or (total, d) finite floats, ``actions`` (total,)
    integers of at least 0, ``rewards`` (total,) finite floats, ``terminal`` (total,) truth values, ``offsets`` (m + 1,)
    integers. There is at least one trajectory, each has at least one row, and inside a trajectory the next state of a
    row is the state of the following one.
    """

    states: Any
    actions: Any
    rewards: Any
    next_states: Any
    terminal: Any
    offsets: Any

    def __post_init__(self) -> None:
        states = _states("states", self.states)
        total = states.shape[0]
        checked = {
            "states": states,
            "actions": _counts("actions", self.actions, total),
            "rewards": _rewards(self.rewards, total),
            "next_states": _next_states(self.next_states, states),
            "terminal": _terminal(self.terminal, total),
            "offsets": _offsets(self.offsets, total),
        }
        _check_ends(checked["terminal"], checked["offsets"])
        _check_links(checked["states"], checked["next_states"], checked["offsets"])
        for name, array in checked.items():
            object.__setattr__(self, name, frozen(array, getattr(self, name)))

    @property
    def n_trajectories(self) -> int:
        """The number m of trajectories."""
        return int(self.offsets.size - 1)

    @property
    def n_transitions(self) -> int:
        """The number of rows of all trajectories together."""
        return int(self.states.shape[0])

    @property
    def lengths(self) -> Array:
        """The number of rows of each trajectory (m,)."""
        return np.diff(self.offsets)

    @property
    def owners(self) -> Array:
        """The trajectory that each row belongs to (total,)."""
        return np.repeat(np.arange(self.n_trajectories), self.lengths)

    @property
    def is_discrete(self) -> bool:
        """Whether states are integers."""
        return self.states.ndim == 1

    def __repr__(self) -> str:
        kind = "discrete states" if self.is_discrete else f"states of {self.states.shape[1]} numbers"
        return f"<Trajectories m={self.n_trajectories}, {self.n_transitions} transitions, {kind}>"

    def __reduce__(self) -> tuple[type[Trajectories], tuple[Any, ...]]:
        return Trajectories, tuple(getattr(self, name) for name in _FIELDS)

    def trajectory(self, i: int) -> Trajectories:
        """Return trajectory i alone."""
        return self.subset([i])

    def subset(self, indices: object) -> Trajectories:
        """Return the trajectories with these indices, in this order; an index may occur more than once."""
        chosen = _counts("indices", indices, None)
        if chosen.size == 0:
            raise must("indices", "name at least one trajectory", "none")
        if chosen.max() >= self.n_trajectories:
            raise must("indices", f"lie between 0 and {self.n_trajectories - 1}", show(int(chosen.max())))
        lengths = self.lengths[chosen]
        offsets = np.concatenate([[0], np.cumsum(lengths)])
        rows = np.arange(offsets[-1]) + np.repeat(self.offsets[chosen] - offsets[:-1], lengths)
        taken = {name: getattr(self, name)[rows] for name in _FIELDS[:-1]}
        return Trajectories(**taken, offsets=offsets)

    def transitions(self) -> Trajectories:
        """Return every row as a trajectory of its own."""
        return dataclasses.replace(self, offsets=np.arange(self.n_transitions + 1))

    def batches(self, rows: int) -> Iterator[tuple[int, int]]:
        """Yield (first, last) for the trajectories first, ..., last - 1 that have at most ``rows`` rows, or are one."""
        first = 0
        while first < self.n_trajectories:
            fits = int(np.searchsorted(self.offsets, self.offsets[first] + rows, side="right")) - 1
            last = max(first + 1, fits)
            yield first, last
            first = last

    @classmethod
    def from_episodes(
        cls, episodes: Sequence[Sequence[Sequence[Any]]], terminal: bool | Sequence[bool]
    ) -> Trajectories:
        """From lists of transitions (s, a, r, s'); ``terminal`` says of all episodes, or of each, whether it ended."""
        if len(episodes) == 0:
            raise must("episodes", "hold at least one episode", "none")
        rows = [_row(row, i, t) for i, episode in enumerate(episodes) for t, row in enumerate(episode)]
        offsets = np.concatenate([[0], np.cumsum([len(episode) for episode in episodes])])
        ended = np.full(len(episodes), terminal) if isinstance(terminal, bool) else np.asarray(terminal)
        if ended.shape != (len(episodes),) or ended.dtype != bool:
            raise must("terminal", f"be a truth value or one for each of {len(episodes)} episodes", show(terminal))
        _offsets(offsets, len(rows))
        ends = np.zeros(len(rows), dtype=bool)
        ends[offsets[1:] - 1] = ended
        states, actions, rewards, following = (_column(rows, k) for k in range(4))
        return cls(states, actions, rewards, following, ends, offsets)


def _row(row: Sequence[Any], i: int, t: int) -> Sequence[Any]:
    if not isinstance(row, (tuple, list)) or len(row) != 4:
        raise must(f"episodes[{i}][{t}]", "be a transition (s, a, r, s')", show(row))
    return row


def _column(rows: Sequence[Sequence[Any]], k: int) -> Array:
    name = ("states", "actions", "rewards", "next_states")[k]
    try:
        return np.asarray([row[k] for row in rows])
    except ValueError:
        raise must(name, "have one shape in all transitions", "several") from None


def _states(name: str, value: object) -> Array:
    array = _plain(name, value)
    if array.ndim == 1:
        return _counts(name, array, None)
    if array.ndim != 2 or array.shape[1] == 0 or array.dtype.kind not in "fiu":
        rule = "be (total,) integers or (total, d) real numbers"
        raise must(name, rule, f"{array.dtype} of shape {array.shape}")
    floats = np.ascontiguousarray(array, dtype=np.float64)
    bad = np.argwhere(~np.isfinite(floats))
    if bad.size:
        raise must(name, "be finite", show(float(floats[tuple(bad[0])])), f"in row {bad[0][0]}")
    return floats


def _next_states(value: object, states: Array) -> Array:
    following = _states("next_states", value)
    if following.shape != states.shape:
        raise must("next_states", f"have the shape {states.shape} of states", str(following.shape))
    return following


def _counts(name: str, value: object, total: int | None) -> Array:
    array = _plain(name, value)
    if array.ndim != 1 or (array.dtype.kind not in "iu" and array.size > 0):
        raise must(name, "be a row of integers", f"{array.dtype} of shape {array.shape}")
    if total is not None and array.size != total:
        raise must(name, f"have one entry for each of {total} rows", str(array.size))
    bad = np.flatnonzero((array < 0) | (array >= 2**62))
    if bad.size:
        raise must(name, "be integers from 0 to 2**62 - 1", show(int(array[bad[0]])), f"in row {bad[0]}")
    return np.ascontiguousarray(array, dtype=np.int64)


def _rewards(value: object, total: int) -> Array:
    array = _plain("rewards", value)
    if array.shape != (total,) or array.dtype.kind not in "fiu":
        rule = f"be real numbers, one for each of {total} rows"
        raise must("rewards", rule, f"{array.dtype} of shape {array.shape}")
    rewards = np.ascontiguousarray(array, dtype=np.float64)
    bad = np.flatnonzero(~np.isfinite(rewards))
    if bad.size:
        raise must("rewards", "be finite", show(float(rewards[bad[0]])), f"in row {bad[0]}")
    return rewards


def _terminal(value: object, total: int) -> Array:
    array = _plain("terminal", value)
    if array.shape != (total,) or array.dtype != bool:
        rule = f"be truth values, one for each of {total} rows"
        raise must("terminal", rule, f"{array.dtype} of shape {array.shape}")
    return array


def _offsets(value: object, total: int) -> Array:
    offsets = _counts("offsets", value, None)
    if offsets.size < 2:
        raise must("offsets", "bound at least one trajectory", f"{offsets.size} offsets")
    empty = np.flatnonzero(np.diff(offsets) <= 0)
    if empty.size:
        length = int(offsets[empty[0] + 1] - offsets[empty[0]])
        raise must(f"trajectory {empty[0]}", "have at least one transition", show(length))
    if offsets[0] != 0 or offsets[-1] != total:
        raise must("offsets", f"run from 0 to the number of rows {total}", f"{offsets[0]} to {offsets[-1]}")
    return offsets


def _check_ends(terminal: Array, offsets: Array) -> None:
    inside = terminal.copy()
    inside[offsets[1:] - 1] = False
    early = np.flatnonzero(inside)
    if early.size:
        raise must("terminal", "be true only in the last row of a trajectory", "true", f"in row {early[0]}")


def _check_links(states: Array, following: Array, offsets: Array) -> None:
    same = following[:-1] == states[1:]
    broken = ~(same if same.ndim == 1 else same.all(axis=1))
    broken[offsets[1:-1] - 1] = False
    rows = np.flatnonzero(broken)
    if rows.size:
        got = f"{show(following[rows[0]].tolist())} before {show(states[rows[0] + 1].tolist())}"
        raise must("next_states", "be the state of the next row of a trajectory", got, f"in row {rows[0]}")


def _plain(name: str, value: object) -> Array:
    if isinstance(value, np.ma.MaskedArray):
        raise must(name, "be a plain array", "a masked one")
    try:
        return np.asarray(value)
    except ValueError:
        raise must(name, "be an array", "ragged lists") from None
