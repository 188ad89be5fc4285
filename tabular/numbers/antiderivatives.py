"""Integrals of v**p exp(rate v) in exact arithmetic: what expectations under Laplace noise are made of."""

from __future__ import annotations

from fractions import Fraction


def antiderivative(p: int, rate: Fraction | int) -> list[tuple[int, Fraction]]:
    """Return (power, factor) with sum factor v**power exp(rate v) an antiderivative of v**p exp(rate v)."""
    if rate == 0:
        return [(p + 1, Fraction(1, p + 1))]
    factors = [1 / Fraction(rate)]
    for power in range(p, 0, -1):
        factors.append(-factors[-1] * power / rate)
    return [(p - i, factor) for i, factor in enumerate(factors)]
