"""The condition on the order in the proof of Theorem 1.

The simpler form of Lemma 1 for large noise, which is stated for all lambda > 0, is false for large lambda; the
condition comes from Abadi et al. [2016]. Asked is whether it is needed for the bound, and whether it is enough. For the
pair of the proof (distance 1) it is not needed, and enough on everything tried; for the true distance 2 it is not
enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import floor, log

from flint import arb

from tabular.numbers.balls import ball as ball_of
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import ball
from theory_checks.core.exhibits import Table
from theory_checks.core.formal import formal_of
from theory_checks.core.interpret import enclose
from theory_checks.papers.gpope.common.rounding import rounded
from theory_checks.papers.gpope.privacy._log_moments import FROM_LEMMA, kappa, lemma_step, proved_step
from theory_checks.papers.gpope.privacy._one_step import Bound, Step, claimed, compared, first_failing_order, refuted

LIMIT = formal_of(__file__, "gpope/b2-lambda-condition").right
UNNEEDED = (Step(2, 2, 1), Step(3, 4, 1), Step(4, 5, 3), Step(10, 9, 9), Step(100, 99, 100))


def condition(step: Step) -> arb:
    """Return the largest order that the condition allows."""
    return enclose(LIMIT, step.constants)


def true_limit(step: Step) -> arb:
    """Return sigma^2 ln(m)/(2 - 4/m^2), beyond which the bound fails for m >= 2."""
    return ball_of(Fraction(step.sigma) ** 2 / (2 - Fraction(4, step.m**2))) * arb(step.m).log()


def order_of(step: Step) -> arb:
    """Return lambda."""
    return ball_of(Fraction(step.order))


Limit = Callable[[Step], arb]


@claim(
    "gpope/b2-lambda-condition",
    reading="necessary",
    sound={r"what is needed if $m \geq 2$: $\lambda \leq \sigma^2\ln(m)/(2 - 4/m^2)$": {"limit": true_limit}},
)
def necessary(trial: Trial, *, limit: Limit = condition) -> Iterator[Finding]:
    """Show orders beyond the condition for which the bound holds."""
    for step in UNNEEDED:
        evidence = compared(step, limit, order_of, quantity=r"$\lambda$ and the condition")
        yield refuted(trial, step, evidence, "beyond the condition, and yet one step keeps the bound of Lemma 1")


def condition_orders(m: int, sigma: Fraction, factor: Fraction) -> list[int]:
    """Return the integer orders at and below the largest one that the condition, times a factor, allows."""
    last = floor(float(factor * sigma**2) * log(m / sigma) + 1e-9)
    return sorted({1, max(1, last // 2), max(1, last - 1), max(1, last)})


SIGMAS = tuple(Fraction(s) for s in ("6/5", "3/2", "2", "3", "5"))
GRID = (
    (1000, Fraction(20)),
    *((m, sigma) for m in (2, 3, 5, 10, 30, 100, 1000, 10**6) for sigma in SIGMAS if sigma < m),
)


@claim(
    "gpope/b2-lambda-condition",
    reading="sufficient-for-the-proof",
    broken={"two and a half times the condition": {"factor": Fraction(5, 2)}},
)
def sufficient(trial: Trial, *, factor: Fraction = Fraction(1)) -> Iterator[Finding]:
    """Compare log moments within the condition with the bound."""
    constant = kappa(ball_of(Fraction(7, 4))) ** 2
    yield ball("the constant of the proved range", constant, "<", arb(8), quantity=r"$\kappa(7/4)^2$")
    sigmas = ("6/5", "2", "4", "8", "12") if trial.full else ()
    sizes = [*GRID, *((m, Fraction(s)) for m in (20, 200, 5000, 10**5) for s in sigmas)]
    for m, sigma in sizes:
        steps = [Step(m, sigma, order, 1) for order in condition_orders(m, sigma, factor)]
        allowed = [step for step in steps if step.order <= factor * sigma**2 * Fraction(log(m / sigma))]
        compared_orders = [compared(step, claimed(trial)) for step in allowed]
        if compared_orders:
            yield max(compared_orders, key=lambda item: item.tightness or 0.0)


@claim(
    "gpope/b2-lambda-condition",
    reading="sufficient-at-distance-2",
    sound={"the repaired bound (`gpope/b2-log-moment/repaired`)": {"bound": proved_step}},
)
def true_distance(trial: Trial, *, bound: Bound = lemma_step) -> Iterator[Finding]:
    """Compare log moments at distance 2, within the condition, with the bound."""
    for step in (Step(3, Fraction(5, 4), 1), Step(1000, Fraction(3, 2), 1), Step(1000, 2, 16), Step(10**6, 3, 60)):
        says = "within the condition, and the log moment of one step at distance 2 exceeds the bound"
        yield refuted(trial, step, compared(step, bound, quantity=r"$\alpha(\lambda)$ of one step, bound"), says)
    if bound is lemma_step:
        yield _table()


def _table() -> Table:
    rows: list[list[str | int | float]] = []
    for m, sigma in ((10, 2), (100, 2), (1000, 2), (1000, 4), (10**6, 4)):
        limit = sigma**2 * log(m / sigma)
        firsts = [first_failing_order(m, sigma, shift, FROM_LEMMA) for shift in (1, 2)]
        rows.append([m, sigma, rounded(limit, 6), *firsts])
    return Table(
        title=r"First integer order at which $4\lambda(\lambda+1)/(m^2\sigma^2)$ fails",
        columns=["$m$", r"$\sigma$", r"$\sigma^2\ln(m/\sigma)$", "distance 1", "distance 2"],
        rows=rows,
    )
