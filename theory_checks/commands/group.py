"""The group of all commands: each is imported when it is called, so that help is there at once."""

from __future__ import annotations

import signal
import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

import click

from theory_checks.commands.endings import no_sudden_end
from theory_checks.commands.interrupts import Impatience

INTERRUPTED = 128 + signal.SIGINT
NO_THREAD = "can't start new thread"  # as Python says it
WIDEST = 120  # columns of a help text, on a terminal that has them


class Place(NamedTuple):
    """Where a command is, and its line in the help of the group."""

    module: str
    name: str
    says: str
    compiles: bool = False


COMMANDS: Mapping[str, Place] = {
    "list": Place("listing", "list_statements", "List the statements of the ledgers with their recorded verdicts."),
    "find": Place(
        "find", "find", "Find statements by name, topic, symbol or author, the best first, each with its corrections."
    ),
    "show": Place(
        "show",
        "show",
        "Explain a statement: its verdict, what is printed, and what to use instead.",
    ),
    "run": Place(
        "run",
        "run",
        "Compute the verdicts of all tested statements, or of those named, and write them to a results file.",
        compiles=True,
    ),
    "mutate": Place("mutate", "mutate", "Put near misses of what holds on trial.", compiles=True),
    "prove": Place(
        "prove", "prove", "Have Coq check the theorems beside statements, or the certificates of a run.", compiles=True
    ),
    "report": Place(
        "report",
        "report",
        "Build the HTML report from RESULTS [results/results.json] and print where it is.",
        compiles=True,
    ),
    "diff": Place("diff", "diff", "Say which verdicts and numbers differ between two results files."),
    "check": Place(
        "check", "check", "Re-check certificates: exact rational arithmetic, nothing of this package but one folder."
    ),
    "tables": Place(
        "tables",
        "tables",
        "Compute reference values with proved digits, and what other libraries return for them.",
        compiles=True,
    ),
    "new": Place("new", "new", "Write the folder of a paper of your own, with a first room."),
    "audit": Place("audit", "audit", "Audit a mechanism against a claim: (epsilon, delta), or another.", compiles=True),
    "hunt": Place("hunt", "hunt", "Search for a counterexample to a claim.", compiles=True),
    "dqn": Place(
        "dqn", "dqn", "Private deep Q-learning on the unit interval: `train`, `evaluate`, `release`.", compiles=True
    ),
}


class Commands(click.Group):
    """A group that knows its commands by name and imports the one that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        place = COMMANDS.get(cmd_name)
        if place is None:
            return None
        if place.compiles:
            from theory_checks.commands.compile_cache import check_counts, writable_cache

            check_counts()
            writable_cache()
        command = getattr(import_module(f"theory_checks.commands.{place.module}"), place.name)
        if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:  # as `main` left it while nothing could be kept
            signal.signal(signal.SIGINT, Impatience())
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table, for which no command is imported."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, place.says) for name, place in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Call a command; neither Ctrl-C nor a disk or memory that is full is a verdict."""
        try:
            with no_sudden_end():
                return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            sys.exit(INTERRUPTED)
        except OSError as error:
            from theory_checks.commands.common import Unusable

            raise Unusable(error) from error
        except MemoryError:
            click.echo("Error: memory must be enough for the command, got too little", err=True)
            sys.exit(2)
        except RuntimeError as error:
            if str(error) != NO_THREAD:
                raise
            click.echo("Error: the system must let the command start threads, got no more", err=True)
            sys.exit(2)


def _version() -> str:
    try:
        return version("theory-checks")
    except PackageNotFoundError:
        return "uninstalled"


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": WIDEST})
@click.version_option(_version(), prog_name="theory-checks")
@click.option(
    "--paper", "folders", multiple=True, type=click.Path(path_type=Path), help="A folder with a paper of your own."
)
@click.option("--only", multiple=True, type=click.Path(path_type=Path), help="The same, and no other paper.")
def cli(folders: tuple[Path, ...], only: tuple[Path, ...]) -> None:
    """Put the theory of private reinforcement learning on trial.

    Every statement of the papers has an id such as dpdqn/prop10.

    Exit status: 0 as expected, 1 a verdict differs from the ledger or a check fails, 2 a mistake in the call.
    """
    if folders or only:
        from theory_checks.commands.common import mistakes
        from theory_checks.engine.papers import add_folder

        with mistakes():
            for folder in (*folders, *only):
                add_folder(folder, alone=bool(only))
