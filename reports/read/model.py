"""What results.json says, as values. The names are those of its schema, and so are the rules."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from reports.read.explore import Explore
from reports.read.names import DIGEST, IDENTIFIER, TAG
from reports.read.record import Count, Record, different

SCHEMA = "theory-checks/results/1"
LARGEST = sys.float_info.max
Number = Annotated[float, Meta(ge=-LARGEST, le=LARGEST)]
Amount = Annotated[float, Meta(ge=0, le=LARGEST)]
Share = Annotated[float, Meta(ge=0, le=1)]
Name = Annotated[str, Meta(pattern=IDENTIFIER)]
Cell = str | bool | Number | None
# Filled in after reading: a file cannot bring its own.
Added = Annotated[str, Meta(max_length=0)]
AddedNumber = Annotated[float, Meta(ge=0, le=-1)]
Verdict = Literal[
    "VERIFIED",
    "HOLDS_ON_REGION",
    "DEPENDS_ON_READING",
    "CONSISTENT",
    "REFUTED",
    "ILL_POSED",
    "INCONCLUSIVE",
    "DEFINITION",
]
USED = {"line": ("y",), "dots": ("y",), "band": ("low", "high"), "bars": ("y", "low", "high")}


class Source(Record, frozen=True):
    """Where the function that computed a record stands, and the digest of what it used."""

    module: str
    function: str
    path: str
    line: int
    digest: str
    objects: Sequence[str]
    seal: str = ""


class Evidence(Record, frozen=True):
    """One comparison on one case."""

    case: str
    method: Literal["exact", "ball", "statistics", "search", "argument"]
    outcome: Literal["holds", "fails", "undecided", "undefined"]
    quantity: str
    relation: str
    left: str
    right: str
    tightness: Number | None
    detail: str
    region: Literal["", "inside", "outside"]
    error_probability: Share
    power: str
    certificate: str | None


class Control(Record, frozen=True):
    """An object that must fail (`broken`) or pass (`sound`), and whether it did."""

    name: str
    kind: Literal["broken", "sound"]
    behaved: bool
    detail: str


class Series(Record, frozen=True):
    """One curve, set of dots, band, or bars with whiskers of a figure."""

    label: str
    kind: Literal["line", "dots", "band", "bars"]
    x: Sequence[Number | None]
    y: Sequence[Number | None]
    low: Sequence[Number | None]
    high: Sequence[Number | None]

    def __post_init__(self) -> None:
        for name in USED[self.kind]:
            if len(getattr(self, name)) != len(self.x):
                raise ValueError(f"{name} must have {len(self.x)} values, got {len(getattr(self, name))}")


class Figure(Record, frozen=True):
    """A plot. Bars begin at zero, which a logarithmic axis does not have."""

    title: str
    caption: str
    x_label: str
    y_label: str
    x_scale: Literal["linear", "log"]
    y_scale: Literal["linear", "log"]
    series: Sequence[Series]

    def __post_init__(self) -> None:
        for name in ("x_scale", "y_scale"):
            if getattr(self, name) == "log" and any(one.kind == "bars" for one in self.series):
                raise ValueError(f"{name} must be 'linear' for bars, got 'log'")


class Table(Record, frozen=True):
    """A table."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    caption: str

    def __post_init__(self) -> None:
        for index, row in enumerate(self.rows):
            if len(row) != len(self.columns):
                raise ValueError(f"rows[{index}] must have {len(self.columns)} cells, got {len(row)}")


class Certificate(Record, frozen=True):
    """A counterexample as data, and its digest."""

    digest: Annotated[str, Meta(pattern=DIGEST)]
    data: dict[str, Any] = field(name="certificate")
    compared: str = ""  # the two numbers that the checker compared


class NearMiss(Record, frozen=True):
    """A formula a little stronger than what is claimed, and what was changed."""

    change: str
    claim: str


class MovedDomains(Record, frozen=True):
    """What became of the moves of a domain: refuted by the check, decided by a point, true at all points, or open."""

    caught: Sequence[str]
    decided: Sequence[str]
    held: Sequence[str]
    open: Sequence[str]


class NearMisses(Record, frozen=True):
    """What became of the near misses of a reading: refuted by its check, true as well, or neither."""

    fresh: bool  # tried since the statement and the code of its room have changed
    caught: Sequence[str]
    true_as_well: Sequence[NearMiss]
    undetected: Sequence[NearMiss]
    moved: MovedDomains
    sharper: Sequence[str]
    sharper_because: str
    unseen: str


class Theorem(Record, frozen=True):
    """A theorem of Coq about a reading: what it says, of how much, on which axioms, and what was checked."""

    theorem: str
    sense: Literal["refuted", "verified", "region", "repaired"]
    scope: Literal["whole", "core", "counterexample"]
    statement: str
    proof: str
    coq: str
    axioms: Sequence[str]
    lines: Count
    seconds: Amount
    coq_statement: str
    proposition: str
    command: str


class SilentTests(Record, frozen=True):
    """Tests that could have refuted by chance and found nothing; a run that adds to the results counts them again."""

    count: int
    error_probability: Share


class Reading(Record, frozen=True):
    """One reading of a statement with everything that was found under it."""

    name: str
    role: Literal["reading", "part", "amendment"]
    says: str
    because: str
    part: str
    amends: str
    region: Sequence[str]
    border: str
    complete: bool
    verdict: Verdict | None
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
    formal: Sequence[str]
    digest: str
    source: Source | None
    seed: int | None
    error: str | None
    expected: Verdict | None = None
    near_misses: NearMisses | None = None
    proof: Theorem | None = None
    silent_tests: Sequence[SilentTests] = ()
    stale: Added = ""
    seconds: AddedNumber | None = None

    @property
    def is_proved(self) -> bool:
        """Tell whether it is true by a theorem about all that it says, or by cases that are its whole domain."""
        theorem = self.proof is not None and self.proof.scope == "whole" and self.proof.sense != "refuted"
        return self.complete or theorem

    def __post_init__(self) -> None:
        if self.verdict is not None and not self.domain.strip():
            raise ValueError("domain must say where the verdict holds, got nothing")


class Statement(Record, frozen=True):
    """One statement of a paper, the repair of one, or a note about one."""

    id: Name
    paper: str
    label: str
    kind: str
    place: str
    quantifier: str
    says: str
    formulas: Sequence[str]
    assumes: Sequence[str]
    depends_on: Sequence[Name]
    repairs: Name | None
    repaired_by: Sequence[Name]
    verdict: Verdict | None
    untested: str | None
    readings: Annotated[Sequence[Reading], Meta(min_length=1)]
    about: Name | None = None
    use: Annotated[str, Meta(pattern=r"^([A-Za-z_]\w*(\.[A-Za-z_]\w*)+)?\Z")] = ""
    answer: str = ""
    explore: Explore | None = None
    tag: Annotated[str, Meta(pattern=TAG)] = ""  # the permanent short name
    expected: Verdict | None = None
    summary: str = ""
    reason: str = ""
    history: Annotated[Sequence[tuple[str, str]], Meta(max_length=0)] = ()  # releases that had another verdict

    @property
    def status(self) -> str:
        """Return the verdict, or why there is none: UNTESTED (the catalogue gives a reason) or NOT_RUN."""
        if self.verdict is not None:
            return self.verdict
        return "NOT_RUN" if self.untested is None else "UNTESTED"

    @property
    def grade(self) -> str:
        """Return how a true statement was proved: by a theorem or by all cases there are, or by an argument."""
        if self.verdict != "VERIFIED":
            return ""
        proved = all(reading.is_proved for reading in self.readings if reading.role != "amendment")
        return "proved by machine" if proved else "argued"

    @property
    def machine(self) -> str:
        """Return how much of its verdict a proof assistant has proved; of joined parts one that is false is enough."""
        readings = [x for x in self.readings if x.role != "amendment"]
        scopes = [x.proof.scope if x.proof else "" for x in readings]
        if {*scopes} == {"whole"} or any(
            x.role == "part" and x.proof and (x.proof.sense, x.proof.scope) == ("refuted", "whole") for x in readings
        ):
            return "proved by machine"
        part = "core" if {"whole", "core"} & {*scopes} else "counterexample" if "counterexample" in scopes else ""
        return part and f"{part} proved by machine"

    @property
    def stale(self) -> bool:
        """Tell whether any of its records is older than the code."""
        return any(reading.stale for reading in self.readings)


class Recorded(Record, frozen=True):
    """The verdict that a release recorded for a statement and for each of its readings."""

    verdict: Verdict
    readings: dict[str, Verdict]


class Release(Record, frozen=True):
    """The verdicts of a release."""

    version: str
    verdicts: dict[Name, Recorded]


class Paper(Record, frozen=True):
    """A paper whose statements are on trial."""

    key: Name
    title: str
    authors: str
    year: int
    note: str


class ErrorControl(Record, frozen=True):
    """The chance that any true statement of the suite is called refuted, and what was spent of it."""

    bound: Amount
    spent: Amount
    tests: Count
    explanation: str
    overspent: str | None = None


class Suite(Record, frozen=True):
    """What ran, and how."""

    name: str
    version: str
    seed: int
    profile: str


class Results(Record, frozen=True):
    """A whole results.json."""

    schema: str
    suite: Suite
    versions: dict[str, str]
    error_control: ErrorControl
    papers: Sequence[Paper]
    bibliography: dict[str, str]
    lemmas: dict[str, str]
    statements: Sequence[Statement]
    digest: Added = ""

    def __post_init__(self) -> None:
        keys = different("papers", (paper.key for paper in self.papers))
        different("statements", (statement.id for statement in self.statements))
        different("tags", (statement.tag for statement in self.statements if statement.tag))
        for index, statement in enumerate(self.statements):
            if statement.paper not in keys:
                raise ValueError(f"statements[{index}].paper must be the key of a paper, got {statement.paper[:80]!r}")


class Timings(Struct, frozen=True):
    """What a timings.json says: the seconds of each `id#reading`."""

    seconds: dict[str, Number]
