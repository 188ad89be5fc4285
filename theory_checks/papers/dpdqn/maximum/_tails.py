"""Tails of the maximum of a path, as printed, true and repaired."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from tabular.noise.path_maximum import (
    mean_bound,
    tail_ball,
)
from tabular.numbers.balls import ball as enclose
from theory_checks.core.certificate import Certificate
from theory_checks.core.evidence import Evidence, Region, ball


def printed(constant: Fraction) -> TailBound:
    """Return the bound of the text with its constant."""
    return TailBound(lambda beta, sigma: enclose(constant) * beta.sqrt() * sigma, without_sigma)


TAIL = r"$\mathbb{P}(\max f \geq \text{level})$"


@dataclass(frozen=True)
class TailBound:
    """P(max f >= shift + u) <= exp(-exponent): the shift and the exponent as functions of beta, sigma and u."""

    shift: Callable[[arb, arb], arb]
    exponent: Callable[[arb, arb], arb]


def without_sigma(sigma: arb, u: arb) -> arb:
    """Return u^2/2."""
    del sigma  # the printed exponent does not have it
    return u * u / 2


def with_sigma(sigma: arb, u: arb) -> arb:
    """Return u^2/(2 sigma^2)."""
    return (u / sigma) ** 2 / 2


SHARP = TailBound(lambda beta, sigma: mean_bound(beta) * sigma, with_sigma)


def true_tail(
    bound: TailBound, beta: Fraction, sigma: Fraction, u: Fraction, region: Region = Region.WHOLE
) -> Evidence:
    """Compare the tail of the maximum, enclosed at the next lower level with three decimals, with the bound."""
    shift = bound.shift(enclose(beta), enclose(sigma)) / enclose(sigma)
    thousandths = (shift.lower() * 1000).floor().unique_fmpz()
    level = Fraction(int(thousandths or 0), 1000) + u / sigma
    rates = 20 if beta < 1 else 10
    return ball(
        rf"$\beta = {beta}$, $\sigma = {sigma}$, $u = {u}$: the true tail",
        tail_ball(level, beta, rates if level < 4 else 6),
        "<=",
        (-bound.exponent(enclose(sigma), enclose(u))).exp(),
        quantity=TAIL,
        detail=f"an enclosure at the level {float(level):g} sigma, just below, by the spectrum of the killed path",
        region=region,
    )


def one_value(
    bound: TailBound,
    beta: Fraction,
    sigma: Fraction,
    u: Fraction,
    region: Region = Region.WHOLE,
    certificate: Certificate | None = None,
) -> Evidence:
    """Compare the tail of f(0) alone, a lower bound of the tail of the maximum, with the bound."""
    level = bound.shift(enclose(beta), enclose(sigma)) + enclose(u)
    return ball(
        rf"$\beta = {beta}$, $\sigma = {sigma}$, $u = {u}$: one value of the path",
        (level / enclose(sigma) / arb(2).sqrt()).erfc() / 2,
        "<=",
        (-bound.exponent(enclose(sigma), enclose(u))).exp(),
        quantity=r"$\mathbb{P}(f(0) \geq \text{level})$, which the tail of the maximum is not below",
        region=region,
        certificate=certificate,
    )
