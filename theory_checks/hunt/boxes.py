"""Interval branch and bound: whether a formula claim holds on a box, decided by balls, the undecided part halved.

A box is what the domain's constant limits leave of the free names; where a limit is missing it is cut at REACH, and
where one is strict the box begins a little inside. What a proof speaks of is this box, and it says so.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, prod
from typing import Any

from flint import arb, ctx

from tabular.numbers.balls import hull
from theory_checks.core.formula import Formula, Relation, Symbol
from theory_checks.core.interpret import enclose, exact, symbols
from theory_checks.core.points import UNDECIDED, spoken
from theory_checks.hunt.charts import Chart
from theory_checks.hunt.chase import Chase, Spent
from theory_checks.hunt.outcome import Proof

REACH = Fraction(10)
INSET = Fraction(1, 100)  # of the width, from an end that does not belong to the domain
BITS = 64
Box = dict[str, tuple[Fraction, Fraction]]


@dataclass(frozen=True)
class _Side:
    at: Fraction
    open: bool = False  # whether the domain ends here without this end
    cut: bool = False  # whether the domain does not end here


def prove(chart: Chart, parts: list[int], chase: Chase) -> Proof | None:
    """Return how much of the box balls decide for the claim; None where there is nothing to prove so."""
    claims = [chart.claims[part] for part in parts]
    if any(x.sign == "=" for x in claims):
        return None
    box, whole = _box(chart)
    if box is None:
        return None
    chase.at("interval branch and bound")
    left, decided = deque([box]), Fraction(0)
    with suppress(Spent):
        while left:
            chase.spend()
            now = left.popleft()
            if _settled(chart, claims, now):
                decided += _share(now, box, chart.integers)
            else:
                left += _halves(chart, now)
    return Proof(_told(box, chart.integers), float(decided) if left else 1.0, whole and not left)


def box_of(chart: Chart) -> Box | None:
    """Return what the constant limits of the domain leave of the free names; None if that is nothing."""
    return _box(chart)[0]


def _box(chart: Chart) -> tuple[Box | None, bool]:
    sides = {name: (_side(chart, name, low=True), _side(chart, name, low=False)) for name in chart.names}
    box = {name: _inside(low, high, name in chart.integers) for name, (low, high) in sides.items()}
    whole = not any(side.open or side.cut for pair in sides.values() for side in pair)
    return (None if any(low > high for low, high in box.values()) else box), whole


def _side(chart: Chart, name: str, *, low: bool) -> _Side:
    """Return the end that the constant limits of a name give, the narrowest of them."""
    found: list[_Side] = []
    for relation in chart.relations:
        for x in (relation, relation.swapped):
            if x.left == Symbol(name) and not symbols(x.right) and x.sign in ((">", ">=") if low else ("<", "<=")):
                found += _exact_side(x.right, x.sign in (">=", "<="))
    if not found:
        return _Side(-REACH if low else REACH, cut=True)
    return (max if low else min)(found, key=lambda side: (side.at, side.open if low else not side.open))


def _exact_side(formula: Formula, closed: bool) -> list[_Side]:
    try:
        return [_Side(exact(formula), open=not closed)]
    except UNDECIDED:
        return []


def _inside(low: _Side, high: _Side, whole: bool) -> tuple[Fraction, Fraction]:
    """Return the ends of the box; a cut beyond the other end is moved behind it."""
    start = min(low.at, high.at - REACH) if low.cut else low.at
    stop = max(high.at, low.at + REACH) if high.cut else high.at
    if whole:
        first, last = ceil(start), floor(stop)
        return Fraction(first + (low.open and first == start)), Fraction(last - (high.open and last == stop))
    inset = (stop - start) * INSET
    return start + inset * low.open, stop - inset * high.open


def _settled(chart: Chart, claims: list[Relation], box: Box) -> bool:
    """Tell whether a box lies outside of the domain or all claims hold on it, beyond doubt."""
    with ctx.workprec(BITS):
        values = {name: hull(*ends) for name, ends in box.items()}
        if any(_certain(x.negated, values) for x in chart.relations):
            return True
        return all(_certain(x, values) for x in claims)


def _certain(relation: Relation, values: Mapping[str, arb]) -> bool:
    try:
        left, right = (enclose(side, values) for side in (relation.left, relation.right))
    except UNDECIDED:
        return False
    tests: Mapping[str, Any] = {
        "<": left < right,
        "<=": left <= right,
        ">": left > right,
        ">=": left >= right,
        "=": False,
        "!=": left != right,
    }
    return left.is_finite() and right.is_finite() and bool(tests[relation.sign])


def _halves(chart: Chart, box: Box) -> list[Box]:
    """Halve a box across its widest side; integers are parted between two of them."""
    used = set[str]().union(*map(spoken, (*chart.claims, *chart.relations))) & box.keys() or set(box)
    name = max(sorted(used), key=lambda key: box[key][1] - box[key][0])
    low, high = box[name]
    if low == high:
        return [box]
    middle = (low + high) / 2
    first, second = (
        (Fraction(floor(middle)), Fraction(floor(middle) + 1)) if name in chart.integers else (middle, middle)
    )
    return [{**box, name: (low, first)}, {**box, name: (second, high)}]


def _share(part: Box, box: Box, integers: tuple[str, ...]) -> Fraction:
    """Return which part of a box another one is, integers counted."""
    sizes = ([high - low + (name in integers) for low, high in (part[name], box[name])] for name in box)
    return Fraction(prod(one / whole if whole else Fraction(1) for one, whole in sizes))


def _told(box: Box, integers: tuple[str, ...]) -> str:
    told = (
        f"{low} <= {name} <= {high}{', an integer' if name in integers else ''}" for name, (low, high) in box.items()
    )
    return "; ".join(told) or "of one point"
