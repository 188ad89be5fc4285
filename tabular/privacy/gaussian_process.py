"""The Gaussian-process mechanism f + G(0, sigma^2 K) as one exact Gaussian mechanism.

Two paths with the same covariance sigma^2 K and means f, f' have the log likelihood ratio N(mu^2/2, mu^2) with

    mu = ||f - f'|| / sigma,

the norm being that of the kernel's Hilbert space (Cameron and Martin); outside of that space the laws are singular and
mu = infinity. So the release of the whole path has the curve delta_G(., mu), and nothing is lost. What can be seen at
finitely many points has the smaller mu of the norm on the grid. Independent paths (one for each action) add their
squared norms.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import inf

from flint import arb

from tabular.numbers.arguments import finite_nonnegative, nonnegative, positive
from tabular.numbers.exact import Exact
from tabular.privacy.composition import root_ball
from tabular.privacy.rkhs_grid import grid_norm_squared


def process_mu(norms_squared: Sequence[Exact], sigma: Exact) -> float:
    """Return mu = sqrt(sum_a ||f_a - f'_a||^2) / sigma for independent paths; infinity marks a function outside."""
    positive("sigma", sigma)
    if any(nonnegative("norms_squared", norm, f"at [{i}]") == inf for i, norm in enumerate(norms_squared)):
        return inf
    return float(process_mu_ball(norms_squared, sigma))


def process_mu_ball(norms_squared: Sequence[Exact], sigma: Exact, bits: int = 96) -> arb:
    """Return a ball that holds mu, for finite squared norms."""
    total = sum(
        (finite_nonnegative("norms_squared", norm, f"at [{i}]") for i, norm in enumerate(norms_squared)),
        start=Fraction(0),
    )
    return root_ball(total / positive("sigma", sigma) ** 2, bits)


def marginal_mu(points: Sequence[Exact], difference: Sequence[Exact], beta: Exact, sigma: Exact) -> float:
    """Return the mu of a release at ``points`` only, for the kernel e^{-beta |x - y|} and f - f' = ``difference``."""
    return process_mu([grid_norm_squared(points, difference, beta)], sigma)
