"""The interval walk: a state in [0, 1] that each step moves left (action 0) or right (action 1) by a uniform amount."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabular.errors import must, show
from tabular.numbers.arguments import count

Array = NDArray[np.float64]
ACTIONS = 2


@dataclass(frozen=True)
class IntervalWalk:
    """From s, action 1 leads to min(s + U, 1) and action 0 to max(s - U, 0), U uniform on [0, reach].

    Episodes begin uniformly on [0, 1] and end after ``episode`` steps. The reward is 1/2 - |s - 1/2|.
    """

    reach: float = 0.25
    episode: int = 50

    def __post_init__(self) -> None:
        if isinstance(self.reach, bool) or not isinstance(self.reach, (int, float)) or not 0 < self.reach <= 1:
            raise must("reach", "be in (0, 1]", show(self.reach))
        count("episode", self.episode)

    def starts(self, uniforms: Any) -> Array:
        """Return the states in which episodes begin, one for each number in [0, 1)."""
        return _inside("uniforms", uniforms)

    def step(self, states: Any, actions: Any, uniforms: Any) -> Array:
        """Return the next states (k,), each chosen by a number in [0, 1)."""
        s, u, a = _inside("states", states), _inside("uniforms", uniforms), np.asarray(actions)
        if a.shape != s.shape or u.shape != s.shape:
            raise must("actions and uniforms", f"have the shape of states, {s.shape}", f"{a.shape} and {u.shape}")
        if a.dtype.kind not in "iu" or not ((a == 0) | (a == 1)).all():
            raise must("actions", "be integers 0 or 1", show(a.tolist()))
        move = self.reach * u
        return np.where(a == 1, np.minimum(s + move, 1.0), np.maximum(s - move, 0.0))


def reward(states: Any) -> Array:
    """Return 1/2 - |s - 1/2|."""
    return 0.5 - np.abs(np.asarray(states, dtype=np.float64) - 0.5)


MIDDLE = np.array([[0.0, 0.5, 0.0]] * ACTIONS)  # the same reward by its values at 0, 1/2 and 1


def knots(function: Callable[[Any, int], Any], pieces: int = 256) -> Array:
    """Return the values (actions, pieces + 1) at equispaced points of a reward function of (states, action)."""
    points = np.linspace(0.0, 1.0, count("pieces", pieces) + 1)
    return reward_knots([np.broadcast_to(function(points, a), points.shape) for a in range(ACTIONS)])


def reward_knots(values: Any) -> Array:
    """Return rewards as values (actions, k) at k >= 2 equispaced points of [0, 1], between which they are linear."""
    table = np.ascontiguousarray(values, dtype=np.float64)
    if table.ndim != 2 or table.shape[0] != ACTIONS or table.shape[1] < 2:
        raise must("rewards", f"have shape ({ACTIONS}, k) with k >= 2", show(table.shape))
    if not np.isfinite(table).all():
        raise must("rewards", "be finite", show(float(table[~np.isfinite(table)][0])))
    return table


def _inside(name: str, values: Any) -> Array:
    x = np.asarray(values, dtype=np.float64)
    if x.ndim != 1:
        raise must(name, "have one dimension", str(x.ndim))
    bad = x[~((x >= 0) & (x <= 1))]
    if bad.size:
        raise must(name, "be in [0, 1]", "NaN" if math.isnan(bad[0]) else show(float(bad[0])))
    return x
