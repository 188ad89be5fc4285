"""Relations of statements at values of their symbols: exact where both sides are rational, by balls elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from flint import arb

from tabular.numbers.balls import ball as enclose
from theory_checks.core.evidence import Evidence, ball, exact, exact_all, undefined
from theory_checks.core.formula import Relation
from theory_checks.papers.dpdqn.common.rational_first import Values, value_of

Number = Fraction | arb
Pair = tuple[Number, str, Number]
CLOSE = 10**9  # balls never prove an equality: their relative distance is shown to be below one part in this


def compared(case: str, relation: Relation, values: Values, **more: Any) -> Evidence:
    """Compare the two sides of a relation; one with the root or the logarithm of a negative number is undefined."""
    left, right = (value_of(side, values) for side in (relation.left, relation.right))
    if not all(_ball(side).is_finite() for side in (left, right)):
        return undefined(case, quantity=more.get("quantity", ""), detail="a side of the relation has no value")
    return decided(case, (left, relation.sign, right), **more)


def decided(case: str, pair: Pair, **more: Any) -> Evidence:
    """Compare two numbers."""
    left, sign, right = pair
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return exact(case, left, _shown(sign), right, **more)
    sides = _ball(left), _ball(right)
    if sign == "=":
        return ball(f"{case}: distance", abs(sides[0] - sides[1]), "<=", abs(sides[1]) / CLOSE, **more)
    return ball(case, sides[0], sign, sides[1], **more)


def sides(claims: Iterable[Relation], values: Values) -> dict[str, Pair]:
    """Return the two sides of each of some relations, by their texts."""
    return {str(x): (value_of(x.left, values), x.sign, value_of(x.right, values)) for x in claims}


def all_decided(case: str, pairs: Mapping[str, Pair], **more: Any) -> Iterator[Evidence]:
    """Compare many pairs of one case: those that are rational together, each of the others alone."""
    rational: dict[str, tuple[Fraction, str, Fraction]] = {}
    for name, (left, sign, right) in pairs.items():
        if isinstance(left, Fraction) and isinstance(right, Fraction):
            rational[name] = left, _shown(sign), right
        else:
            yield decided(f"{case}, {name}", (left, sign, right), **more)
    if rational:
        yield exact_all(case, rational, **more)


def _shown(sign: str) -> str:
    return "==" if sign == "=" else sign


def _ball(x: Number) -> arb:
    return x if isinstance(x, arb) else enclose(x)
