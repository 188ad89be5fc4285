"""Output that ends no command: to a terminal that lacks a letter, a reader who has seen enough, a disk that is full."""

from __future__ import annotations

import io
import os
import sys
from typing import Any, TextIO

_lost: list[OSError] = []


class _Patient(io.FileIO):
    """A file that drops what it cannot write: the command goes on to its end and to its exit status."""

    def write(self, data: Any, /) -> int | None:
        """Write, or drop this and all that follows."""
        try:
            return super().write(data)
        except OSError as error:
            if not isinstance(error, BrokenPipeError):  # a reader that stops early has got what it wanted
                _lost.append(error)
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
            return len(data)


def prepare() -> None:
    """Make the standard output and the standard error patient; one that is closed leads nowhere.

    Left closed, it would be replaced by the next file that is opened, and a process of ours would write into that.
    """
    for number in range(3):
        _open(number)
    sys.stdout = _patient(sys.stdout or _nowhere(1))
    sys.stderr = _patient(sys.stderr or _nowhere(2))


def _open(number: int) -> None:
    try:
        os.fstat(number)
    except OSError:
        os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # the lowest number that is free, which is this one


def _nowhere(number: int) -> TextIO:
    return open(number, "w", closefd=False)


def _patient(stream: TextIO) -> TextIO:
    """Return a stream to the same place, which writes what its encoding lacks as an escape."""
    file = io.BufferedWriter(_Patient(stream.fileno(), "w", closefd=False))
    return io.TextIOWrapper(file, stream.encoding, errors="backslashreplace", line_buffering=stream.isatty())


def finish() -> None:
    """Write what is left; status 2 if not all could be written."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    if _lost:
        sys.stderr.write(f"Error: the output must be written whole, got: {_lost[0].strerror}\n")
        sys.exit(2)
