"""Files of a site that are made together, and the digest of all that they are made of."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec

File = tuple[str, bytes]
CODE = Path(__file__).parents[1]
PACKAGES = ("jinja2", "latex2mathml", "markupsafe", "msgspec")


@dataclass(frozen=True)
class Group:
    """Files that are made together; `check` raises InputError for what cannot become one."""

    name: str
    made_of: str
    files: Callable[[], Iterable[File]]


def digest(*parts: Any) -> str:
    """Return the digest of values, and of all code, templates and assets that make files of them."""
    return hashlib.sha256(_maker() + msgspec.json.encode(parts)).hexdigest()


@cache
def _maker() -> bytes:
    total = hashlib.sha256(repr((sys.version, [version(name) for name in PACKAGES])).encode())
    parts = [path for part in CODE.glob("*/__init__.py") for path in part.parent.rglob("*")]  # a site may lie beside
    for path in sorted([*CODE.glob("*.py"), *parts]):
        if path.is_file() and path.suffix != ".pyc":
            content = hashlib.sha256(path.read_bytes()).digest()
            total.update(path.relative_to(CODE).as_posix().encode() + b"\0" + content)
    return total.digest()
