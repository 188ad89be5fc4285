"""What pytest runs: one trial for each statement of a room, and for each claim of a test module."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import pytest

from theory_checks.cards.plain import plain
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Claim
from theory_checks.core.judge import Verdict
from theory_checks.core.statement import LedgerError
from theory_checks.door.trials import Result, check
from theory_checks.engine.papers import ROOT, add_folder, load

STANDS = (Verdict.VERIFIED, Verdict.CONSISTENT, Verdict.DEFINITION)


class FallenError(Exception):
    """A statement that did not stand its trial; the message says all that one must see."""


class Room(pytest.File):
    """The statements of a room that have verdicts on record."""

    def collect(self) -> Iterator[Trial]:
        """Yield a test for each statement."""
        room = self.path.parent.resolve()
        try:
            add_folder(room.parent)
            statements = load().statements
        except LedgerError as error:
            raise self.CollectError(str(error)) from error
        for statement in statements.values():
            if statement.verdict and ROOT / statement.room == room:
                yield Trial.from_parent(self, name=statement.id, claim=statement.id)


class Trial(pytest.Item):
    """A statement on trial: it passes with the verdict on record or, where there is none, if it stands."""

    def __init__(self, *, claim: str | Claim, **more: Any) -> None:
        super().__init__(**more)
        self.claim = claim

    @classmethod
    def of_claim(cls, parent: pytest.Collector, function: str, claim: Claim) -> Self:
        """Return the test of a claim of one's own, called like its function."""
        name = function if claim.id == function else f"{function}[{claim.id}]"
        return cls.from_parent(parent, name=name, claim=claim)

    def runtest(self) -> None:
        """Compute the verdict."""
        options = self.config.option
        result = check(self.claim, profile=options.theory_profile, seed=options.theory_seed)
        if not _passes(result):
            raise FallenError("\n\n".join([*result.errors, str(result), *self._certificate(result)]))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show the card of what did not stand, and no traceback of the plugin."""
        if isinstance(excinfo.value, FallenError | LedgerError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return where the claim stands."""
        line = self.claim.function.__code__.co_firstlineno - 1 if isinstance(self.claim, Claim) else None
        return self.path, line, self.name

    def _certificate(self, result: Result) -> list[str]:
        """Save the simplest counterexample, and say what it is, where it is, and how to check it."""
        simplest = result.simplest
        if simplest is None:
            return []
        place = simplest.save(self.config.rootpath / self.config.option.theory_certificates)
        paper = f"--paper {self.path.parent.parent} check" if isinstance(self.claim, str) else "check --foreign"
        found = [] if simplest is result.counterexample else [_simpler(simplest)]
        return [*found, f"certificate\n  {place}\n  theory-checks {paper} {place}"]


def _simpler(certificate: Certificate) -> str:
    return f"smallest counterexample, made simpler\n  {plain(certificate.says)}\n  {certificate.compared}"


def _passes(result: Result) -> bool:
    if result.statement.verdict is None:
        return result.verdict in STANDS
    return not (result.differences or result.errors)
