r"""Exact samplers of laws with weights exp(-rational): integers and rationals only, no float takes part.

    Bernoulli(e^-x), x in [0, 1]:  let k be the first at which a coin of chance x/k fails. The chance to get past k is
                                   x^k/k!, so k is odd with chance 1 - x + x^2/2! - ... = e^-x.
    Bernoulli(e^-x), x > 1:        all of floor(x) coins e^-1 and one coin e^-(x - floor(x)).
    discrete Laplace, scale n/d:   U uniform below n, kept with chance e^-(U/n), plus n times the number of e^-1 coins
                                   until the first failure, is geometric of ratio e^-(1/n); floor(. / d) is geometric of
                                   ratio e^-(d/n). A sign is tossed; -0 is rejected, lest 0 count twice.
    discrete Gaussian, variance v: Y discrete Laplace of scale t = floor(sqrt v) + 1, kept with chance
                                   e^-((|Y| - v/t)^2 / (2v)): the weight is e^(-Y^2/(2v)) times a constant.

The method is that of Canonne, Kamath and Steinke (2020). Given independent uniform integers the laws are exact; the
running time depends on what is drawn, which an adversary with a clock may see.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from tabular.noise.random_bits import Coins


def bernoulli(p: Fraction, coins: Coins) -> bool:
    """Return True with probability p, a rational in [0, 1]."""
    return coins.below(p.denominator) < p.numerator


def bernoulli_exp(x: Fraction, coins: Coins) -> bool:
    """Return True with probability e^-x, x >= 0 rational."""
    whole, rest = divmod(x, 1)
    return all(_bernoulli_exp(Fraction(1), coins) for _ in range(whole)) and _bernoulli_exp(rest, coins)


def discrete_laplace(scale: Fraction, coins: Coins) -> int:
    """Return k with probability proportional to e^(-|k| / scale)."""
    n, d = scale.numerator, scale.denominator
    while True:
        below = coins.below(n)
        if not _bernoulli_exp(Fraction(below, n), coins):
            continue
        size = (below + n * _successes(coins)) // d
        if coins.below(2) == 0:
            return size
        if size > 0:
            return -size


def discrete_gaussian(variance: Fraction, coins: Coins) -> int:
    """Return k with probability proportional to e^(-k^2 / (2 variance))."""
    t = isqrt(variance.numerator // variance.denominator) + 1
    while True:
        k = discrete_laplace(Fraction(t), coins)
        if bernoulli_exp((abs(k) - variance / t) ** 2 / (2 * variance), coins):
            return k


def _bernoulli_exp(x: Fraction, coins: Coins) -> bool:
    k = 1
    while bernoulli(x / k, coins):
        k += 1
    return k % 2 == 1


def _successes(coins: Coins) -> int:
    """Return how many coins e^-1 succeed before the first that fails."""
    count = 0
    while _bernoulli_exp(Fraction(1), coins):
        count += 1
    return count
