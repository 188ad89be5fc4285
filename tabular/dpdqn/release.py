"""What leaves the training: a value function that answers queries, the same query always alike.

The holder of a release answers queries with Q + g. Its file has the parameters without noise and, unless a table was
made of it, the key of g: it stays with the holder. What may be published are answers, such as `Release.table`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tabular.dpdqn.networks import MLP
from tabular.dpdqn.options import bounded
from tabular.dpdqn.training import Training
from tabular.errors import must, show
from tabular.noise import OrnsteinUhlenbeckFunction
from tabular.noise.keys import Bits
from tabular.numbers.arguments import count

Array = NDArray[np.float64]
Noise = Literal["none", "fresh"]
_MOST_POINTS = 1_000_000


@dataclass(frozen=True, eq=False)
class Release:
    """One run's value function, as printed (no noise) or plus a path that no update has used."""

    network: MLP
    theta: Array = field(repr=False)
    noise: OrnsteinUhlenbeckFunction | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "theta", self.network.checked(np.atleast_2d(self.theta))[0])
        if self.noise is not None and self.noise.actions != self.network.n_actions:
            raise must("noise", f"have {self.network.n_actions} paths", str(self.noise.actions))

    def values(self, states: Any) -> Array:
        """Return the released action values (k, m) at states (k,)."""
        x = np.ascontiguousarray(np.atleast_1d(states), dtype=np.float64)
        if x.ndim != 1 or not ((x >= 0) & (x <= 1)).all():
            raise must("states", "be numbers in [0, 1]", show(states))
        q = self.network.population_values(self.theta[None], x[:, None])[0]
        if self.noise is None:
            return q
        return q + np.stack([self.noise.many(x, a) for a in range(self.network.n_actions)], axis=1)

    def actions(self, states: Any) -> NDArray[np.int64]:
        """Return the greedy actions (k,); ties go to the first."""
        return np.argmax(self.values(states), axis=1)

    def table(self, points: int = 201) -> Array:
        """Return rows (state, value of action 0, value of action 1, ...) at equispaced states: fit to be published."""
        grid = np.linspace(0.0, 1.0, bounded("points", points, 2, _MOST_POINTS))
        return np.column_stack([grid, self.values(grid)])


def release(
    training: Training, run: int = 0, *, noise: Noise = "fresh", key: int | bytes = 0, bits: Bits = "chacha20"
) -> Release:
    """Return the value function of a run; "none" is what the algorithm prints, "fresh" adds a new path.

    Where the noise level is 0 there is no path to add, and "fresh" is refused.

    The key must be secret, drawn uniformly, and used for one network only, if the noise is to protect anything: two
    networks with the same path differ by what they differ by without noise.
    """
    if noise not in ("none", "fresh"):
        raise must("noise", "be none or fresh", show(noise))
    chosen = run_number(training, run)
    options, theta = training.options, training.memories[chosen].theta.copy()
    if noise == "none":
        return Release(training.network, theta)
    if options.noise_level == 0:
        raise must("noise", "be none where the noise level is 0", show(noise))
    actions = training.network.n_actions
    path = OrnsteinUhlenbeckFunction(key, options.kernel_rate, options.noise_level, actions=actions, bits=bits)
    return Release(training.network, theta, path)


def run_number(training: Training, run: int) -> int:
    """Return the number of a run that the training has."""
    number = count("run", run, 0)
    if number >= training.runs:
        raise must("run", f"be from 0 to {training.runs - 1}", show(run))
    return number
