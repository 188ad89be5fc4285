"""What the commands share: choosing statements, and refusing a mistake with one sentence and status 2."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding

from theory_checks.core.judge import Verdict
from theory_checks.core.statement import Ledger, LedgerError, Statement, unknown_id
from theory_checks.engine.errors import EngineError

DEFAULT_RESULTS = Path("results/results.json")

# A verdict is told by its sign and its word; colour only repeats it.
SIGNS = {
    Verdict.VERIFIED: ("✓", "green"),
    Verdict.HOLDS_ON_REGION: ("◐", "yellow"),
    Verdict.DEPENDS_ON_READING: ("⑂", "magenta"),
    Verdict.CONSISTENT: ("≈", "cyan"),
    Verdict.REFUTED: ("✗", "red"),
    Verdict.ILL_POSED: ("∅", "magenta"),
    Verdict.INCONCLUSIVE: ("?", "white"),
    Verdict.DEFINITION: ("≔", "blue"),
}


def console(*, stderr: bool = False) -> Console:
    """Return a console that never wraps ids and never guesses what is a number."""
    return Console(stderr=stderr, highlight=False, soft_wrap=True)


@contextmanager
def mistakes() -> Generator[None]:
    """Turn a mistake of the caller into one sentence and status 2."""
    try:
        yield
    except (LedgerError, EngineError) as error:
        raise click.UsageError(str(error)) from error
    except OSError as error:
        raise click.UsageError(f"{error.strerror or error}: {error.filename}") from error


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


def badge(verdict: str | None, width: int = 0) -> str:
    """Return a verdict as sign and word, in rich markup, padded to a visible width."""
    if verdict is None:
        return f"[dim]{'· not tested':<{width}}[/dim]"
    sign, colour = SIGNS[Verdict(verdict)]
    return f"[{colour}]{f'{sign} {verdict}':<{width}}[/{colour}]"


def indented(out: Console, text: str, style: str = "", *, markup: bool = False) -> None:
    """Print a text that wraps between words, two columns in."""
    out.print(Padding(text if markup else escape(text), (0, 0, 0, 2)), style=style, soft_wrap=False)
