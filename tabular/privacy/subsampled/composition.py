"""N independent losses of one law added up: the curve of an N-fold product, with a bound of every numerical error.

For the loss L of P || Q, delta(epsilon) = Pr(L = inf) + E (1 - e^{epsilon - L})_+, and the losses of a product add up.
The masses p_i at the losses l_i are first tilted: p_i e^{t l_i - K(t)}, K(t) = log sum_i p_i e^{t l_i}, with the t for
which the N-fold mean is epsilon. Then, with p~ the N-fold convolution,

    delta(epsilon) = 1 - (1 - Pr(inf))^N + e^{N K(t) - t epsilon} sum_{l > epsilon} (e^{-t (l - epsilon)}
                     - e^{-(t + 1) (l - epsilon)}) p~(l),

and absolute errors of p~ are small against delta, far in the tail too: a weight is at most 1/(t + 1), and at most the
largest l - epsilon. p~ is taken on a window by one Fourier transform of n points, modulo n. What bounds its errors (all
times e^{N K(t) - t epsilon} and the largest weight):

    outside the window   Chernoff's bound on either side, 2 e^{-42} together, once left out and once folded
    rounding             a coefficient |F| <= 1 of the transform is known within c u log2(n), u = 2^-53, so F^N within
                         N |F|^{N - 1} c u log2(n); summed over the window that is at most its l2 norm over the F
    losses and masses    N times those of one step (``loss_grid``): epsilon is moved, delta multiplied
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, exp, expm1, floor, log, log1p, log2, sqrt
from typing import Any

import numpy as np
from scipy import fft

from tabular.numbers.arrays import Array
from tabular.privacy.subsampled.log_moments import log_sum_exp
from tabular.privacy.subsampled.loss_grid import LOSS_ERROR, MASS_ERROR, LossDistribution

_NATS = 42.0
_OUTSIDE = 4 * exp(-_NATS)
_UNIT = 2.0**-53
_FLOPS = 16.0  # c: more than the roundings of one butterfly, of the twiddles and of the power
_LARGEST_TILT = 2.0**20
_TILTS = 2.0 ** np.arange(-12, 5, 0.5)
_TILTS_OF_MOMENTS = 2.0 ** np.arange(-10, 25, 0.5)
_TILTS_OF_SCALE = 2.0 ** np.arange(-8, 4, 0.5)
_LARGEST_EXPONENT = 600.0


@dataclass(frozen=True)
class Window:
    """A tilt t, K(t), and the sums of N tilted losses outside of which the mass is at most 2 e^{-42}."""

    tilt: float
    log_mass: float
    low: float
    high: float
    deviation: float


@dataclass(frozen=True, eq=False)
class Sum:
    """The sum of N tilted losses on a window, with what bounds its errors; ``delta`` is a bound of the N-fold curve."""

    law: LossDistribution
    steps: int
    view: Window
    losses: Array
    masses: Array
    error: float

    @classmethod
    def of(cls, law: LossDistribution, steps: int, tilt: float) -> Sum:
        """Return the sum of N losses of one law, tilted by t = ``tilt`` >= 0."""
        return cls.within(law, steps, window_at(law, steps, tilt))

    @classmethod
    def within(cls, law: LossDistribution, steps: int, view: Window) -> Sum:
        """Return the sum of N losses of one law on the window of a tilt."""
        masses, first, error = _sums(law, steps, view)
        losses = steps * law.offset + law.step * (first + np.arange(len(masses)))
        return cls(law, steps, view, losses, masses, error)

    def delta(self, epsilon: float) -> float:
        """Return a bound of the N-fold curve, on the side on which the law was rounded; best near the tilted mean."""
        up = self.law.rounding == "up"
        slack = self.steps * LOSS_ERROR * float(np.max(np.abs(self.law.losses)))
        level = epsilon - slack if up else epsilon + slack
        start = int(np.searchsorted(self.losses, level, side="right"))
        over = self.losses[start:] - level
        share = float(np.sum(np.exp(-self.view.tilt * over) * -np.expm1(-over) * self.masses[start:]))
        widest = float(self.losses[-1]) - level
        error = self.error * min(1 / (1 + self.view.tilt), max(0.0, widest)) + _OUTSIDE
        scale = exp(min(_LARGEST_EXPONENT, self.steps * self.view.log_mass - self.view.tilt * level))
        drift = 4 * self.steps * (MASS_ERROR + 64 * _UNIT * (1 + abs(self.view.log_mass)))
        if up:
            return min(1.0, self._infinite() + scale * (share + error) * (1 + drift))
        return min(1.0, max(0.0, scale * (share - error) * (1 - drift)))

    def _infinite(self) -> float:
        return -expm1(self.steps * log1p(-self.law.infinite)) if self.law.infinite < 1 else 1.0


def best_tilt(law: LossDistribution, steps: int, epsilon: float) -> float:
    """Return the tilt t >= 0 at which the N-fold mean is epsilon, roughly: every tilt gives a bound."""
    losses, logs = law.losses, _log_masses(law)

    def mean(tilt: float) -> float:
        weights = logs + tilt * losses
        weights = np.exp(weights - weights.max())
        return float((weights * losses).sum() / weights.sum())

    target, low, high = epsilon / steps, 0.0, 1.0
    if mean(0.0) >= target:
        return 0.0
    while mean(high) < target and high < _LARGEST_TILT:
        low, high = high, 2 * high
    for _ in range(20):
        middle = (low + high) / 2
        low, high = (middle, high) if mean(middle) < target else (low, middle)
    return high


def chernoff_epsilon(law: LossDistribution, steps: int, delta: float) -> float:
    """Return about min_t (N K(t) - log delta)/t over a few tilts t: where the N-fold curve is below delta."""
    losses, logs = law.losses, _log_masses(law)
    return min((steps * log_sum_exp(logs + t * losses) - log(delta)) / t for t in map(float, _TILTS_OF_MOMENTS))


def window_at(law: LossDistribution, steps: int, tilt: float) -> Window:
    """Return the window of a tilt, by Chernoff's bound at the best of several further tilts."""
    losses, logs = law.losses, _log_masses(law)
    log_mass = log_sum_exp(logs + tilt * losses)
    weights = np.exp(logs + tilt * losses - log_mass)
    losses, weights = losses[weights > 0], weights[weights > 0]
    mean = float((weights * losses).sum())  # BLAS would add by threads, and so in an order of the machine
    deviation = sqrt(max(float((weights * (losses - mean) ** 2).sum()), (law.step / 4) ** 2))
    scale = max(float(losses.max()) - mean, mean - float(losses.min()), deviation)
    further = np.concatenate([sqrt(2 * _NATS / steps) / deviation * _TILTS, _NATS / scale * _TILTS_OF_SCALE])
    high, low = steps * float(losses.max()), steps * float(losses.min())
    high = min(high, steps * mean + _chernoff(weights, losses - mean, steps, further))
    low = max(low, steps * mean - _chernoff(weights, mean - losses, steps, further))
    return Window(tilt, log_mass, low, high, deviation)


def _chernoff(weights: Array, gaps: Array, steps: int, tilts: Array) -> float:
    """Return the least (N K(t) + nats)/t of the tilts t, with K(t) = log sum_i w_i e^{t x_i}: beyond it is e^{-nats}.

    As K is convex, N (t K'(t) - K(t)) - nats rises with t, and the bound falls with t as long as that is below 0: the
    place is found by bisection. Every tilt gives a bound.
    """
    allowed = np.sort(tilts[tilts * gaps.max() < _LARGEST_EXPONENT]).tolist()
    least, first, last = np.inf, 0, len(allowed) - 1
    while first <= last:
        middle = (first + last) // 2
        tilt = allowed[middle]
        terms = weights * np.exp(tilt * gaps)
        total = float(terms.sum())
        value = steps * log(total)
        least = min(least, (value + _NATS) / tilt)
        if steps * tilt * float((terms * gaps).sum()) / total - value < _NATS:
            first = middle + 1
        else:
            last = middle - 1
    return least


def _log_masses(law: LossDistribution) -> Array:
    with np.errstate(divide="ignore"):
        return np.log(law.masses)


def _fast_size(least: int) -> int:
    size: Any = fft.next_fast_len(least, real=True)
    return int(size)


def _sums(law: LossDistribution, steps: int, view: Window) -> tuple[Array, int, float]:
    """Return the N-fold tilted masses on the window, the index of the first, and a bound of their summed error."""
    moved = steps * law.offset
    first, last = floor((view.low - moved) / law.step), ceil((view.high - moved) / law.step)
    size = _fast_size(last - first + 1)
    tilted = np.exp(_log_masses(law) + view.tilt * law.losses - view.log_mass)
    folded = np.bincount(law.indices % size, weights=tilted, minlength=size)
    coefficients = np.fft.rfft(folded)
    modulus, angle = np.minimum(np.abs(coefficients), 1.0), np.angle(coefficients)
    with np.errstate(divide="ignore"):
        logs = np.log(modulus)
    power = np.exp(steps * logs) * np.exp(1j * (steps * angle))
    sums = np.roll(np.fft.irfft(power, size), -(first % size))[: last - first + 1]
    spectrum = sqrt(2 * float(np.sum(modulus ** (2.0 * (steps - 1)))))
    rounding = _FLOPS * _UNIT * (log2(size) + 2) * (steps + 1) * spectrum
    return sums, first, rounding + _OUTSIDE
