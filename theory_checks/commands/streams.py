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
    """Make the standard output and the standard error patient, where there are any."""
    sys.stdout = sys.stdout and _patient(sys.stdout)
    sys.stderr = sys.stderr and _patient(sys.stderr)


def _patient(stream: TextIO) -> TextIO:
    """Return a stream to the same place, which writes what its encoding lacks as an escape."""
    file = io.BufferedWriter(_Patient(stream.fileno(), "w", closefd=False))
    return io.TextIOWrapper(file, stream.encoding, errors="backslashreplace", line_buffering=stream.isatty())


def finish() -> None:
    """Write what is left; status 2 if not all could be written."""
    for stream in filter(None, (sys.stdout, sys.stderr)):
        stream.flush()
    if _lost:
        sys.stderr.write(f"Error: the output must be written whole, got: {_lost[0].strerror}\n")
        sys.exit(2)
