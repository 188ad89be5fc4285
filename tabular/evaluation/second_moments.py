r"""Exact second moments of linear stochastic recursions, in floats or Fractions.

Additive noise, of covariance S in each step, on the error x of primal-dual steps of length beta:

    x <- (I - beta Q) x + beta noise,      Sigma <- M Sigma M' + beta^2 S,  M = I - beta Q,  Sigma = E x x'.

A data set from which record i is drawn with probability w_i adds the noise of the draw, which depends on x. With
y = (1, x) and T_i = [[1, 0], [beta g_i, I - beta Q_i]] the whole second moment Y = E y y' follows the linear map

    Y <- sum_i w_i T_i Y T_i' + beta^2 [[0, 0], [0, S]].
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Any, cast

import numpy as np

from tabular.errors import InputError, must
from tabular.evaluation.saddle import contracts, identity_like, stein
from tabular.numbers.arrays import Array, Scalar
from tabular.numbers.quadratic_forms import is_exact, is_positive_definite
from tabular.numbers.rational import solve_exact


def second_moments(Q: Array, step_sizes: Iterable[Scalar], start: Array, noise: Array) -> Iterator[Array]:
    """Yield E x x' at the start and after each step, for additive noise of covariance `noise`."""
    sigma = start
    yield sigma
    for beta in step_sizes:
        M = identity_like(Q) - _times(beta, Q)
        sigma = M @ sigma @ M.T + _times(beta * beta, noise)
        yield sigma


def steady_state(Q: Array, step_size: Scalar, noise: Array) -> Array:
    """Return the limit of E x x' for a constant step; it exists iff the spectral radius of I - beta Q is below 1."""
    if not contracts(Q, step_size):
        raise must("step_size", "make the spectral radius of I - step_size Q less than 1", str(step_size))
    M = identity_like(Q) - _times(step_size, Q)
    return stein(M.T, _times(step_size * step_size, noise))


@dataclass(frozen=True)
class Draws:
    """A data set as a recursion: record i has the matrix Q_i, the offset g_i and the probability w_i."""

    matrices: Sequence[Array]
    offsets: Sequence[Array]
    weights: Sequence[Scalar]

    def __post_init__(self) -> None:
        """Check that there is one matrix, offset and probability for each record."""
        counts = len(self.matrices), len(self.offsets), len(self.weights)
        if not counts[0] == counts[1] == counts[2] > 0:
            raise must("matrices, offsets and weights", "have one entry for each of at least one record", str(counts))
        if min(self.weights) < 0 or abs(float(sum(self.weights)) - 1) > len(self.weights) * 2.0**-52:
            raise must("weights", "be non-negative with sum 1", str([str(w) for w in self.weights]))

    def moments(self, step_sizes: Iterable[Scalar], start: Array, noise: Array) -> Iterator[Array]:
        """Yield E (1, x)(1, x)' at the fixed point `start` and after each step, with noise of covariance `noise`."""
        y = np.concatenate([identity_like(noise)[0, :1], start])
        second = np.outer(y, y)
        yield second
        for beta in step_sizes:
            second = self._mean([T @ second @ T.T for T in self._maps(beta)])
            second[1:, 1:] = second[1:, 1:] + _times(beta * beta, noise)
            yield second

    def contracts(self, step_size: Scalar) -> bool:
        """Tell whether X -> sum_i w_i M_i X M_i', M_i = I - beta Q_i, has a spectral radius below 1.

        The map keeps positive matrices positive, so it has iff X = I + its image of X has a solution X > 0.
        """
        try:
            X = self._fixed(self._linear(step_size), identity_like(self.matrices[0]))
        except (InputError, np.linalg.LinAlgError):  # 1 is an eigenvalue of the map
            return False
        return is_positive_definite(X if is_exact(X) else (X + X.T) / 2)

    def steady_state(self, step_size: Scalar, noise: Array) -> Array:
        """Return the limit of E (1, x)(1, x)' for a constant step with which the second moments contract."""
        if not self.contracts(step_size):
            raise must("step_size", "make the second moments contract", str(step_size))
        maps = self._maps(step_size)
        mean = self._mean(maps)
        center = _solve(identity_like(mean[1:, 1:]) - mean[1:, 1:], mean[1:, 0])
        driven = self._mean([_driven(T, center) for T in maps]) + _times(step_size * step_size, noise)
        square = self._fixed([T[1:, 1:] for T in maps], driven)
        one = identity_like(mean)[:1, :1]
        return np.block([[one, center[None, :]], [center[:, None], square]])

    def _linear(self, beta: Scalar) -> list[Array]:
        return [identity_like(q) - _times(beta, q) for q in self.matrices]

    def _maps(self, beta: Scalar) -> list[Array]:
        """Return the T_i, by which the draws map y = (1, x)."""
        pairs = zip(self._linear(beta), self.offsets, strict=True)
        first = identity_like(np.pad(self.matrices[0], (1, 0)))[:1]
        return [np.vstack([first, np.hstack([_times(beta, g)[:, None], M])]) for M, g in pairs]

    def _mean(self, arrays: Sequence[Array]) -> Array:
        return reduce(add, [_times(w, x) for w, x in zip(self.weights, arrays, strict=True)])

    def _fixed(self, linear: Sequence[Array], constant: Array) -> Array:
        """Return the X with X = sum_i w_i M_i X M_i' + constant."""
        operator = self._mean([np.kron(M, M) for M in linear])
        return _solve(identity_like(operator) - operator, constant.reshape(-1)).reshape(constant.shape)


def _driven(T: Array, center: Array) -> Array:
    """Return the part of T Y T' that E x x' does not enter, for E x = `center`."""
    offset, M = T[1:, 0], T[1:, 1:]
    cross = np.outer(M @ center, offset)
    return np.outer(offset, offset) + cross + cross.T


def _times(factor: Scalar, x: Array) -> Array:
    return cast(Any, factor) * x


def _solve(operator: Array, right: Array) -> Array:
    return solve_exact(operator, right) if is_exact(operator) else np.linalg.solve(operator, right)
