"""Means and variances of a path on the levels of the dyadic construction."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from tabular.numbers.balls import ball as exact_ball
from theory_checks.core.formal import formal_of
from theory_checks.core.interpret import exact

CLOSE = arb(2) ** -40  # far above the rounding of the balls, far below any difference between formulas


def half_mean(variance: arb) -> arb:
    """Return (1/2) E |z| for z ~ N(0, variance)."""
    return (variance / (2 * arb.pi())).sqrt()


def printed_bound(n: int, beta: Fraction) -> Fraction:
    """Return the printed bound of the variance of an increment, in units of sigma^2."""
    return exact(formal_of(__file__, "dpdqn/lemma8-variance-diff").right, {"n": n, "beta": beta, "sigma": 1})


def level_0_variances(beta: Fraction) -> arb:
    """Return Var f(1/2) + Var max(f(0), f(1)) = 2 - (1 - exp(-beta))/pi."""
    return 2 - (1 - exact_ball(-beta).exp()) / arb.pi()


def variance_at_level_0(beta: Fraction) -> arb:
    """Return Var[f(1/2) - max(f(0), f(1))] = 2 - (1 - exp(-beta))/pi - 2 exp(-beta/2)."""
    return level_0_variances(beta) - 2 * exact_ball(-beta / 2).exp()
