r"""Lines of Algorithm 3 that claim nothing: which bonus is added where, and the cut of Q~ with the value that it gives.

The library plans in doubles along a run. Here its plans are compared with the printed lines, evaluated in balls on the
releases of the same run, each step from the values that the library has for the next one. The run has few errors (a
large epsilon), so that both branches of the bonus, and values on both sides of the cut, occur.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import reduce
from itertools import product
from typing import cast

from flint import arb

from tabular.algorithms.episodic.loop import Keep
from tabular.algorithms.episodic.pucb import PUCB, Printed, replay
from tabular.episodic.instances import random_episodic
from tabular.episodic.protocol import Transcript
from tabular.numbers.arrays import Array
from tabular.numbers.balls import ball as ball_of
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import ball, exact_all
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, ref
from theory_checks.core.interpret import enclose, substitute
from theory_checks.papers.pucb.common.algorithm import CONF
from theory_checks.papers.pucb.learning._releases import printed_constants

S = A = H = 2
T, EPSILON, EVERY = 200, 10_000, 20
ROUNDING = arb(2) ** -30  # far above what doubles lose, far below a change of a line
CUT = formal_of(__file__, "pucb/clipping", "printed").right
CUT_BELOW_TOO = formal_of(__file__, "pucb/clipping/repaired").right
CONSTANTS = printed_constants(S, A, H, T, Fraction(EPSILON))
LEVEL = enclose(CONSTANTS["E"], CONSTANTS)
NEVER, ALWAYS = Fraction(10**9), Fraction(-(10**9))  # as multiples of E


def plans(seed: int) -> list[dict[str, Array]]:
    """Return the releases and plans of some episodes of a run."""
    learner = PUCB(S, A, H, T, EPSILON, Printed(), planning="eager")
    run = learner.run(random_episodic(S, A, H, seed=1), seed, keep=Keep(transcript=True))
    return list(replay(learner, cast(Transcript, run.transcript), seed))[EVERY::EVERY]


def upper(plan: Mapping[str, Array], h: int, a: int, s: int, factor: Fraction, cut: Formula) -> arb:
    """Return Q~+ by the lines, with the bonus of footnote 7 where n~ is at least `factor` times E."""
    n, r = (Fraction(plan[name][h, a, s]) for name in ("n", "r"))
    ahead = sum(Fraction(v) * Fraction(m) for v, m in zip(plan["v"][h + 1], plan["m"][h, a, s], strict=True))
    conf = (
        substitute(CONF, {"S": S, "n": n, "beta_prime": ref("beta")})
        if ball_of(n) >= ball_of(factor) * LEVEL
        else ref("H")
    )
    return enclose(substitute(cut, {"Q": (r + ahead) / n + conf, "h": h + 1}), CONSTANTS)


@claim(
    "pucb/threshold-role",
    broken={"$H$ everywhere": {"factor": NEVER}, "the bonus of footnote 7 everywhere": {"factor": ALWAYS}},
)
@claim("pucb/clipping", broken={"cut at 0 as well": {"cut": CUT_BELOW_TOO}, "not cut": {"cut": ref("Q") + 0}})
def planner_lines(trial: Trial, *, factor: Fraction = Fraction(2), cut: Formula = CUT) -> Iterator[Finding]:
    """Compare the plans of the library with the lines."""
    for number, plan in enumerate(plans(trial.seed), 1):
        case = f"$S = A = H = 2$, $T = {T}$, $\\varepsilon = {EPSILON}$, after {number * EVERY} episodes"
        triples = product(range(H), range(A), range(S))
        pairs = [(arb(plan["q"][place]), upper(plan, *place, factor, cut)) for place in triples]
        apart = reduce(arb.max, (abs(x - y) / (1 + abs(y)) for x, y in pairs))
        what = r"largest difference of $\tilde Q^+$, relative to its size, and what doubles may lose"
        yield ball(case, apart, "<=", ROUNDING, quantity=what)
        values = {
            f"step {h + 1}, state {s}": (Fraction(plan["v"][h, s]), "==", Fraction(plan["q"][h, :, s].max()))
            for h, s in product(range(H), range(S))
        }
        yield exact_all(case, values, quantity=r"$\tilde V_h(s)$ and $\max_a \tilde Q^+$")
