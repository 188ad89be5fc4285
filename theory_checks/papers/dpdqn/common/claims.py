"""What a statement claims, compared at values of its symbols: exactly between surds of one kind, by balls elsewhere."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from theory_checks.core.evidence import Evidence, ball, exact, undefined
from theory_checks.core.formula import Relation
from theory_checks.core.interpret import Values
from theory_checks.papers.dpdqn.common.surds import Surd, value

CLOSE = arb(2) ** -40  # far above the rounding of the balls, far below any difference between formulas


def held(case: str, claim: Relation, values: Values, *, quantity: str, detail: str = "") -> Evidence:
    """Compare the two sides of a claim; it is undefined where one is divided by 0 or has the root of less than 0."""
    sign = "==" if claim.sign == "=" else claim.sign
    try:
        sides = [value(side, values) for side in (claim.left, claim.right)]
    except ZeroDivisionError:
        return undefined(case, quantity=quantity, detail=f"a division by 0: {claim}")
    surds = [x for x in sides if isinstance(x, Surd)]
    if len(surds) == 2 and (surds[0].halves == surds[1].halves or not all(x.sign for x in surds)):
        return exact(case, *_in_order(surds[0], sign, surds[1]), quantity=quantity, detail=detail)
    left, right = (x.ball if isinstance(x, Surd) else x for x in sides)
    if not (left.is_finite() and right.is_finite()):
        return undefined(case, quantity=quantity, detail=f"no value: {claim}")
    if claim.sign == "=":  # which balls never prove
        return ball(case, abs(left - right), "<=", CLOSE, quantity=quantity, detail=detail)
    return ball(case, left, sign, right, quantity=quantity, detail=detail)


def _in_order(x: Surd, sign: str, y: Surd) -> tuple[Fraction, str, Fraction]:
    """Return two numbers, or if they are not rational their squares with the signs of the numbers."""
    if x.rational is not None and y.rational is not None:
        return x.rational, sign, y.rational
    return x.sign * x.square, sign, y.sign * y.square
