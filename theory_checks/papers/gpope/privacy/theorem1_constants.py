r"""The last sentence of the proof of Theorem 1: explicit constants, and conditions that they are to satisfy.

With epsilon = c_1 N/m^2 and sigma = c_2 sqrt(N L)/(m epsilon), L = ln(1/delta), it is sigma = (c_2/c_1) m sqrt(L/N),
and the minimiser of the printed exponent is lambda = m^2 sigma^2 epsilon/(2 N) = c_1 sigma^2/2. The conditions are

    sigma >= sqrt(1/ln 2)              L >= (c_1/c_2)^2 N/(m^2 ln 2)
    lambda <= sigma^2 ln(m/sigma)      sigma <= m e^(-c_1/2),   that is   L <= (c_1/c_2)^2 N e^(-c_1)
    exp(-m^2 sigma^2 epsilon^2/(4 N)) <= delta                  c_2 >= 2
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import ceil

from flint import arb, ctx

from tabular.numbers.balls import ball as ball_of
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.formal import formal_of
from theory_checks.core.interpret import enclose
from theory_checks.papers.gpope.privacy._certified import certified
from theory_checks.papers.gpope.privacy._planned_noise import BITS, Plan, Rule, plan, printed_sigma, proved_sigma, tried

TWO = (
    plan(1, 1, 1, "1e-5", 1, 2),
    plan(2, 4, 1, "1e-5", 1, 2),
    plan(10, 1000, 1, "1e-5", "1/10", 2),
    plan(100, 10**4, 1, "1e-5", 1, 2),
    plan(100, 10**4, 2, "1e-5", 2, 2),
    plan(30, 180, "1/5", "1e-40", 1, 2),
)


@claim("gpope/b2-constants", reading="two", sound={r"$\sigma$ of `gpope/thm1/repaired`": {"rule": proved_sigma}})
def two(trial: Trial, *, rule: Rule = printed_sigma) -> Iterator[Finding]:
    """Try c_2 = 2 on plans with epsilon = c_1 N/m^2."""
    for case in TWO:
        yield tried(trial, case, rule)


# ---- All conditions of the proof at once ----

LARGE, LIMITED = formal_of(__file__, "gpope/b2-constants", "conditions").claims
Pairs = list[tuple[str, arb, arb]]
Conditions = Callable[[Plan], Pairs]


def printed_conditions(case: Plan) -> Pairs:
    """Return the smaller and the larger side of the two conditions, by name."""
    named = zip((r"$1/\ln 2$ and $\sigma^2$", ORDER), (LARGE, LIMITED), strict=True)
    return [(name, enclose(x.left, case.constants), enclose(x.right, case.constants)) for name, x in named]


def repaired_conditions(case: Plan) -> Pairs:
    """Return what the proof of the repaired theorem needs of sigma, and its order."""
    order = ceil(2 * float(case.gain / ball_of(case.epsilon)))
    return [(r"$4\lambda/\sigma^2$ and $8/25$", 4 * order / proved_sigma(case) ** 2, ball_of(Fraction(8, 25)))]


ORDER = r"$\lambda$ and $\sigma^2\ln(m/\sigma)$"


CASES = (
    plan(100, 10**4, 1, "1e-5", 1, 2),
    plan(100, 10**4, 1, "1e-300", 1, 2),
    plan(10, 100, 1, "1/9800", 1, 2),
    plan(10, 100, 1, "1e-4", 1, 2),
    plan(10, 100, 1, "1e-40", 1, 2),
    plan(1000, 10**4, "1/100", "1/2", 1, 2),
    plan(1000, 10**6, 3, "1e-10", 3, 4),
    plan(100, 100, "1/100", "1e-5", 1, 2),
    plan(100, 10**4, 10, "1e-5", 10, 10),
    plan(1, 40, 40, "1e-5", 1, 10),
    plan(100, 10**4, 1, "9/10", 1, 2),
)


@claim(
    "gpope/b2-constants",
    reading="conditions",
    sound={r"the condition of the repaired proof on its $\sigma$ and $\lambda$": {"conditions": repaired_conditions}},
)
def all_conditions(trial: Trial, *, conditions: Conditions = printed_conditions) -> Iterator[Evidence]:
    """Compare both sides of the conditions; shown is the one that fails, or else the last."""
    for case in CASES:
        with ctx.workprec(BITS):
            pairs = conditions(case)
            quantity, left, right = next((pair for pair in pairs if not pair[1] <= pair[2]), pairs[-1])
            evidence = ball(case.name, left, "<=", right, quantity=quantity)
        beyond = quantity == ORDER
        which = "the minimiser is beyond the condition" if beyond else r"$\sigma^2$ is below $1/\ln 2$"
        yield certified(trial, evidence, f"{case.name}: {which}.", case.constants, part=int(beyond))
