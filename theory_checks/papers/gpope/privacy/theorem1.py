r"""Theorem 1: for which (epsilon, delta) there are constants.

N steps with noise sigma, one of m records drawn in each, L = ln(1/delta). All neighbours: gradients 2 apart in units of
the clip (`tabular.privacy.subsampled`). With mu = 2 sqrt(N)/(m sigma), which is 2 epsilon/(c_2 sqrt L) for the printed
sigma and does not depend on m and N any more:

    from below   the event sum_i o_i > tau shows that delta >= delta_G(epsilon, mu), exactly for m = 1 and, by a tangent
                 of Phi, wherever Phi(x + (m - 1) mu) >= Phi(x) + (m - 1) mu phi(x) at x = mu/2 - epsilon/mu <= 0
    from above   the probability that the record is drawn at all, the Gaussian curve of N steps without sampling, or
                 exp(2 N alpha(lambda) - lambda epsilon) with the exact binomial alpha of one ordered pair

delta_G(epsilon, mu) -> 1 as epsilon/L -> infinity: there are no constants for all epsilon and delta, whatever m is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import sqrt

from flint import arb, ctx

from tabular.numbers.balls import ball as ball_of
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Region
from theory_checks.core.exhibits import Table
from theory_checks.papers.gpope.common.rounding import rounded
from theory_checks.papers.gpope.privacy._planned_noise import (
    BITS,
    LARGE_EPSILON,
    SEEN,
    SMALL_EPSILON,
    Plan,
    Rule,
    drawn_and_seen,
    drawn_probability,
    plan,
    printed_sigma,
    proved_sigma,
    rounded_up,
    tried,
    with_equality,
)

PROVED = {r"$\sigma$ of `gpope/thm1/repaired`": {"rule": proved_sigma}}
STRICT = (*SMALL_EPSILON, *LARGE_EPSILON)
EQUAL = tuple(map(with_equality, STRICT))


@claim("gpope/thm1", reading="absolute-constants", sound=PROVED)
@claim("gpope/b2-constants", reading="absolute-constants", setting={"plans": EQUAL}, sound=PROVED)
def absolute_constants(
    trial: Trial, *, rule: Rule = printed_sigma, plans: Sequence[Plan] = STRICT
) -> Iterator[Finding]:
    """Try the printed sigma with c_1 = 1 and c_2 = 10 for epsilon <= 3 L, and several constants for larger ones."""
    for case in plans:
        yield tried(trial, case, rule)
    if rule is printed_sigma:
        yield _limits_table()


def _limits_table() -> Table:
    """Show the GDP limit of the constant that is needed."""
    rows: list[list[str | float]] = []
    for ratio in (0.01, 0.1, 1.0, 3.0, 10.0, 100.0):
        enough = 5 * sqrt(1 + ratio)
        needed = sqrt(2) * (1 + sqrt(1 + ratio))
        rows.append([f"{ratio:g}", rounded(needed, 5), rounded(enough, 5)])
    return Table(
        title=r"$c_2$ against $\epsilon/\ln(1/\delta)$",
        columns=[r"$\epsilon/\ln(1/\delta)$", r"needed as $\delta \to 0$", "enough ($c_1 = 1$)"],
        rows=rows,
        caption=r"Needed: $\sqrt2(1 + \sqrt{1 + \epsilon/L})$, where the exponent of $\delta_G(\epsilon, "
        r"2\epsilon/(c_2\sqrt L))$ is $L$. Enough: proved.",
    )


# ---- Constants that may depend on m and N ----


def dependent_c2(m: int, steps: int, c1: Fraction) -> Fraction:
    """Return a number that is at least sqrt(2) m (1 + sqrt(1 + c_1 N/(m^2 L_0))), L_0 = -ln(1 - (1 - 1/m)^N)."""
    with ctx.workprec(BITS):
        least = -(1 - (1 - arb(1) / m) ** steps).log()
        ratio = ball_of(c1 * steps / m**2) / least
        return rounded_up(arb(2).sqrt() * m * (1 + (1 + ratio).sqrt()))


def _several() -> list[Plan]:
    """Return plans for m >= 2 next to delta_0 and far below, with epsilon next to its bound and far below."""
    plans: list[Plan] = []
    for m, steps in ((2, 1), (2, 10), (10, 10), (30, 30)):
        c2, top = dependent_c2(m, steps, Fraction(1)), Fraction(steps, m**2)
        for epsilon in (top * Fraction(99, 100), top / 10):
            some = Plan(m, steps, epsilon, Fraction(1, 10**9), c2=c2)
            low = Fraction(int(drawn_probability(some) * 10**6), 10**6)
            plans += [some, replace(some, delta=low), replace(some, delta=low / 10)]
    return [*plans, plan(2, 2, "1/10", "3/4", 1, 10)]


ALONE = (
    plan(1, 1, "1/2", "9999/10000", 1, 4),
    plan(1, 1, "1/2", "99999999/100000000", 1, 100),
    plan(1, 100, 50, "999999/1000000", 1, 100),
    plan(1, 10, "1/20", "999999999999/1000000000000", "1/100", 100),
)


@claim("gpope/thm1", reading="constants-depend", sound=PROVED)
def constants_depend(trial: Trial, *, rule: Rule = printed_sigma) -> Iterator[Finding]:
    """Try constants that depend on m and N for m >= 2, and delta near 1 for m = 1."""
    for case in _several():
        yield tried(trial, case, rule, Region.INSIDE)
    some = Plan(2, 10, Fraction(12, 5), 1 - Fraction(1, 10**12), c2=dependent_c2(2, 10, Fraction(1)))
    yield tried(trial, some, rule, Region.INSIDE, theorem=SEEN, lower=drawn_and_seen)
    for case in ALONE:
        yield tried(trial, case, rule, Region.OUTSIDE)
