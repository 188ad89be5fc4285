"""What a site is made of beside the results; all of it may be missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from reports.benchmarks.documents import Document as Benchmark
from reports.read.changelog import Change
from reports.read.documents import Document
from reports.read.model import Release
from reports.read.tables import Tables
from reports.read.words import Words


@dataclass(frozen=True)
class Inputs:
    """What a site is made of beside the results."""

    results_file: Path | None = None  # offered as it is
    benchmarks: Sequence[Benchmark] = ()
    code_root: Path | None = None  # the folder of the sources
    checker: Path | None = None  # the script by which the pages check certificates
    program: Path | None = None  # the checker as one file of Python, offered as it is
    words: Words | None = None
    releases: Sequence[Release] = ()  # oldest first
    tables: Tables | None = None  # reference values
    changes: Sequence[Change] = ()  # why verdicts are not what they were
    documents: Sequence[Document] = ()  # pages that teach
