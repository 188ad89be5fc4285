r"""Equations (B.2) and (B.3): the subsampled Renyi bound without its higher-order terms, "since m >> 1".

Let mu_0 = N(0, sigma^2), mu = (1 - q) mu_0 + q N(1, sigma^2), q = 1/m, y = 1/sigma^2 and a = lambda + 1. The moment of
(mu, mu_0) is log(1 + sum_{j >= 2} C(a, j) q^j E(e^z - 1)^j) with E(e^z - 1)^j of the size of e^(j (j - 1) y/2): what
was left out is small at a fixed order for all large m, and wins for all large orders at a fixed m. So "m >> 1" is a
condition for one order at a time. Of neighbours with opposite gradients, at the distance 2, not even that is true: at
lambda = 1 there are no terms of higher order, and (B.2) is too small for every m and sigma.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import log, log1p

from flint import arb

from tabular.numbers.balls import ball as ball_of
from tabular.privacy.subsampled import Direction, log_moment, log_moment_ball
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import ball
from theory_checks.core.exhibits import Table
from theory_checks.core.formal import formal_of
from theory_checks.core.interpret import enclose
from theory_checks.papers.gpope.privacy._dominating import for_all_neighbours, is_covered
from theory_checks.papers.gpope.privacy._one_step import (
    HALF,
    Bound,
    Step,
    compared,
    complete_bound,
    in_doubles,
    printed_bound,
    refuted,
)

B2 = formal_of(__file__, "gpope/lemma1-subsampling").right
ONE = 1
LARGEST_W = Fraction(27, 100)
QUANTITY = r"$\alpha(\lambda)$ and $\lambda$ times (B.2)"


def kept_terms(step: Step) -> arb:
    """Return the right side of (B.2), times lambda."""
    return enclose(B2, step.constants)


def fifth(step: Step) -> arb:
    """Return a fifth of it, which is less than the term in 1/m^2."""
    return kept_terms(step) / 5


INSIDE = [(2, 1, 1), (10, 4, 2), (100, 2, 8), (1000, 2, 13), (1000, Fraction(6, 5), 4), (10**6, HALF, 1), (10**6, 1, 7)]
FAILING = [(2, 1, 3), (10, 1, 4), (8, HALF, 2), (100, 2, 37), (1000, Fraction(6, 5), 19)]


LARGE = [(6, 1, 1), (11, 4, 2), (100, 2, 8), (1000, 2, 13), (1000, Fraction(6, 5), 4), (10**6, HALF, 1), (10**6, 1, 7)]
NEAR_EQUALITY = [(1000, 2, Fraction(1, 10)), (10, Fraction(1, 4), 1), (12_000, HALF, 2)]
PRINTED_INSIDE = [(5, 1, HALF), (10, 1, 4), (100, 2, 37), (100, 2, 66), (1000, Fraction(6, 5), 19), (1000, 2, 600)]
PRINTED_FAILING = [(2, HALF, 14), (2, 1, 12), (10, 1, 80)]


OPPOSITE = [(1, 2), (2, 1), (10, HALF), (100, 2), (10**6, 1), (10**6, 20), (10**12, 3)]


@claim(
    "gpope/lemma1-subsampling", reading="neighbours", sound={"all terms, at the distance 2": {"bound": complete_bound}}
)
def opposite_gradients(trial: Trial, *, bound: Bound = kept_terms) -> Iterator[Finding]:
    """Compare the moment of order 1 of neighbours with opposite gradients with (B.2)."""
    for m, sigma in OPPOSITE:
        step = Step(m, sigma, 1)
        yield refuted(trial, step, compared(step, bound, quantity=QUANTITY), "opposite gradients exceed (B.2)")


def large_enough(step: Step) -> bool:
    """Tell whether m is in the proved range of the order and of sigma, for both orders of the laws."""
    return is_covered(step, LARGEST_W) and step.order + 2 <= (step.m - 1) * log(2)


@claim("gpope/lemma1-subsampling", reading="fixed-order", broken={"a fifth of the bound": {"bound": fifth}})
def fixed_order(trial: Trial, *, bound: Bound = kept_terms) -> Iterator[Finding]:
    """Compare both moments with (B.2) where m is large for the order and sigma."""
    w = ball_of(LARGEST_W)
    higher = w * w.exp() + 2 * w.expm1()
    yield ball("the sum of the higher terms", higher, "<=", arb(1), quantity="$we^w + 2e^w - 2$ at $w = 0.27$")
    for m, sigma, order in (*LARGE, *NEAR_EQUALITY):
        step = Step(m, sigma, order, ONE)
        if not large_enough(step):
            raise ValueError(f"m must be in the proved range, got {m} at {step.name}")
        for moment, laws in ((_mixture_moment, "$\\mu$ first"), (_null_moment, "$\\mu_0$ first")):
            yield compared(step, bound, moment, case=f"{step.name}, {laws}", quantity=QUANTITY)


@claim("gpope/lemma1-subsampling", reading="all-orders", sound={"all terms kept": {"bound": complete_bound}})
def all_orders(trial: Trial, *, bound: Bound = kept_terms) -> Iterator[Finding]:
    """Compare the moment of the mixture with (B.2) at orders that hold and at orders that fail."""
    for m, sigma, order in (*INSIDE, *FAILING):
        step = Step(m, sigma, order, ONE)
        evidence = compared(step, bound, quantity=QUANTITY)
        yield refuted(trial, step, evidence, "the laws of the proof, $\\mu$ first: the log moment exceeds (B.2)")
    if bound is kept_terms:
        yield _first_failing(Direction.REMOVE, "$(\\mu, \\mu_0)$", (2, 10, 100, 1000, 10**4))


@claim(
    "gpope/lemma1-subsampling",
    reading="printed-laws",
    sound={r"without the logarithm, $\ln(1+t) \leq t$": {"bound": printed_bound}},
)
def printed_laws(trial: Trial, *, bound: Bound = kept_terms) -> Iterator[Finding]:
    """Compare the moment of the other order with (B.2)."""
    for m, sigma, order in (*PRINTED_INSIDE, *PRINTED_FAILING):
        step = Step(m, sigma, order, ONE)
        evidence = compared(step, bound, _null_moment, quantity=QUANTITY)
        yield refuted(trial, step, evidence, "the laws of the proof, $\\mu_0$ first: the log moment exceeds (B.2)")
    if bound is kept_terms:
        yield _first_failing(Direction.ADD, "$(\\mu_0, \\mu)$", (2, 3, 10, 30))


def _mixture_moment(step: Step) -> arb:
    """Return alpha(lambda) of mix || null."""
    return log_moment_ball(step.pair, step.order, Direction.REMOVE, 64)


@cache
def _null_moment(step: Step) -> arb:
    """Return alpha(lambda) of null || mix."""
    return log_moment_ball(step.pair, step.order, Direction.ADD, 40)


def _first_failing(direction: Direction, laws: str, sizes: tuple[int, ...]) -> Table:
    rows = [
        [str(sigma), *(str(_first(m, sigma, direction)) for m in sizes)]
        for sigma in (HALF, Fraction(1), Fraction(6, 5), Fraction(2))
    ]
    return Table(
        title=f"The first integer order at which (B.2) fails, laws {laws}",
        columns=[r"$\sigma$", *(f"$m = {m}$" for m in sizes)],
        rows=rows,
        caption="Computed in doubles; orders in the evidence are decided by enclosures.",
    )


def _first(m: int, sigma: Fraction, direction: Direction) -> int:
    pair = Step(m, sigma, 1, ONE).pair
    return next(
        order
        for order in range(1, 2000)
        if log_moment(pair, order, direction) > log1p(in_doubles(m, float(sigma), order))
    )


GRID = [
    (1, 1, (1, 2)),
    (2, 1, (1, 2, 5)),
    (3, HALF, (1, 2)),
    (8, HALF, (1, 2)),
    (100, 2, (1, 2, 5, 20)),
    (1000, Fraction(6, 5), (1, 2, 5)),
    (10**5, 4, (1, 2, 20)),
]
Cut = Callable[[Step], arb]


def first_term_only(step: Step) -> arb:
    """Return log(1 + lambda (lambda + 1) (e^y - 1)/m^2): the higher-order terms are left out."""
    y = ball_of(Fraction(step.shift) ** 2 / Fraction(step.sigma) ** 2)
    return (ball_of(Fraction(step.order * (step.order + 1)) / step.m**2) * y.expm1()).log1p()


def without_the_last_term(step: Step) -> arb:
    """Return the bound without the term j = lambda + 1, if there is more than one term."""
    a, y = int(step.order) + 1, ball_of(Fraction(step.shift) ** 2 / Fraction(step.sigma) ** 2)
    last = (a * (a - 1) * y / 2).exp() / arb(step.m) ** int(a) if a > 2 else arb(0)
    return (complete_bound(step).expm1() - last).log1p()


def one_more_record(step: Step) -> arb:
    """Return the bound with m + 1 in place of m."""
    return complete_bound(replace(step, m=step.m + 1))


@claim(
    "gpope/lemma1-subsampling/repaired",
    broken={
        "without the terms beyond the first": {"bound": first_term_only},
        "without the last term": {"bound": without_the_last_term},
        "$m + 1$ in place of $m$": {"bound": one_more_record},
    },
    near=("without the last term", "$m + 1$ in place of $m$"),
)
def all_terms(trial: Trial, *, bound: Cut = complete_bound) -> Iterator[Finding]:
    """Compare the log moment of the dominating pair with the bound."""
    for m, sigma, orders in GRID:
        for order in orders:
            yield for_all_neighbours(Step(m, sigma, order), bound)
