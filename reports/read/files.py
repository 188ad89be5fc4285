"""Files that are read: ordinary ones of bounded size; a pipe or a device is not waited for."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from reports.read.strict import InputError

MOST_BYTES = 2**28


def read_file(path: Path, name: str, most: int = MOST_BYTES) -> bytes:
    """Return the bytes of a file, or say why there are none; an error of the disk is for who asked."""
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as file:
        facts = os.fstat(file.fileno())
        if not stat.S_ISREG(facts.st_mode):
            raise InputError(f"{name} must be an ordinary file, got another thing at {path}")
        if facts.st_size > most:
            raise InputError(f"{name} must be at most {most} bytes, got {facts.st_size} at {path}")
        return file.read(facts.st_size)
