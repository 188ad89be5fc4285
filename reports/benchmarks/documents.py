"""Benchmark files as sections of the page: one for each module of `tests/benchmarks` that was run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import msgspec

from reports.benchmarks.comparison import Comparison, Row, comparison, row_of
from reports.benchmarks.marks import tally
from reports.benchmarks.records import Benchmark, Run
from reports.benchmarks.tables import TableView, table
from reports.read.names import slug
from reports.read.strict import InputError

_RULE = "JSON that pytest-benchmark writes for tests/benchmarks"


@dataclass(frozen=True)
class Document:
    """A module's benchmarks as the page shows them."""

    anchor: str
    title: str
    says: str
    machine: str
    findings: Sequence[str]
    tables: Sequence[TableView]


def load_documents(path: Path) -> list[Document]:
    """Return what a file says, or all files of a folder in the order of their names."""
    files = sorted(path.glob("*.json")) if path.is_dir() else [path]
    return [document for file in files for document in documents(_load(file))]


def _load(path: Path) -> Run:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Run)
    except OSError as error:
        raise InputError(f"{path} must be a readable file, got {error.strerror}") from error
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise InputError(f"{path} must be {_RULE}: {error}") from error


def documents(run: Run) -> Iterator[Document]:
    """Yield a section for each module, in the order in which they ran."""
    for module, benchmarks in groupby(run.benchmarks, lambda item: item.module):
        title, _, says = run.modules.get(module, module).strip().partition("\n")
        compared = _compared([*benchmarks])
        tables = [table(data, _beside(data.title, run)) for data in compared]
        findings = tally(cell for data in tables for line in data.lines for cell in line.cells)
        findings += [sentence for data in compared for sentence in data.findings()]
        yield Document(slug(module.removeprefix("test_")), title, says.strip(), _machine(run), findings, tables)


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
    facts = [cpu.get("brand_raw"), f"{cpu.get('count', '?')} cores", f"Python {info.get('python_version', '?')}"]
    return ", ".join([*filter(None, facts), *(f"{name} {version}" for name, version in run.versions.items())])
