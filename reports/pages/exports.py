"""What a program or a spreadsheet may read: results, verdicts, the numbers of figures, certificates, the checker."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from reports.math.plain import plain_text
from reports.pages.domains import domains
from reports.pages.inputs import Inputs
from reports.pages.views import certificate_file
from reports.read.files import read_file
from reports.read.model import Figure, Reading, Results, Series, Statement
from reports.read.names import slug
from reports.read.strict import InputError

COLUMNS = (
    "id", "tag", "paper", "label", "kind", "place", "verdict", "grade", "answer", "domain", "summary", "corrects",
    "is_about", "corrected_by", "use",
)  # fmt: skip
POINTS = ("series", "kind", "x", "y", "low", "high")


@dataclass(frozen=True)
class Offer:
    """A file to download, and what is said of it."""

    path: str
    about: str
    content: bytes

    @property
    def size(self) -> str:
        """Return how large it is, in words."""
        kilobytes = len(self.content) / 1000
        return f"{kilobytes / 1000:.1f} MB" if kilobytes >= 1000 else f"{max(kilobytes, 0.1):.1f} kB"


@dataclass(frozen=True)
class Kept:
    """The certificates of a statement, and the numbers of its figures."""

    statement: Statement
    certificates: Sequence[str]
    figures: Sequence[tuple[str, Figure]]


class Exports:
    """The files to download."""

    def __init__(self, results: Results, inputs: Inputs) -> None:
        self.results = results
        self.inputs = inputs

    @cached_property
    def offers(self) -> list[Offer]:
        """Return the files that are about all statements."""
        found = [Offer("verdicts.csv", "One line for each statement, with its verdict.", verdicts(self.results))]
        if self.inputs.results_file:
            about = "All that was computed: readings, evidence, controls, figures, certificates."
            found.insert(0, Offer("results.json", about, _read("results", self.inputs.results_file)))
        if self.inputs.program:
            about = "The checker of certificates, one file of Python with its lemmas inside; it needs nothing else."
            found.append(Offer("checker.py", about, _read("checker", self.inputs.program)))
        return found

    @cached_property
    def kept(self) -> list[Kept]:
        """Return what each statement has to download."""
        kept = [Kept(s, _certificates(s), [*_figures(s)]) for s in self.results.statements]
        return [one for one in kept if one.certificates or one.figures]


def figure_files(statement: Statement) -> Iterator[tuple[str, bytes]]:
    """Yield the numbers of the figures of a statement."""
    yield from ((path, points(figure)) for path, figure in _figures(statement))


def verdicts(results: Results) -> bytes:
    """Return the statements as a table."""
    rows = ([_plain(cell) for cell in _cells(statement)] for statement in results.statements)
    return _table(COLUMNS, rows)


def _cells(s: Statement) -> Iterable[str]:
    yield from (s.id, s.tag, s.paper, s.label, s.kind, s.place, s.status, s.grade, s.answer)
    yield plain_text(domains(s)) if s.verdict else ""
    yield from (s.summary, s.repairs or "", s.about or "", " ".join(s.repaired_by), s.use)


def _plain(text: str) -> str:
    return plain_text(text) if "$" in text else text


def points(figure: Figure) -> bytes:
    """Return the numbers of a figure as a table, with all their digits."""
    return _table(POINTS, (row for series in figure.series for row in _points(series)))


def _points(series: Series) -> Iterator[Sequence[Any]]:
    columns = (series.x, series.y, series.low, series.high)
    for index in range(len(series.x)):
        yield series.label, series.kind, *(column[index] if index < len(column) else None for column in columns)


def figure_file(statement: Statement, reading: Reading, number: int) -> str:
    """Return where the numbers of a figure are offered for download."""
    return f"figures/{statement.id.replace('/', '--')}--{slug(reading.name)}--{number}.csv"


def _figures(statement: Statement) -> Iterator[tuple[str, Figure]]:
    for reading in statement.readings:
        for number, figure in enumerate(reading.figures, 1):
            yield figure_file(statement, reading, number), figure


def _certificates(statement: Statement) -> list[str]:
    return [certificate_file(statement, reading, c) for reading in statement.readings for c in reading.certificates]


def _table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([columns, *rows])
    return text.getvalue().encode("utf-8")


def _read(name: str, path: Path) -> bytes:
    try:
        return read_file(path, f"the {name}")
    except OSError as error:
        raise InputError(f"the {name} {path} must be a readable file, got {error.strerror or error}") from error
