r"""The hypothesis of Theorem 1: how many passes it takes, and whether it may be dropped.

    N = p m (p passes)      epsilon < c_1 p/m,  that is  m < c_1 p/epsilon
    N = m, epsilon = 1      the printed sigma is c_2 sqrt(L/m): it falls to 0, while the record is drawn with
                            probability 1 - (1 - 1/m)^m > 1 - 1/e

Event for the second line: some step has its first coordinate above h, halfway between the gradients 0 and 2 h.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import ceil

from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Region, exact, exact_all
from theory_checks.core.exhibits import Table
from theory_checks.core.formula import Term
from theory_checks.core.interpret import exact as rational
from theory_checks.papers.gpope.privacy._certified import certified
from theory_checks.papers.gpope.privacy._planned_noise import (
    BUDGET,
    SEEN,
    SMALL_EPSILON,
    Rule,
    drawn_and_seen,
    plan,
    printed_sigma,
    proved_sigma,
    tried,
)

Steps = Callable[[int, Fraction, Fraction], int]


def one_pass(m: int, epsilon: Fraction, c1: Fraction) -> int:
    """Return N = m."""
    return m


def enough_steps(m: int, epsilon: Fraction, c1: Fraction) -> int:
    """Return the least N with epsilon < c_1 N/m^2."""
    return int(epsilon * m**2 / c1) + 1


TENTH = Fraction(1, 10)
PASSES = (
    *((m, TENTH, c1) for m, c1 in ((9, 1), (10, 1), (100, 1), (100, 20), (1000, 1), (1000, 101), (10**5, 20))),
    (1, Fraction(1, 2), 1),
    (1, Fraction(1), 1),
)


def not_fewer(m: int, epsilon: Fraction, c1: Fraction) -> int:
    """Return the least N with epsilon <= c_1 N/m^2."""
    return max(1, ceil(epsilon * m**2 / c1))


@claim("gpope/thm1-region", broken={r"$\epsilon \leq c_1N/m^2$": {"steps": not_fewer}})
def hypothesis(trial: Trial, *, steps: Steps = enough_steps) -> Iterator[Evidence]:
    """Check that the planned number of steps is the least one that meets the hypothesis."""
    for m, epsilon, c1 in PASSES:
        N = steps(m, epsilon, Fraction(c1))
        planned, fewer = (rational(BUDGET, {"m": m, "N": some, "c1": c1}) for some in (N, N - 1))
        yield exact_all(
            f"$m = {m}$, $\\epsilon = {epsilon}$, $c_1 = {c1}$, $N = {N}$",
            {"met": (epsilon, "<", planned), "not with one step less": (fewer, "<=", epsilon)},
            quantity=r"$\epsilon$ and $c_1N/m^2$",
        )


@claim(
    "gpope/thm1-region",
    reading="one-pass",
    sound={r"$N = \lfloor\epsilon m^2/c_1\rfloor + 1$ steps": {"steps": enough_steps}},
)
def passes(trial: Trial, *, steps: Steps = one_pass) -> Iterator[Finding]:
    """Compare epsilon with c_1 N/m^2 exactly."""
    for m, epsilon, c1 in PASSES:
        region = Region.INSIDE if m * epsilon < c1 else Region.OUTSIDE
        right = rational(BUDGET, {"m": m, "N": steps(m, epsilon, Fraction(c1)), "c1": c1})
        case = f"$m = {m}$, $\\epsilon = {epsilon}$, $c_1 = {c1}$"
        evidence = exact(case, epsilon, "<", right, quantity=r"$\epsilon$ and $c_1N/m^2$", region=region)
        values: dict[str, Term] = {"m": m, "N": m, "epsilon": epsilon, "c1": c1}
        yield certified(trial, evidence, f"{case}: one pass does not meet the hypothesis.", values)
    if steps is one_pass:
        yield _passes_table()


def _passes_table() -> Table:
    rows: list[list[str | int]] = []
    for m in (100, 1000, 10**4, 10**5):
        row: list[str | int] = [m]
        for epsilon in (TENTH, Fraction(1)):
            row += [enough_steps(m, epsilon, Fraction(1)), str(Fraction(epsilon * m))]
        rows.append(row)
    return Table(
        title=r"Steps and passes that the hypothesis asks for, $c_1 = 1$",
        columns=["$m$", r"$N$, $\epsilon = 0.1$", "passes above", r"$N$, $\epsilon = 1$", "passes above"],
        rows=rows,
        caption=r"$N > \epsilon m^2/c_1$.",
    )


# ---- Without the hypothesis ----

ONE_PASS = (
    plan(10**4, 10**4, 1, "1/100", 1, 10),
    plan(10**4, 10**4, 1, "1e-5", 1, 4),
    plan(1000, 1000, 1, "1e-5", 1, 2),
    plan(10**6, 10**6, "1/2", "1e-9", 1, 10),
)


@claim(
    "gpope/thm1-region",
    reading="hypothesis-dropped",
    sound={r"$\sigma$ of `gpope/thm1/repaired`, which needs no hypothesis": {"rule": proved_sigma}},
)
def dropped(trial: Trial, *, rule: Rule = printed_sigma) -> Iterator[Finding]:
    """Try the printed sigma where the hypothesis holds and after one pass."""
    for case in SMALL_EPSILON:
        yield tried(trial, case, rule)
    for case in ONE_PASS:
        yield tried(trial, case, rule, theorem=SEEN, lower=drawn_and_seen)
