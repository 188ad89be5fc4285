"""Reading results.json and the files beside it. Anything but what the schema says is refused in one sentence."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

from reports.read import records
from reports.read.fields import Field, InputError
from reports.read.model import Reading, Results

MAX_BYTES = 256 * 2**20


def load_results(path: Path) -> Results:
    """Return the results in a file."""
    content = _read(path)
    results = records.results(Field(_parse(content, path), ""))
    return replace(results, digest=hashlib.sha256(content).hexdigest())


def load_sources(path: Path) -> dict[str, str]:
    """Return the digests of the sources of today, by `id#reading` or by `id`."""
    return {key: value.text() for key, value in read_json(path, path.name).pairs()}


def load_timings(path: Path) -> dict[str, float]:
    """Return the seconds that readings took, by `id#reading`."""
    return {key: value.number() for key, value in read_json(path)["seconds"].pairs()}


def read_json(path: Path, place: str = "") -> Field:
    """Return the JSON in a file, its parts named from a place on."""
    return Field(_parse(_read(path), path), place)


def mark_stale(results: Results, digests: Mapping[str, str]) -> Results:
    """Mark each record whose sources have another digest today, or whose code is gone."""

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
    return "" if today == reading.source.digest else "the code has changed since this record was computed"


def _with_readings(results: Results, change: Callable[[str, Reading], Reading]) -> Results:
    statements = [
        replace(s, readings=tuple(change(s.id, reading) for reading in s.readings)) for s in results.statements
    ]
    return replace(results, statements=statements)


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise InputError(f"{path} must be at most {MAX_BYTES} bytes, got {path.stat().st_size}")
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} must be a readable file, got {error.strerror or error}") from error


def _parse(content: bytes, path: Path) -> Any:
    try:
        return json.loads(content.decode("utf-8"), parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise InputError(f"{path} must be UTF-8, got another byte at {error.start}") from error
    except RecursionError as error:
        raise InputError(f"{path} must not be nested without end, got too many levels") from error
    except InputError:
        raise
    except ValueError as error:
        raise InputError(f"{path} must be JSON, got {error}") from error


def _refuse_constant(name: str) -> NoReturn:
    raise InputError(f"every number must be finite, got {name}")
