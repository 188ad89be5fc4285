"""How statements hang together: what rests on what, where a proof breaks, what repairs or is about what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reports.pages.verdicts import FALSE
from reports.read.model import Statement


@dataclass(frozen=True)
class Break:
    """A false step on which a statement's proof rests, and the chain of steps that leads to it."""

    step: Statement
    path: Sequence[Statement]


class Relations:
    """The graph of `depends_on`, `repairs`, `repaired_by` and `about`. Ids that nothing has are left out."""

    def __init__(self, statements: Sequence[Statement]) -> None:
        self.by_id: Mapping[str, Statement] = {statement.id: statement for statement in statements}
        self.users: dict[str, list[Statement]] = {}
        for statement in statements:
            for id_ in dict.fromkeys(statement.depends_on):
                self.users.setdefault(id_, []).append(statement)

    def steps(self, statement: Statement) -> list[Statement]:
        """Return what a statement rests on directly."""
        return [self.by_id[id_] for id_ in dict.fromkeys(statement.depends_on) if id_ in self.by_id]

    def used_by(self, statement: Statement) -> list[Statement]:
        """Return what rests on a statement directly."""
        return self.users.get(statement.id, [])

    def repairs_of(self, statement: Statement) -> list[Statement]:
        """Return the corrected statements, named by either side."""
        ids = [*statement.repaired_by, *(s.id for s in self.by_id.values() if s.repairs == statement.id)]
        return [self.by_id[id_] for id_ in dict.fromkeys(ids) if id_ in self.by_id]

    def repaired(self, statement: Statement) -> Statement | None:
        """Return what a statement repairs."""
        return self.by_id.get(statement.repairs or "")

    def notes_on(self, statement: Statement) -> list[Statement]:
        """Return what the project remarks about a statement."""
        return [s for s in self.by_id.values() if s.about == statement.id]

    def noted(self, statement: Statement) -> Statement | None:
        """Return what a note is about."""
        return self.by_id.get(statement.about or "")

    def breaks(self, statement: Statement) -> list[Break]:
        """Return the false steps of a proof that rest on no false step themselves, nearest first."""
        found: list[Break] = []
        seen = {statement.id}
        waiting: list[tuple[Statement, tuple[Statement, ...]]] = [(statement, ())]
        while waiting:
            current, path = waiting.pop(0)
            steps = [step for step in self.steps(current) if step.id not in seen]
            seen.update(step.id for step in steps)
            for step in steps:
                if step.status in FALSE and not self._false_below(step):
                    found.append(Break(step, path))
                waiting.append((step, (*path, step)))
        return found

    def _false_below(self, statement: Statement) -> bool:
        """Tell whether any step that a statement rests on, at any depth, is false."""
        seen: set[str] = {statement.id}
        waiting = self.steps(statement)
        while waiting:
            step = waiting.pop()
            if step.id not in seen:
                if step.status in FALSE:
                    return True
                seen.add(step.id)
                waiting.extend(self.steps(step))
        return False
