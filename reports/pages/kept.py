"""What was made of the same the last time, and is not made again.

A record beside the results says of each group of files what they were made of, and what is in them. They are kept if
both are the same today. All pages bear the first digits of the digest of the results: these are renewed.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from reports.pages.group import Group
from reports.read.files import read_file
from reports.read.strict import InputError

SHOWN = (16, 12)  # digits of the digest of the results that pages show; nothing in results can know their own


class Made(msgspec.Struct, frozen=True):
    """What a group of files was made of, and the digest of each file."""

    made_of: str
    files: dict[str, str]


class Record(msgspec.Struct, frozen=True):
    """A site as it was made."""

    results: str
    groups: dict[str, Made]


def read(path: Path | None) -> Record:
    """Return the record of the last site; of one that cannot be read nothing is kept."""
    try:
        return msgspec.json.decode(read_file(path, "the record"), type=Record) if path else Record("", {})
    except (OSError, InputError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return Record("", {})


def write(path: Path, record: Record) -> None:
    """Write the record of a site that stands, if its place can be written: without it the next site is made anew."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    with suppress(OSError):
        if path.is_symlink() or (path.exists() and not path.is_file()):
            return
        part.write_bytes(msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n")
        part.replace(path)
    with suppress(OSError):
        part.unlink()


def kept(group: Group, last: Record, results: str, site: Path) -> Mapping[str, bytes] | None:
    """Return the files of a group that were made of the same and are as they were made; nothing if one is not."""
    made = last.groups.get(group.name)
    if made is None or made.made_of != group.made_of:
        return None
    files = {name: _content(site, name) for name in made.files}
    if any(content is None or digest(content) != made.files[name] for name, content in files.items()):
        return None
    return {name: _renewed(content, last.results, results) for name, content in files.items() if content is not None}


def digest(content: bytes) -> str:
    """Return the digest of what is in a file."""
    return hashlib.sha256(content).hexdigest()


def _content(site: Path, name: str) -> bytes | None:
    path = site / name
    inside = Path(os.path.realpath(path)).is_relative_to(os.path.realpath(site))
    return path.read_bytes() if inside and path.is_file() else None


def _renewed(content: bytes, before: str, now: str) -> bytes:
    for length in SHOWN:
        content = content.replace(before[:length].encode(), now[:length].encode())
    return content
