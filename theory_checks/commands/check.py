"""`theory-checks check`: re-check certificates with the independent checker."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from theory_checks.checker import checker


@click.command()
@click.argument("certificates", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="CERTIFICATE...")
@click.option("--json", "as_json", is_flag=True, help="Write JSON for a program to read.")
def check(certificates: tuple[Path, ...], as_json: bool) -> None:
    """Re-check certificates: exact rational arithmetic, nothing of this package but one folder.

    The checker is theory_checks/checker: checker.py, standard library only, and the lemmas that it knows, as data. You
    can also read it, and run it alone with `python checker.py CERTIFICATE...`.
    """
    arguments = [*(["--json"] if as_json else []), *(str(path) for path in certificates)]
    sys.exit(checker.main(arguments))
