"""`check`: put a statement of a paper, or a claim of one's own, on trial here and now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from theory_checks.cards.card import Card, Row, card, signed
from theory_checks.cards.plain import plain
from theory_checks.cards.shown import Shown
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Claim, Profile, claims_of
from theory_checks.core.evidence import Evidence, Outcome
from theory_checks.core.judge import Judgement, Verdict, combine
from theory_checks.core.statement import Ledger, LedgerError, Statement
from theory_checks.engine.execution import Computed, compute
from theory_checks.engine.papers import load
from theory_checks.engine.registry import claims_about
from theory_checks.hunt.hunting import shrunk

MOST = 3  # failing cases on a card


@dataclass(frozen=True, repr=False)
class Result(Shown):
    """What came out of a trial: the verdict, and what was computed under each reading."""

    statement: Statement
    entries: Sequence[Computed]
    ledger: Ledger

    @property
    def verdict(self) -> Verdict:
        """The verdict on what is said, as computed now."""
        return self._judgement.verdict

    @property
    def reason(self) -> str:
        """Why the verdict is what it is."""
        return self._judgement.reason

    @property
    def verdicts(self) -> dict[str, Verdict]:
        """The verdict under each reading."""
        return {entry.reading: entry.judgement.verdict for entry in self.entries}

    @property
    def evidence(self) -> list[Evidence]:
        """All cases, under all readings."""
        return [item for entry in self.entries for item in entry.evidence]

    @property
    def certificates(self) -> list[Certificate]:
        """The certificates of what fails, the smallest first."""
        found = {item.certificate.digest: item.certificate for item in self.evidence if item.certificate}
        return sorted(found.values(), key=lambda certificate: len(certificate.to_bytes()))

    @property
    def counterexample(self) -> Certificate | None:
        """The smallest certificate, if something fails."""
        return next(iter(self.certificates), None)

    @cached_property
    def simplest(self) -> Certificate | None:
        """The smallest certificate with its numbers made simpler, where the claim speaks of numbers alone."""
        smallest = self.counterexample
        if smallest is None or smallest.statement is None:
            return smallest
        return shrunk(smallest, self.statement.reading(smallest.statement.reading).claims)

    @property
    def errors(self) -> list[str]:
        """The traceback of each check that ended with an error."""
        return [entry.error for entry in self.entries if entry.error]

    @property
    def differences(self) -> list[str]:
        """One sentence for each verdict that is not the one on record; none where there is no record."""
        recorded = {reading.name: reading.verdict for reading in self.statement.readings if len(self.entries) > 1}
        recorded |= {"": self.statement.verdict}
        computed = self.verdicts | {"": self.verdict}
        return [
            f"{self.statement.id}{f' [{name}]' if name else ''}: {computed[name]}, the record says {verdict}"
            for name, verdict in recorded.items()
            if verdict and verdict != computed[name]
        ]

    @property
    def card(self) -> Card:
        """The answer, with what was computed."""
        assumed = list(self.counterexample.assumed) if self.counterexample else []
        rows = [Row("counterexample", self._counterexample), Row("assumed, not checked", list(map(plain, assumed)))]
        rows += [Row("evidence", self._tally), *self._errors]
        return card(self.ledger, self.statement, self.verdict, [*rows, Row("differs", self.differences)])

    @cached_property
    def _judgement(self) -> Judgement:
        roles = {reading.name: reading.role for reading in self.statement.readings}
        limits = {reading.name: reading.limits.latex for reading in self.statement.readings}
        judged = [
            (roles[x.reading], Judgement(x.judgement.verdict, x.judgement.reason, limits[x.reading]))
            for x in self.entries
        ]
        return combine(*([judgement for role, judgement in judged if role == name] for name in ("reading", "part")))

    @property
    def _counterexample(self) -> list[str]:
        smallest = self.counterexample
        return [plain(smallest.says), smallest.compared] if smallest else []

    @property
    def _tally(self) -> list[str]:
        several = len(self.entries) > 1
        return [line for entry in self.entries for line in _tally(entry, f"{entry.reading}: " if several else "")]

    @property
    def _errors(self) -> list[Row]:
        return [Row("the check ended with an error", error.strip().splitlines()[-1:]) for error in self.errors]


def _tally(entry: Computed, name: str) -> list[str]:
    counts = [(outcome, sum(item.outcome is outcome for item in entry.evidence)) for outcome in Outcome]
    cases = ", ".join(f"{count} {outcome}" for outcome, count in counts if count) or "none"
    failing = [plain(item.case) for item in entry.evidence if item.outcome is Outcome.FAILS]
    shown = failing[:MOST] + ([f"{len(failing) - MOST} more"] if len(failing) > MOST else [])
    misbehaved = [f"control {x.name!r}: {x.detail}" for x in entry.controls if not x.behaved]
    head = f"{name}{signed(entry.judgement.verdict)}, {entry.judgement.reason}; cases: {cases}"
    return [head, *(f"fails: {case}" for case in shown), *misbehaved]


def check(claim: str | Claim | Callable[..., Any], *, profile: Profile = "quick", seed: int = 0) -> Result:
    """Return the verdict of a statement, by its id, or of a function that is decorated as a claim.

    `profile="full"` takes the long version; the same seed gives the same numbers.
    """
    statement, ledger, tried = _statement_of(claim)
    return Result(statement, [compute(one, statement, seed, profile) for one in tried], ledger)


def _statement_of(claim: str | Claim | Callable[..., Any]) -> tuple[Statement, Ledger, list[Claim]]:
    found = [claim] if isinstance(claim, Claim) else claims_of(claim)
    if not isinstance(claim, str) and len(found) != 1:
        raise LedgerError(f"a claim must be an id or a function that @claim decorates once, got {claim!r}")
    if found and found[-1].statement:
        statement = found[-1].statement
        return statement, Ledger((), {statement.id: statement}), found[-1:]
    ledger = load()
    statement = ledger[found[0].id if found else str(claim)]
    if statement.verdict is None:
        raise LedgerError(f"a statement must be tested to be checked, got {statement.id}: {statement.untested}")
    return statement, ledger, claims_about(statement)
