r"""Lemma 1: the log moment of one step of Algorithm 1, against the printed bound.

One of m trajectories is drawn and its clipped gradient is released with noise h N(0, sigma^2 I). In units of h the laws
on two neighbouring data sets are, at worst, mix = (1 - q) N(0, sigma^2) + q N(D, sigma^2) and null = N(0, sigma^2) with
q = 1/m. Gradients of norm at most 1 can be D = 2 apart: all of them -e_1, one +e_1. The proof has D = 1. For integer
lambda and a = lambda + 1, y = D^2/sigma^2,

    alpha(lambda) = log E_mix (mix/null)^lambda = log sum_k C(a, k) q^k (1 - q)^(a - k) e^(k (k - 1) y/2).

Let B be the minimum in the printed bound. If B < m^2 y the term k = a alone, e^(lambda (lambda + 1) y/2) m^(-lambda -
1), exceeds it for all large lambda, from about 2 ln(m)/y on if B is much smaller. If B >= m^2 y the bound holds and
says nothing: without any draw alpha is lambda (lambda + 1) y/2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import log

from flint import arb

from tabular.privacy.subsampled import Direction, SubsampledGaussian, binomial_log_moment, log_moment_ball
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Outcome
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.papers.gpope.common.rounding import rounded
from theory_checks.papers.gpope.privacy._one_step import (
    EXCEEDED,
    HALF,
    Bound,
    Step,
    compared,
    complete_bound,
    first_failing_order,
    in_doubles,
    printed_bound,
    refuted,
)

WORST = (Step(2, 1, 1), Step(3, HALF, 1), Step(100, 2, 1), Step(100, 2, 5), Step(1000, 4, 1), Step(10**6, 20, 1))
REPLACED = "all trajectories have the gradient $-he_1$, one is replaced by one with $+he_1$: the bound is exceeded"
REMOVED = "all gradients are $-he_1$ but one, $+he_1$, whose trajectory is removed: the bound is exceeded"
COMPLETE = {
    "the bound with all terms and sensitivity 2 (`gpope/lemma1-subsampling/repaired`)": {"bound": complete_bound}
}
ALL_TERMS = "the bound with all terms and the true distance (`gpope/lemma1-subsampling/repaired`)"


@claim("gpope/lemma1", reading="replacement", sound=COMPLETE)
def worst_replaced(trial: Trial, *, bound: Bound = printed_bound) -> Iterator[Finding]:
    """Compare the moment of the worst pair with the bound."""
    for step in WORST:
        yield refuted(trial, step, compared(step, bound), REPLACED)
    if bound is printed_bound:
        yield _moments_figure()
        yield _first_sizes()


@claim("gpope/lemma1", reading="add-remove", sound=COMPLETE)
def worst_removed(trial: Trial, *, bound: Bound = printed_bound) -> Iterator[Finding]:
    """Compare the same moment, which removing the record attains as well, with the bound."""
    for step in WORST:
        yield refuted(trial, step, compared(step, bound), REMOVED)


ONE = 1
PROOF_FAILS = (Step(8, HALF, 2, ONE), Step(4, 1, 4, ONE), Step(100, 2, 37, ONE), Step(1000, Fraction(6, 5), 19, ONE))
PRINTED_ORDER = (
    *PROOF_FAILS,
    Step(100, 2, 1000, ONE),
    Step(2, HALF, HALF, ONE),
    Step(10, Fraction(7, 10), 40, ONE),
    Step(1000, 8, 333, ONE),
    Step(1000, 2, Fraction(1, 10), ONE),
    *(Step(m, sigma, 1, ONE) for m, sigma in ((10**7, HALF), (10**15, Fraction(1, 4)))),  # e^y is large, q e^y is not
)


@claim("gpope/lemma1", reading="pair-of-the-proof", sound={ALL_TERMS: {"bound": complete_bound}})
def pair_of_the_proof(trial: Trial, *, bound: Bound | None = None) -> Iterator[Finding]:
    """Compare the moments of the pair at distance 1 with the bound, at the first order that fails and before it."""
    for step in PROOF_FAILS:
        yield compared(replace(step, order=step.order - 1), bound or printed_bound)
        yield refuted(trial, step, compared(step, bound or printed_bound), EXCEEDED)
    if bound is None:
        yield _first_orders()


@claim(
    "gpope/lemma1",
    reading="printed-order",
    broken={
        r"the other order, $(\mu, \mu_0)$": {"direction": Direction.REMOVE},
        "the distance 2 of opposite gradients": {"shift": 2},
        "the distance 11/10": {"shift": Fraction(11, 10)},
    },
    near=("the distance 11/10",),
)
def printed_order(
    trial: Trial, *, direction: Direction = Direction.ADD, shift: Fraction | int = ONE
) -> Iterator[Evidence]:
    """Compare the log moments of the ordered pair with the bound."""

    def moment(step: Step) -> arb:
        return log_moment_ball(replace(step, shift=shift).pair, step.order, direction, 64)

    for step in PRINTED_ORDER:
        yield compared(step, printed_bound, moment)


def _moments_figure() -> Figure:
    m, sigma, orders = 100, 2, list(range(1, 61))
    curves: Sequence[tuple[str, int]] = ((r"worst pair ($D = 2$)", 2), (r"pair of the proof ($D = 1$)", 1))
    series = [
        Series(
            label=label,
            x=orders,
            y=[rounded(binomial_log_moment(SubsampledGaussian(Fraction(1, m), sigma, shift), k)) for k in orders],
        )
        for label, shift in curves
    ]
    bound = Series(label="Lemma 1", x=orders, y=[rounded(in_doubles(m, sigma, k)) for k in orders], kind="dots")
    return Figure(
        title="Log moments of one step and the bound of Lemma 1",
        x_label=r"$\lambda$",
        y_label=r"$\alpha(\lambda)$",
        y_scale="log",
        series=[*series, bound],
        caption=r"$m = 100$, $\sigma = 2$. The bound is too small for the worst pair from $\lambda = 1$ on, for the "
        f"pair of the proof from $\\lambda = {first_failing_order(m, sigma)}$ on.",
    )


def _first_sizes() -> Table:
    """Tabulate the m from which order 1 fails."""
    rows: list[list[str]] = []
    for sigma in (HALF, Fraction(1), Fraction(2), Fraction(4), Fraction(20)):
        steps = (Step(m, sigma, 1) for m in range(1, 100))
        first = next(s.m for s in steps if compared_outcome(s) is Outcome.FAILS)
        rows.append([str(sigma), str(first)])
    return Table(
        title=r"Numbers of trajectories for which Lemma 1 fails at $\lambda = 1$",
        columns=[r"$\sigma$", "$m$ from which it fails"],
        rows=rows,
        caption=r"Decided by enclosures. $\ln(1 + q^2A) - q^2B$ is concave in $q^2$ and 0 at 0, so it is positive for "
        "all larger $m$ too.",
    )


def compared_outcome(step: Step) -> Outcome:
    """Return whether the printed bound holds at a step, by enclosures."""
    return compared(step, printed_bound).outcome


def _first_orders() -> Figure:
    sizes = [10, 30, 100, 300, 1000, 3000, 10**4, 10**5, 10**6]
    series: list[Series] = []
    for sigma in (1, 2, 4):
        first = [first_failing_order(m, sigma) for m in sizes]
        rule = [rounded(2 * sigma**2 * log(m)) for m in sizes]
        series.append(Series(label=f"first to fail, $\\sigma = {sigma}$", x=sizes, y=first, kind="dots"))
        series.append(Series(label=f"$2\\sigma^2\\ln m$, $\\sigma = {sigma}$", x=sizes, y=rule))
    return Figure(
        title="The first integer order at which Lemma 1 fails",
        x_label="$m$",
        y_label=r"$\lambda$",
        x_scale="log",
        y_scale="log",
        series=series,
        caption=r"The pair of the proof, in the order $(\mu, \mu_0)$. The printed bound has no limit on $\lambda$.",
    )
