r"""Regret of the repaired PUCB with one state and one step: what one arm can cost.

An arm with gap Delta is played n <= max(39 L/Delta^2, 17 E/Delta) + E + 1 times (`bandit_mistakes`, alpha -> Delta). At
that limit its cost Delta n is compared with sqrt(39 L n) + 18 E + 1, whose sum over arms is the bound of the regret.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import ball
from theory_checks.core.formula import Formula, maximum, ref
from theory_checks.core.interpret import enclose
from theory_checks.core.interpret import exact as rational

PLAYS = maximum(39 * ref("L") / ref("gap") ** 2, 17 * ref("E") / ref("gap")) + ref("E") + 1
WITHOUT_LEVEL = PLAYS + ref("E")  # plays on a count that may be off by 2 E
TINY, LARGE = Fraction(1, 10**9), Fraction(10**9)
# Gap, L, E: near equality in the root, in E, in 1, and where both terms of the maximum are equal.
CASES = (
    (Fraction(1), LARGE, Fraction(0)),
    (Fraction(1, 1000), Fraction(1), Fraction(0)),
    (Fraction(1), TINY, LARGE),
    (Fraction(1), TINY, Fraction(1)),
    (Fraction(1), TINY, Fraction(0)),
    (Fraction(1, 2), Fraction(17, 78), Fraction(1)),
    (Fraction(1, 100), Fraction(30), Fraction(5000)),
    (Fraction(1, 10), Fraction(10), Fraction(3)),
)


@claim(
    "pucb/regret-upper/repaired",
    broken={"counts that may be off by $2E$": {"plays": WITHOUT_LEVEL}},
    near=["counts that may be off by $2E$"],
)
def bandit_regret(trial: Trial, *, plays: Formula = PLAYS) -> Iterator[Finding]:
    """Compare the cost of an arm that is played as often as it may be with its bound."""
    for gap, L, E in CASES:
        values: dict[str, Any] = {"gap": gap, "L": L, "E": E}
        values["n"] = rational(plays, values)
        yield ball(
            f"$\\Delta = {gap}$, $L = {L}$, $E = {E}$",
            enclose(trial.formal.left, values),
            "<=",
            enclose(trial.formal.right, values),
            quantity=r"cost of an arm, and $\sqrt{39Ln} + 18E + 1$",
        )
