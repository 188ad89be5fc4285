r"""One Gaussian release of clipped sufficient statistics, then ordinary least squares on what was released.

With A_i, b_i the statistics of trajectory i (2.2), on-policy or off-policy, S (n, k) a public basis (I by default),
t > 0 a public emphasis, h the clip and x_i = (A_i S, t b_i) in R^{n (k + 1)},

    (A~, t b~) = (1/m) sum_i x_i / max(1, |x_i|/h) + N(0, s^2 I),     theta = S argmin_u |b~ - A~u|^2 + lambda |u|^2.

*Guarantee.* Let neighbours differ in one of m trajectories (replacement, m public). Each clipped x_i has norm at most
h, so the mean moves by at most 2h/m in the joint Frobenius norm, whatever the trajectories, their lengths, rewards and
importance ratios are. A Gaussian mechanism of sensitivity Delta with noise s is (epsilon, delta)-private exactly when
delta_G(epsilon, Delta/s) <= delta (Balle and Wang 2018, Theorem 8); s is the smallest double for which that is proved
at Delta = 2h/m (``calibrate_gaussian``). theta, and anything else that is computed from A~ and b~, is post-processing:
solving again with another lambda costs nothing. Proved for real numbers; the sums and the noise are doubles.

*Ridge.* Given the data, E|b~ - A~u|^2 = |b - Au|^2 + n s^2 (|u|^2 + 1/t^2). The noise of A~ itself acts like a ridge
n s^2, in expectation; the default lambda = n s^2 makes that certain. It depends on nothing private and goes to 0 with
the noise, so that theta tends to the solution of A theta = b; as the noise grows theta tends to 0.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from tabular.algorithms.evaluation._kernels_clipped_sums import sum_statistics
from tabular.algorithms.evaluation.lstd import solve_system
from tabular.algorithms.evaluation.output_perturbation import noisy_copies
from tabular.algorithms.evaluation.records import Records
from tabular.errors import must, show
from tabular.noise import checks
from tabular.numbers.arguments import count
from tabular.numbers.arrays import Array, convert, frozen, read_numbers
from tabular.numbers.doubles import product
from tabular.privacy.calibrate import calibrate_gaussian


@dataclass(frozen=True, eq=False)
class StatisticsRelease:
    """The private ``theta`` (n,), ``A`` (n, k) = A~ (in the basis), ``b`` (n,) = b~; ``scale`` is s, ``ridge`` lambda.

    All but ``clipped``, how many trajectories were, and ``noiseless``, the clipped means, is private.
    """

    theta: Any
    A: Any
    b: Any
    scale: float
    ridge: float
    clipped: int
    noiseless: Any
    mechanism: PrivateStatistics

    def again(self, trials: int, seed: int | bytes | None = 0) -> Array:
        """Return theta (trials, n) of further releases, to study accuracy; each costs the whole budget anew.

        Row 0 is the ``theta`` of a run with the same seed.
        """
        noisy = noisy_copies(self.noiseless, self.scale, count("trials", trials), seed)
        return np.stack([self.mechanism.solve(statistics, self.ridge) for statistics in noisy])


class PrivateStatistics:
    """One release of the means of clipped (A_i S, t b_i), and the ridge solution.

    ``private=False`` allows epsilon = inf (no noise), and then clip = inf: no privacy whatever, only for comparison.
    """

    def __init__(
        self,
        epsilon: float,
        delta: float,
        clip: float,
        basis: object = None,
        emphasis: float = 1.0,
        ridge: float | None = None,
        private: bool = True,
    ) -> None:
        self.epsilon, self.delta, self.clip = _read_privacy(epsilon, delta, clip, private)
        self.basis: Any = None if basis is None else _read_basis(basis)
        self.emphasis = checks.positive("emphasis", emphasis)
        self.ridge = None if ridge is None else checks.number("ridge", ridge)
        if self.ridge is not None and not 0.0 <= self.ridge < math.inf:
            raise must("ridge", "be finite and at least 0", show(ridge))

    def noise_scale(self, m: int) -> float:
        """Return s for m trajectories."""
        return _noise_scale(self.epsilon, self.delta, self.clip, count("m", m))

    def run(self, records: Records, seed: int | bytes | None = 0) -> StatisticsRelease:
        """Return the release; None draws a fresh seed, which a release that is to be private needs."""
        if not isinstance(records, Records):
            raise must("records", "be Records", show(records))
        noiseless, clipped = self._means(records)
        scale = self.noise_scale(records.n_trajectories)
        ridge = records.size * scale**2 if self.ridge is None else self.ridge
        statistics = noisy_copies(noiseless, scale, 1, seed)[0]
        A, b = self._parts(statistics)
        theta = self.solve(statistics, ridge)
        return StatisticsRelease(
            frozen(theta), frozen(A.copy()), frozen(b), scale, ridge, clipped, frozen(noiseless), self
        )

    def solve(self, statistics: Array, ridge: float) -> Array:
        """Return theta from (A~, t b~), (n, k + 1)."""
        A, b = self._parts(statistics)
        if ridge == 0.0 and A.shape[0] == A.shape[1]:
            u = solve_system(A, b, 0.0).theta
        else:
            u = solve_system(product(A.T, A), product(A.T, b), ridge).theta
        return u if self.basis is None else product(self.basis, u)

    def _means(self, records: Records) -> tuple[Array, int]:
        n = records.size
        basis = np.eye(n) if self.basis is None else self.basis
        if basis.shape[0] != n:
            raise must("basis", f"have {n} rows, one for each feature", str(basis.shape[0]))
        total, right = np.empty((n, basis.shape[1])), np.empty(n)
        padded = np.vstack([basis, np.zeros(basis.shape[1])])
        clipped = sum_statistics(records.packed, padded, self.emphasis, self.clip, total, right)
        if clipped < 0:
            raise must("the statistics of every trajectory", "be within the range of doubles", "an overflow")
        return np.column_stack([total, right]) / records.n_trajectories, clipped

    def _parts(self, statistics: Array) -> tuple[Array, Array]:
        return statistics[:, :-1], statistics[:, -1] / self.emphasis


@lru_cache(maxsize=256)
def _noise_scale(epsilon: float, delta: float, clip: float, m: int) -> float:
    if epsilon == math.inf:
        return 0.0
    return calibrate_gaussian(epsilon, delta, 2 * Fraction(clip) / m).sigma


def _read_privacy(epsilon: object, delta: object, clip: object, private: bool) -> tuple[float, float, float]:
    level, failure, bound = (
        checks.number(name, value) for name, value in (("epsilon", epsilon), ("delta", delta), ("clip", clip))
    )
    open_end = " (or inf with private=False)"
    if not level > 0.0 or (private and level == math.inf):
        raise must("epsilon", "be positive and finite" + open_end, show(epsilon))
    if not 0.0 < failure < 1.0:
        raise must("delta", "lie in (0, 1)", show(delta))
    if not bound > 0.0 or (private and bound == math.inf):
        raise must("clip", "be positive and finite" + open_end, show(clip))
    if bound == math.inf and level < math.inf:
        raise must("clip", "be finite where epsilon is, for the noise is in proportion to it", show(clip))
    return level, failure, bound


def _read_basis(basis: object) -> Array:
    matrix = convert(read_numbers("basis", basis, 2), "float")
    if 0 in matrix.shape or not np.isfinite(matrix).all() or matrix.shape[1] > matrix.shape[0]:
        raise must("basis", "be a finite matrix (n, k) with 1 <= k <= n", f"shape {matrix.shape}")
    return frozen(matrix, basis)
