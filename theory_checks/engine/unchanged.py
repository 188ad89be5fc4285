"""Whether anything has changed since a run and its report were made, down to the last byte of what they read or wrote.

This is no digest of what each record rests on (`current.py`): whatever has changed, all is looked at again.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import distributions
from pathlib import Path

from theory_checks.engine.papers import ROOT, found_papers

READ = ("tabular", "theory_checks", "reports", "docs", "releases", "CHANGELOG.md", "pyproject.toml", "constraints.txt")
MADE = (".pyc", ".nbi", ".nbc")  # by Python and numba, of what is read


def code(site: Path) -> str:
    """Return the digest of all code, and of what is read beside it, but for a site that lies in one of the folders.

    Of papers from elsewhere there is none, for what they read is not known.
    """
    if any(not paper.folder.is_relative_to(ROOT / "theory_checks") for paper in found_papers()):
        return ""
    installed = sorted(f"{found.name} {found.version}" for found in distributions())
    files = {*_files([ROOT / name for name in READ])}
    return _digest(repr((sys.version, installed)), {x for x in files if not x.is_relative_to(site.resolve())})


def whole(code: str, call: Mapping[str, object], files: Iterable[Path]) -> str:
    """Return the digest of a call, of the code that it found, and of the other files that it has read and written."""
    return code and _digest(repr((code, Path.cwd(), sorted(call.items()))), {*_files(files)})


def _digest(said: str, files: Iterable[Path]) -> str:
    total = hashlib.sha256(said.encode())
    for path in sorted(files):
        total.update(os.fsencode(path) + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def _files(places: Iterable[Path]) -> Iterator[Path]:
    for place in (path.resolve() for path in places):
        inside = (Path(folder, name) for folder, _, names in os.walk(place) for name in names)
        yield from (path for path in (place, *inside) if path.suffix not in MADE and path.is_file())
