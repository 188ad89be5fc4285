"""What falls with a false statement: all that rests on it at any depth, and what becomes of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from reports.pages.relations import Relations
from reports.pages.verdicts import FALSE, MAIN
from reports.read.model import Statement

MOST_STEPS = 6  # steps of proofs in the list; the drawing has all
FATES = {
    "HOLDS_ON_REGION": "stands on a region, by evidence of its own",
    "DEPENDS_ON_READING": "stands under some readings only",
    "CONSISTENT": "no violation was found, but its argument is gone",
    "DEFINITION": "a definition: nothing to prove",
    "REFUTED": "false itself",
    "ILL_POSED": "cannot be evaluated itself",
}


@dataclass(frozen=True)
class Blast:
    """A false statement and all that rests on it."""

    statement: Statement
    fallen: Sequence[Statement]

    def count(self, *statuses: str) -> int:
        """Return how many of these have one of some verdicts."""
        return sum(one.status in statuses for one in self.fallen)


@dataclass(frozen=True)
class Survivor:
    """A statement that nothing refutes although its argument rests on false statements: the nearest, and how many."""

    statement: Statement
    nearest: Sequence[Statement]
    others: int
    reason: str


def fate(statement: Statement) -> str:
    """Return what is left of a statement when its argument falls."""
    if statement.grade:
        return f"stands by evidence of its own: {statement.grade}"
    return FATES.get(statement.status, "open")


def fallen(statement: Statement, relations: Relations) -> list[Statement]:
    """Return all that rests on a statement, at any depth, the nearest first."""
    return _reached(statement, relations.used_by)


def _reached(statement: Statement, ways: Callable[[Statement], Sequence[Statement]]) -> list[Statement]:
    found = {statement.id: statement}
    waiting = [statement]
    for one in waiting:
        for other in ways(one):
            if other.id not in found:
                found[other.id] = other
                waiting.append(other)
    return waiting[1:]


def blasts(relations: Relations) -> tuple[list[Blast], list[Blast]]:
    """Return the false main results on which anything rests, and the other false statements on which most rests."""
    false = [Blast(s, fallen(s, relations)) for s in relations.by_id.values() if s.status in FALSE]
    ordered = sorted((blast for blast in false if blast.fallen), key=lambda blast: -len(blast.fallen))
    heads = [blast for blast in ordered if blast.statement.kind in MAIN]
    return heads, [blast for blast in ordered if blast.statement.kind not in MAIN][:MOST_STEPS]


def survivors(relations: Relations, *statuses: str) -> list[Survivor]:
    """Return the statements with one of some verdicts whose argument rests on false ones."""
    chosen = [statement for statement in relations.by_id.values() if statement.status in statuses]
    return [found for statement in chosen if (found := _survivor(statement, relations))]


def _survivor(statement: Statement, relations: Relations) -> Survivor | None:
    false = [one for one in _reached(statement, relations.steps) if one.status in FALSE]

    def onward(one: Statement) -> Sequence[Statement]:
        return () if one.status in FALSE else relations.steps(one)

    nearest = [one for one in _reached(statement, onward) if one.status in FALSE]
    return Survivor(statement, nearest, len(false) - len(nearest), _reason(statement)) if false else None


def _reason(statement: Statement) -> str:
    holding = sum(
        item.outcome == "holds"
        for reading in statement.readings
        if reading.role != "amendment"
        for item in reading.evidence
    )
    cases = f"{holding} case that holds" if holding == 1 else f"{holding} cases that hold"
    complete = all(reading.complete for reading in statement.readings if reading.role != "amendment")
    by = f"{cases}, which are its whole domain" if complete else f"a theorem that Coq has accepted, and {cases}"
    means = {
        "proved by machine": f"Proved by machine: {by}",
        "argued": f"Argued: a proof of its own, and {cases}",
    }
    return means.get(statement.grade, fate(statement))
