"""Mountain car (Sutton and Barto, 1998): a weak car in a valley has to swing its way up to the goal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tabular.errors import must, show
from tabular.evaluation.continuous._kernels_environments import CAR, GOAL, LEFT_WALL, TOP_SPEED, Simulator
from tabular.evaluation.continuous.environment import Environment, Vector, number, row


@dataclass(frozen=True)
class MountainCar(Environment):
    """State (position x, velocity v), actions 0, 1, 2 for the force a = -1, 0, 1, reward -1 a step.

    v' = v + .001 a - .0025 cos(3 x) within +-.07, x' = x + v' within [-1.2, right_wall]; the left wall stops the car
    and the episode ends at x' >= .5. An episode starts at rest, uniformly between the two positions of ``start``
    (equal: a fixed start). Gymnasium's MountainCar-v0 has its right wall at .6.
    """

    start: tuple[float, float] = (-0.6, -0.4)
    right_wall: float = GOAL

    n_actions: ClassVar[int] = 3
    dimension: ClassVar[int] = 2
    max_length: ClassVar[int] = 10_000

    def __post_init__(self) -> None:
        start = row(self.start)
        if len(start) != 2 or not LEFT_WALL <= start[0] <= start[1] < GOAL:
            raise must("start", f"be two rising positions in [{LEFT_WALL}, {GOAL})", show(self.start))
        if not GOAL <= number(self.right_wall) < float("inf"):
            raise must("right_wall", f"be finite and at least {GOAL}", show(self.right_wall))

    @property
    def low(self) -> Vector:
        """Return the smallest position and velocity."""
        return np.array([LEFT_WALL, -TOP_SPEED])

    @property
    def high(self) -> Vector:
        """Return the largest position and velocity."""
        return np.array([self.right_wall, TOP_SPEED])

    @property
    def simulator(self) -> Simulator:
        """Return what the kernels need to know."""
        return Simulator(CAR, np.array([self.start[0], self.start[1], self.right_wall]))
