"""What the commands share: choosing statements, and refusing a mistake with one sentence and status 2."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path

import click

from theory_checks.core.parsing import FormulaError
from theory_checks.core.statement import Ledger, LedgerError, Statement, unknown_id
from theory_checks.engine.errors import EngineError

DEFAULT_RESULTS = Path("results/results.json")


class Unusable(click.ClickException):
    """A file or a disk that did not do what the command asked of it: no verdict, and no mistake in the usage."""

    exit_code = 2

    def __init__(self, error: OSError) -> None:
        rule = f"{error.filename} must be usable" if error.filename else "the system must give what the command needs"
        super().__init__(f"{rule}, got: {error.strerror or error}")


@contextmanager
def mistakes() -> Generator[None]:
    """Turn a mistake of the caller into one sentence and status 2."""
    try:
        yield
    except (LedgerError, EngineError, FormulaError) as error:
        raise click.UsageError(str(error)) from error
    except OSError as error:
        raise Unusable(error) from error


def select(ledger: Ledger, patterns: Sequence[str]) -> list[Statement]:
    """Return the statements that ids, papers (`dpdqn`) or patterns (`dpdqn/lemma*`) name; all if none is given."""
    if not patterns:
        return list(ledger.statements.values())
    chosen: dict[str, Statement] = {}
    for pattern in patterns:
        exact = pattern in ledger.statements
        matching = {
            id_: s for id_, s in ledger.statements.items() if id_ == pattern or (not exact and _matches(id_, pattern))
        }
        if not matching:
            raise LedgerError(unknown_id(pattern, list(ledger.statements)))
        chosen |= matching
    return [s for id_, s in ledger.statements.items() if id_ in chosen]


def _matches(id_: str, pattern: str) -> bool:
    return id_.startswith(f"{pattern}/") or fnmatchcase(id_, pattern)
