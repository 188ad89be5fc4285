"""Gaussian releases: multipliers, half-spaces and the tail of the privacy loss."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from tabular.numbers.balls import ball as number
from tabular.numbers.balls import ends


def multiplier(delta: Fraction, constant: Fraction = Fraction(5, 4)) -> arb:
    """Return c = sqrt(2 ln(constant/delta)), the noise in units of Delta/epsilon."""
    return (2 * number(constant / delta).log()).sqrt()


PROMISES = (
    (Fraction(1, 2), Fraction(1, 10)),
    (Fraction(1, 2), Fraction(1, 10**5)),
    (Fraction(9, 10), Fraction(1, 10**4)),
)
STEP = Fraction(1, 10**6)


def decimal(x: Fraction) -> str:
    """Write a multiple of STEP, or another short number, as a decimal."""
    return f"{float(x):.6f}".rstrip("0").rstrip(".")


def around(critical: arb) -> tuple[Fraction, Fraction]:
    """Return multiples of STEP around a ball."""
    low, high = (Fraction(x) for x in ends("critical", critical))
    below, above = Fraction(int(low / STEP)) * STEP, Fraction(int(high / STEP) + 1) * STEP
    return below, above


def half_space(epsilon: Fraction, mu: arb) -> arb:
    """Return P(S) - e^epsilon Q(S) for P = N(mu, 1), Q = N(0, 1) and S = {z >= epsilon/mu + mu/2}."""
    beyond = ((number(epsilon) / mu + mu / 2) / arb(2).sqrt()).erfc() / 2
    return loss_tail(epsilon, mu) - number(epsilon).exp() * beyond


def loss_tail(epsilon: Fraction, mu: arb) -> arb:
    """Return the probability Phi(mu/2 - epsilon/mu) that the privacy loss, of law N(mu^2/2, mu^2), exceeds epsilon."""
    return ((number(epsilon) / mu - mu / 2) / arb(2).sqrt()).erfc() / 2
