"""Which verdicts moved from one release to the next, and from the last one to these results, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from reports.read.changelog import Change
from reports.read.model import Release, Results, Statement


@dataclass(frozen=True)
class Move:
    """A statement whose verdict, or that of a reading, is not what it was."""

    statement: Statement
    old: str
    new: str
    reason: str
    readings: Sequence[Change]


@dataclass(frozen=True)
class Step:
    """From one release to the next, or to what the pages show."""

    before: str
    after: str
    moves: Sequence[Move]
    added: Sequence[Statement]

    @property
    def counts(self) -> list[tuple[tuple[str, str], int]]:
        """Return how many verdicts went from which to which, the most common first."""
        return Counter((move.old, move.new) for move in self.moves if move.old != move.new).most_common()


def history(results: Results, releases: Sequence[Release], changes: Sequence[Change]) -> list[Step]:
    """Return the steps, the last one first."""
    known = [(f"release {r.version}", {id_: str(x.verdict) for id_, x in r.verdicts.items()}) for r in releases]
    today = {s.id: verdict for s in results.statements if (verdict := s.verdict or s.expected)}
    states = [*known, ("today", today)] if known else []
    return [_step(results, *one, *two, changes) for one, two in pairwise(states)][::-1]


def _step(
    results: Results,
    before: str,
    old: Mapping[str, str],
    after: str,
    new: Mapping[str, str],
    changes: Sequence[Change],
) -> Step:
    both = [s for s in results.statements if s.id in old and s.id in new]
    moves = [_move(statement, old[statement.id], new[statement.id], changes) for statement in both]
    return Step(
        before,
        after,
        moves=[move for move in moves if move.old != move.new or (move.readings and after == "today")],
        added=[s for s in results.statements if s.id in new and s.id not in old],
    )


def _move(statement: Statement, old: str, new: str, changes: Sequence[Change]) -> Move:
    own = [change for change in changes if change.id == statement.id]
    reasons = (change.reason for change in own if (change.reading, change.old, change.new) == ("", old, new))
    return Move(statement, old, new, next(reasons, ""), [change for change in own if change.reading])
