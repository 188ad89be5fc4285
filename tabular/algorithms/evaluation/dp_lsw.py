r"""DP-LSW (Balle, Gomrokchi and Precup 2016): least squares on first-visit returns with fixed weights, made private.

With F_s the mean first-visit return of state s over the |X_s| trajectories that visit it (0 if none does), w_s > 0
fixed weights and W = diag(w),

    theta = argmin sum_s w_s (F_s - phi_s'theta)^2 = (W^{1/2} Phi)^+ W^{1/2} F,
    S(X)^2 = G^2 ||(W^{1/2} Phi)^+||^2 max_{k >= 0} e^{-k beta} sum_s w_s / max(|X_s| - k, 1)^2.

Replacing one trajectory moves F_s by at most G / max(|X_s|, 1): a mean of c returns in an interval of width G that
contains 0 moves by at most G/c if a return is replaced or taken away, and by less if one is added. So
||theta - theta'|| <= ||(W^{1/2} Phi)^+|| (sum_s w_s (F_s - F'_s)^2)^{1/2} <= S(X), the term k = 0. Counts of neighbours
differ by at most 1, so the maximum over k changes by at most a factor e^{beta}, its root S by e^{beta/2}; that is what
:mod:`tabular.algorithms.evaluation.output_perturbation` asks for. Printed is a norm without a name. The operator norm
is what the proof needs; the Frobenius norm is larger by up to sqrt(d), and private as well.

Beyond k = max |X_s| the sum no longer grows. The term k = |X_s| is e^{-beta |X_s|} w_s: noise does not shrink with m
before the rarest state has been visited by some multiples of 1/beta = 4 (d + ln(2/delta)) / epsilon trajectories.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabular.algorithms.evaluation.output_perturbation import (
    Norm,
    OutputRelease,
    Setting,
    largest_discounted,
    matrix_norm,
)
from tabular.evaluation.trajectories import Trajectories
from tabular.numbers.arrays import Array
from tabular.numbers.doubles import product, pseudo_inverse


class DPLSW:
    """Weighted least squares on first-visit returns with noise by smooth sensitivity.

    ``features`` are Tabular, a Table, or Phi (n_states, d) of rank d; ``rewards`` is the public range of a reward;
    ``weights`` are w_s, ones if None. The data are on-policy trajectories that end.
    """

    def __init__(
        self,
        features: object,
        discount: object,
        epsilon: float,
        delta: float,
        rewards: object = (0.0, 1.0),
        weights: object = None,
        norm: Norm = "operator",
    ) -> None:
        self.setting = Setting.read(features, discount, epsilon, delta, rewards, weights)
        roots = np.sqrt(self.setting.weights)
        self._inverse: Any = pseudo_inverse(roots[:, None] * self.setting.phi)
        self._solution: Any = self._inverse * roots
        self.inverse_norm = matrix_norm(self._inverse, norm)

    def smooth_sensitivity(self, counts: Array) -> float:
        """Return S(X), which depends on the data through the counts |X_s| alone."""
        weights, visits = self.setting.weights, np.asarray(counts, dtype=np.float64)

        def changes(k: Array) -> Array:
            left = np.maximum(visits[None, :] - k[:, None], 1.0)
            return (weights / left**2).sum(axis=1)

        largest = largest_discounted(changes, int(visits.max()), self.setting.beta)
        return self.setting.return_range * self.inverse_norm * largest**0.5

    def estimate(self, returns: Array) -> Array:
        """Return theta without noise."""
        return product(self._solution, returns)

    def run(self, data: Trajectories, seed: int | bytes | None = 0) -> OutputRelease:
        """Return the private estimate; None draws a fresh seed, which a release that is to be private needs."""
        returns, counts = self.setting.first_returns(data)
        return self.setting.release(self.estimate(returns), self.smooth_sensitivity(counts), counts, seed)
