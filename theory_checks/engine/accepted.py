"""Which certificates the checker has accepted on this machine: each is decided once, whatever file it comes in.

The list is kept for the user, and not beside results: who hands over a results file must not hand over its checks too.
So it names what runs with a report have left as well.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from theory_checks.checker import checker, program
from theory_checks.core.certificate import canonical
from theory_checks.engine.files import FileError, read_bytes

MOST_BYTES = 1 << 24  # the suite has a thousand certificates, and a line is 65 bytes long
MOST_WORK = 40 * checker.MAX_WORK  # in one process: four times that of the suite, a minute
Item = Mapping[str, Any]  # of a record: a certificate, its digest, and what the checker compared


class _Known(set[str]):
    """The names of what was accepted, and the work that this process has spent on others."""

    work = 0


def is_known(item: Item) -> bool:
    """Tell whether something is in the list."""
    return _name(item) in _known()


def accepted(item: Item) -> bool:
    """Tell whether the checker accepts a certificate, and compares what is said to be compared."""
    known = _known()
    if is_known(item):
        return True
    if known.work > MOST_WORK or len(json.dumps(item)) > 2 * checker.MAX_BYTES:
        return False
    content = canonical(item["certificate"])
    answer = checker.check_bytes(content)
    known.work += answer["work"]
    told = [hashlib.sha256(content).hexdigest(), answer["sentence"]]
    if not answer["accepted"] or told != [item["digest"], f"accepted: {item.get('compared')}"]:
        return False
    remember([item])
    return True


def remember(items: Iterable[Item]) -> None:
    """Note what was accepted or made; where nothing can be kept the next process decides it again."""
    new = {*map(_name, items)} - _known()
    _known().update(new)
    with suppress(OSError):
        _place().parent.mkdir(parents=True, exist_ok=True)
        mode = "w" if _place().exists() and _place().stat().st_size > MOST_BYTES else "a"
        with open(_place(), mode, opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK, 0o600)) as file:
            file.write("".join(f"{name}\n" for name in new))


def _place() -> Path:
    """Return where the list is kept: a user whom nobody knows has no home, and no list."""
    named, home = os.environ.get("XDG_CACHE_HOME", ""), os.path.expanduser("~/.cache")
    return Path(next(filter(os.path.isabs, (named, home)), os.devnull), "theory-checks", "accepted.txt")


@cache
def _known() -> _Known:
    try:
        return _Known(read_bytes(_place(), MOST_BYTES, name="what was accepted").decode("ascii", "replace").split())
    except (OSError, FileError):
        return _Known()


@cache
def _checker() -> str:
    return hashlib.sha256(program().encode()).hexdigest()


def _name(item: Item) -> str:
    """Return the digest of all that an answer depends on, and of the answer."""
    return hashlib.sha256(json.dumps([_checker(), item], sort_keys=True).encode()).hexdigest()
