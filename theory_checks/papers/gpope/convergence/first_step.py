r"""Which of the two terms of (6.4) is the larger one after the first step: "initially term I dominates".

With r = (1 - beta lmin)^2 term I is r^i (E||xi_1||^2 - C_0) after i steps, which falls with i where it is positive, and
term II is C_0. So term I is the larger one at first exactly if E||xi_1||^2 >= C_0 (1 + 1/r): if the run starts far from
the level of its noise. Where it starts below that level, as in the solution itself, term I is negative.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from theory_checks.core.certificate import instance
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, Region, exact
from theory_checks.core.interpret import exact as rational
from theory_checks.papers.gpope.convergence._theorems import term_two

ONE = Fraction(1)
# beta, lmin and v, with lmin on both sides of 1
RUNS = ((ONE / 4, ONE / 2, ONE), (ONE / 2, Fraction(5, 4), 7 * ONE), (3 * ONE, ONE / 4, ONE / 9))
SHARES = (100 * ONE, Fraction(11, 10), ONE, Fraction(99, 100), ONE / 2, 0 * ONE)  # term I over term II


def start_of(beta: Fraction, lmin: Fraction, v: Fraction, share: Fraction) -> Fraction:
    """Return the start for which term I is this share of term II after the first step."""
    return term_two(beta, lmin, v) * (1 + share / (1 - beta * lmin) ** 2)


@claim(
    "gpope/thm2-divergence",
    reading="initially",
    sound={"starts a hundred times as far": {"times": 100 * ONE}},
    broken={"nine tenths of the start": {"times": Fraction(9, 10)}},
    near=("nine tenths of the start",),
)
def first_step(trial: Trial, *, times: Fraction = ONE) -> Iterator[Evidence]:
    """Compare both terms for starts on both sides of the border."""
    for run in RUNS:
        names = dict(zip(("beta", "lmin", "v"), run, strict=True))
        for share in SHARES:
            values = {**names, "start": times * start_of(*run, share)}
            case = f"$\\beta = {run[0]}$, $\\lambda_{{\\min}} = {run[1]}$, $v = {run[2]}$, $e_1 = {values['start']}$"
            says = f"{case}: after the first step term II is the larger one."
            yield exact(
                case,
                rational(trial.formal.left, values),
                ">=",
                rational(trial.formal.right, values),
                quantity="term I and term II after the first step",
                region=Region.INSIDE if share >= 1 else Region.OUTSIDE,
                certificate=instance(trial.formal, says, values),
            )
