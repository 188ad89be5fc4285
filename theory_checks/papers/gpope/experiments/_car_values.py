"""Values of the car, by simulated returns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from tabular.evaluation import Moments, Trajectories
from tabular.numbers.arrays import Array
from tabular.numbers.doubles import product
from theory_checks.papers.gpope.experiments._car import (
    DISCOUNT,
    features,
    on_policy,
)
from theory_checks.papers.gpope.experiments._trajectory_worlds import (
    World,
)

MIDDLE = -0.5 / (1.0 - DISCOUNT)


@dataclass(frozen=True, eq=False)
class Values:
    """A world whose errors are squared errors of values, up to `rest`, the error of the best theta."""

    world: World
    rest: float

    def roots(self, errors: Array | float) -> Array:
        """Return root mean squared errors of values."""
        return np.sqrt(np.atleast_1d(errors) + self.rest)


@lru_cache(maxsize=4)
def values(seed: int, part: str) -> Values:
    """Return the on-policy world with C and E phi V in the place of A and b."""
    world = on_policy(seed, part)
    returns, weights = returns_of(world.data, DISCOUNT), row_weights(world.data)
    phi, C = features()(world.data.states), world.reference.C
    h = product(weights * returns, phi)
    of_values = replace(world, reference=Moments(C, h, C))
    return Values(of_values, float(product(weights, returns**2)) - of_values.zero)


def returns_of(data: Trajectories, discount: float) -> Array:
    """Return the discounted sum of the rewards from each row to the end of its trajectory."""
    returns = np.array(data.rewards, dtype=float)
    ends = set((data.offsets[1:] - 1).tolist())
    for row in range(returns.size - 2, -1, -1):
        if row not in ends:
            returns[row] += discount * returns[row + 1]
    return returns


def row_weights(data: Trajectories) -> Array:
    """Return 1/(P length) for each row."""
    return np.repeat(1.0 / (data.lengths * data.n_trajectories), data.lengths)
