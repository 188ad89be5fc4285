"""The journal of a run: one line per finished reading, on disk before the next begins.

A run that is killed at any moment loses at most the readings that were being computed. The first line names the run
(seed, profile, versions); every other line holds one record. A torn last line is what a kill leaves, and is dropped.
A journal that is still there was never joined to results: what it holds is kept, whatever is computed next.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from theory_checks.engine.errors import EngineError
from theory_checks.engine.files import check_place, naming

Record = dict[str, Any]
MOST_BYTES, MOST_BYTES_OF_FIRST = 1 << 28, 1 << 16
_START = b'{"run": '


class JournalError(EngineError):
    """The journal belongs to another run, or another process is writing to it."""


class Journal:
    """Finished records by (id, reading), with an append that survives a kill."""

    def __init__(self, file: BinaryIO, path: Path, records: Mapping[tuple[str, str], Record]) -> None:
        self._file, self._path = file, path
        self.records, self.holds = dict(records), bool(records)  # the file itself; a run may know of more

    def add(self, record: Record) -> None:
        """Append one record and wait until it is on disk."""
        line, self.holds = _write_line(self._file, record), True
        self.records[record["id"], record["reading"]] = json.loads(line)  # what a resumed run would read

    def remove(self) -> None:
        """Delete the file, whose records are in the results by now."""
        self._path.unlink(missing_ok=True)


@contextmanager
def open_journal(path: Path, run: Mapping[str, Any], *, fresh: bool = False) -> Generator[Journal]:
    """Open the journal of a run, with what earlier processes of the same run have finished; empty if `fresh`."""
    check_place(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        _lock(file, path)
        first = _first(file, path)
        records, end = ({}, 0) if fresh else _finished(file, first, run, path)
        file.truncate(end)
        journal = Journal(file, path, records)
        try:
            if not end:
                _write_line(file, {"run": dict(run)})
            yield journal
        finally:
            if not journal.holds:
                journal.remove()


def _first(file: BinaryIO, path: Path) -> bytes:
    """Return the first line, or refuse a file that is something else and nobody wants to lose."""
    file.seek(0)
    first = file.readline(MOST_BYTES_OF_FIRST)
    if first[: len(_START)] != _START[: len(first)]:
        raise JournalError(f"{path.name} must be a journal of a run, got another file: name another one by --out")
    return first


def _finished(
    file: BinaryIO, first: bytes, run: Mapping[str, Any], path: Path
) -> tuple[dict[tuple[str, str], Record], int]:
    """Return the records of the same run and where the last whole line ends."""
    if (size := os.fstat(file.fileno()).st_size) > MOST_BYTES:
        raise JournalError(f"{path.name} must be at most {MOST_BYTES} bytes long, got {size}: drop it by --fresh")
    records: dict[tuple[str, str], Record] = {}
    end = len(first)
    for line in file:
        value = _parsed(line)
        if value is None:
            break
        records[value["id"], value["reading"]] = value
        end += len(line)
    if (_json(first) or {}).get("run") == dict(run):
        return records, end
    if records:
        raise JournalError(
            f"{path.name} must continue the same run (seed, profile, versions), got what another one had finished:"
            " go on with that one, name another file by --out, or drop it by --fresh"
        )
    return {}, 0


def _parsed(line: bytes) -> Record | None:
    """Return the record in a line, if it is whole."""
    value = _json(line)
    return value if value and isinstance(value.get("id"), str) and isinstance(value.get("reading"), str) else None


def _json(line: bytes) -> Record | None:
    if not line.endswith(b"\n"):
        return None
    try:
        value = msgspec.json.decode(line)  # no NaN, no half letter
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _lock(file: BinaryIO, path: Path) -> None:
    """Be the only one that writes to the file, and to the one that is still there under this name."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        ours = os.path.samestat(os.fstat(file.fileno()), path.stat())
    except OSError:
        ours = False
    if not ours:
        raise JournalError(f"only one run may write to {path.name} at a time, got a second one")


def _write_line(file: BinaryIO, value: Mapping[str, Any]) -> bytes:
    line = json.dumps(value, allow_nan=False).encode() + b"\n"
    with naming(Path(file.name)), open(file.fileno(), "ab", closefd=False) as end:  # keeps nothing that was not written
        end.write(line)
        end.flush()
        os.fsync(end.fileno())
    return line
