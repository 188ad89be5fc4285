"""How good a policy of the interval walk is: its expected return, without sampling.

The states are cells of a grid. A step moves by a uniform amount, so the expectation of a piecewise linear function of
the next state is a difference of its antiderivative, and the value of a policy follows by backward induction with no
error but that of the grid.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabular.dpdqn._kernels_walk import means_over_ways
from tabular.dpdqn.environment import ACTIONS, IntervalWalk, reward, reward_knots
from tabular.errors import must, show
from tabular.numbers.arguments import count

Array = NDArray[np.float64]
Policy = Callable[[Array], Any]


def expected_return(
    policy: Policy,
    environment: IntervalWalk | None = None,
    *,
    rewards: Any = None,
    cells: int = 2000,
    reward_at: str = "next",
) -> float:
    """Return the expected sum of rewards of an episode under a policy: states (k,) -> actions (k,).

    ``rewards`` are values (actions, k) at equispaced points, as in a training; 1/2 - |s - 1/2| unless given. The grid
    is refined until it has these points.
    """
    return returns_of_policies([policy], environment, rewards=rewards, cells=cells, reward_at=reward_at)[0]


def returns_of_policies(
    policies: Sequence[Policy],
    environment: IntervalWalk | None = None,
    *,
    rewards: Any = None,
    cells: int = 2000,
    reward_at: str = "next",
) -> list[float]:
    """Return the expected return of each of many policies, as `expected_return` does, all of them side by side."""
    world = environment or IntervalWalk()
    grid, gains = _gains(rewards, cells)
    right_way = np.array([np.broadcast_to(policy(grid) == 1, grid.shape) for policy in policies])
    value = np.zeros((len(policies), grid.size))
    for _ in range(world.episode):
        left, right = _action_values(grid, value, gains, world, reward_at)
        value = np.where(right_way, right, left)
    return [float(np.trapezoid(row, grid)) for row in value]


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


def best_return(
    environment: IntervalWalk | None = None, *, rewards: Any = None, cells: int = 2000, reward_at: str = "next"
) -> float:
    """Return the expected return of the best policy, which may look at the time, up to the error of the grid."""
    world = environment or IntervalWalk()
    grid, gains = _gains(rewards, cells)
    value = np.zeros_like(grid)
    for _ in range(world.episode):
        value = np.maximum(*_action_values(grid, value, gains, world, reward_at))
    return float(np.trapezoid(value, grid))


def _gains(rewards: Any, cells: int) -> tuple[Array, Array]:
    """Return a grid and the rewards (actions, points) on it: at least so many cells, and each knot a point."""
    least = count("cells", cells)
    if rewards is None:
        grid = np.linspace(0.0, 1.0, least + 1)
        return grid, np.stack([reward(grid)] * ACTIONS)
    table = reward_knots(rewards)
    pieces = table.shape[1] - 1
    grid = np.linspace(0.0, 1.0, -(-least // pieces) * pieces + 1)
    return grid, np.stack([np.interp(grid, np.linspace(0.0, 1.0, pieces + 1), row) for row in table])


def _action_values(grid: Array, value: Array, gains: Array, world: IntervalWalk, reward_at: str) -> tuple[Array, Array]:
    """Return what a step left, and a step right, are worth at each point if what follows is worth `value`."""
    if reward_at not in ("state", "next"):
        raise must("reward_at", "be one of state, next", show(reward_at))
    if reward_at == "next":
        return _moved(grid, value + gains[0], -world.reach), _moved(grid, value + gains[1], world.reach)
    return gains[0] + _moved(grid, value, -world.reach), gains[1] + _moved(grid, value, world.reach)


def _moved(grid: Array, function: Array, reach: float) -> Array:
    """Return the mean of functions (..., k) over the way from each point to that at distance reach, ends repeated."""
    functions = np.ascontiguousarray(function).reshape(-1, grid.size)
    out = np.empty_like(functions)
    means_over_ways(grid, functions, reach, out)
    return out.reshape(function.shape)
