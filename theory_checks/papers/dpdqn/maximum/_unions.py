"""The chance that at least one of many paths, or of two values of a path, is high."""

from __future__ import annotations

from flint import acb, arb

from tabular.gaussian.normal import normal_cdf, normal_density, normal_tail
from tabular.numbers.integrals import integral


def at_least_one(p: arb, T: int) -> arb:
    """Return 1 - (1 - p)^T as p (1 + (1 - p) + ... + (1 - p)^(T-1)), which loses nothing for small p."""
    return p * sum(((1 - p) ** j for j in range(T)), start=arb(0))


def pair_tail(rho: arb, level: arb) -> arb:
    """Return P(max(X, Y) >= level) for standard normals with correlation rho: all but both below the level."""
    spread, cut = (1 - rho * rho).sqrt(), 12

    def below(x: acb, _: bool) -> acb:
        return normal_density(x) * normal_cdf((level - rho * x) / spread)

    inner = integral(below, -cut, acb(level), abs_tol=arb(2) ** -50)
    return 1 - inner - arb(0).union(normal_tail(arb(cut)).upper())
