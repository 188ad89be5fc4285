"""The journal of a run: one line per finished reading, on disk before the next begins.

A run that is killed at any moment loses at most the readings that were being computed. The first line names the run
(seed, profile, versions); every other line holds one record. A torn last line is what a kill leaves, and is dropped.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

Record = dict[str, Any]


class JournalError(ValueError):
    """The journal belongs to another run, or another process is writing to it."""


class Journal:
    """Finished records by (id, reading), with an append that survives a kill."""

    def __init__(self, file: BinaryIO, records: Mapping[tuple[str, str], Record]) -> None:
        self._file = file
        self.records = dict(records)

    def add(self, record: Record) -> None:
        """Append one record and wait until it is on disk."""
        line = _write_line(self._file, record)
        self.records[record["id"], record["reading"]] = json.loads(line)  # what a resumed run would read


@contextmanager
def open_journal(path: Path, run: Mapping[str, Any], *, resume: bool) -> Generator[Journal]:
    """Open the journal of a run; with `resume`, keep the records of the same run that an earlier process finished."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        _lock(file, path)
        records, end = _finished(file, run, path) if resume else ({}, 0)
        file.truncate(end)
        if not end:
            _write_line(file, {"run": dict(run)})
        yield Journal(file, records)


def _finished(file: BinaryIO, run: Mapping[str, Any], path: Path) -> tuple[dict[tuple[str, str], Record], int]:
    """Return the records of the same run and where the last whole line ends."""
    file.seek(0)
    records: dict[tuple[str, str], Record] = {}
    end = 0
    for number, line in enumerate(file):
        value = _parsed(line)
        if value is None:
            break
        if number == 0 and value.get("run") != dict(run):
            raise JournalError(
                f"--resume must continue the same run (seed, profile, versions), got another one in {path.name};"
                " run without --resume to start afresh"
            )
        if "id" in value:
            records[value["id"], value["reading"]] = value
        end += len(line)
    return records, end


def _parsed(line: bytes) -> Record | None:
    if not line.endswith(b"\n"):
        return None
    try:
        value = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _lock(file: BinaryIO, path: Path) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise JournalError(f"only one run may write to {path.name} at a time, got a second one") from error


def _write_line(file: BinaryIO, value: Mapping[str, Any]) -> bytes:
    line = json.dumps(value, allow_nan=False).encode() + b"\n"
    file.write(line)
    file.flush()
    os.fsync(file.fileno())
    return line
