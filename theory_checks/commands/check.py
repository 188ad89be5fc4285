"""`theory-checks check`: re-check certificates with the independent checker."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from theory_checks.checker import checker
from theory_checks.commands.common import mistakes
from theory_checks.engine.papers import load


@click.command()
@click.argument("certificates", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="CERTIFICATE...")
@click.option("--foreign", is_flag=True, help="Accept certificates of statements that this suite does not have.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON for a program to read.")
def check(certificates: tuple[Path, ...], foreign: bool, as_json: bool) -> None:
    """Re-check certificates: exact rational arithmetic, nothing of this package but one folder.

    A certificate must be about a statement as it stands in its paper: one that was made for another statement, or for
    an earlier text, is refused.

    The checker is theory_checks/checker: checker.py, standard library only, and the lemmas that it knows, as data. You
    can also read it, and run it alone with `python checker.py CERTIFICATE...`.
    """
    arguments = [*(["--json"] if as_json else []), "--", *map(str, certificates)]  # a file may be called --help
    with mistakes():
        known = None if foreign else digests()
    sys.exit(checker.main(arguments, known))


def digests() -> dict[str, str]:
    """Return the digest of every statement under every reading, as certificates carry it."""
    bindings = [s.binding(reading.name) for s in load().statements.values() for reading in s.readings]
    return {binding.key: binding.digest for binding in bindings}
