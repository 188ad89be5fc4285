r"""Lower triangular Toeplitz factors that a few geometric buffers can stream (buffered linear Toeplitz factors).

The matrix A of running sums has the square root with coefficients c_j = binom(2j, j) / 4**j, and c_j is an integral of
powers, c_j = (1/pi) int_0^1 x**(j - 1/2) (1 - x)**(-1/2) dx. Taking a few powers b_i < 1 with weights a_i >= 0,

    l_0 = 1,  l_j = sum_i a_i b_i**(j-1),     1 / l(x) = 1 - x sum_i e_i / (1 - m_i x),

where the gaps y_i = 1 - m_i are the solutions of sum_i a_i / (y - (1 - b_i)) = 1, one to the right of each pole, and
1 / e_i = sum_k a_k / (y_i - (1 - b_k))**2. So A = L R holds *exactly* with R = A / L, whose coefficients are sums of
positive terms (the rates m_i may be negative only for a handful of steps),

    r_j = r + sum_i e_i / y_i m_i**j,      r = 1 / (1 + sum_i a_i / (1 - b_i)).

Nothing is approximated in the release or in its privacy; only the error is not quite that of the square root, and
`excess` says by how much.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from math import exp, log, sqrt
from typing import Any

import numpy as np
from scipy.optimize import nnls

from tabular.errors import must, show

_SPACING = 2.5  # of log(1/b - 1): one more buffer for each factor 12 of steps, and an excess below 0.1%
_PLACES = 400  # at which the weights are fitted
_SMALL = 1024  # indices of coefficients below which they are products


@dataclass(frozen=True, eq=False)
class BufferedFactor:
    """The factor with l_0 = 1, l_j = sum_i weights[i] rates[i]**(j - 1), for `steps` steps."""

    steps: int
    weights: Any
    rates: Any
    _inverse: Any = field(init=False, repr=False)

    def __post_init__(self) -> None:
        poles = 1.0 - self.rates
        solved = [_solve(self.weights, poles, k) for k in range(len(poles))]
        parts = [residue / gap for gap, residue in solved]
        limit = 1.0 / (1.0 + float(np.sum(self.weights / poles)))
        object.__setattr__(self, "_inverse", (np.array([*parts, limit]), np.array([*(gap for gap, _ in solved), 0.0])))

    def left(self, count: int) -> Any:
        """Return l_0, ..., l_{count-1}."""
        powers = self.rates[:, None] ** np.arange(max(count - 1, 0))
        return np.append(1.0, self.weights @ powers)[:count]

    def right(self, count: int) -> Any:
        """Return r_0, ..., r_{count-1}."""
        parts, gaps = self._inverse
        return parts @ (1.0 - gaps)[:, None] ** np.arange(count)

    def left_square(self) -> float:
        """Return sum_{j < steps} l_j**2, the variance of the last release (the largest) for unit noise."""
        return 1.0 + _square(self.weights, 1.0 - self.rates, self.steps - 1)

    def right_square(self) -> float:
        """Return sum_{j < steps} r_j**2, the squared length of the first column of R (the longest)."""
        parts, gaps = self._inverse
        return _square(parts, gaps, self.steps)

    @property
    def excess(self) -> float:
        """How much larger the largest deviation is than the square root's at equal privacy: 0.001 is 0.1%."""
        return sqrt(self.left_square() * self.right_square()) / root_square(self.steps) - 1.0


@lru_cache(maxsize=64)
def buffered_factor(steps: int, buffers: int | None = None) -> BufferedFactor:
    """Return a factor near the square root with at most this many buffers, by default about 3 + log(steps) / 2.5."""
    lowest, highest = -log(steps) - 2.5, 2.0
    if buffers is None:
        buffers = 1 + int(np.ceil((highest - lowest) / _SPACING))
    if buffers < 1:
        raise must("buffers", "be at least 1", show(buffers))
    places = np.linspace(lowest, highest, buffers) if buffers > 1 else np.array([(lowest + highest) / 2])
    rates = np.array([1.0 / (1.0 + exp(place)) for place in places])
    at = np.unique(np.round(np.geomspace(1, max(steps - 1, 1), _PLACES))).astype(np.int64)
    weights, _ = nnls(rates ** (at[:, None] - 1.0) / root_coefficients(at)[:, None], np.ones(at.size))
    used = weights > 0
    return BufferedFactor(steps, weights[used], rates[used])


def root_coefficients(j: Any) -> Any:
    """Return c_j = binom(2j, j) / 4**j, for large j by the series of Stirling, whose error is then below 1e-17."""
    j = np.asarray(j, dtype=np.int64)
    factors = np.arange(1, _SMALL)
    small = np.append(1.0, np.cumprod((2.0 * factors - 1.0) / (2.0 * factors)))
    y = 1.0 / np.maximum(j, 1)
    large = np.sqrt(y / np.pi) * (1.0 - y / 8.0 * (1.0 - y / 16.0 * (1.0 + y * 5.0 / 8.0 * (1.0 - y * 21.0 / 160.0))))
    return np.where(j < _SMALL, small[np.minimum(j, _SMALL - 1)], large)


def root_square(steps: int) -> float:
    """Return sum_{j < steps} c_j**2, for large sums by (log(16 n) + gamma) / pi + 1 / (4 pi n) + O(n**-2)."""
    exact = min(steps, 1 << 16)
    total = float(np.sum(root_coefficients(np.arange(exact)) ** 2))
    return total + (_expansion(steps) - _expansion(exact))


def _expansion(n: int) -> float:
    """Return log(n) / pi - 1 / (4 pi n), which sum_{j < n} c_j**2 is up to a constant and O(n**-2)."""
    return (log(n) - 1.0 / (4.0 * n)) / np.pi


def _square(parts: Any, gaps: Any, count: int) -> float:
    """Return sum_{j < count} (sum_i parts[i] (1 - gaps[i])**j)**2 by geometric sums."""
    if parts.size == 0:
        return 0.0
    gap = gaps[:, None] + gaps[None, :] - np.outer(gaps, gaps)  # 1 - product of the rates
    near = np.clip(gap, 0.0, 0.5)
    done = np.where(gap <= 0.5, -np.expm1(count * np.log1p(-near)), 1.0 - (1.0 - gap) ** float(count))
    return float(parts @ np.where(gap > 0.0, done / np.where(gap > 0.0, gap, 1.0), float(count)) @ parts)


def _solve(weights: Any, poles: Any, k: int) -> tuple[float, float]:
    """Return the solution y of sum_i weights[i] / (y - poles[i]) = 1 next to the right of pole k, and its residue.

    What is bisected is the distance to the pole, so y is as accurate as the poles, however small it is.
    """
    shifts = poles[k] - poles
    above = poles[poles > poles[k]]
    low, high = 0.0, float(np.min(above) - poles[k] if above.size else np.sum(weights))
    while low < (middle := (low + high) / 2.0) < high:
        if np.sum(weights / (middle + shifts)) > 1.0:
            low = middle
        else:
            high = middle
    return float(poles[k]) + high, float(1.0 / np.sum(weights / (high + shifts) ** 2))
