"""Means and variances of a path on the levels of the dyadic construction."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from tabular.numbers.balls import ball as exact_ball
from theory_checks.core.formal import formal_of
from theory_checks.core.interpret import exact


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


def mean_of_grid(steps: int, n: int, beta: Fraction) -> arb:
    """Return E max of f over 0, 1/n, ..., steps/n for small beta, where f - f(0) is nearly a random walk.

    E max_(k <= m) S_k = sum_(k <= m) E max(S_k, 0)/k (Spitzer) for steps of variance 2 beta/n. The increments of f have
    between exp(-beta) and 1 times the variances of S, so the mean is between exp(-beta/2) and 1 times that of S
    (Sudakov and Fernique).
    """
    half = arb(1) / 2
    walk = (exact_ball(beta) / (arb.pi() * n)).sqrt() * (half.zeta() - half.zeta(arb(steps + 1)))
    return walk * exact_ball(-beta / 2).exp().union(arb(1))
