"""`theory-checks run`: compute verdicts, with progress, and compare them with the ledger."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.markup import escape

from theory_checks.cards.terminal import badge, console
from theory_checks.commands.common import DEFAULT_RESULTS, mistakes, select
from theory_checks.commands.progress import progress
from theory_checks.commands.report import build, read_and_written, refuse_foreign
from theory_checks.core.statement import Ledger, Statement
from theory_checks.engine import unchanged
from theory_checks.engine.accepted import is_known, remember
from theory_checks.engine.costs import expected_seconds
from theory_checks.engine.execution import Record
from theory_checks.engine.files import FileError, check_apart, check_folder, check_place, read_bytes, write_json
from theory_checks.engine.journal import Journal, open_journal
from theory_checks.engine.papers import bibliography, load
from theory_checks.engine.results import assemble, differences, timings
from theory_checks.engine.runner import Key, Plan, Run
from theory_checks.engine.runner import run as run_plan
from theory_checks.engine.stored import (
    MOST_BYTES,
    is_record,
    of_known,
    read_results,
    recorded,
    seconds_in,
    timings_file,
)

JOURNAL = ".journal"


@click.command()
@click.argument("patterns", nargs=-1, metavar="[ID|PAPER|PATTERN]...")
@click.option("--profile", type=click.Choice(["quick", "full"]), default="quick", show_default=True, help="How long.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="Seed of all randomness.")
@click.option("--jobs", type=int, default=-1, show_default=True, help="Worker processes; -1 for one per core.")
@click.option("--engine", default="processes", show_default=True, help="processes, serial or dask:ADDRESS.")
@click.option(
    "--out", type=click.Path(path_type=Path), default=DEFAULT_RESULTS, show_default=True, help="Results file."
)
@click.option("--resume", is_flag=True, hidden=True, expose_value=False)  # what every run does, for those who say it
@click.option("--fresh", is_flag=True, help="Drop what the results file holds, and what was finished for it.")
@click.option("--site", type=click.Path(path_type=Path), help="Build the report of the results there as well.")
@click.option("--json", "as_json", is_flag=True, help="Write a JSON summary for a program to read.")
def run(
    patterns: tuple[str, ...],
    profile: Any,
    seed: int,
    jobs: int,
    engine: str,
    out: Path,
    fresh: bool,
    site: Path | None,
    as_json: bool,
) -> None:
    """Compute the verdicts of all tested statements, or of those named, and write them to a results file.

    What the file holds stays, if seed, profile and versions are the same; if they are not, the run is refused. What
    it holds of these statements is not computed again while the code and the formulas that it rests on are the same.
    An interrupted run loses nothing that was finished: repeat it. With --site nothing at all is done again if code,
    results and site are what they were.

    Exit status 1 if a verdict differs from the ledger.
    """
    if jobs == 0:
        raise click.UsageError("--jobs must be a number of processes or -1 for all cores, got 0")
    with mistakes():
        check_place(out)
        check_place(timings_file(out))
        if site:
            check_folder(site, name="--site")
            check_apart(out, site)
            check_place(made_file(out))
        if out.suffix == JOURNAL:
            raise FileError(f"--out must name a file of results, got the journal of a run at {out}")
        made = Made(out, site, {"patterns": patterns, "profile": profile, "seed": seed}) if site else None
        if made and not (fresh or as_json) and (keys := made.current()):
            _print_summary(read_results(out), out, (), {id_ for id_, _ in keys}, _amount(0, len(keys)))
            click.echo(made.site.absolute() / "index.html")
            return
        if site:
            refuse_foreign(site)
        ledger = load()
        bibliography()  # what is none is refused before anything is computed
        keys = keys_of(select(ledger, patterns))
        plan = Plan(keys=keys, seed=seed, profile=profile, jobs=jobs, engine=engine)
        results, computed = _computed(plan, ledger, out, fresh=fresh, quiet=as_json)
    wrong = differences(results, ledger, {id_ for id_, _ in keys})
    if as_json:
        _print_json(results, out, wrong, {id_ for id_, _ in keys})
    else:
        _print_summary(results, out, wrong, {id_ for id_, _ in keys}, _amount(computed, len(keys)))
    if made:
        with mistakes():
            status = build(out, made.site)
            if not (status or wrong):
                made.write(keys)
        if status:
            sys.exit(status)
    sys.exit(1 if wrong else 0)


def made_file(out: Path) -> Path:
    """Return where it stands what a run with a report was made of."""
    return out.with_suffix(".made.json")


class _Last(msgspec.Struct):
    site: str
    digest: str
    keys: list[Key]


@dataclass(frozen=True)
class Made:
    """A run with a report: what it is a function of is looked at before, and written down once both stand."""

    out: Path
    site: Path
    call: Mapping[str, object]
    code: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "code", unchanged.code(self.site))

    def current(self) -> Sequence[Key]:
        """Return the readings of the last one if it was the same, and what is there now is what it left."""
        try:
            last = msgspec.json.decode(read_bytes(made_file(self.out), MOST_BYTES, name="what was made"), type=_Last)
        except (OSError, FileError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return ()
        same = bool(self.code) and last.site == self._site  # of another folder not a file is read
        same = same and is_known(msgspec.to_builtins(last))  # who edits results can write down their digest as well
        return last.keys if same and last.digest == self._digest() else ()

    def write(self, keys: Sequence[Key]) -> None:
        """Write down what is there now."""
        made = {"site": self._site, "digest": self._digest(), "keys": keys}
        write_json(made_file(self.out), made)
        remember([made])

    @property
    def _site(self) -> str:
        return str(self.site.absolute())

    def _digest(self) -> str:
        return unchanged.whole(self.code, self.call, read_and_written(self.out, self.site))


def _computed(plan: Plan, ledger: Ledger, out: Path, *, fresh: bool, quiet: bool) -> tuple[dict[str, Any], int]:
    """Run the plan, join what it finds to what was computed before, and write that; nobody else may do so meanwhile.

    Return the results, and how many readings had to be computed.
    """
    timings_path = timings_file(out)
    with open_journal(out.with_suffix(JOURNAL), plan.header, fresh=fresh) as journal:
        complete = set(plan.keys) == set(keys_of(list(ledger.statements.values())))
        before = {} if fresh else recorded(out, plan.header, complete=complete)
        found = before | {key: record for key, record in journal.records.items() if is_record(record)}
        journal.records = of_known(found, ledger, out)
        finished = _with_progress(plan, ledger, journal, out, quiet=quiet)
        results = assemble(plan, ledger, finished)
        write_json(timings_path, timings(finished, seconds_in(timings_path)))
        write_json(out, results)
        journal.remove()
    return results, len(finished.seconds)


def keys_of(statements: Sequence[Statement]) -> list[Key]:
    """Return the readings of the statements that have a verdict to compute."""
    return [(s.id, reading.name) for s in statements if s.verdict is not None for reading in s.readings]


def _with_progress(plan: Plan, ledger: Ledger, journal: Journal, out: Path, *, quiet: bool) -> Run:
    expected = expected_seconds(plan.keys, seconds_in(timings_file(out)))
    with progress(expected, quiet=quiet) as bar:

        def finished(record: Record, _seconds: float) -> None:
            bar.finished([(record["id"], record["reading"])])

        try:
            return run_plan(plan, ledger, journal, progress=finished, kept=bar.kept)
        except (KeyboardInterrupt, SystemExit) as stopped:
            place = out.with_suffix(JOURNAL)
            kept = f"what was finished is in {place}" if journal.holds else "nothing was finished"
            click.echo(f"interrupted; {kept}: repeat the command", err=True)
            sys.exit(stopped.code if isinstance(stopped, SystemExit) else 130)


def _print_json(results: dict[str, Any], out: Path, wrong: Sequence[str], ids: set[str]) -> None:
    verdicts = {s["id"]: s["verdict"] for s in results["statements"] if s["id"] in ids}
    click.echo(json.dumps({"results": str(out), "verdicts": verdicts, "differences": wrong}, indent=1))


def _amount(computed: int, of: int) -> str:
    """Say how many readings had to be computed."""
    readings = f"{of} reading{'s' * (of > 1)}"
    return f"{readings} computed" if computed == of else f"{computed} of {readings} computed, the others are current"


def _print_summary(results: dict[str, Any], out: Path, wrong: Sequence[str], ids: set[str], done: str) -> None:
    screen = console()
    rows = [s for s in results["statements"] if s["id"] in ids]
    width = max((len(s["id"]) for s in rows), default=0)
    for statement in rows:
        screen.print(f"{statement['id']:<{width}}  {badge(statement['verdict'])}")
    screen.print(f"\n{len(rows)} statements, {done}, written to {out}; `theory-checks report {out}` makes the site")
    for sentence in wrong:
        console(stderr=True).print(f"[red]differs:[/red] {escape(sentence)}")
