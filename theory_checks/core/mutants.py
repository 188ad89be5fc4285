"""Near misses of a statement: formulas a little stronger than what it claims, each of which its check must refute.

One place of the formula changes: a constant by a tenth, an exponent, an index or an end of a range by one, a term or a
factor is left out, a sum becomes a maximum, a root goes. A change that at every point of the domain that was tried
weakens the claim, or leaves it as it is, is no near miss.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from flint import arb, ctx

from theory_checks.core.domain import PRECISIONS
from theory_checks.core.formal import Formal
from theory_checks.core.formula import Formula, Number, Operation, Relation, Sum, Symbol, num, operation, ref
from theory_checks.core.interpret import enclose
from theory_checks.core.points import TRIES, UNDECIDED, Point, is_definition, points

Change = tuple[str, Formula]  # what was changed, and the formula with it
TENTHS = (Fraction(9, 10), Fraction(11, 10))
COUNTING = ("binomial",)  # operations on integers: their numbers change by one


@dataclass(frozen=True)
class Mutant:
    """A relation of the statement with one change."""

    part: int
    change: str
    relation: Relation

    def among(self, claimed: Formal) -> list[str]:
        """Return the texts of what is claimed, with this relation in its place."""
        return [str(self.relation if i == self.part else x) for i, x in enumerate(claimed.claims)]


def near_misses(claimed: Formal) -> list[Mutant]:
    """Return the near misses, each once."""
    return [mutant for i in range(len(claimed.claims)) for mutant in _of_part(i, claimed)]


def _of_part(part: int, claimed: Formal) -> Iterator[Mutant]:
    claim, tried = claimed.claims[part], list(points(_other(part, claimed), "near misses"))
    room = rooms(claim, tried)
    seen = set[tuple[str | None, ...]]()
    for change, other in changed(claim):
        its = rooms(other, tried)
        values = tuple(None if x is None else x.str(12) for x in its)
        if stronger(claim.sign, its, room) and (not tried or values not in seen):
            seen.add(values)
            yield Mutant(part, change, other)


def _other(part: int, claimed: Formal) -> Formal:
    """Return the claim with the definitions among the other claims as limits of its domain."""
    others = tuple(x for i, x in enumerate(claimed.claims) if i != part and is_definition(x))
    limits = replace(claimed.domain, relations=claimed.domain.relations + others)
    return replace(claimed, claims=claimed.claims[part : part + 1], domain=limits)


def implied(relation: Relation, by: Relation, claimed: Formal) -> bool:
    """Tell whether, at all points of the domain that were tried, a relation leaves no less room than another."""
    tried = list(points(claimed, "sharper", 2 * TRIES))
    return bool(tried) and not stronger(relation.sign, rooms(relation, tried), rooms(by, tried))


def stronger(sign: str, its: Sequence[arb | None], others: Sequence[arb | None]) -> bool:
    """Tell whether one relation claims more than another somewhere; without a point to try, it is taken to."""
    return not its or any(_less(sign, x, y) for x, y in zip(its, others, strict=True))


def _less(sign: str, room: arb | None, other: arb | None) -> bool:
    if room is None or other is None:
        return room is None and other is not None
    return bool(room != other) if sign in ("=", "!=") else bool(room < other)


def rooms(relation: Relation, tried: Sequence[Point]) -> list[arb | None]:
    """Return by how much a relation holds at points, below 0 where it does not; None where it has no value."""
    return [_room(relation, point) for point in tried]


def _room(relation: Relation, point: Point) -> arb | None:
    """Return the room at a point: of a sign, which no factor above 0 changes, only whether it is the right one."""
    with ctx.workprec(PRECISIONS[1]):
        try:
            left, right = (enclose(side, point) for side in (relation.left, relation.right))
        except UNDECIDED:
            return None
        room = left - right if relation.sign in (">", ">=") else right - left
        return (
            None
            if not room.is_finite()
            else room.sgn()
            if Number(Fraction(0)) in (relation.left, relation.right)
            else room
        )


def changed(claim: Relation) -> Iterator[tuple[str, Relation]]:
    """Yield a relation with one change of its right side, or of its left side if that is no name alone."""
    for change, side in _of_side(claim.right):
        yield change, replace(claim, right=side)
    if not isinstance(claim.left, Symbol):  # a name alone is what is claimed about
        for change, side in _of_side(claim.left):
            yield change, replace(claim, left=side)


def _of_side(side: Formula) -> Iterator[Change]:
    yield from _of(side)
    if not isinstance(side, Number):
        yield from by_tenths(side)


def by_tenths(side: Formula) -> Iterator[Change]:
    """Yield a side as a whole, a tenth smaller and larger."""
    yield from ((f"all times `{num(tenth)}`", tenth * side) for tenth in TENTHS)


def _of(node: Formula, *, counting: bool = False) -> Iterator[Change]:
    if isinstance(node, Number):
        yield from _of_number(node, counting=counting)
    elif isinstance(node, Symbol):
        yield from _of_index(node)
    elif isinstance(node, Sum):
        yield from _of_sum(node)
    elif isinstance(node, Operation):
        yield from _left_out(node)
        if node.name == "pow":
            yield from _of_power(node)
        else:
            yield from _of_arguments(node)


def _of_number(node: Number, *, counting: bool) -> Iterator[Change]:
    others = (node.value - 1, node.value + 1) if counting else (node.value * tenth for tenth in TENTHS)
    yield from ((f"`{Number(x)}` for `{node}`", Number(x)) for x in others if node.value)


def _of_index(node: Symbol) -> Iterator[Change]:
    for k, i in enumerate(node.at):
        for step in (1, -1):
            place = i + step if isinstance(i, int) else shifted(i, step)
            if not (isinstance(place, int) and place < 0):
                at = (*node.at[:k], place, *node.at[k + 1 :])
                yield f"index `{place}` for `{i}`", ref(node.name, *at)


def _of_sum(node: Sum) -> Iterator[Change]:
    for name, low, high in (
        ("without its first term", 1, 0), ("without its last term", 0, -1), ("with one term more", 0, 1),
    ):  # fmt: skip
        yield f"the sum {name}", replace(node, low=shifted(node.low, low), high=shifted(node.high, high))
    yield from ((change, replace(node, body=body)) for change, body in _of(node.body))


def _of_power(node: Operation) -> Iterator[Change]:
    base, exponent = node.args
    for step in (1, -1):
        yield f"exponent `{shifted(exponent, step)}` for `{exponent}`", operation("pow", base, shifted(exponent, step))
    yield from ((change, operation("pow", x, exponent)) for change, x in _of(base))
    if not isinstance(exponent, Number):
        yield from ((change, operation("pow", base, x)) for change, x in _of(exponent))


def _of_arguments(node: Operation) -> Iterator[Change]:
    for k, arg in enumerate(node.args):
        for change, x in _of(arg, counting=node.name in COUNTING):
            yield change, replace(node, args=(*node.args[:k], x, *node.args[k + 1 :]))


def _left_out(node: Operation) -> Iterator[Change]:
    """Yield the operation without one of its arguments, a sum also as a maximum, a root or an absolute value open."""
    if node.name in ("sqrt", "abs"):
        yield f"without {'the root' if node.name == 'sqrt' else 'the absolute value'}", node.args[0]
    if node.name in ("+", "*", "max", "min") and len(node.args) > 1:
        for k, arg in enumerate(node.args):
            rest = (*node.args[:k], *node.args[k + 1 :])
            yield f"without `{arg}`", rest[0] if len(rest) == 1 else replace(node, args=rest)
    if node.name == "+":
        yield "the largest for the sum", operation("max", *node.args)
    if node.name in ("-", "/"):
        yield from _one_of(node)


def _one_of(node: Operation) -> Iterator[Change]:
    """Yield a difference without what is taken off, a quotient without its divisor and without what is divided."""
    first, second = node.args
    yield f"without `{second}`", first
    if node.name == "/" and not isinstance(first, Number):
        yield f"without `{first}`", operation("/", 1, second)


def shifted(x: Formula, step: int) -> Formula:
    """Return a formula plus an integer."""
    if isinstance(x, Number):
        return Number(x.value + step)
    return x if step == 0 else x + 1 if step > 0 else x - 1
