"""The TOML files of papers: bounded ordinary files, whose entries have the types that the ledger declares.

What an entry means is looked at later (`papers.py`). Here a list is a list and a text is a text: whatever reads the
entries can rely on that, and a file of somebody else is refused in one sentence.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, get_type_hints

import msgspec

from theory_checks.core.proof import Proof
from theory_checks.core.statement import LedgerError, Paper, Reading, Statement
from theory_checks.engine.files import FileError, read_bytes

MOST_BYTES, MOST_DOTS = 1 << 20, 100  # eight times the longest file of the suite, and its line with most dots
FAULT = re.compile(r"Expected `(?P<types>[^`]*)`(?:, got `\w+`)? - at `\$(?P<place>.*)`")
STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]")
TYPES = {"str": "a text", "int": "an integer", "bool": "true or false", "array": "a list", "object": "a table"}
ADDED = ("paper", "room", "tag", "readings")  # of a statement, by whoever reads the file


def parse(path: Path) -> dict[str, Any]:
    """Return what stands in a file of a paper."""
    place = f"{path.parent.name}/{path.name}"
    try:
        text = read_bytes(path, MOST_BYTES, name="a file of a paper").decode()
        if any(line.count(".") > MOST_DOTS for line in text.splitlines()):  # a name of n parts takes n^2 memory
            raise FileError(f"a line must have at most {MOST_DOTS} dots, got more in {place}")
        return tomllib.loads(text)
    except FileNotFoundError as error:
        raise LedgerError(f"a paper must have its file, got none at {place}") from error
    except FileError as error:
        raise LedgerError(str(error)) from error
    except RecursionError as error:
        raise LedgerError(f"a file of statements must not be nested that deeply, at {place}") from error
    except ValueError as error:  # no TOML, no UTF-8, or a number of too many digits
        raise LedgerError(f"a file of statements must be TOML, got {error} in {place}") from error


def parse_paper(path: Path) -> dict[str, Any]:
    """Return what a paper says of itself."""
    return _shaped(parse(path), _PAPER, path)


def parse_room(path: Path) -> dict[str, Any]:
    """Return what a room says."""
    return _shaped(parse(path), _ROOM, path)


def parse_texts(path: Path) -> dict[str, str]:
    """Return texts by name: the literature, or tags."""
    return _shaped(parse(path), dict[str, str], path)


def _shaped(document: dict[str, Any], shape: Any, path: Path) -> dict[str, Any]:
    """Return a document as it is, if its parts have the types that they must have; others have no part in it."""
    try:
        msgspec.convert(document, shape)
    except (msgspec.ValidationError, RecursionError) as error:
        raise LedgerError(f"{_fault(str(error), document)} in {path.parent.name}/{path.name}") from error
    return document


def _fault(message: str, document: Any) -> str:
    """Return in our words what the library found, and what stands there; it does not name the keys of tables."""
    found = FAULT.fullmatch(message)
    if found is None:
        return f"an entry must have values of the right types, got {message}"
    named, unnamed, _ = found["place"].partition("[...]")
    for name, number in STEP.findall(named):
        document = document[int(number) if number else name]
    rule = " or ".join(TYPES[name] for name in found["types"].split(" | ") if name in TYPES)
    return f"{found['place'].removeprefix('.')} must be {rule}" + ("" if unnamed else f", got {repr(document)[:80]}")


def _shape(*kinds: type, **others: Any) -> Any:
    """Return the shape of an entry from which dataclasses are made: each of its keys may be missing."""
    types = {name: hint for kind in kinds for name, hint in get_type_hints(kind).items() if name not in ADDED} | others
    keys = [(name, hint | msgspec.UnsetType, msgspec.UNSET) for name, hint in types.items()]
    return msgspec.defstruct(kinds[-1].__name__, keys)


_READ = {"proof": _shape(Proof), "verdict": str}  # as they stand there
_STATEMENT = _shape(Reading, Statement, reading=list[_shape(Reading, **_READ)], **_READ)
_ROOM = msgspec.defstruct("Room", [("statement", list[_STATEMENT], []), ("texts", dict[str, dict[str, str]], {})])
_PAPER = _shape(Paper, number=int, order=list[str])
