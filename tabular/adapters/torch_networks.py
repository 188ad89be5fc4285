"""A PyTorch module as a network for `tabular.dpdqn.general.train_any`; torch itself is up to you."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabular.errors import must

Array = NDArray[np.float64]


class TorchNetwork:
    """A module that maps a state (d,) to action values (m,); its parameters become one vector of doubles."""

    def __init__(self, module: Any, n_actions: int) -> None:
        try:
            self._torch: Any = importlib.import_module("torch")
        except ModuleNotFoundError:
            raise must("torch", "be installed to wrap a module", "no such package") from None
        self._module, self._actions = module.double(), n_actions
        self._parameters = list(self._module.parameters())

    @property
    def n_parameters(self) -> int:
        """Return the length of the vector of parameters."""
        return sum(p.numel() for p in self._parameters)

    @property
    def n_actions(self) -> int:
        """Return the number of action values."""
        return self._actions

    @property
    def theta(self) -> Array:
        """Return the parameters that the module has now."""
        return np.concatenate([p.detach().numpy().ravel() for p in self._parameters])

    def values(self, theta: Array, state: Array) -> Array:
        """Return the action values at a state."""
        self._load(theta)
        with self._torch.no_grad():
            return self._forward(state).numpy()

    def gradient(self, theta: Array, state: Array, action: int) -> Array:
        """Return the derivative of one action value in the parameters."""
        self._load(theta)
        slopes = self._torch.autograd.grad(self._forward(state)[action], self._parameters)
        return np.concatenate([slope.numpy().ravel() for slope in slopes])

    def _forward(self, state: Array) -> Any:
        return self._module(self._torch.as_tensor(np.atleast_1d(state), dtype=self._torch.float64))

    def _load(self, theta: Array) -> None:
        start = 0
        with self._torch.no_grad():
            for p in self._parameters:
                part = self._torch.as_tensor(theta[start : start + p.numel()]).reshape(p.shape)
                p.copy_(part)
                start += p.numel()
