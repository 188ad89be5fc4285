"""Log moments as Lemma 3 of the accountant bounds them."""

from __future__ import annotations

from dataclasses import replace

from flint import arb, ctx

from tabular.privacy.subsampled import binomial_log_moment_ball
from theory_checks.core.certificate import Certificate, used
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Evidence, Outcome, Region, ball
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, Relation
from theory_checks.core.interpret import enclose
from theory_checks.papers.gpope.privacy._one_step import BITS, Bound, Step, moment

PRINTED = formal_of(__file__, "gpope/b2-log-moment").right
FROM_LEMMA = formal_of(__file__, "gpope/lemma1-small-sigma", "large-sigma-form").right
PROVED, KAPPA, X = formal_of(__file__, "gpope/b2-log-moment/repaired").claims


def lemma_step(step: Step) -> arb:
    """Return the bound of Lemma 1 for sigma^2 >= 1/ln 2."""
    return enclose(FROM_LEMMA, step.constants)


def kappa(x: arb) -> arb:
    """Return the price of large orders, for x > 0."""
    return enclose(KAPPA.right, {"x": x})


def proved_step(step: Step) -> arb:
    """Return the repaired bound on one step for all neighbours; one ordered pair has at most half of it."""
    return enclose(PROVED.right, {**step.at_distance_two, "kappa": KAPPA.right, "x": X.right})


def pair_moment(step: Step) -> arb:
    """Return a ball that holds alpha(lambda) of mix || null."""
    return binomial_log_moment_ball(step.pair, int(step.order), BITS)


def certified(
    trial: Trial, evidence: Evidence, step: Step, says: str, conclusion: Relation, note: str = ""
) -> Evidence:
    """Add the certificate to evidence that fails."""
    if evidence.outcome is not Outcome.FAILS:
        return evidence
    certificate = Certificate(
        says=says,
        constants=used(step.constants, conclusion),
        assumed=[note] if note else [],
        conclusion=conclusion,
    )
    return replace(evidence, certificate=certificate)


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
        evidence = ball(step.name, left, "<=", right, quantity=r"$\alpha(\lambda)$ of one step, bound", region=region)
    text = says or f"{step.name}: the log moment of one step exceeds the bound, and so it is for $N$ steps."
    return certified(trial, evidence, step, text, moment(int(step.order)) > conclude, BINOMIAL)
