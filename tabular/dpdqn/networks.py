"""Q-networks: populations of small fully connected networks, and what any other network must offer."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabular.dpdqn._kernels_networks import gradients_of, values_of
from tabular.errors import must, show
from tabular.noise.keys import seed_bytes
from tabular.numbers.arguments import count

Array = NDArray[np.float64]


@dataclass(frozen=True)
class MLP:
    """A fully connected network with rectified linear units between layers of the given widths.

    The first width is the dimension of a state, the last the number of actions. The parameters are one vector: for
    each layer the weights (inputs, outputs), row by row, then the biases.
    """

    widths: tuple[int, ...] = (1, 16, 16, 2)

    def __post_init__(self) -> None:
        widths: Any = self.widths
        if not isinstance(widths, (tuple, list)) or len(widths) < 2:
            raise must("widths", "have at least an input and an output", show(widths))
        object.__setattr__(self, "widths", tuple(count(f"widths[{i}]", w, 1) for i, w in enumerate(widths)))

    @property
    def n_actions(self) -> int:
        """Return the number of action values."""
        return self.widths[-1]

    @property
    def n_parameters(self) -> int:
        """Return the length of the vector of parameters."""
        return sum((a + 1) * b for a, b in zip(self.widths, self.widths[1:], strict=False))

    @property
    def kernel_widths(self) -> Any:
        """Return the widths for the kernels."""
        return np.array(self.widths, dtype=np.int64)

    @property
    def workspace(self) -> Array:
        """Return an array with one row for the outputs of each layer."""
        return np.zeros((len(self.widths), max(self.widths)))

    def initial(self, seed: int, runs: int = 1) -> Array:
        """Return parameters (runs, n_parameters) uniform on +-1/sqrt(inputs of the layer); run i depends on i alone."""
        key = int.from_bytes(seed_bytes(count("seed", seed, 0))[:16], "little")
        streams = (np.random.Philox(key=key, counter=[0, 0, 0, i]) for i in range(count("runs", runs)))
        return np.stack([self._drawn(np.random.Generator(stream)) for stream in streams])

    def values(self, theta: Any, state: Any) -> Array:
        """Return the action values (m,) at a state (d,)."""
        return self.population_values(np.atleast_2d(theta), np.atleast_2d(state))[0, 0]

    def gradient(self, theta: Any, state: Any, action: int) -> Array:
        """Return the derivative of one action value in the parameters."""
        return self.population_gradients(np.atleast_2d(theta), np.atleast_2d(state), action)[0, 0]

    def population_values(self, thetas: Any, states: Any) -> Array:
        """Return the action values (runs, k, m) of every network at every state (k, d)."""
        parameters, inputs = self.checked(thetas), self._inputs(states)
        out = np.empty((len(parameters), len(inputs), self.n_actions))
        values_of(self.kernel_widths, parameters, inputs, self.workspace, out)
        return out

    def population_gradients(self, thetas: Any, states: Any, action: int) -> Array:
        """Return the gradients (runs, k, n_parameters) of one action value."""
        parameters, inputs = self.checked(thetas), self._inputs(states)
        if count("action", action, 0) >= self.n_actions:
            raise must("action", f"be less than {self.n_actions}", show(action))
        out = np.empty((len(parameters), len(inputs), self.n_parameters))
        gradients_of(self.kernel_widths, parameters, inputs, action, self.workspace, self.workspace, out)
        return out

    def checked(self, thetas: Any) -> Array:
        """Return parameters as a contiguous array (runs, n_parameters), refusing other shapes."""
        parameters = np.ascontiguousarray(thetas, dtype=np.float64)
        if parameters.ndim != 2 or parameters.shape[1] != self.n_parameters:
            raise must("parameters", f"have shape (runs, {self.n_parameters})", show(parameters.shape))
        return parameters

    def _inputs(self, states: Any) -> Array:
        inputs = np.ascontiguousarray(states, dtype=np.float64)
        if inputs.ndim != 2 or inputs.shape[1] != self.widths[0]:
            raise must("states", f"have shape (k, {self.widths[0]})", show(inputs.shape))
        return inputs

    def _drawn(self, rng: np.random.Generator) -> Array:
        layers = zip(self.widths, self.widths[1:], strict=False)
        return np.concatenate([rng.uniform(-1, 1, (a + 1) * b) / math.sqrt(a) for a, b in layers])
