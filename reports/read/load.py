"""Reading results.json and the files beside it. Anything but what the schema says is refused in one sentence."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, cast

from msgspec.structs import replace

from reports.read.files import read_file
from reports.read.model import SCHEMA, Reading, Release, Results, Statement, Timings
from reports.read.strict import InputError, strict

MAX_DEPTH = 100


def load_results(path: Path) -> Results:
    """Return the results in a file."""
    content = _read(path)
    data = _parse(content, path)
    schema = strict(data, dict[str, Any]).get("schema", SCHEMA)
    if schema != SCHEMA:  # before anything else: another version has other members
        raise InputError(f"schema must be {SCHEMA!r}, got {str(schema)[:80]!r}")
    return replace(strict(data, Results), digest=hashlib.sha256(content).hexdigest())


def load_sources(path: Path) -> dict[str, str]:
    """Return the digests of the sources of today, by `id#reading` or by `id`; of an edited record an empty one."""
    data = strict(read_json(path), dict[str, Any], path.name)
    return {key: strict(value, str, f"{path.name}.{key}") for key, value in data.items()}


def load_timings(path: Path) -> dict[str, float]:
    """Return the seconds that readings took, by `id#reading`."""
    return strict(read_json(path), Timings, path.name).seconds


def load_releases(folder: Path) -> list[Release]:
    """Return the verdicts of the releases in a folder, oldest first."""
    releases = [strict(read_json(path), Release, path.name) for path in folder.glob("*.json")]
    return sorted(releases, key=lambda release: [int(part) for part in re.findall(r"\d+", release.version)])


def with_history(results: Results, releases: Sequence[Release]) -> Results:
    """Add to each statement the releases that had another verdict."""

    def past(statement: Statement) -> list[tuple[str, str]]:
        recorded = [(r.version, r.verdicts[statement.id].verdict) for r in releases if statement.id in r.verdicts]
        return [(version, verdict) for version, verdict in recorded if verdict != statement.verdict]

    return replace(results, statements=[replace(s, history=past(s)) for s in results.statements])


def read_json(path: Path) -> Any:
    """Return the JSON in a file."""
    return _parse(_read(path), path)


def mark_stale(results: Results, digests: Mapping[str, str]) -> Results:
    """Mark each record that was edited, or whose sources have another digest today, or whose code is gone."""

    def mark(id_: str, reading: Reading) -> Reading:
        return replace(reading, stale=_staleness(id_, reading, digests))

    return _with_readings(results, mark)


def with_timings(results: Results, seconds: Mapping[str, float]) -> Results:
    """Add the times to the readings."""

    def add(id_: str, reading: Reading) -> Reading:
        return replace(reading, seconds=seconds.get(f"{id_}#{reading.name}"))

    return _with_readings(results, add)


def _staleness(id_: str, reading: Reading, digests: Mapping[str, str]) -> str:
    if reading.source is None:
        return ""
    today = digests.get(f"{id_}#{reading.name}", digests.get(id_))
    if today is None:
        return "the code that computed this record is no longer part of the suite"
    if not today:
        return "the record, or what it was about, was edited after it was computed"
    return "" if today == reading.source.digest else "the code has changed since this record was computed"


def _with_readings(results: Results, change: Callable[[str, Reading], Reading]) -> Results:
    statements = [replace(s, readings=[change(s.id, reading) for reading in s.readings]) for s in results.statements]
    return replace(results, statements=statements)


def _read(path: Path) -> bytes:
    try:
        return read_file(path, "a file of JSON")
    except OSError as error:
        raise InputError(f"{path} must be a readable file, got {error.strerror or error}") from error


def _parse(content: bytes, path: Path) -> Any:
    """Return the JSON in a text. The parser is Python's: certificates keep their numbers, digit by digit."""
    try:
        data = json.loads(content.decode("utf-8"), parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise InputError(f"{path} must be UTF-8, got another byte at {error.start}") from error
    except RecursionError as error:
        raise InputError(f"{path} must not be nested without end, got too many levels") from error
    except InputError:
        raise
    except ValueError as error:
        raise InputError(f"{path} must be JSON, got {error}") from error
    _refuse_unwritable(data, path.name)
    return data


def _refuse_constant(name: str) -> NoReturn:
    raise InputError(f"every number must be finite, got {name}")


def _refuse_unwritable(value: Any, place: str, depth: int = 0) -> None:
    """Refuse what no page could hold: half characters, and levels without end."""
    if isinstance(value, str) and not value.isascii() and "\\ud" in ascii(value):
        raise InputError(f"{place} must be valid Unicode, got a lone surrogate")
    if depth > MAX_DEPTH:
        raise InputError(f"{place[:80]} must not be nested without end, got more than {MAX_DEPTH} levels")
    if isinstance(value, dict):
        for key, member in cast("dict[str, Any]", value).items():
            _refuse_unwritable(key, place)
            _refuse_unwritable(member, f"{place}.{key}", depth + 1)
    elif isinstance(value, list):
        for index, member in enumerate(cast("list[Any]", value)):
            _refuse_unwritable(member, f"{place}[{index}]", depth + 1)
