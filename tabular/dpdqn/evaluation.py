"""How good a policy of the interval walk is: its expected return, without sampling.

The states are cells of a grid. A step moves by a uniform amount, so the expectation of a piecewise linear function of
the next state is a difference of its antiderivative, and the value of a policy follows by backward induction with no
error but that of the grid.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabular.dpdqn.environment import IntervalWalk, reward
from tabular.errors import must, show
from tabular.instances.arguments import count

Array = NDArray[np.float64]
Policy = Callable[[Array], Any]


def expected_return(
    policy: Policy, environment: IntervalWalk | None = None, *, cells: int = 2000, reward_at: str = "next"
) -> float:
    """Return the expected sum of rewards 1/2 - |s - 1/2| of an episode under a policy: states (k,) -> actions (k,)."""
    if reward_at not in ("state", "next"):
        raise must("reward_at", "be one of state, next", show(reward_at))
    world = environment or IntervalWalk()
    grid = np.linspace(0.0, 1.0, count("cells", cells) + 1)
    actions = np.asarray(policy(grid))
    value = np.zeros_like(grid)
    for _ in range(world.episode):
        value = (
            _after(grid, actions, value + reward(grid), world)
            if reward_at == "next"
            else (reward(grid) + _after(grid, actions, value, world))
        )
    return float(np.trapezoid(value, grid))


def expected_returns(chances: Any, environment: IntervalWalk | None = None) -> Array:
    """Return the expected returns (runs,) of random policies, rewards read after the step.

    ``chances`` (runs, cells + 1) are the probabilities of action 1 at equispaced points of [0, 1].
    """
    world, right = environment or IntervalWalk(), np.asarray(chances, dtype=np.float64)
    if right.ndim != 2 or right.shape[1] < 2 or not ((right >= 0) & (right <= 1)).all():
        raise must("chances", "be probabilities of shape (runs, points), at least two points", show(right.shape))
    grid = np.linspace(0.0, 1.0, right.shape[1])
    value = np.zeros_like(right)
    for _ in range(world.episode):
        aim = value + reward(grid)
        value = (1 - right) * _moved(grid, aim, -world.reach) + right * _moved(grid, aim, world.reach)
    return np.asarray(np.trapezoid(value, grid, axis=1))


def best_return(environment: IntervalWalk | None = None, *, cells: int = 2000) -> float:
    """Return the expected return of the best policy, up to the error of the grid, with rewards read after the step."""
    world = environment or IntervalWalk()
    grid = np.linspace(0.0, 1.0, count("cells", cells) + 1)
    value = np.zeros_like(grid)
    for _ in range(world.episode):
        aim = value + reward(grid)
        value = np.maximum(_moved(grid, aim, -world.reach), _moved(grid, aim, world.reach))
    return float(np.trapezoid(value, grid))


def _after(grid: Array, actions: Array, function: Array, world: IntervalWalk) -> Array:
    """Return the expectation of the function at the state after the action at each point of the grid."""
    left, right = _moved(grid, function, -world.reach), _moved(grid, function, world.reach)
    return np.where(actions == 1, right, left)


def _moved(grid: Array, function: Array, reach: float) -> Array:
    """Return the mean of functions (..., k) over the way from each point to that at distance reach, ends repeated."""
    width = grid[1] - grid[0]
    inner = np.zeros_like(function)
    np.cumsum((function[..., 1:] + function[..., :-1]) / 2 * width, axis=-1, out=inner[..., 1:])
    far = grid + reach
    inside = np.clip(far, 0.0, 1.0)
    total = np.abs(_antiderivative(grid, function, inner, inside) - inner)
    end = function[..., -1:] if reach > 0 else function[..., :1]
    return (total + np.abs(far - inside) * end) / abs(reach)


def _antiderivative(grid: Array, function: Array, inner: Array, x: Array) -> Array:
    """Return the integral from 0 to x of piecewise linear functions; inner holds it at the grid."""
    i = np.minimum((x / (grid[1] - grid[0])).astype(np.int64), grid.size - 2)
    step = x - grid[i]
    slope = (function[..., i + 1] - function[..., i]) / (grid[1] - grid[0])
    return inner[..., i] + step * (function[..., i] + slope * step / 2)
