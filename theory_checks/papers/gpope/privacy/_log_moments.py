"""Log moments as Lemma 3 of the accountant bounds them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from flint import arb, ctx

from tabular.numbers.balls import ball as ball_of
from tabular.privacy.subsampled import binomial_log_moment_ball
from theory_checks.core.certificate import Certificate, used
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Evidence, Outcome, Region, ball
from theory_checks.core.formula import Formula, Relation, ref
from theory_checks.core.interpret import enclose
from theory_checks.papers.gpope.privacy._one_step import BITS, Bound, Step, moment

SQUARE = (ref("m") * ref("sigma")) ** 2
PRINTED = 4 * ref("lambda") ** 2 / SQUARE
FROM_LEMMA = 4 * ref("lambda") * (ref("lambda") + 1) / SQUARE


def lemma_step(step: Step) -> arb:
    """Return 4 lambda (lambda + 1)/(m^2 sigma^2), the bound of Lemma 1 for sigma^2 >= 1/ln 2."""
    return enclose(FROM_LEMMA, step.constants)


def kappa(x: arb) -> arb:
    """Return (e^x - 1)/x for x > 0."""
    return x.expm1() / x


def proved_pair(step: Step) -> arb:
    """Return kappa^2 q^2 lambda (lambda + 1) y/2, the bound for one ordered pair at its distance D."""
    y = ball_of(Fraction(step.shift) ** 2 / Fraction(step.sigma) ** 2)
    leading = ball_of(Fraction(step.order * (step.order + 1)) / (2 * Fraction(step.m) ** 2)) * y
    return kappa(ball_of(Fraction(step.order)) * y) ** 2 * leading


def proved_step(step: Step) -> arb:
    """Return the bound for all neighbours: twice that of the ordered pair."""
    return 2 * proved_pair(step)


def pair_moment(step: Step) -> arb:
    """Return a ball that holds alpha(lambda) of mix || null."""
    return binomial_log_moment_ball(step.pair, int(step.order), BITS)


def certified(trial: Trial, found: Evidence, step: Step, says: str, conclusion: Relation, note: str = "") -> Evidence:
    """Add the certificate to evidence that fails."""
    if found.outcome is not Outcome.FAILS:
        return found
    certificate = Certificate(
        says=says,
        constants=used(step.constants, conclusion),
        assumed=[note] if note else [],
        conclusion=conclusion,
    )
    return replace(found, certificate=certificate)


BINOMIAL = (
    "Left: log E_Q (P/Q)^(lambda + 1), Q = N(0, sigma^2), P = (1 - q) N(0, sigma^2) + q N(D, sigma^2), by the binomial "
    "theorem. N steps have N times it, and the printed bound is N times the right side."
)


def compared(
    trial: Trial, step: Step, bound: Bound, region: Region, conclude: Formula = PRINTED, says: str = ""
) -> Evidence:
    """Compare the log moment of mix || null with a bound on one step."""
    with ctx.workprec(BITS):
        left, right = pair_moment(step), bound(step)
        found = ball(step.name, left, "<=", right, quantity=r"$\alpha(\lambda)$ of one step, bound", region=region)
    text = says or f"{step.name}: the log moment of one step exceeds the bound, and so it is for $N$ steps."
    return certified(trial, found, step, text, moment(int(step.order)) > conclude, BINOMIAL)
