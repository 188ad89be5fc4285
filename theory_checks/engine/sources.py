"""Digests of sources: a record is stale once anything that its claim computes with has changed.

What is said of a statement (`[[statement]]` in `statements.toml`) computes nothing: rewording it makes no record stale.
The longer texts of a module (`[texts.MODULE]`) end up in captions and certificates, and what statements claim as
formulas is computed with: both count as source, and so do the tables that a module reads from files beside it.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from theory_checks.core.formal import PARTS

ROOT = Path(__file__).resolve().parents[2]
OWN = ("tabular", "theory_checks")
INSTALLED = {"site-packages", "dist-packages"}
_BLOCKS = ("body", "orelse", "handlers", "finalbody", "cases")  # where statements of Python stand


def digest(*modules: str) -> str:
    """Return the SHA-256 of the modules and of everything of ours that they import, directly or not."""
    total = hashlib.sha256()
    for name in sorted({name for module in modules for name in closure(module)}):
        total.update(name.encode() + b"\0" + _content(name))
    return total.hexdigest()[:16]


def files(module: str) -> list[Path]:
    """Return the files of the module and of everything of ours that it imports, directly or not."""
    return [_path(name) for name in closure(module)]


@cache
def _content(module: str) -> bytes:
    """Return the digest of what stands in a module, and of what it takes from files beside it."""
    path = _path(module)
    return hashlib.sha256(path.read_bytes() + b"\0" + _texts(path) + _data(path)).digest()


def _data(path: Path) -> bytes:
    """Return the JSON files beside a module that it names: the lemmas of the checker are read, and not imported."""
    source = path.read_bytes()  # in whatever encoding it says
    beside = sorted(path.parent.glob("*.json"))
    return b"".join(file.read_bytes() for file in beside if os.fsencode(file.name) in source and file.is_file())


def _texts(path: Path) -> bytes:
    """Return what a module takes from the file beside it: its longer texts, and the formulas of the room."""
    room = _room(path.parent / "statements.toml")
    formulas = [[entry.get(part) for part in PARTS] for entry in _with_readings(room) if entry.keys() & {*PARTS}]
    return json.dumps([room.get("texts", {}).get(path.stem), formulas]).encode() if room else b""


def _with_readings(room: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for entry in room.get("statement", []):
        yield from (entry, *entry.get("reading", []))


@cache
def _room(file: Path) -> Mapping[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def relative_path(module: str) -> str:
    """Return where a module lives, relative to the project's root; a claim from elsewhere has only its file's name."""
    path = _path(module)
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name


@cache
def closure(module: str) -> tuple[str, ...]:
    """Return the names of the module and of all our modules that it reaches, sorted.

    The packages around them are run as well, but what these import for others is not reached.
    """
    seen: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting.extend(_imports(name))
    around = {package for name in seen for package in _packages(name) if _file(package) is not None}
    return tuple(sorted(seen | around))


def _packages(module: str) -> Iterator[str]:
    """Yield the packages in which a module is."""
    while module := module.rpartition(".")[0]:
        yield module


@cache
def _imports(module: str) -> tuple[str, ...]:
    tree = ast.parse(_path(module).read_bytes())
    package = module if _path(module).name == "__init__.py" else module.rpartition(".")[0]
    ours = (*OWN, module.split(".")[0])  # the last one is that of a paper of somebody else
    named = (name for node in _statements(tree) for name in _named(node, package))
    return tuple(name for name in named if (name.split(".")[0] in ours or _is_local(name)) and _file(name) is not None)


def _is_local(module: str) -> bool:
    """Tell whether a module is neither of Python nor installed: what somebody tries claims on, and edits."""
    path = None if module.split(".")[0] in sys.stdlib_module_names else _file(module)
    return path is not None and path.suffix == ".py" and not INSTALLED & {*path.parts}


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all statements within a node; expressions, which are most of a tree and import nothing, are passed over."""
    for part in _BLOCKS:
        for child in getattr(node, part, ()):
            yield child
            yield from _statements(child)


def _named(node: ast.AST, package: str) -> Iterator[str]:
    """Yield the modules that an import statement may name: `from a import b` may mean the module a.b."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        above = package.split(".")[: len(package.split(".")) + 1 - node.level] if node.level else []
        base = ".".join([*above, *([node.module] if node.module else [])])
        yield from (base, *(f"{base}.{alias.name}" for alias in node.names))


def _path(module: str) -> Path:
    path = _file(module)
    if path is None:
        raise ValueError(f"module must be one of ours or be imported, got {module!r}")
    return path


@cache
def _file(module: str) -> Path | None:
    if module.split(".")[0] not in OWN:
        place = getattr(sys.modules.get(module), "__file__", None)  # a package without a file has none
        return Path(place) if place else None
    base = ROOT.joinpath(*module.split("."))
    for path in (base.with_suffix(".py"), base / "__init__.py"):
        if path.is_file():
            return path
    return None
