"""Tails of the maximum of a path, as printed, true and repaired."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from tabular.gaussian.normal import normal_tail
from tabular.noise.path_maximum import tail_ball
from tabular.numbers.balls import ball as exact_ball
from theory_checks.core.certificate import Certificate
from theory_checks.core.evidence import Evidence, Region, ball
from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.formula import Formula
from theory_checks.core.interpret import enclose

TAIL = r"$\mathbb{P}(\max f \geq \text{level})$"


@dataclass(frozen=True)
class TailBound:
    """P(max f >= level) <= limit, both formulas of beta, sigma and u."""

    level: Formula
    limit: Formula

    @classmethod
    def of(cls, formal: Formal) -> TailBound:
        """Return what a statement claims first."""
        return cls(formal.let["level"], formal.right)


def in_units(level: Formula, beta: Fraction | arb) -> arb:
    """Return the shift, which is the level for u = 0, in units of sigma."""
    return enclose(level, {"beta": beta, "sigma": 1, "u": 0})


PRINTED = TailBound.of(formal_of(__file__, "dpdqn/lemma8"))
REPAIRED = formal_of(__file__, "dpdqn/lemma8/repaired")
SHARP = TailBound.of(REPAIRED)


def true_tail(
    bound: TailBound, beta: Fraction, sigma: Fraction, u: Fraction, region: Region = Region.WHOLE
) -> Evidence:
    """Compare the tail of the maximum, enclosed at the next lower level with three decimals, with the bound."""
    thousandths = (in_units(bound.level, beta).lower() * 1000).floor().unique_fmpz()
    level = Fraction(int(thousandths or 0), 1000) + u / sigma
    rates = 20 if beta < 1 else 10
    return ball(
        rf"$\beta = {beta}$, $\sigma = {sigma}$, $u = {u}$: the true tail",
        tail_ball(level, beta, rates if level < 4 else 6),
        "<=",
        enclose(bound.limit, {"sigma": sigma, "u": u}),
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
    values = {"beta": beta, "sigma": sigma, "u": u}
    return ball(
        rf"$\beta = {beta}$, $\sigma = {sigma}$, $u = {u}$: one value of the path",
        normal_tail(enclose(bound.level, values) / exact_ball(sigma)),
        "<=",
        enclose(bound.limit, values),
        quantity=r"$\mathbb{P}(f(0) \geq \text{level})$, which the tail of the maximum is not below",
        region=region,
        certificate=certificate,
    )
