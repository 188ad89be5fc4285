r"""Section 5: Lemma 1 "also covers the regime of small sigma", and the branches of its minimum.

With y = 1/sigma^2 the branch 4 (e^y - 1) of the minimum is the smaller one iff e^y <= 2, that is sigma^2 >= 1/ln 2. The
cubic term that Lemma 1 leaves out is C(lambda + 1, 3) m^-3 (x - 1)^2 (x + 2) with x = e^y: for small sigma it is of the
size x^3/m^3 against x/m^2, and decides already at lambda = 2, for the laws of the proof and m near x^2/4. For fixed m
and sigma -> 0 the bound holds, but is larger than lambda (lambda + 1) y/2, the moment of the mechanism without a draw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from flint import arb

from tabular.numbers.balls import ball as ball_of
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Region, ball
from theory_checks.core.exhibits import Table
from theory_checks.papers.gpope.privacy._log_moments import lemma_step
from theory_checks.papers.gpope.privacy._one_step import (
    EXCEEDED,
    HALF,
    Bound,
    Step,
    claimed,
    compared,
    complete_bound,
    first_failing_order,
    printed_bound,
    refuted,
)

SMALL = (
    Step(6, Fraction(3, 5), 2, 1),
    Step(8, HALF, 2, 1),
    Step(18, Fraction(2, 5), 2, 1),
    Step(148, Fraction(3, 10), 2, 1),
    Step(1427, Fraction(1, 4), 2, 1),
)


VACUOUS = (
    *(Step(50, Fraction(3, 10), order, 1) for order in (1, 2)),
    Step(2, 1, 5, 1),
    Step(500, Fraction(1, 4), 2, 1),
)
LARGE_ORDERS = (
    Step(50, Fraction(3, 10), 79, 1),
    Step(500, Fraction(1, 4), 20, 1),
    *(Step(1053, Fraction(1, 4), order, 1) for order in (20, 200)),  # next to the border
)
FAR = Step(14 * 10**8, Fraction(3, 10), 2, 1)  # order 2 is below sigma^2 ln(m/sigma), the limit of Appendix B.2


@claim(
    "gpope/lemma1-small-sigma",
    reading="small-sigma",
    sound={"the bound with all terms (`gpope/lemma1-subsampling/repaired`)": {"bound": complete_bound}},
)
def small_sigma(trial: Trial, *, bound: Bound | None = None) -> Iterator[Finding]:
    """Compare the moments of the pair of the proof with the bound, for small m and for m near x^2/4."""
    is_printed, bound = bound is None, bound or claimed(trial)
    for step in (*VACUOUS, *LARGE_ORDERS) if is_printed else VACUOUS:
        yield replace(_without_a_draw(step), region=Region.INSIDE)
        yield compared(step, bound, region=Region.INSIDE)
    for step in (*SMALL, FAR):
        yield compared(replace(step, order=1), bound, region=Region.OUTSIDE)
        yield refuted(trial, step, compared(step, bound, region=Region.OUTSIDE), EXCEEDED)
    if is_printed:
        yield _table()


def _without_a_draw(step: Step) -> Evidence:
    """Compare the moment of the mechanism that draws nothing with the printed bound."""
    undrawn = ball_of(Fraction(step.order * (step.order + 1), 2) / Fraction(step.sigma) ** 2)
    what = r"$\lambda(\lambda+1)/(2\sigma^2)$, nothing drawn, and the bound"
    return ball(step.name, undrawn, "<=", printed_bound(step), quantity=what)


def _table() -> Table:
    sizes = (10, 100, 1000, 10**4, 10**5, 10**6)
    return Table(
        title="The first integer order at which Lemma 1 fails, pair of the proof, small noise",
        columns=[r"$\sigma$", *(f"$m = {m}$" for m in sizes)],
        rows=[
            [str(sigma), *(first_failing_order(m, sigma) for m in sizes)]
            for sigma in (HALF, Fraction(3, 5), Fraction(1))
        ],
        caption=r"For $\delta = 10^{-5}$ and $\epsilon = 1$ the accountant needs orders above "
        r"$\ln(1/\delta)/\epsilon > 11$.",
    )


OPPOSITE = (Step(10, 1, 1), Step(1000, HALF, 1), Step(10**6, Fraction(1, 3), 1))


@claim(
    "gpope/lemma1-small-sigma",
    reading="also-covers",
    sound={"the bound with all terms (`gpope/lemma1-subsampling/repaired`)": {"bound": complete_bound}},
)
def also_covers(trial: Trial, *, bound: Bound | None = None) -> Iterator[Evidence]:
    """Compare the moments of order 1 of opposite gradients with the bound."""
    for step in OPPOSITE:
        says = "the log moment of opposite gradients exceeds the bound"
        yield refuted(trial, step, compared(step, bound or claimed(trial)), says)


LARGE = (Step(10, Fraction(5, 4), 8, 1), Step(100, 2, 37, 1), Step(1000, Fraction(5, 4), 21, 1), Step(2, 2, 1, 2))
LARGE_INSIDE = (Step(10, 2, 2, 1), Step(100, 2, 8, 1), Step(1000, 2, 13, 1))


@claim(
    "gpope/lemma1-small-sigma",
    reading="large-sigma-form",
    sound={"the bound with all terms (`gpope/lemma1-subsampling/repaired`)": {"bound": complete_bound}},
)
def large_sigma_form(trial: Trial, *, bound: Bound = lemma_step) -> Iterator[Evidence]:
    """Compare log moments with the simpler form of the bound."""
    for step in (*LARGE_INSIDE, *LARGE):
        laws = "of the proof" if step.shift == 1 else "of opposite gradients"
        says = f"the log moment of the laws {laws} exceeds $4\\lambda(\\lambda+1)/(m^2\\sigma^2)$"
        yield refuted(trial, step, compared(step, bound, case=f"{step.name}, distance {step.shift}"), says)


SQUARES = (
    Fraction(1, 10),
    HALF,
    Fraction(1),
    Fraction(14, 10),
    Fraction(1442, 1000),
    Fraction(1443, 1000),
    Fraction(3, 2),
    Fraction(2),
    Fraction(100),
    Fraction(10**6),
)
Border = Callable[[], arb]


def printed_border() -> arb:
    """Return 1/ln 2."""
    return 1 / arb(2).log()


def border_one() -> arb:
    """Return 1."""
    return arb(1)


def border_two() -> arb:
    """Return 2."""
    return arb(2)


@claim(
    "gpope/lemma1-branch",
    broken={
        r"the border $\sigma^2 \geq 1$": {"border": border_one},
        r"the border $\sigma^2 \geq 9/(10\ln 2)$": {"border": lambda: printed_border() * 9 / 10},
        r"the border $\sigma^2 \geq 11/(10\ln 2)$": {"border": lambda: printed_border() * 11 / 10},
        r"the border $\sigma^2 \geq 2$": {"border": border_two},
    },
    near=(r"the border $\sigma^2 \geq 9/(10\ln 2)$", r"the border $\sigma^2 \geq 11/(10\ln 2)$"),
)
def branch(trial: Trial, *, border: Border = printed_border) -> Iterator[Evidence]:
    """Compare the branches on both sides of the border."""
    for square in SQUARES:
        y, case = ball_of(1 / square), f"$\\sigma^2 = {square}$"
        first, second = 4 * y.expm1(), 2 * y.exp()
        if ball_of(square) >= border():
            yield ball(case, first, "<=", second, quantity=r"$4(e^{1/\sigma^2} - 1)$ and $2e^{1/\sigma^2}$")
            yield ball(case, first, "<=", 8 * y, quantity=r"$4(e^{1/\sigma^2} - 1)$ and $8/\sigma^2$")
        else:
            yield ball(case, second, "<=", first, quantity=r"$2e^{1/\sigma^2}$ and $4(e^{1/\sigma^2} - 1)$")
    yield ball(
        r"$f(\ln 2)$", arb(1) - 2 * arb(2).log(), "<", arb(0), quantity=r"$e^y - 1 - 2y$ at the end of the first branch"
    )
    for y, relation_ in ((Fraction(12564, 10**4), "<"), (Fraction(12565, 10**4), ">")):
        f = ball_of(y).expm1() - 2 * ball_of(y)
        yield ball(f"$f({float(y)})$", f, relation_, arb(0), quantity="$e^y - 1 - 2y$ near its zero")
    printed = ball_of(Fraction(1201, 1000))
    yield ball(
        "the printed 1.201",
        abs(border().sqrt() - printed),
        "<=",
        ball_of(Fraction(1, 2000)),
        quantity=r"distance of $\sqrt{1/\ln 2}$, half a unit of the last digit allowed",
    )
