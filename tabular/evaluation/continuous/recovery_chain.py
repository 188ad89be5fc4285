"""The recovery chain as a simulator, which pays its reward of 1 on arrival; the MDP has the expected reward."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from tabular.errors import must, show
from tabular.evaluation.continuous._kernels_environments import CHAIN, Simulator
from tabular.evaluation.continuous.environment import Environment, Vector, number
from tabular.numbers.arguments import count

_MOST_STATES = 2**31


@dataclass(frozen=True)
class RecoveryChain(Environment):
    """States 0 to ``states`` - 1, one action: stay with probability ``stay``, else advance; the last state ends it.

    An episode starts uniformly in the states before the last. The same law as `tabular.mdp.instances.recovery_chain`.
    """

    states: int = 40
    stay: float = 0.5

    n_actions: ClassVar[int] = 1
    dimension: ClassVar[int] = 1
    max_length: ClassVar[int] = 1_000_000
    is_random: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if count("states", self.states, 2) > _MOST_STATES:
            raise must("states", f"be at most {_MOST_STATES}", show(self.states))
        if not 0 <= number(self.stay) < 1:
            raise must("stay", "be a probability below 1", show(self.stay))

    @property
    def low(self) -> Vector:
        """Return the first state."""
        return np.zeros(1)

    @property
    def high(self) -> Vector:
        """Return the last state."""
        return np.array([self.states - 1.0])

    @property
    def simulator(self) -> Simulator:
        """Return what the kernels need to know."""
        return Simulator(CHAIN, np.array([float(self.states), float(self.stay)]))

    def checked_states(self, states: Any) -> Vector:
        """Return states as floats (k, 1); (k,) integers are accepted too."""
        x = np.asarray(states)
        rows = super().checked_states(x[:, None] if x.ndim == 1 else x)
        bad = np.flatnonzero((rows[:, 0] != np.floor(rows[:, 0])) | (rows[:, 0] < 0) | (rows[:, 0] >= self.states))
        if bad.size:
            rule = f"be integers from 0 to {self.states - 1}"
            raise must("states", rule, show(rows[bad[0], 0].item()), f"in row {bad[0]}")
        return rows

    def observed(self, states: Vector) -> Any:
        """Return the states as integers (k,)."""
        return states[:, 0].astype(np.int64)
