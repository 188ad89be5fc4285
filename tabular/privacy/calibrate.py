"""The smallest Gaussian noise for a wanted (epsilon, delta), certified by balls.

T mechanisms of sensitivity Delta with noise sigma are together (epsilon, delta)-private exactly when
delta_G(epsilon, sqrt(T) Delta / sigma) <= delta. The left side decreases in sigma; the returned double satisfies the
inequality and the double below it does not, both decided by balls of exact rational arguments. A decision that stays
open counts as "not private", so that doubt adds noise.

The numbers are taken literally: delta = 1e-6 is the double, Fraction(1, 10**6) the decimal. The certificate is about
mathematical Gaussian noise; noise made of doubles is another mechanism.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import inf

from flint import arb

from tabular.errors import must, show
from tabular.numbers.arguments import count, finite_nonnegative, nonnegative, probability
from tabular.numbers.exact import Exact
from tabular.privacy.bisection import first_double
from tabular.privacy.composition import repeated_mu_squared, root_ball
from tabular.privacy.gaussian_balls import delta_ball, excess_sign


@dataclass(frozen=True)
class Calibration:
    """A noise scale, what it was asked to give, and the enclosures of what it gives.

    ``mu`` holds sqrt(compositions) * sensitivity / sigma and ``spent`` holds delta_G(epsilon, mu) <= delta.
    """

    sigma: float
    epsilon: Exact
    delta: Exact
    sensitivity: Exact
    compositions: int
    mu: arb
    spent: arb


def calibrate_gaussian(epsilon: Exact, delta: Exact, sensitivity: Exact, compositions: int = 1) -> Calibration:
    """Return the smallest double sigma for which ``compositions`` Gaussian mechanisms are (epsilon, delta)-private."""
    sigma = _smallest_sigma(epsilon, delta, sensitivity, compositions)
    if sigma == 0:
        mu, spent = arb(0) if sensitivity == 0 else arb(inf), arb(0) if sensitivity == 0 or epsilon == inf else arb(1)
    else:
        mu = root_ball(repeated_mu_squared(sensitivity, sigma, compositions))
        spent = delta_ball(epsilon, mu)
    return Calibration(sigma, epsilon, delta, sensitivity, compositions, mu, spent)


def is_private(sigma: Exact, epsilon: Exact, delta: Exact, sensitivity: Exact, compositions: int = 1) -> bool:
    """Return whether balls prove that this noise makes ``compositions`` mechanisms (epsilon, delta)-private.

    True is a proof. False says that the balls prove the contrary, or that thousands of bits leave it open.
    """
    nonnegative("sigma", sigma)
    _checked(epsilon, delta, sensitivity, compositions)
    if sensitivity == 0 or delta == 1 or epsilon == inf or sigma == inf:
        return True
    if sigma == 0 or delta == 0:
        return False
    return excess_sign(Fraction(epsilon), repeated_mu_squared(sensitivity, sigma, compositions), Fraction(delta)) < 0


def _smallest_sigma(epsilon: Exact, delta: Exact, sensitivity: Exact, compositions: int) -> float:
    if is_private(0, epsilon, delta, sensitivity, compositions):
        return 0.0
    if delta == 0:
        raise must("delta", "be positive for Gaussian noise", show(delta), "with a positive sensitivity")
    sigma = first_double(lambda sigma: is_private(sigma, epsilon, delta, sensitivity, compositions))
    if sigma == inf:
        raise must("sensitivity", "allow a finite noise scale", show(sensitivity), "where every double is too small")
    return sigma


def _checked(epsilon: Exact, delta: Exact, sensitivity: Exact, compositions: int) -> None:
    nonnegative("epsilon", epsilon)
    probability("delta", delta)
    finite_nonnegative("sensitivity", sensitivity)
    count("compositions", compositions)
