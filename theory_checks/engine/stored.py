"""Results files of earlier runs: read with suspicion, and what was computed then is kept when a run adds to one.

A file that was written elsewhere or damaged must have the parts that are used here, of their types and within bounds;
otherwise it is refused in one sentence, before anything is computed or replaced.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from theory_checks.core.evidence import Method, Outcome, Region
from theory_checks.core.judge import Verdict
from theory_checks.core.statement import Ledger
from theory_checks.engine.errors import EngineError
from theory_checks.engine.files import FileError, read_bytes
from theory_checks.engine.journal import Record
from theory_checks.engine.seal import COMPUTED

SCHEMA = "theory-checks/results/1"
MOST_BYTES = 1 << 28  # 16 times what the suite writes today
MOST_TESTS = 10**5  # in all records together: each is counted alone, and the suite has hundreds
Json = dict[str, Any]
Chance = Annotated[float, msgspec.Meta(ge=0, le=1)]
Key = tuple[str, str]


class ResultsError(EngineError):
    """The file holds no results, or those of another run."""


class _Evidence(msgspec.Struct):
    case: str
    method: Method
    outcome: Outcome
    relation: str | None
    left: str | None
    right: str | None
    detail: str
    region: Region
    error_probability: Chance
    certificate: str | None


class _Control(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    kind: str
    behaved: bool
    detail: str


class _Certificate(msgspec.Struct):
    digest: str
    certificate: Json


class _Source(msgspec.Struct):
    path: str
    line: int
    digest: str


class _SilentTests(msgspec.Struct):
    count: Annotated[int, msgspec.Meta(ge=0, le=MOST_TESTS)]
    error_probability: Chance


class _Computed(msgspec.Struct):
    verdict: Verdict | None
    reason: str
    evidence: list[_Evidence]
    controls: list[_Control]
    figures: list[Json]
    tables: list[Json]
    certificates: list[_Certificate]
    source: _Source | None
    seed: int | None
    error: str | None


class _Record(_Computed):
    id: str
    reading: str
    silent_tests: list[_SilentTests]


class _Reading(_Computed):
    name: str
    role: str
    silent_tests: list[_SilentTests] = []


class _Statement(msgspec.Struct):
    id: str
    label: str
    verdict: Verdict | None
    readings: list[_Reading]


class _Suite(msgspec.Struct):
    seed: int
    profile: str


class _Results(msgspec.Struct):
    schema: Literal["theory-checks/results/1"]
    suite: _Suite
    versions: dict[str, str]
    statements: list[_Statement]


class _Timings(msgspec.Struct):
    seconds: dict[str, float]


def read_results(path: Path) -> Json:
    """Return what a results file holds, or say in one sentence why it holds none."""
    if not path.exists():
        raise ResultsError(f"the results must exist, got no file at {path}; `theory-checks run` makes it")
    try:
        value = msgspec.json.decode(read_bytes(path, MOST_BYTES, name="the results"))  # no NaN, no half letter
        msgspec.convert(value, _Results)
    except (ValueError, RecursionError) as error:
        if isinstance(error, FileError):
            raise
        rule, got = f"be JSON of the schema {SCHEMA}", f"{type(error).__name__} ({error})"
        raise ResultsError(f"the results must {rule}, got {got} at {path}") from error
    return value


def timings_file(results: Path) -> Path:
    """Return where the seconds of a results file stand, beside it."""
    return results.with_suffix(".timings.json")


def seconds_in(path: Path) -> dict[str, float]:
    """Return the seconds that are known of earlier runs; a file that says something else counts as none."""
    try:
        return msgspec.json.decode(read_bytes(path, MOST_BYTES, name="the timings"), type=_Timings).seconds
    except (OSError, FileError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return {}


def is_record(value: Json) -> bool:
    """Tell whether a line of a journal has the parts of a record."""
    try:
        msgspec.convert(value, _Record)
    except msgspec.ValidationError:
        return False
    return value["verdict"] is not None and value["source"] is not None


def recorded(path: Path, header: Mapping[str, Any], *, complete: bool = False) -> dict[Key, Record]:
    """Return the records that a run with this seed, profile and versions may add to; none if there is no file.

    A complete run takes the place of one with the same seed and profile but of other versions, or of another format.
    """
    if not path.exists():
        return {}
    results = read_results(path)
    records = dict(records_of(results))
    before = {**results["suite"], "versions": results["versions"]}
    differing = [name for name, value in header.items() if before[name] != value]
    differing += [] if all(map(is_record, records.values())) else ["format"]
    if complete and differing and not {"seed", "profile"} & set(differing):
        return {}
    if records and differing:
        raise ResultsError(
            f"{path} must hold results with the same {', '.join(differing)} to be added to, got {len(records)} readings"
            " of another run: name another file by --out, or replace it by --fresh"
        )
    return records


def of_known(records: Mapping[Key, Record], ledger: Ledger, path: Path) -> dict[Key, Record]:
    """Leave out readings that their paper has no longer; refuse to lose what was computed for another paper."""
    known = {(id_, reading.name) for id_, statement in ledger.statements.items() for reading in statement.readings}
    papers = {id_.split("/")[0] for id_, _ in known & records.keys()}  # another one may have the same key
    for id_, reading in sorted(key for key in records if key[0].split("/")[0] not in papers):
        raise ResultsError(
            f"{path} must be about the statements of these papers to be added to, got {id_} [{reading}]:"
            " name its paper by --paper, another file by --out, or replace it by --fresh"
        )
    if sum(item["count"] for record in records.values() for item in record["silent_tests"]) > MOST_TESTS:
        raise ResultsError(f"{path} must count at most {MOST_TESTS} silent tests, got more: replace it by --fresh")
    return {key: record for key, record in records.items() if key in known}


def records_of(results: Json) -> Iterator[tuple[Key, Record]]:
    """Yield the records that were joined into results."""
    for statement in results["statements"]:
        for reading in statement["readings"]:
            if reading["verdict"] is not None:
                about = {"id": statement["id"], "reading": reading["name"]}
                yield (statement["id"], reading["name"]), about | {n: reading[n] for n in COMPUTED if n in reading}
