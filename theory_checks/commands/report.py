"""`theory-checks report`: build the site from results, in a process of its own, for nothing here imports reports."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any

import click

from theory_checks.checker import program, script
from theory_checks.commands import search
from theory_checks.commands.common import DEFAULT_RESULTS, mistakes
from theory_checks.engine import sources
from theory_checks.engine.edited import edited
from theory_checks.engine.files import check_folder, write_json
from theory_checks.engine.papers import load
from theory_checks.engine.registry import claims
from theory_checks.engine.seal import code_digest
from theory_checks.engine.stored import ResultsError, read_results, records_of, timings_file

RELEASES, CHANGELOG = Path("releases"), Path("CHANGELOG.md")
RECORDED = RELEASES / "benchmarks"


@click.command()
@click.argument("results", type=click.Path(path_type=Path), default=DEFAULT_RESULTS)
@click.option("--out", type=click.Path(path_type=Path), default=Path("reports/site"), show_default=True)
@click.option(
    "--benchmarks",
    type=click.Path(path_type=Path),
    help="A benchmark document or a folder of them [results/benchmarks if there].",
)
def report(results: Path, out: Path, benchmarks: Path | None) -> None:
    """Build the HTML report from RESULTS [results/results.json] and print where it is.

    Records that were edited, or whose claims have changed since they were computed, are marked as stale. The benchmark
    page shows what the last release has recorded, and beside it every document of the folder `benchmarks` beside
    RESULTS. A file `tables.json` beside RESULTS (see `theory-checks tables`) becomes a page. Pages that would be made
    of the same as in the last report of RESULTS are kept.
    """
    with mistakes():
        check_folder(out)
        refuse_foreign(out)
        status = build(results, out, benchmarks)
    sys.exit(status)


def refuse_foreign(out: Path) -> None:
    """End where something else than a site would be replaced, by the rule of whoever builds it, before any work."""
    if status := _ended([sys.executable, "-m", "reports.pages.place", str(out)]):
        sys.exit(status)


def build(results: Path, out: Path, benchmarks: Path | None = None) -> int:
    """Build the site and return the status of the process that does."""
    document = read_results(results)
    benchmarks = benchmarks or _there(results.with_name("benchmarks"))
    timings, tables = _there(timings_file(results)), _there(results.with_name("tables.json"))
    with TemporaryDirectory(prefix="theory-checks-") as folder:
        names = ("sources.json", "checker.js", "checker.py", "words.json")
        digests, checker, alone, words = (Path(folder, name) for name in names)
        write_json(digests, current_digests(document))
        checker.write_text(script(), encoding="utf-8")
        alone.write_text(program(), encoding="utf-8")
        write_json(words, search.data(load()))
        command = [sys.executable, "-m", "reports", str(results), "--out", str(out), "--sources", str(digests)]
        command += ["--checker", str(checker), "--words", str(words)]
        command += ["--program", str(alone), "--code-root", str(sources.ROOT)]
        command += ["--record", str(_record(results))]
        command += ["--benchmarks", str(benchmarks)] if benchmarks else []
        command += ["--recorded", str(RECORDED)] if RECORDED.is_dir() else []
        command += ["--timings", str(timings)] if timings else []
        command += ["--tables", str(tables)] if tables else []
        command += ["--releases", str(RELEASES)] if RELEASES.is_dir() else []
        command += ["--changelog", str(CHANGELOG)] if CHANGELOG.is_file() else []
        command += ["--docs", str(docs)] if (docs := _documents()) else []
        return _ended(command)


def _ended(command: list[str]) -> int:
    """Return the status of a process, which is ended with this one: Ctrl-C does not reach it, and half a site goes.

    What it prints goes through here, where a reader who has left is no error.
    """
    with TemporaryFile() as printed:
        process = subprocess.Popen(command, start_new_session=True, stdout=printed)
        try:
            status = process.wait()
        except BaseException:
            process.terminate()
            process.wait()
            raise
        printed.seek(0)
        click.echo(printed.read(), nl=False)
        return status


def current_digests(results: dict[str, Any]) -> dict[str, str]:
    """Return the digest of the sources of every claim as they are now, by `id#reading`; none for an edited record."""
    digests = {key: code_digest(claim) for key, claim in sorted(claims().items())}
    records = dict(records_of(results))
    for id_, reading in (key for key, record in records.items() if record["source"] is None):
        raise ResultsError(f"a verdict must come with the code that has computed it, got none of {id_} [{reading}]")
    for told in results["statements"]:
        if told["verdict"] is not None and any(x["verdict"] is None for x in told["readings"]):
            raise ResultsError(f"a verdict must come with those of all readings, got none of one of {told['id']}")
    current = {key for key, record in records.items() if record["source"]["digest"] == digests.get(key)}
    digests |= dict.fromkeys(current & {*edited(results, load())}, "")
    return {f"{id_}#{reading}": digest for (id_, reading), digest in digests.items()}


def read_and_written(results: Path, out: Path) -> list[Path]:
    """Return what a report reads beside the code, and what it writes."""
    beside = [results.with_name(name) for name in ("benchmarks", "tables.json")]
    return [results, timings_file(results), _record(results), out, *beside, RELEASES, CHANGELOG]


def _record(results: Path) -> Path:
    """Return where it stands what a site was made of."""
    return results.with_suffix(".site.json")


def _documents() -> Path | None:
    """Return the folder of documents: of the project's own tree, as an installation stands among others' folders."""
    return _there(sources.ROOT / "docs") if (sources.ROOT / "pyproject.toml").is_file() else None


def _there(path: Path) -> Path | None:
    return path if path.exists() else None
