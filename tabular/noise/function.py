"""Ornstein-Uhlenbeck paths as pure functions of a key and a point (stateless)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tabular.noise import checks
from tabular.noise._kernels_dyadic import LEVELS, function_at, function_values
from tabular.noise._kernels_words import tree_top
from tabular.noise.conditional import midpoint, step
from tabular.noise.keys import TREE, Bits, key_bytes, source


@dataclass(frozen=True, eq=False)
class OrnsteinUhlenbeckFunction:
    """Independent paths g(., action) with covariance sigma**2 exp(-beta |x - y|), with nothing to remember.

    The value depends on (key, beta, sigma, interval, action, bits) and on x alone: any order of queries, any number of
    processes that hold the key, get the same bits. On [0, 1] any finite set of multiples of 2**-53, so of all doubles
    from 1/2 on, has the law of the path, up to the quality of the words, normals in steps of 2**-64 of probability
    (|z| < 9.16), and rounding. Any other x has the value of the nearest of these points, at most 2**-54 away: the true
    path differs there from what it is at x by a normal of deviation at most sigma sqrt(beta 2**-53), and doubles that
    share a nearest point share its value. On another interval the same holds for the positions, rounded to doubles,
    (x - lower) / (upper - lower), with beta (upper - lower) for beta. `OrnsteinUhlenbeck` has no such limit.

    The path is a pseudorandom function of a secret key, see `tabular.noise.keys` for privacy; with `bits="fast"` it is
    one for simulation only, in half of the time.
    """

    key: int | bytes = field(repr=False)
    beta: float
    sigma: float = 1.0
    interval: tuple[float, float] = (0.0, 1.0)
    actions: int = 1
    bits: Bits = field(default="chacha20", kw_only=True)
    _coefficients: Any = field(init=False, repr=False)
    _numbers: Any = field(init=False, repr=False)
    _sources: dict[int, Any] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        keep = object.__setattr__
        keep(self, "key", key_bytes("key", self.key))
        keep(self, "beta", checks.positive("beta", self.beta))
        keep(self, "sigma", checks.positive("sigma", self.sigma))
        keep(self, "interval", checks.interval(self.interval))
        keep(self, "actions", checks.action_count(self.actions))
        lower, upper = self.interval
        keep(self, "_numbers", np.array([self.sigma, lower, upper]))
        keep(self, "_coefficients", tree_coefficients(self.beta * (upper - lower)))
        keep(self, "_sources", {})
        self._arguments(0)  # refuses unknown bits

    def __call__(self, x: float, action: int = 0) -> float:
        """Return g(x, action)."""
        if isinstance(x, float) and type(action) is int and action in self._sources:
            value: float = function_at(x, *self._sources[action])
            if value == value:
                return value
        return float(function_at(checks.point(x, *self.interval), *self._arguments(action)))

    def many(self, xs: Any, action: int = 0) -> Any:
        """Return the array of g(x, action) over xs."""
        points = checks.points(xs, *self.interval)
        out = np.empty(points.size)
        function_values(points, out, *self._arguments(action))
        return out

    def _arguments(self, action: int) -> Any:
        """Return what the compiled functions take before the points."""
        action = checks.action(action, self.actions)
        if action not in self._sources:
            words = source(key_bytes("key", self.key), action, TREE, self.bits)
            top = tree_top(words.state) if words.secure else np.empty(0, np.uint64)
            self._sources[action] = (words.key, words.state, top, words.secure, self._numbers, self._coefficients)
        return self._sources[action]


def tree_coefficients(beta: float) -> Any:
    """Return the array (2, 54) of weights and deviations on [0, 1]: the right end given the left, then each level."""
    pairs = [step(beta), *(midpoint(beta * 2.0**-level) for level in range(1, LEVELS + 1))]
    return np.ascontiguousarray(np.array(pairs).T)
