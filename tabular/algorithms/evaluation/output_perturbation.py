r"""What DP-LSW and DP-LSL share: noise in proportion to a smooth bound of the local sensitivity, added to the output.

Neighbours differ in one of m trajectories (replacement; m is public), rewards lie in a public range and G is the width
of the range of discounted returns. Let f(X) in R^d be the estimate and S(X) > 0 with

    ||f(X) - f(X')|| <= S(X),     e^{-beta/2} S(X') <= S(X) <= e^{beta/2} S(X')       for all neighbours X, X',
    alpha = 5 sqrt(2 L) / epsilon,    beta = epsilon / (4 (d + L)),    L = ln(2/delta).

Then f(X) + N(0, (alpha S(X))^2 I) is (epsilon, delta)-private for epsilon <= 3. Proof. With s = alpha S(X),
s' = alpha S(X'), r = s/s' and D = f(X) - f(X'), the privacy loss at y = f(X) + s z is -d ln r + |z|^2 (r^2 - 1)/2 +
r^2 z.D/s + r^2 |D|^2/(2 s^2). With |ln r| <= lambda = beta/2, and outside of an event of probability delta on which
|z|^2 > d + 2 sqrt(d L) + 2 L or z.D > |D| sqrt(2 L) (Laurent and Massart 2000, Lemma 1, for the first), it is at most

    lambda ((e^{2 lambda} - 1) d + e^{2 lambda} (2 sqrt(d L) + 2 L)) + e^{2 lambda} (epsilon/5 + epsilon^2/(100 L)),

which is below epsilon for all d >= 1, delta < 1 and epsilon <= 3. (Nissim, Raskhodnikova and Smith 2007 have the same
alpha and beta. S is the root of a beta-smooth function here, which is why beta/2 stands above.) The noise is made of
doubles: it is right for studying accuracy, and what doubles leak besides is not covered.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

import numpy as np

from tabular.algorithms.evaluation.monte_carlo import first_visit
from tabular.errors import must, show
from tabular.evaluation.data_moments import read_discount
from tabular.evaluation.features import Table, Tabular
from tabular.evaluation.trajectories import Trajectories
from tabular.noise import checks
from tabular.noise._kernels_batch import stream_normals
from tabular.noise.keys import seed_bytes, source
from tabular.numbers.arguments import count
from tabular.numbers.arrays import Array, convert, frozen, read_numbers
from tabular.numbers.doubles import exp, operator_norm
from tabular.numbers.doubles import norm as frobenius

Norm = Literal["operator", "frobenius"]
OUTPUT = 134  # the use of a key: noise added to an output
LARGEST_EPSILON = 3.0
_BLOCK = 1 << 12


@dataclass(frozen=True, eq=False)
class OutputRelease:
    """The released ``theta`` (d,): ``noiseless`` + N(0, scale^2 I), scale = alpha * smooth_sensitivity.

    Only ``theta`` is private. The estimate without noise, the scale and the counts of first visits |X_s| are functions
    of the data that nothing protects.
    """

    theta: Any
    noiseless: Any
    scale: float
    smooth_sensitivity: float
    alpha: float
    beta: float
    counts: Any

    def again(self, trials: int, seed: int | bytes | None = 0) -> Array:
        """Return the thetas (trials, d) of further releases, to study accuracy; each costs the whole budget anew.

        Row 0 is the ``theta`` of a run with the same seed.
        """
        return noisy_copies(self.noiseless, self.scale, count("trials", trials), seed)


@dataclass(frozen=True, eq=False)
class Setting:
    """The public part of an output perturbation: Phi (n, d), positive weights (n,), gamma, and the privacy wanted."""

    phi: Any
    weights: Any
    discount: float
    epsilon: float
    delta: float
    low: float
    high: float

    @classmethod
    def read(
        cls, features: object, discount: object, epsilon: float, delta: float, rewards: object, weights: object
    ) -> Setting:
        """Check the arguments."""
        phi = _read_phi(features)
        gamma = read_discount(discount)
        if gamma == 1.0:
            raise must("discount", "be below 1 for returns to be bounded", show(discount))
        level, failure = checks.positive("epsilon", epsilon), checks.number("delta", delta)
        if level > LARGEST_EPSILON:
            raise must("epsilon", f"be at most {LARGEST_EPSILON:g} for this noise", show(epsilon))
        if not 0.0 < failure < 1.0:
            raise must("delta", "lie in (0, 1)", show(delta))
        low, high = _read_range(rewards)
        return cls(phi, _read_weights(weights, phi.shape[0]), gamma, level, failure, low, high)

    @property
    def alpha(self) -> float:
        """The factor 5 sqrt(2 ln(2/delta)) / epsilon of the noise."""
        return 5.0 * math.sqrt(2.0 * math.log(2.0 / self.delta)) / self.epsilon

    @property
    def beta(self) -> float:
        """The rate epsilon / (4 (d + ln(2/delta))) of smoothing, d the number of features."""
        return self.epsilon / (4.0 * (self.phi.shape[1] + math.log(2.0 / self.delta)))

    @property
    def return_range(self) -> float:
        """G: returns of any length lie in an interval of this width which contains 0; R_max / (1 - gamma)."""
        return (max(self.high, 0.0) - min(self.low, 0.0)) / (1.0 - self.discount)

    def first_returns(self, data: Trajectories) -> tuple[Array, Array]:
        """Return F_s, the mean first-visit return of each state (0 if none visits it), and the counts |X_s|."""
        if not isinstance(data, Trajectories):
            raise must("data", "be Trajectories", show(data))
        outside = np.flatnonzero((data.rewards < self.low) | (data.rewards > self.high))
        if outside.size:
            rule = f"lie in the public range from {self.low:g} to {self.high:g}"
            raise must("rewards", rule, show(float(data.rewards[outside[0]])), f"in row {outside[0]}")
        visits = first_visit(data, self.phi.shape[0], self.discount)
        return np.where(visits.counts > 0, visits.mean, 0.0), visits.counts

    def release(
        self, estimate: Array, smooth_sensitivity: float, counts: Array, seed: int | bytes | None
    ) -> OutputRelease:
        """Add the noise."""
        scale = self.alpha * smooth_sensitivity
        theta = noisy_copies(estimate, scale, 1, seed)[0]
        return OutputRelease(
            frozen(theta), frozen(estimate), scale, smooth_sensitivity, self.alpha, self.beta, frozen(counts)
        )


def noisy_copies(center: Array, scale: float, copies: int, seed: int | bytes | None) -> Array:
    """Return independent rows center + N(0, scale^2 I); row k depends on the seed and on k alone."""
    words = source(seed_bytes(seed), 0, OUTPUT, "chacha20")
    noise = np.empty(copies * center.size)
    stream_normals(words.key, words.state, words.secure, 0, noise)
    return center + scale * noise.reshape(copies, *center.shape)


def largest_discounted(values: Callable[[Array], Array], last: int, beta: float) -> float:
    """Return max over k = 0, ..., last of e^{-k beta} values(k), for values that grow with k.

    They are computed for many k at once, up to where even e^{-k beta} values(last) is smaller.
    """
    best, most = 0.0, float(values(np.array([float(last)]))[0])
    for start in range(0, last + 1, _BLOCK):
        if math.exp(-start * beta) * most < best:
            break
        k = np.arange(start, min(start + _BLOCK, last + 1), dtype=np.float64)
        best = max(best, float((exp(-k * beta) * values(k)).max()))
    return best


def matrix_norm(matrix: Array, norm: Norm) -> float:
    """Return the largest singular value, or the root of the sum of all squares."""
    if norm not in get_args(Norm):
        raise must("norm", 'be "operator" or "frobenius"', show(norm))
    return operator_norm(matrix) if norm == "operator" else frobenius(matrix)


def _read_phi(features: object) -> Array:
    if isinstance(features, Tabular):
        return frozen(np.eye(features.n))
    table = features if isinstance(features, Table) else Table(features)
    if table.phi.dtype == object:
        raise must("features", "be floats for a private release", "Fractions")
    if np.linalg.matrix_rank(table.phi) < table.size:
        raise must("features", f"have rank {table.size}", f"rank {np.linalg.matrix_rank(table.phi)}")
    return table.phi


def _read_range(rewards: object) -> tuple[float, float]:
    if not isinstance(rewards, (tuple, list)) or len(cast("list[Any]", rewards)) != 2:
        raise must("rewards", "be a public range (low, high)", show(rewards))
    low, high = (checks.number("rewards", end) for end in cast("list[Any]", rewards))
    if not -math.inf < low <= high < math.inf or low == high == 0.0:
        raise must("rewards", "be a finite public range low <= high, not (0, 0)", show(rewards))
    return low, high


def _read_weights(weights: object, n: int) -> Array:
    if weights is None:
        return frozen(np.ones(n))
    numbers = convert(read_numbers("weights", weights, 1), "float")
    if numbers.size != n:
        raise must("weights", f"have one entry for each of {n} states", str(numbers.size))
    bad = np.flatnonzero(~((numbers > 0) & (numbers < np.inf)))
    if bad.size:
        raise must("weights", "be positive and finite", show(float(numbers[bad[0]])), f"at [{bad[0]}]")
    return frozen(numbers, weights)
