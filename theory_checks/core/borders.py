"""Domains moved a little, so that a statement claims more: limits outwards, definitions by a tenth.

A strict limit gets its border, a limit of integers moves by one, any other by a tenth. The cases of a check lie inside
of the domain, so that it sees a wider one only if it takes its cases from that limit. Without a check a point decides
where all symbols of a claim are numbers that the domain ranges over, or where a side has no value at the point.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice

from flint import arb, ctx

from theory_checks.core.domain import PRECISIONS
from theory_checks.core.formal import Formal
from theory_checks.core.formula import Formula, Number, Operation, Relation, Symbol
from theory_checks.core.interpret import enclose, substitute, symbols
from theory_checks.core.mutants import by_tenths, rooms, shifted, stronger
from theory_checks.core.points import UNDECIDED, Point, is_definition, points, spoken, truth

FALSE, NO_VALUE, HOLDS, OPEN = "false at a point", "no value at a point", "true where tried", "open"
STRICT = {"<": "<=", ">": ">="}
SOME, MOST = 30, 300  # points, and draws for them, fewer than elsewhere: domains are many here


@dataclass(frozen=True)
class Move:
    """A limit or a definition of the domain, by its place, and what is put there."""

    place: int
    change: str
    relation: Relation

    @property
    def has_formula(self) -> bool:
        """Tell whether there is something to compute, which a check may take from here."""
        sides = (self.relation.left, self.relation.right)
        return is_definition(self.relation) or any(isinstance(side, Operation) for side in sides)

    def among(self, claimed: Formal) -> list[str]:
        """Return the texts of the domain with this relation."""
        return [*map(str, _with(self, claimed)), *(f"{name} integer" for name in claimed.domain.integers)]


def _with(move: Move, claimed: Formal) -> list[Relation]:
    return [move.relation if i == move.place else x for i, x in enumerate(claimed.domain.relations)]


def moves(claimed: Formal) -> list[Move]:
    """Return the moves with which the statement claims more."""
    tried = list(islice(points(claimed, "moves", most=MOST), SOME))
    made = [Move(i, *move) for i, x in enumerate(claimed.domain.relations) for move in _moved(x, claimed)]
    return [move for move in made if _claims_more(move, claimed, tried)]


def _moved(x: Relation, claimed: Formal) -> Iterator[tuple[str, Relation]]:
    if x.sign in STRICT:
        yield "the border too", replace(x, sign=STRICT[x.sign])
    elif x.sign in ("<=", ">=") and spoken(x) <= set(claimed.domain.integers):
        yield "one integer more", replace(x, right=shifted(x.right, 1 if x.sign == "<=" else -1))
    elif (x.sign in ("<=", ">=") or is_definition(x)) and x.right != Number(Fraction(0)):
        yield from ((change, replace(x, right=side)) for change, side in by_tenths(x.right))


def _claims_more(move: Move, claimed: Formal, tried: Sequence[Point]) -> bool:
    old, new = claimed.domain.relations[move.place], move.relation
    if not is_definition(old):
        return old.sign != new.sign or stronger(old.sign, rooms(old, tried), rooms(new, tried))
    before, after = (_unfolded(claimed, limits) for limits in (claimed.domain.relations, _with(move, claimed)))
    return any(stronger(x.sign, rooms(x, tried), rooms(y, tried)) for x, y in zip(after, before, strict=True))


def _unfolded(claimed: Formal, limits: Sequence[Relation]) -> list[Relation]:
    """Return the claims with their definitions put in."""
    defined = {str(x.left): x.right for x in limits if is_definition(x)}
    found = list(claimed.claims)
    for _ in defined:
        found = [replace(x, left=substitute(x.left, defined), right=substitute(x.right, defined)) for x in found]
    return found


class Decider:
    """What is left of the claims after a move, where points can say it."""

    def __init__(self, claimed: Formal) -> None:
        self._claimed = claimed
        self._numbers = [x for x in claimed.claims if spoken(x) <= claimed.domain.symbols]
        inside = [self._hold(at) for at in islice(points(claimed, "inside", most=MOST), SOME)]
        self._decides = bool(self._numbers) and bool(inside) and all(inside)  # the symbols mean no more than numbers

    def outcome(self, move: Move) -> str:
        """Say what points tell."""
        at = [x for domain in self._domains(move) for x in islice(points(domain, "moved", most=MOST), SOME)]
        answers = [self._hold(x) for x in at] if self._decides else []
        if False in answers:
            return FALSE
        if any(self._no_value(x) for x in at):
            return NO_VALUE
        return HOLDS if answers and all(answers) and len(self._numbers) == len(self._claimed.claims) else OPEN

    def _domains(self, move: Move) -> Iterator[Formal]:
        """Yield domains with what the move adds: a name that a limit is about is at its new end, or half way there."""
        for relation in _ends(self._claimed.domain.relations[move.place], move.relation):
            limits = tuple(_with(replace(move, relation=relation), self._claimed))
            yield replace(self._claimed, domain=replace(self._claimed.domain, relations=limits))

    def _hold(self, at: Point) -> bool | None:
        answers = [truth(claim, at) for claim in self._numbers]
        return False if False in answers else None if None in answers else True

    def _no_value(self, at: Point) -> bool:
        sides = [side for claim in self._claimed.claims for side in (claim.left, claim.right)]
        return any(_undefined(side, at) for side in sides if symbols(side) <= self._claimed.domain.symbols)


def _ends(old: Relation, new: Relation) -> Iterator[Relation]:
    if is_definition(old):
        yield new
        return
    for side, end, before in ((new.left, new.right, old.right), (new.right, new.left, old.left)):
        if isinstance(side, Symbol) and side.name not in symbols(end):
            yield Relation(side, "=", end)
            if end != before:
                yield Relation(side, "=", (end + before) / 2)


def _undefined(side: Formula, at: Point) -> bool:
    """Tell whether a side has no value at a point of numbers that have one."""
    try:
        with ctx.workprec(PRECISIONS[1]):
            return (
                all(not isinstance(x, arb) or x.is_finite() for x in at.values()) and not enclose(side, at).is_finite()
            )
    except ZeroDivisionError:
        return True
    except UNDECIDED:
        return False
