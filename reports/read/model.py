"""What results.json says, as values. The names are those of its schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Source:
    """Where the function that computed a record stands, and the digest of what it used."""

    module: str
    function: str
    path: str
    line: int
    digest: str


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """One comparison on one case."""

    case: str
    method: str
    outcome: str
    quantity: str
    relation: str
    left: str
    right: str
    tightness: float | None
    detail: str
    region: str
    error_probability: float
    power: str
    certificate: str | None


@dataclass(frozen=True, kw_only=True)
class Control:
    """An object that must fail (`broken`) or pass (`sound`), and whether it did."""

    name: str
    kind: str
    behaved: bool
    detail: str


@dataclass(frozen=True, kw_only=True)
class Series:
    """One curve, set of dots, band, or bars with whiskers of a figure."""

    label: str
    kind: str
    x: Sequence[float | None]
    y: Sequence[float | None]
    low: Sequence[float | None]
    high: Sequence[float | None]


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A plot."""

    title: str
    caption: str
    x_label: str
    y_label: str
    x_scale: str
    y_scale: str
    series: Sequence[Series]


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    caption: str


@dataclass(frozen=True, kw_only=True)
class Certificate:
    """A counterexample as data, and its digest."""

    digest: str
    data: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Reading:
    """One reading of a statement with everything that was found under it."""

    name: str
    says: str
    verdict: str | None
    reason: str
    domain: str
    refuted_by: str
    not_covered: str
    covers: str
    evidence: Sequence[Evidence]
    controls: Sequence[Control]
    figures: Sequence[Figure]
    tables: Sequence[Table]
    certificates: Sequence[Certificate]
    source: Source | None
    seed: int | None
    error: str | None
    expected: str | None = None
    stale: str = ""
    seconds: float | None = None


@dataclass(frozen=True, kw_only=True)
class Statement:
    """One statement of a paper, or the repair of one."""

    id: str
    paper: str
    label: str
    kind: str
    place: str
    quantifier: str
    says: str
    formulas: Sequence[str]
    assumes: Sequence[str]
    depends_on: Sequence[str]
    repairs: str | None
    repaired_by: Sequence[str]
    expected: str | None
    verdict: str | None
    untested: str | None
    readings: Sequence[Reading]
    summary: str = ""
    reason: str = ""

    @property
    def status(self) -> str:
        """Return the verdict, or why there is none: UNTESTED (the catalogue gives a reason) or NOT_RUN."""
        if self.verdict is not None:
            return self.verdict
        return "NOT_RUN" if self.untested is None else "UNTESTED"

    @property
    def stale(self) -> bool:
        """Tell whether any of its records is older than the code."""
        return any(reading.stale for reading in self.readings)


@dataclass(frozen=True, kw_only=True)
class Paper:
    """A paper whose statements are on trial."""

    key: str
    title: str
    authors: str
    year: int
    note: str


@dataclass(frozen=True, kw_only=True)
class ErrorControl:
    """The chance that any true statement of the suite is called refuted, and what was spent of it."""

    bound: float
    spent: float
    tests: int
    explanation: str


@dataclass(frozen=True, kw_only=True)
class Results:
    """A whole results.json."""

    name: str
    version: str
    seed: int
    profile: str
    versions: Mapping[str, str]
    error_control: ErrorControl
    papers: Sequence[Paper]
    bibliography: Mapping[str, str]
    statements: Sequence[Statement]
    digest: str = ""
