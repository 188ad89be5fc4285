r"""DP-LSL (Balle, Gomrokchi and Precup 2016): ridge regression on first-visit returns weighted by counts, made private.

With F_s and |X_s| as in :mod:`tabular.algorithms.evaluation.dp_lsw`, rho_s > 0 fixed weights and c_s = rho_s |X_s|,

    theta = argmin (1/m) sum_s c_s (F_s - phi_s'theta)^2 + lambda/(2m) |theta|^2 = M^{-1} Phi' diag(c) F,
    M = Phi' diag(c) Phi + (lambda/2) I,
    S(X)^2 = (2 G ||Phi|| / N)^2 max_{k >= 0} e^{-k beta}
             (||Phi|| rho_max / sqrt(2 lambda) (sum_s rho_s min(|X_s| + k, m))^{1/2} + |rho|_2)^2,

    bound "printed":  N = lambda - ||Phi||^2 rho_max, which must be positive,
    bound "sharp":    N = lambda > 0.

Proof of the sharp bound (the printed one follows). Write v = Phi' diag(c) F and primes for a neighbour. From
M'(theta' - theta) = v' - v - (M' - M) theta and M' >= (lambda/2) I, ||theta' - theta|| <= (2/lambda) (||v' - v|| +
||M' - M|| ||theta||). c_s F_s is rho_s times a sum of returns, so that v changes by at most ||Phi|| G |rho|_2; counts
change by at most 1, so that M changes by at most ||Phi||^2 rho_max; and with y = diag(c)^{1/2} F, ||theta|| <=
||y|| / (2 sqrt(lambda/2)) <= G (sum_s c_s)^{1/2} / sqrt(2 lambda). Counts within distance k are at most
min(|X_s| + k, m), which makes S^2 smooth with factor e^{beta}. No condition on lambda is needed.
"""

from __future__ import annotations

import math
from typing import Literal, get_args

import numpy as np

from tabular.algorithms.evaluation.output_perturbation import (
    Norm,
    OutputRelease,
    Setting,
    largest_discounted,
    matrix_norm,
)
from tabular.errors import must, show
from tabular.evaluation.trajectories import Trajectories
from tabular.noise import checks
from tabular.numbers.arrays import Array
from tabular.numbers.doubles import norm, product, solve

Bound = Literal["printed", "sharp"]


class DPLSL:
    """Ridge regression on first-visit returns with noise by smooth sensitivity.

    ``regularisation`` is lambda and ``weights`` are rho_s, ones if None; the other arguments are those of DP-LSW.
    """

    def __init__(
        self,
        features: object,
        discount: object,
        epsilon: float,
        delta: float,
        regularisation: float,
        rewards: object = (0.0, 1.0),
        weights: object = None,
        norm: Norm = "operator",
        bound: Bound = "printed",
    ) -> None:
        self.setting = Setting.read(features, discount, epsilon, delta, rewards, weights)
        self.regularisation = checks.positive("regularisation", regularisation)
        self.feature_norm = matrix_norm(self.setting.phi, norm)
        if bound not in get_args(Bound):
            raise must("bound", 'be "printed" or "sharp"', show(bound))
        taken = self.feature_norm**2 * float(self.setting.weights.max()) if bound == "printed" else 0.0
        if self.regularisation <= taken:
            rule = f"exceed |Phi|^2 max rho = {taken:.6g} for the printed bound"
            raise must("regularisation", rule, show(regularisation))
        self._below = self.regularisation - taken

    def smooth_sensitivity(self, counts: Array, m: int) -> float:
        """Return S(X), which depends on the data through the counts |X_s| and their number m alone."""
        rho, visits = self.setting.weights, np.asarray(counts, dtype=np.float64)
        factor = self.feature_norm * float(rho.max()) / math.sqrt(2.0 * self.regularisation)
        length = float(norm(rho))

        def changes(k: Array) -> Array:
            most = np.minimum(visits[None, :] + k[:, None], m)
            return (factor * np.sqrt(product(most, rho)) + length) ** 2

        largest = largest_discounted(changes, m, self.setting.beta)
        return 2.0 * self.setting.return_range * self.feature_norm / self._below * math.sqrt(largest)

    def estimate(self, returns: Array, counts: Array) -> Array:
        """Return theta without noise."""
        phi, c = self.setting.phi, self.setting.weights * counts
        matrix = product(phi.T, c[:, None] * phi) + self.regularisation / 2.0 * np.eye(phi.shape[1])
        return solve(matrix, product(phi.T, c * returns))

    def run(self, data: Trajectories, seed: int | bytes | None = 0) -> OutputRelease:
        """Return the private estimate; None draws a fresh seed, which a release that is to be private needs."""
        returns, counts = self.setting.first_returns(data)
        smooth = self.smooth_sensitivity(counts, data.n_trajectories)
        return self.setting.release(self.estimate(returns, counts), smooth, counts, seed)
