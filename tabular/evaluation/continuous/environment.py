"""Environments that are simulated: start states, one step of many states at once, no memory between calls.

Every random choice is a number in [0, 1): the caller's (``starts(uniforms)``, ``step(..., uniforms)``) or the one that
a counter-based stream keeps for (seed, trajectory, step), so that trajectory i of a seed does not depend on how many
others are drawn.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabular.errors import must, show
from tabular.evaluation.continuous._kernels_environments import (
    MOST_EPISODES,
    Simulator,
    advance_all,
    draw_all,
    start_all,
)
from tabular.noise.keys import seed_bytes, source
from tabular.numbers.arguments import count

Vector = NDArray[np.float64]
_USE = 16  # the use of the key; others belong to other random numbers


class Step(NamedTuple):
    """What follows k states and actions: next states (k, d), rewards (k,), and whether the episode ends there (k,)."""

    next_states: Any
    rewards: Vector
    terminal: NDArray[np.bool_]


class Environment(ABC):
    """A simulated environment: states are rows (k, dimension) of floats, actions 0 to n_actions - 1.

    ``low`` and ``high`` enclose the states that policies meet: the domain of features. ``max_length`` is after how many
    steps an episode is cut (not ended) unless the caller says otherwise.
    """

    n_actions: ClassVar[int]
    dimension: ClassVar[int]
    max_length: ClassVar[int]
    is_random: ClassVar[bool] = False

    @property
    @abstractmethod
    def low(self) -> Vector:
        """Return the lower ends of the domain."""

    @property
    @abstractmethod
    def high(self) -> Vector:
        """Return the upper ends of the domain."""

    @property
    @abstractmethod
    def simulator(self) -> Simulator:
        """Return what the kernels need to know."""

    def starts(self, uniforms: Any) -> Vector:
        """Return the start states (k, d) that the rows of numbers in [0, 1) choose."""
        u = _uniforms("uniforms", uniforms, 2)
        if u.shape[1] != self.dimension:
            raise must("uniforms", f"have {self.dimension} columns", str(u.shape[1]))
        states = np.empty(u.shape)
        start_all(self.simulator, u, states)
        return states

    def step(self, states: Any, actions: Any, uniforms: Any = None) -> Step:
        """Return what follows from the states (k, d) under the actions (k,); a random environment needs k uniforms."""
        x = self.checked_states(states)
        a = self.checked_actions(actions, len(x))
        if uniforms is None and self.is_random:
            raise must("uniforms", "be given for a random environment", "none")
        u = np.zeros(len(x)) if uniforms is None else _uniforms("uniforms", uniforms, 1)
        if len(u) != len(x):
            raise must("uniforms", f"have one number for each of the {len(x)} states", str(len(u)))
        answer = Step(np.empty(x.shape), np.empty(len(x)), np.empty(len(x), np.bool_))
        advance_all(self.simulator, x, a, u, *answer)
        lost = np.flatnonzero(~np.isfinite(answer.rewards))
        if lost.size:
            raise must("states", "be within reach of the simulator", show(x[lost[0]].tolist()), f"in row {lost[0]}")
        return answer

    def observed(self, states: Vector) -> Any:
        """Return states as policies and data see them: these floats, or (k,) integers in a finite environment."""
        return states

    def checked_states(self, states: Any) -> Vector:
        """Return states as floats (k, d), refusing other shapes and numbers that are not finite."""
        x = np.ascontiguousarray(floats("states", states))
        if x.ndim != 2 or x.shape[1] != self.dimension:
            raise must("states", f"have shape (k, {self.dimension})", show(x.shape))
        if not np.isfinite(x).all():
            row = int(np.argwhere(~np.isfinite(x))[0][0])
            raise must("states", "be finite", show(x[row].tolist()), f"in row {row}")
        return x

    def checked_actions(self, actions: Any, k: int) -> NDArray[np.int64]:
        """Return k actions as integers, refusing unknown ones."""
        a = np.asarray(actions)
        if a.shape != (k,) or a.dtype.kind not in "iu":
            raise must("actions", f"be {k} integers", f"{a.dtype} of shape {a.shape}")
        bad = np.flatnonzero((a < 0) | (a >= self.n_actions))
        if bad.size:
            raise must("actions", f"be between 0 and {self.n_actions - 1}", show(a[bad[0]]), f"at {bad[0]}")
        return np.ascontiguousarray(a, dtype=np.int64)


def stream_key(seed: int) -> tuple[Any, Any]:
    """Return the two words that key the random numbers of a seed."""
    key = source(seed_bytes(count("seed", seed, 0)), 0, _USE, "fast").key
    return key[0], key[1]


def draws(seed: int, episodes: Any, slot: int, columns: int) -> Vector:
    """Return the numbers (k, columns) in [0, 1) that the stream of a seed keeps for episodes from a slot on."""
    numbers = np.ascontiguousarray(episodes, dtype=np.int64)
    if numbers.size and not 0 <= int(numbers.min()) <= int(numbers.max()) < MOST_EPISODES:
        raise must("episodes", f"be between 0 and {MOST_EPISODES - 1}", show(numbers.max()))
    out = np.empty((numbers.size, columns))
    draw_all(*stream_key(seed), numbers, slot, out)
    return out


def _uniforms(name: str, values: Any, ndim: int) -> Vector:
    u = np.ascontiguousarray(floats(name, values))
    if u.ndim != ndim:
        raise must(name, f"have {ndim} dimensions", str(u.ndim))
    if not ((u >= 0) & (u < 1)).all():
        raise must(name, "be in [0, 1)", show(float(u[~((u >= 0) & (u < 1))][0])))
    return u


def floats(name: str, values: Any) -> Vector:
    """Return values as floats of any shape, NaN and infinities included."""
    try:
        return np.array(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise must(name, "be numbers", show(values)) from None


def number(value: Any) -> float:
    """Return a number as a float; NaN, which no rule allows, for what is none."""
    return float(value) if isinstance(value, (int, float, np.integer, np.floating)) else float("nan")


def row(values: Any) -> Vector:
    """Return values as a row of floats; an empty one, which no rule allows, for what is not a row of numbers."""
    try:
        array = np.array(values, dtype=np.float64)
    except (TypeError, ValueError):
        return np.empty(0)
    return array if array.ndim == 1 else np.empty(0)
