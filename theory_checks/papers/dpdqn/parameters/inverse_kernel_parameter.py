r"""Appendix E.3, the value of v, the inverse of beta; k = 23 is 2.3 in another printing.

A printed decimal is taken at its word: it is right if the value rounds to it, |value - printed| <= half a unit of the
last printed digit.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, exact
from theory_checks.core.interpret import exact as rational
from theory_checks.kit.decimals import scientific
from theory_checks.papers.dpdqn.common.published_parameters import BATCH, STEP_SIZE
from theory_checks.papers.dpdqn.parameters._appendix import at

SMALL, LARGE = Fraction(23, 10), Fraction(23)


@claim("dpdqn/e3-v-value", reading="k-2.3", broken={"$k = 23$, the value that was just chosen": {"k": LARGE}})
@claim("dpdqn/e3-v-value", reading="k-23", setting={"k": LARGE}, sound={"$k = 2.3$": {"k": SMALL}})
def v_value(trial: Trial, *, k: Fraction = SMALL) -> Iterator[Finding]:
    """Compare v with the printed value, to its printed digits."""
    rounds, value = trial.formal.claims[0], rational("v", at(k))
    gap, half_unit = rational(rounds.left, at(k)), rational(rounds.right)
    printed = rational(rounds.left, {"v": 0})
    yield exact(
        f"$k = {float(k):g}$",
        gap,
        "<=",
        half_unit,
        quantity=f"distance of $v = {scientific(value)}$ from the printed ${scientific(printed)}$",
        certificate=_other_value(k, value) if gap > half_unit else None,
    )


def _other_value(k: Fraction, value: Fraction) -> Certificate:
    return Certificate(
        says=f"With $k = {float(k):g}$ the value of $v$ is ${scientific(value)}$, not the printed one.",
        values={"alpha": STEP_SIZE, "B": BATCH, "k": k, "v": value},
    )


@claim("dpdqn/e3-v-value/repaired", broken={"$k = 2.3$": {"k": SMALL}})
def v_value_repaired(trial: Trial, *, k: Fraction = LARGE) -> Iterator[Evidence]:
    """Evaluate v at the k that Appendix E.3 has just found."""
    sides = rational("v", at(k)), rational(trial.formal.right)
    yield exact(f"$k = {float(k):g}$", sides[0], "==", sides[1], quantity=r"$v = 4\alpha(k+1)/B$")
