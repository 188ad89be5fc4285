"""The command line: `theory-checks` or `python -m theory_checks`."""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click

from theory_checks.commands.audit import audit
from theory_checks.commands.check import check
from theory_checks.commands.common import mistakes
from theory_checks.commands.dqn import dqn
from theory_checks.commands.listing import list_statements
from theory_checks.commands.mutate import mutate
from theory_checks.commands.report import report
from theory_checks.commands.run import run
from theory_checks.commands.show import show
from theory_checks.engine.papers import add_folder


def _version() -> str:
    try:
        return version("theory-checks")
    except PackageNotFoundError:
        return "uninstalled"


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(_version(), prog_name="theory-checks")
@click.option(
    "--paper", "folders", multiple=True, type=click.Path(path_type=Path), help="A folder with a paper of your own."
)
def cli(folders: tuple[Path, ...]) -> None:
    """Put the theory of private reinforcement learning on trial.

    Every statement of the papers has an id such as dpdqn/prop10. `list` names them, `show` explains one, `run` computes
    verdicts, `mutate` tries near misses, `report` builds the site, `check` re-checks a certificate, `audit` tests a
    mechanism of your own, `dqn` trains private Q-networks.

    Exit status: 0 as expected, 1 a verdict differs from the ledger or a check fails, 2 a mistake in the call.
    """
    with mistakes():
        for folder in folders:
            add_folder(folder)


for command in (list_statements, show, run, mutate, report, check, audit, dqn):
    cli.add_command(command)


def main() -> None:
    """Run the command line; a reader that stops early (a pipe into `head`) is no error."""
    try:
        cli()
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)


if __name__ == "__main__":
    main()
