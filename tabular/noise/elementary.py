r"""Elementary noise for counts and sums: Laplace and Gaussian, each in doubles and on the integers.

What each is good for, where a release is f(data) + noise and |f(data) - f(data')| <= s for neighbours:

    DiscreteLaplace(b)    (s/b, 0)-differentially private for integer-valued f, to the letter, given perfect random bits
    DiscreteGaussian(v)   s^2/(2v)-zCDP for integer-valued f, likewise
    Laplace(b)            (s/b, 0) in *real* arithmetic only
    Gaussian(sigma)       the Gaussian curve of mu = s/sigma in *real* arithmetic only

In doubles the last two have no privacy guarantee at all (Mironov 2012): f + noise is rounded to the doubles, whose
spacing depends on the place, so that some outputs can be reached from one dataset and not from its neighbour. One such
output tells the two apart for certain; `tests/tabular/noise/test_noise_elementary.py` exhibits it. They are right for
simulation and for studying accuracy. Our bits are ChaCha20's: perfect up to the distinguishing advantage of the cipher.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb, ctx
from scipy.special import ndtr

from tabular.errors import must, show
from tabular.noise import checks
from tabular.noise.exact_samplers import discrete_gaussian, discrete_laplace
from tabular.noise.keys import seed_bytes
from tabular.noise.random_bits import RandomBits
from tabular.numbers.arguments import count, positive
from tabular.numbers.balls import ball
from tabular.numbers.exact import Exact

_BITS = 96


@dataclass(frozen=True)
class Laplace:
    """The density e^(-|x|/scale) / (2 scale), sampled in doubles: no privacy guarantee, see the module."""

    scale: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "scale", checks.positive("scale", self.scale))

    def sample(self, size: int, *, seed: int | bytes | None = None) -> Any:
        """Return an array of independent draws."""
        return self.scale * _generator(seed).laplace(size=count("size", size, 0))

    def density(self, x: float) -> float:
        """Return the density at x."""
        return math.exp(-abs(x) / self.scale) / (2 * self.scale)

    def cdf(self, x: float) -> float:
        """Return P(X <= x)."""
        tail = math.exp(-abs(x) / self.scale) / 2
        return tail if x < 0 else 1 - tail


@dataclass(frozen=True)
class Gaussian:
    """The density of N(0, sigma^2), sampled in doubles: no privacy guarantee, see the module."""

    sigma: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "sigma", checks.positive("sigma", self.sigma))

    def sample(self, size: int, *, seed: int | bytes | None = None) -> Any:
        """Return an array of independent draws."""
        return self.sigma * _generator(seed).standard_normal(count("size", size, 0))

    def density(self, x: float) -> float:
        """Return the density at x."""
        z = x / self.sigma
        return math.exp(-z * z / 2) / (self.sigma * math.sqrt(2 * math.pi))

    def cdf(self, x: float) -> float:
        """Return P(X <= x)."""
        return float(ndtr(x / self.sigma))


@dataclass(frozen=True)
class DiscreteLaplace:
    """P(X = k) = tanh(1/(2 scale)) e^(-|k|/scale) on the integers (two-sided geometric), sampled exactly."""

    scale: Exact

    def __post_init__(self) -> None:
        object.__setattr__(self, "scale", positive("scale", self.scale))

    def sample(self, size: int, *, seed: int | bytes | None = None) -> list[int]:
        """Return independent draws, integers of any size."""
        coins = RandomBits(seed)
        return [discrete_laplace(Fraction(self.scale), coins) for _ in range(count("size", size, 0))]

    def epsilon(self, sensitivity: int) -> Fraction:
        """Return the exact epsilon of an integer that changes by at most the sensitivity."""
        return positive("sensitivity", sensitivity) / Fraction(self.scale)

    def pmf(self, k: int) -> float:
        """Return P(X = k)."""
        return float(self.pmf_ball(k))

    def pmf_ball(self, k: int) -> arb:
        """Enclose P(X = k)."""
        with ctx.workprec(_BITS):
            step = ball(1 / Fraction(self.scale))
            return (step / 2).tanh() * (-step * abs(_index(k))).exp()

    def cdf(self, k: int) -> float:
        """Return P(X <= k): e^(-|k|/scale) / (1 + e^(-1/scale)) for k <= 0, and by symmetry."""
        if _index(k) > 0:
            return 1 - self.cdf(-k - 1)
        with ctx.workprec(_BITS):
            step = ball(1 / Fraction(self.scale))
            return float((step * k).exp() / (1 + (-step).exp()))


@dataclass(frozen=True)
class DiscreteGaussian:
    """P(X = k) proportional to e^(-k^2 / (2 v)) on the integers, v the parameter `variance`, sampled exactly.

    The variance of X is a little below v; the difference vanishes like e^(-2 pi^2 v).
    """

    variance: Exact

    def __post_init__(self) -> None:
        object.__setattr__(self, "variance", positive("variance", self.variance))

    def sample(self, size: int, *, seed: int | bytes | None = None) -> list[int]:
        """Return independent draws, integers of any size."""
        coins = RandomBits(seed)
        return [discrete_gaussian(Fraction(self.variance), coins) for _ in range(count("size", size, 0))]

    def zcdp(self, sensitivity: int) -> Fraction:
        """Return the exact rho of zero-concentrated privacy of an integer that changes by at most the sensitivity."""
        return positive("sensitivity", sensitivity) ** 2 / (2 * Fraction(self.variance))

    def pmf(self, k: int) -> float:
        """Return P(X = k)."""
        return float(self.pmf_ball(k))

    def pmf_ball(self, k: int) -> arb:
        """Enclose P(X = k)."""
        with ctx.workprec(_BITS):
            return (-ball(Fraction(_index(k) ** 2) / (2 * Fraction(self.variance)))).exp() / self._mass()

    def cdf(self, k: int) -> float:
        """Return P(X <= k) by summing the shorter tail: at most 10 sqrt(variance) terms."""
        if _index(k) >= 0:
            return 1 - self.cdf(-k - 1)
        with ctx.workprec(_BITS):
            v, mass = float(Fraction(self.variance)), float(self._mass())
        last = math.isqrt(k * k + math.ceil(100 * v)) + 1  # there a term is e^-50 of the first, and falls ever faster
        terms = np.arange(-k, last + 1, dtype=np.float64)
        return math.fsum(np.exp(-(terms**2) / (2 * v))) / mass

    def _mass(self) -> arb:
        """Enclose the sum of all weights; of a wide law by Poisson's formula, sqrt(2 pi v) sum e^(-2 pi^2 v j^2)."""
        v = ball(Fraction(self.variance))
        if Fraction(self.variance) < 1:
            return _theta(1 / (2 * v))
        return (2 * arb.pi() * v).sqrt() * _theta(2 * arb.pi() ** 2 * v)


def _theta(c: arb) -> arb:
    """Enclose sum over all integers j of e^(-c j^2), c > 1/2: a term is below e^-1.5 of the one before."""
    total, j = arb(1), 1
    while not (term := (-c * j * j).exp()) < arb(2) ** -_BITS:
        total += 2 * term
        j += 1
    return total + (3 * term).union(arb(0))


def _generator(seed: int | bytes | None) -> np.random.Generator:
    return np.random.Generator(np.random.Philox(int.from_bytes(seed_bytes(seed), "little")))


def _index(k: object) -> int:
    if isinstance(k, bool) or not isinstance(k, (int, np.integer)):
        raise must("k", "be an integer", show(k))
    return int(k)
