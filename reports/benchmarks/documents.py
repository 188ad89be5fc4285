"""Benchmark files as sections of the page: one for each module of `tests/benchmarks` that was run.

A run that a release has recorded stands beside the one that was made on this machine.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import msgspec

from reports.benchmarks.comparison import Comparison, Row, comparison, row_of
from reports.benchmarks.marks import tally
from reports.benchmarks.records import Benchmark, Run
from reports.benchmarks.tables import TableView, table
from reports.read.files import read_file
from reports.read.names import slug
from reports.read.strict import InputError

_RULE = "JSON that pytest-benchmark writes for tests/benchmarks"


@dataclass(frozen=True)
class Document:
    """A module's benchmarks in one run, whose origin is a release or this machine."""

    anchor: str
    title: str
    says: str
    origin: str
    machine: str
    findings: Sequence[str]
    tables: Sequence[TableView]


@dataclass(frozen=True)
class Section:
    """A module's benchmarks in all runs, table by table."""

    anchor: str
    title: str
    says: str
    documents: Sequence[Document]

    @property
    def tables(self) -> Sequence[Sequence[tuple[Document, TableView]]]:
        """Return for each comparison its table in every run that has it."""
        pairs = [(document, table) for document in self.documents for table in document.tables]
        names = dict.fromkeys(table.name for _, table in pairs)
        return [[pair for pair in pairs if pair[1].name == name] for name in names]


def sections(documents: Iterable[Document]) -> list[Section]:
    """Return the sections of the page: what runs say of one module stands together."""
    by_anchor: dict[str, list[Document]] = {}
    for document in documents:
        by_anchor.setdefault(document.anchor, []).append(document)
    return [Section(anchor, found[0].title, found[0].says, found) for anchor, found in by_anchor.items()]


def load_recorded(folder: Path) -> list[Document]:
    """Return what the last release in a folder has recorded; its files are named after releases."""
    files = sorted(folder.glob("*.json"), key=lambda file: [int(part) for part in re.findall(r"\d+", file.stem)])
    return [
        document for file in files[-1:] for document in documents(load_run(file), f"Recorded for version {file.stem}")
    ]


def load_documents(path: Path) -> list[Document]:
    """Return what a file says, or all files of a folder in the order of their names."""
    files = sorted(path.glob("*.json")) if path.is_dir() else [path]
    return [document for file in files for document in documents(load_run(file), "This machine")]


def load_run(path: Path) -> Run:
    """Return a file of benchmarks."""
    try:
        return msgspec.json.decode(read_file(path, "a record of benchmarks"), type=Run)
    except OSError as error:
        raise InputError(f"{path} must be a readable file, got {error.strerror}") from error
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{path} must be {_RULE}: {error}") from error


def documents(run: Run, origin: str) -> Iterator[Document]:
    """Yield what a run says of each module, in the order in which they ran."""
    for module, benchmarks in groupby(run.benchmarks, lambda item: item.module):
        title, _, says = run.modules.get(module, module).strip().partition("\n")
        compared = _compared([*benchmarks])
        tables = [table(data, _beside(data.title, run)) for data in compared]
        findings = tally(cell for data in tables for line in data.lines for cell in line.cells)
        findings += [sentence for data in compared for sentence in data.findings()]
        yield Document(slug(module.removeprefix("test_")), title, says.strip(), origin, _machine(run), findings, tables)


def _compared(benchmarks: Sequence[Benchmark]) -> list[Comparison]:
    by_table: dict[str, list[Benchmark]] = {}
    for item in benchmarks:
        by_table.setdefault(item.extra_info.table, []).append(item)
    return [comparison(items) for items in by_table.values()]


def _beside(title: str, run: Run) -> list[Row]:
    """Return the rows of other tables that join the picture of a table."""
    return [row_of(item) for item in run.benchmarks if title in item.extra_info.beside]


def _machine(run: Run) -> str:
    """Return what the numbers depend on, in one line."""
    info = run.machine_info
    cpu = info.get("cpu") or {}
    made = [f"measured on {run.datetime[:10]}"] if run.datetime else []
    made += ["a short run, with the first task of each comparison only"] if run.quick else []
    facts = [cpu.get("brand_raw"), f"{cpu.get('count', '?')} cores", f"Python {info.get('python_version', '?')}"]
    return ", ".join([*filter(None, facts), *(f"{name} {version}" for name, version in run.versions.items()), *made])
