"""Gaussian mechanisms: the curve and its inverses, far out too, compositions, and what classical noise really gives.

mu = sensitivity / sigma.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from flint import arb, ctx

from tabular.numbers.balls import ball
from tabular.privacy import delta_ball, epsilon_ball, log_delta_ball, mu_ball
from tabular.privacy.composition import root_ball
from theory_checks.tables import peers
from theory_checks.tables.entry import Enclosure, Entry

EPSILONS = ("0", "1/100", "1/10", "1/2", "1", "2", "4", "8")
MUS = ("1/100", "1/10", "1/4", "1/2", "1", "2", "4", "8", "20")
DELTAS = ("1/100", "1/100000", "1/10000000000", "1/100000000000000000000")
FAR = (("1", "1/1000"), ("10", "1/100"), ("1000", "1"), ("1000", "1/10"), ("1000000", "1"), ("1/1000", "1/1000000"))
STEPS = ("1", "10", "100", "1000", "100000")
MOST_ON_A_GRID = 4  # mu^2: beyond, losses on a grid take minutes or all the memory
BITS = 128


def entries() -> Iterator[Entry]:
    """Yield the rows of the tables of Gaussian mechanisms."""
    for epsilon, mu in product(EPSILONS, MUS):
        if Fraction(epsilon) / Fraction(mu) <= 100:  # beyond, see the logarithms
            yield _delta(epsilon, mu)
    for epsilon, mu in FAR:
        yield _log_delta(epsilon, mu)
    for delta, mu in product(DELTAS, MUS):
        yield _epsilon(delta, mu)
    for epsilon, delta in product(EPSILONS[1:], DELTAS):
        yield _sigma(epsilon, delta)
        yield _classical(epsilon, delta)
    for steps, sigma, delta in product(STEPS, ("1", "5", "50"), DELTAS[:2]):
        yield _composed(steps, sigma, delta)


def _delta(epsilon: str, mu: str) -> Entry:
    e, m = Fraction(epsilon), Fraction(mu)
    others = {peers.LOSS: lambda: peers.delta_of_loss(e, m), peers.ZCDP: lambda: peers.delta_of_zcdp(e, m)}
    return Entry("gaussian-delta", {"epsilon": epsilon, "mu": mu}, lambda: Enclosure.of(delta_ball(e, m, BITS)), others)


def _log_delta(epsilon: str, mu: str) -> Entry:
    e, m = Fraction(epsilon), Fraction(mu)
    others = {peers.LOG_LOSS: lambda: peers.log_delta_of_loss(e, m)}
    parameters = {"epsilon": epsilon, "mu": mu}
    return Entry("gaussian-log-delta", parameters, lambda: Enclosure.of(log_delta_ball(e, m, BITS)), others)


def _epsilon(delta: str, mu: str) -> Entry:
    d, m = Fraction(delta), Fraction(mu)
    others = {peers.EPSILON: lambda: peers.epsilon_of_gaussian(d, m), peers.ZCDP: lambda: peers.epsilon_of_zcdp(d, m)}
    return Entry("gaussian-epsilon", {"delta": delta, "mu": mu}, lambda: Enclosure.of(epsilon_ball(d, m, BITS)), others)


def _sigma(epsilon: str, delta: str) -> Entry:
    e, d = Fraction(epsilon), Fraction(delta)
    others = {peers.SIGMA: lambda: peers.sigma_of_gaussian(e, d)}
    return Entry("gaussian-sigma", {"epsilon": epsilon, "delta": delta}, lambda: _least_sigma(e, d), others)


def _least_sigma(epsilon: Fraction, delta: Fraction) -> Enclosure:
    mu = Enclosure.of(mu_ball(epsilon, delta, BITS))
    return Enclosure(1 / mu.high, 1 / mu.low)


def _classical(epsilon: str, delta: str) -> Entry:
    """Return the row of the delta of sigma = sqrt(2 ln(1.25/delta)) / epsilon, which was made for epsilon < 1."""
    e, d = Fraction(epsilon), Fraction(delta)
    others = {"promised": lambda: float(d)}
    parameters = {"epsilon": epsilon, "delta": delta}
    return Entry("classical-delta", parameters, lambda: Enclosure.of(delta_ball(e, _classical_mu(e, d), BITS)), others)


def _classical_mu(epsilon: Fraction, delta: Fraction) -> arb:
    with ctx.workprec(2 * BITS):
        return ball(epsilon) / (2 * ball(Fraction(5, 4) / delta).log()).sqrt()


def _composed(steps: str, sigma: str, delta: str) -> Entry:
    square, d = Fraction(steps) / Fraction(sigma) ** 2, Fraction(delta)
    others = {peers.EPSILON: lambda: peers.epsilon_of_gaussian(d, math.sqrt(square))}
    if square <= MOST_ON_A_GRID:
        others[peers.COMPOSED] = lambda: peers.epsilon_of_composed(d, float(sigma), int(steps))
    parameters = {"steps": steps, "sigma": sigma, "delta": delta}
    mu = root_ball(square, 2 * BITS)
    return Entry("composition-epsilon", parameters, lambda: Enclosure.of(epsilon_ball(d, mu, BITS)), others)
