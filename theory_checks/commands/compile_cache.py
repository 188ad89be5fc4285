"""Where compiled functions are kept: where the compiler would keep them, or else in a folder of this process alone."""

from __future__ import annotations

import os
import re
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

import click

CACHE = "NUMBA_CACHE_DIR"
COUNTS = ("NUMBA_NUM_THREADS", "LOKY_MAX_CPU_COUNT")  # of which the libraries make tracebacks
PACKAGE = Path(__file__).resolve().parents[2] / "tabular"


def check_counts() -> None:
    """Refuse what the environment calls a number of threads or processes and is none."""
    for name in COUNTS:
        if not re.fullmatch("[1-9][0-9]{0,4}", value := os.environ.get(name, "1").strip()):
            raise click.UsageError(f"{name} must be a number of at least 1, got {value[:40]!r}")


def writable_cache() -> None:
    """See to it, before the compiler is imported, that it can write; its own error would end every command."""
    named, home = os.environ.get(CACHE), os.path.expanduser("~/.cache")  # a user whom nobody knows has no home
    usual = [PACKAGE / "__pycache__", *([Path(home)] if os.path.isabs(home) else [])]
    if any(map(_writable, [Path(named)] if named else usual)):
        return
    folder = _Kept.folder = TemporaryDirectory(prefix="theory-checks-")  # removed when this process ends
    os.environ[CACHE] = folder.name
    click.echo(f"nothing can be kept in {named or PACKAGE}: functions are compiled anew this time", err=True)


class _Kept:
    folder: TemporaryDirectory[str] | None = None


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
