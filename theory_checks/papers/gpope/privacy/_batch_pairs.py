"""Pairs of laws that dominate a batch, and clipped records."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import arb

from tabular.privacy.subsampled import Direction, SubsampledGaussian, log_moment_ball
from theory_checks.papers.gpope.privacy._dominating import Records

BITS = 40
ONE = Fraction(1)
Way = Callable[[Records], Fraction]


def mean_of_clipped(batch: Records) -> Fraction:
    """Return the mean of the gradients, each clipped to 1."""
    return sum((clipped(g, ONE) for g in batch), Fraction(0)) / len(batch)


def batch_pair(m: int, size: int, way: Way, sigma: Fraction) -> SubsampledGaussian:
    """Return the pair of the worst data sets: all batches give the same but those that hold one trajectory."""
    usual, other = way((-1,) * size), way((-1,) * (size - 1) + (2 * size - 1,))
    return SubsampledGaussian(Fraction(size, m), sigma, other - usual)


def dominating(m: int, size: int, sigma: Fraction) -> arb:
    """Return the log moment of order 1 of the dominating pair of batches, q = B/m and D = 2/B."""
    return log_moment_ball(batch_pair(m, size, mean_of_clipped, sigma), 1, Direction.DOMINATING, BITS)


def clipped(gradient: Fraction | int, h: Fraction) -> Fraction:
    """Return B/max(1, |B|/h)."""
    return Fraction(gradient) / max(Fraction(1), abs(Fraction(gradient)) / h)
