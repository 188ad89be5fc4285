r"""Algorithm 1 in runs too long to be simulated: the law of the last iterate, given the data set.

Theorem 1 asks for epsilon < c_1 N/m^2: for 10^6 trajectories and c_1 = 1 more than 10^11 steps. Let T = beta N, and let
Q x - g be the mean gradient of the data set; Q + Q' >= 0. From 0, and up to the order of T^2/N, the last iterate is
y + e with a normal y,

    mean x* - e^{-TQ} x*, covariance (h sigma)^2 T/N int_0^T e^{-tQ} e^{-tQ'} dt,      Q x* = g,

and e, what draws of single trajectories add. While no gradient is longer than h, E|B_i - E B_i|^2 <= h^2 for a draw,
and no step lengthens e but by the factor 1 + beta^2 |Q|^2/2, so E|e|^2 <= (h T)^2/N. By Chebyshev sqrt(MSPBE) is off by
at most |C^{-1/2} A| h T/sqrt(p N) with probability at least 1 - p.

N steps are (epsilon, delta)-private for delta = e^{N alpha(l) - l epsilon} l^l/(l + 1)^(l + 1), where alpha is the log
moment of one step for all neighbours; `gpope/thm1/repaired` says where the last factor comes from.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import log, sqrt

import numpy as np
from flint import arb

from tabular.evaluation import Moments
from tabular.numbers.arrays import Array
from tabular.numbers.balls import ball
from tabular.numbers.doubles import cholesky, exponential, product
from tabular.privacy.subsampled import Direction, SubsampledGaussian, log_moment_ball
from theory_checks.papers.gpope.experiments._noise import DELTA

MISSED = 1e-4  # probability with which a run is off by more than is allowed for
SLACK = 10 * MISSED  # by which a test of a few runs in each trial asks for less
DOUBLINGS = 24  # a small part of T is doubled so many times


@dataclass(frozen=True)
class LongRuns:
    """Runs on m trajectories with the noise of Theorem 1, which is a constant times sqrt(N)."""

    m: int
    epsilon: float
    clip: float
    constant: Fraction  # c_2
    steps: int  # N; only T counts, but for what single draws add

    @property
    def sigma(self) -> float:
        """The noise multiplier."""
        return float(self.constant) * sqrt(self.steps * log(1 / DELTA)) / (self.m * self.epsilon)

    @property
    def name(self) -> str:
        """Name the setting in texts."""
        power = len(str(self.steps)) - 1
        return f"$m = {self.m}$, $N = 10^{{{power}}}$, $h = {self.clip:.3g}$, $c_2 = {self.constant}$"

    def delta(self, order: int) -> arb:
        """Return a bound of the delta for which all steps are (epsilon, delta)-private, from one order."""
        pair = SubsampledGaussian(Fraction(1, self.m), Fraction(self.sigma), 2)
        moments = self.steps * log_moment_ball(pair, order, Direction.DOMINATING, 128)
        share = ball(Fraction(order, order + 1)) ** order / (order + 1)
        return (moments - order * ball(Fraction(self.epsilon))).exp() * share

    def law(self, moments: Moments, horizon: float) -> tuple[Array, Array]:
        """Return mean and covariance of theta at the end of a run, without what single draws add."""
        A, C, n = moments.A, moments.C, len(moments.b)
        Q, g = np.block([[np.zeros((n, n)), -A.T], [A, C]]), np.concatenate([np.zeros(n), moments.b])
        part, one = horizon / 2**DOUBLINGS, np.eye(2 * n)
        half, kept = exponential(-part / 2 * Q), exponential(-part * Q)
        centre = product(part / 6 * (one + 4 * half + kept), g)  # Simpson's rule
        spread = part / 6 * (one + 4 * product(half, half.T) + product(kept, kept.T))
        for _ in range(DOUBLINGS):
            centre, spread = centre + product(kept, centre), spread + product(product(kept, spread), kept.T)
            kept = product(kept, kept)
        variance = (self.clip * self.sigma) ** 2 * horizon / self.steps
        return centre[:n], variance * spread[:n, :n]

    def ends(self, moments: Moments, horizon: float, count: int, rng: np.random.Generator) -> Array:
        """Return theta at the end of independent runs, a row for each, without what single draws add."""
        centre, spread = self.law(moments, horizon)
        return centre + product(rng.normal(size=(count, len(centre))), cholesky(spread).T)

    def off(self, norm: float, horizon: float) -> float:
        """Return by how much single draws move sqrt(MSPBE) at most, in all runs but few; `norm` is |C^(-1/2) A|."""
        return norm * self.clip * horizon / sqrt(MISSED * self.steps)
