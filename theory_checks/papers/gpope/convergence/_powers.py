"""Powers of the number of steps, exact where they are rational."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from tabular.numbers.balls import ball


def power_of_steps(N: int, exponent: Fraction) -> arb:
    """Return N^exponent."""
    return (ball(exponent) * arb(N).log()).exp()


def value(N: int, k: Fraction, a: Fraction = Fraction(1)) -> arb:
    """Return (1 - a N^-k)^(2N), for a < N^k."""
    return (2 * N * (1 - ball(a) * power_of_steps(N, -k)).log()).exp()
