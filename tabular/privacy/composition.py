"""Composition of Gaussian mechanisms: any number of them, chosen adaptively, is one Gaussian mechanism.

The log likelihood ratio of a Gaussian mechanism is N(mu^2/2, mu^2), and those of independent noises add up, so the
composition has mu^2 = sum_i mu_i^2 exactly (Dong, Roth and Su 2022, Corollary 3.3); no slack is lost at any step.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import hypot, inf

from flint import arb, ctx

from tabular.numbers.arguments import count, finite_nonnegative, nonnegative_float, positive
from tabular.numbers.balls import ball
from tabular.numbers.exact import Exact

_GUARD_BITS = 16


def compose(mus: Sequence[Exact]) -> float:
    """Return sqrt(sum_i mu_i^2), the mu of all the mechanisms together; 0 for none."""
    return hypot(*(nonnegative_float("mus", mu, f"at [{i}]") for i, mu in enumerate(mus)))


def compose_ball(mus: Sequence[Exact], bits: int = 96) -> arb:
    """Return a ball that holds sqrt(sum_i mu_i^2)."""
    squares = [finite_nonnegative("mus", mu, f"at [{i}]") ** 2 for i, mu in enumerate(mus)]
    return root_ball(sum(squares, start=Fraction(0)), bits)


def repeated_mu_squared(sensitivity: Exact, sigma: Exact, compositions: int = 1) -> Fraction:
    """Return mu^2 = T Delta^2 / sigma^2 of T mechanisms of sensitivity Delta and noise sigma, exactly."""
    ratio = finite_nonnegative("sensitivity", sensitivity) / positive("sigma", sigma)
    return count("compositions", compositions) * ratio**2


def repeated_mu(sensitivity: Exact, sigma: Exact, compositions: int = 1) -> float:
    """Return mu = sqrt(T) Delta / sigma; infinity for sigma = 0 and a positive sensitivity."""
    if sigma == 0 and finite_nonnegative("sensitivity", sensitivity) > 0:
        return inf
    return float(repeated_mu_ball(sensitivity, sigma, compositions))


def repeated_mu_ball(sensitivity: Exact, sigma: Exact, compositions: int = 1, bits: int = 96) -> arb:
    """Return a ball that holds mu = sqrt(T) Delta / sigma."""
    return root_ball(repeated_mu_squared(sensitivity, sigma, compositions), bits)


def root_ball(square: Fraction, bits: int = 96) -> arb:
    """Return a ball that holds sqrt(square), to ``bits`` bits."""
    with ctx.workprec(count("bits", bits) + _GUARD_BITS):
        return ball(square).sqrt()
