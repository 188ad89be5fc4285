"""Benchmark documents: the schema says which module reads one and which template shows it.

The page shows every document it is given and knows nothing about any of them: a further benchmark only writes a file. A
further kind is a module with a `view`, a template, and a line in KINDS.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from reports.benchmarks import contest, measurements, scaling
from reports.read.fields import Field, InputError
from reports.read.load import read_json
from reports.read.names import slug


@dataclass(frozen=True)
class Kind:
    """A kind of document: `view` reads what is its own and returns what the template shows, and findings."""

    template: str
    view: Callable[[Field], tuple[Any, Sequence[str]]]


@dataclass(frozen=True)
class Document:
    """A document as the page shows it."""

    anchor: str
    title: str
    says: str
    machine: str
    findings: Sequence[str]
    template: str
    body: Any


KINDS: Mapping[str, Kind] = {
    "theory-checks/benchmarks/1": Kind("benchmark_contest.html", contest.view),
    "theory-checks/scaling/1": Kind("benchmark_scaling.html", scaling.view),
    "theory-checks/measurements/1": Kind("benchmark_measurements.html", measurements.view),
}


def load_documents(path: Path) -> list[Document]:
    """Return the document in a file, or those of a folder in the order of their names."""
    files = sorted(path.glob("*.json"), key=lambda file: file.stem) if path.is_dir() else [path]
    return [_load(file) for file in files]


def _load(path: Path) -> Document:
    try:
        return document(Field(read_json(path), ""), slug(path.stem))
    except InputError as error:
        raise error if str(path) in str(error) else InputError(f"{path}: {error}") from error


def document(data: Field, anchor: str) -> Document:
    """Return a document of any kind."""
    kind = KINDS[data["schema"].choice(tuple(KINDS))]
    body, findings = kind.view(data)
    title, says = data["title"].text(), data["says"].text()
    return Document(anchor, title, says, _machine(data["machine"]), findings, kind.template, body)


def _machine(data: Field) -> str:
    return data.value if isinstance(data.value, str) else _listed(data.members())


def _listed(facts: Mapping[str, object]) -> str:
    """Return named facts, and those named one level below, in one line."""
    below = [cast("dict[str, object]", v) if isinstance(v, dict) else {key: v} for key, v in facts.items()]
    return ", ".join(f"{key} {value}" for group in below for key, value in group.items())
