"""`python -m reports RESULTS.json --out FOLDER`: build the site and print the path of its first page."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from reports.benchmarks.documents import load_documents as load_benchmarks
from reports.benchmarks.documents import load_recorded
from reports.math import MathError
from reports.pages.build import ENDING, build
from reports.pages.inputs import Inputs
from reports.read.changelog import load_changes
from reports.read.documents import load_documents
from reports.read.load import (
    load_releases,
    load_results,
    load_sources,
    load_timings,
    mark_stale,
    with_history,
    with_timings,
)
from reports.read.model import Results
from reports.read.strict import InputError
from reports.read.tables import load_tables
from reports.read.words import load_words


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the site; 0 when it stands, 2 for an input that cannot become one."""
    options = _parser().parse_args(arguments)
    try:
        index = build(_results(options), options.out, _inputs(options), options.record)
    except (InputError, MathError) as error:  # the second: of what is a formula in few results
        sys.stderr.write(f"error: {error}\n")
        return 2
    return _told(str(index))


def _told(index: str) -> int:
    """Print where the site is: to a reader that has left, it stands all the same."""
    if sys.stdout is None:  # pyright: ignore[reportUnnecessaryComparison]  it is where it was closed
        return 0
    try:
        sys.stdout.buffer.write(os.fsencode(index) + b"\n")
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left is not tried again at the end
        if not isinstance(error, BrokenPipeError):
            sys.stderr.write(f"error: the output must be written whole, got: {error.strerror}\n")
            return 2
    return 0


def _inputs(options: argparse.Namespace) -> Inputs:
    recorded = load_recorded(options.recorded) if options.recorded else []
    made = load_benchmarks(options.benchmarks) if options.benchmarks else []
    return Inputs(
        results_file=options.results,
        benchmarks=[*recorded, *made],
        code_root=options.code_root,
        checker=options.checker,
        program=options.program,
        words=load_words(options.words) if options.words else None,
        tables=load_tables(options.tables) if options.tables else None,
        releases=load_releases(options.releases) if options.releases else (),
        changes=load_changes(options.changelog) if options.changelog else (),
        documents=load_documents(options.docs) if options.docs else (),
    )


def _results(options: argparse.Namespace) -> Results:
    results = load_results(options.results)
    if options.sources:
        results = mark_stale(results, load_sources(options.sources))
    if options.timings:
        results = with_timings(results, load_timings(options.timings))
    if options.releases:
        results = with_history(results, load_releases(options.releases))
    return results


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m reports", description="Build the static report from results.json.")
    parser.add_argument("results", type=Path, help="the results.json of a run")
    parser.add_argument("--out", type=Path, default=Path("reports/site"), help="the folder of the site [reports/site]")
    parser.add_argument("--record", type=Path, help="what the site was made of the last time: the same is kept")
    parser.add_argument("--benchmarks", type=Path, help="a benchmark document, or a folder of them")
    parser.add_argument("--recorded", type=Path, help="a folder with the benchmarks of releases")
    parser.add_argument("--sources", type=Path, help="digests of the sources of today, to mark stale records")
    parser.add_argument("--timings", type=Path, help="timings.json of the run")
    parser.add_argument("--tables", type=Path, help="reference values with proved digits")
    parser.add_argument("--releases", type=Path, help="a folder with the verdicts of releases, for their history")
    parser.add_argument("--changelog", type=Path, help="the changelog, which says why verdicts changed")
    parser.add_argument("--docs", type=Path, help="a folder of documents, each of which becomes a page")
    parser.add_argument("--code-root", type=Path, default=Path(), help="the project's folder, to show the code [.]")
    parser.add_argument("--checker", type=Path, help="the script by which the pages check certificates")
    parser.add_argument("--program", type=Path, help="the same checker as one file of Python, to offer for download")
    parser.add_argument(
        "--words", type=Path, help="the words that statements can be found by, for a search on each page"
    )
    return parser


def _end(number: int, _frame: object) -> None:
    """End as an error does, once: half a site is removed."""
    for one in ENDING:
        signal.signal(one, signal.SIG_IGN)
    sys.exit(128 + number)


if __name__ == "__main__":
    for number in ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup has it
            signal.signal(number, _end)
    sys.exit(main())
