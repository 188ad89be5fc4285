"""What a statement claims, compared at given values of its symbols."""

from __future__ import annotations

from flint import arb, ctx

from theory_checks.core.evidence import Evidence, ball, undefined
from theory_checks.core.formula import Relation
from theory_checks.core.interpret import Values, enclose

CLOSE = arb(2) ** -40  # far above the rounding of the balls, far below any difference between formulas


def held(
    case: str,
    claim: Relation,
    values: Values,
    *,
    room: arb | int = 0,
    bits: int = 53,
    quantity: str,
    detail: str = "",
) -> Evidence:
    """Compare the two sides; there is room where they may be equal, so that this is decided."""
    with ctx.workprec(bits):
        left, right = enclose(claim.left, values), enclose(claim.right, values)
    if left.is_nan() or right.is_nan():
        return undefined(case, quantity=quantity, detail=f"no value: {claim.left} {claim.sign} {claim.right}")
    if claim.sign == "=":
        return ball(case, abs(left - right), "<=", CLOSE, quantity=quantity, detail=detail)
    return ball(case, left, claim.sign, right + room if room else right, quantity=quantity, detail=detail)
