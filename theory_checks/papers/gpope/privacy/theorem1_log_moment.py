r"""The log moment of N steps in the proof of Theorem 1, and what is true of it.

With q = 1/m, y = D^2/sigma^2, K ~ Bin(lambda + 1, q) and integer lambda, alpha(lambda) = log E e^(y K (K - 1)/2) for
the ordered pair mix || null at distance D. All neighbours have at most twice the bound of one ordered pair with D = 2.
The paper drops the + 1 of lambda (lambda + 1) in Lemma 1, and has no price kappa for large orders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import floor, log

from flint import arb, ctx

from tabular.numbers.balls import ball as ball_of
from tabular.privacy.subsampled import binomial_log_moment
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.core.formula import Formula
from theory_checks.core.interpret import enclose
from theory_checks.core.interpret import exact as rational
from theory_checks.papers.gpope.common.rounding import rounded
from theory_checks.papers.gpope.privacy._certified import certified
from theory_checks.papers.gpope.privacy._dominating import dominating_moment, for_all_neighbours
from theory_checks.papers.gpope.privacy._log_moments import KAPPA, PRINTED, X, kappa, lemma_step, proved_step
from theory_checks.papers.gpope.privacy._one_step import (
    BITS,
    MOST,
    Bound,
    Step,
    compared,
    first_failing_order,
    in_doubles,
    pair_moment,
    refuted,
)

TINY = arb(2) ** -60
DEFINED = {"kappa": KAPPA.right, "x": X.right}


def printed_step(step: Step) -> arb:
    """Return the printed bound on one step."""
    return enclose(PRINTED, step.constants)


SIZES = ((1, Fraction(5, 4)), (10, Fraction(5, 4)), (100, Fraction(2)), (1000, Fraction(3, 2)), (10**6, Fraction(5, 4)))


Orders = Callable[[int], int]


def squared(order: int) -> int:
    """Return lambda^2."""
    return order**2


def with_next(order: int) -> int:
    """Return lambda (lambda + 1)."""
    return order * (order + 1)


@claim("gpope/b2-log-moment", reading="deduction", sound={r"with $\lambda(\lambda+1)$": {"orders": with_next}})
def deduction(trial: Trial, *, orders: Orders = squared) -> Iterator[Evidence]:
    """Compare the bound that Lemma 1 gives with the one that the proof uses."""
    for order in (1, 2, 10):
        step = Step(10, Fraction(5, 4), order)
        scale = 4 / (step.m * Fraction(step.sigma)) ** 2
        left, right = scale * with_next(order), scale * orders(order)
        evidence = exact(step.name, left, "<=", right, quantity="one step: Lemma 1, and the proof of Theorem 1")
        says = f"{step.name}: the bound of Lemma 1 on one step is larger than the one with $\\lambda^2$."
        yield certified(trial, evidence, says, {**step.constants, "alpha": left})


def fails_from(m: int, sigma: Fraction, shift: int = 1) -> int:
    """Return the first integer order above 1 at which the printed bound fails."""
    return first_failing_order(m, sigma, shift, PRINTED, range(2, MOST))


def _one(trial: Trial, step: Step, bound: Bound) -> Evidence:
    evidence = compared(step, bound, quantity=r"$\alpha(\lambda)$ of one step, bound")
    return refuted(trial, step, evidence, "the log moment of one step exceeds the bound")


@claim("gpope/b2-log-moment", reading="pair-of-the-proof", sound={"the repaired bound": {"bound": proved_step}})
def pair_of_the_proof(trial: Trial, *, bound: Bound = printed_step) -> Iterator[Finding]:
    """Compare at the first order that fails, before it, and at the ends of the proved ranges."""
    x = ball_of(Fraction(5, 4))
    yield ball("the constant of the proof", kappa(x), "<=", arb(2), quantity=r"$\kappa(5/4)$")
    yield _one(trial, Step(1, Fraction(5, 4), 40, 1), bound)
    yield _one(trial, Step(2, Fraction(5, 4), 40, 1), bound)
    for order in (1, 60):
        yield _one(trial, Step(100, 10, order, 1), bound)
    if bound is printed_step:
        yield _several(Step(100, 10, 1, 1), 5, trial.formal.right)
    for m, sigma in SIZES[1:]:
        last = fails_from(m, sigma)
        for order in sorted({1, floor(5 * sigma**2 / 4), last - 1}):
            yield _one(trial, Step(m, sigma, order, 1), bound)
        yield _one(trial, Step(m, sigma, last, 1), bound)
    yield _one(trial, Step(10, Fraction(5, 4), 12, 1), bound)
    if bound is printed_step:
        yield _figure()
        yield _orders()


def _several(step: Step, steps: int, bound: Formula) -> Evidence:
    """Compare the moment of several steps of an ordered pair with a bound, which adds up."""
    with ctx.workprec(BITS):
        right = enclose(bound, {**step.at_distance_two, **step.constants, **DEFINED, "N": steps})
        case, quantity = f"{steps} steps, {step.name}", r"$\alpha(\lambda)$ of $N$ steps, bound"
        return ball(case, steps * pair_moment(step), "<=", right, quantity=quantity)


def _orders() -> Table:
    rows: list[list[str | int | float]] = []
    for m, sigma in ((10, 2), (100, 2), (1000, 2), (100, 4), (1000, 4), (10**6, 4)):
        scale = Fraction(sigma)
        safe = rounded(sigma**2 * log(m / sigma), 6)
        rows.append([m, sigma, safe, fails_from(m, scale), rounded(2 * sigma**2 * log(m), 6)])
    return Table(
        title=r"First integer order at which $4\lambda^2/(m^2\sigma^2)$ fails, distance 1",
        columns=["$m$", r"$\sigma$", r"$\sigma^2\ln(m/\sigma)$", r"first $\lambda$ that fails", r"$2\sigma^2\ln m$"],
        rows=rows,
    )


def _figure() -> Figure:
    m, sigma = 100, Fraction(4)
    orders = list(range(1, 200, 4))
    pairs = {shift: Step(m, sigma, 1, shift).pair for shift in (1, 2)}
    curves = {shift: [rounded(binomial_log_moment(pairs[shift], k), 6) for k in orders] for shift in pairs}
    proved = [rounded(proved_step(Step(m, sigma, k)), 6) for k in orders]
    x = [float(k) for k in orders]
    return Figure(
        title="Log moment of one step and its bounds",
        x_label=r"$\lambda$",
        y_label=r"$\alpha(\lambda)$",
        x_scale="log",
        y_scale="log",
        series=[
            Series(label="printed bound", x=x, y=[rounded(in_doubles(m, float(sigma), k, PRINTED), 6) for k in orders]),
            Series(label="exact, distance 1 (proof)", x=x, y=curves[1]),
            Series(label="exact, distance 2 (one order)", x=x, y=curves[2]),
            Series(label="repaired bound, all neighbours", x=x[:20], y=proved[:20]),
        ],
        caption=r"$m = 100$, $\sigma = 4$. The exact moments leave their parabola near $\frac{2\sigma^2}{D^2}\ln m$.",
    )


@claim("gpope/b2-log-moment", reading="true-distance", sound={"the repaired bound": {"bound": proved_step}})
def true_distance(trial: Trial, *, bound: Bound = printed_step) -> Iterator[Finding]:
    """Compare at order 1, in the proved range, and at the first order after it that fails."""
    squared = kappa(ball_of(Fraction(7, 25))) ** 2
    yield ball("the constant", squared, "<=", ball_of(Fraction(4, 3)), quantity=r"$\kappa(7/25)^2$")
    for m, sigma in ((2, Fraction(5, 4)), (100, Fraction(8)), (10**6, Fraction(20))):
        yield _one(trial, Step(m, sigma, 1), bound)
    for m, sigma in ((2, Fraction(20)), (100, Fraction(8)), (1000, Fraction(8))):
        yield _one(trial, Step(m, sigma, 2), bound)
        yield _one(trial, Step(m, sigma, floor(7 * sigma**2 / 100)), bound)
    m, sigma = 100, Fraction(3)
    last = fails_from(m, sigma, shift=2)
    yield _one(trial, Step(m, sigma, last - 1), bound)
    yield _one(trial, Step(m, sigma, last), bound)


# ---- The repair ----


def nine_tenths(step: Step) -> arb:
    """Return nine tenths of half the bound: less than one ordered pair has."""
    return proved_step(step) * 9 / 20


@claim(
    "gpope/b2-log-moment/repaired",
    broken={
        r"$\kappa = 1$: no price for large orders": {"bound": lemma_step},
        "less than one ordered pair has": {"bound": nine_tenths},
    },
)
def log_moment_repaired(trial: Trial, *, bound: Bound = proved_step) -> Iterator[Finding]:
    """Compare exact log moments with the bound: one ordered pair with half of it, the dominating pair with all."""
    for m in (1, 2, 10, 1000):
        for sigma in (Fraction(1, 2), Fraction(2), Fraction(10)):
            for order in (1, 2, 7, 40):
                yield _half(Step(m, sigma, order), bound)
    for step in (Step(2, 1, 1), Step(10, 2, 3), Step(100, 4, 5), Step(3, Fraction(1, 2), 2)):
        yield _doubled(step)
        yield for_all_neighbours(step, bound, f"dominating pair, {step.name}")
    yield from _constants()
    if bound is proved_step:
        yield _several(Step(1000, 100, 1), 5, trial.formal.right)
        yield _closeness()


def _constants() -> Iterator[Evidence]:
    """Compare x and kappa with what the proof uses: lambda y, and the slope of the chord of e^v - 1 up to x."""
    for sigma, order in ((Fraction(1, 2), 1), (Fraction(3), 7)):
        x = rational(X.right, {"lambda": order, "sigma": sigma})
        yield exact(f"$\\lambda = {order}$, $\\sigma = {sigma}$", x, "==", order * (2 / sigma) ** 2, quantity="$x$")
    for x in (Fraction(1, 100), Fraction(1), Fraction(5)):
        with ctx.workprec(BITS):
            gap = abs(kappa(ball_of(x)) * ball_of(x) / ball_of(x).expm1() - 1)
        yield ball(f"$x = {x}$", gap, "<=", TINY, quantity=r"distance of $\kappa x/(e^x - 1)$ from 1")


def _half(step: Step, bound: Bound) -> Evidence:
    case, quantity = f"one ordered pair, {step.name}", r"$\alpha(\lambda)$, half the bound"
    return compared(step, lambda step: bound(step) / 2, case=case, quantity=quantity)


def _doubled(step: Step) -> Evidence:
    with ctx.workprec(BITS):
        left, right = dominating_moment(step), (2 * pair_moment(step).expm1()).log1p()
        quantity = r"$\alpha'$ and $\ln(1 + 2(e^\alpha - 1))$"
        return ball(f"dominating pair against one order, {step.name}", left, "<=", right, quantity=quantity)


def _closeness() -> Table:
    rows: list[list[str | float]] = []
    for order in (1, 3, 10, 30):
        row: list[str | float] = [str(order)]
        for sigma in (4, 10, 30):
            step = Step(100, Fraction(sigma), order)
            row.append(rounded(pair_moment(step) / (proved_step(step) / 2), 5))
        rows.append(row)
    return Table(
        title="Exact log moment of one ordered pair over its bound",
        columns=[r"$\lambda$", r"$\sigma = 4$", r"$\sigma = 10$", r"$\sigma = 30$"],
        rows=rows,
        caption=r"$m = 100$, distance 2.",
    )
