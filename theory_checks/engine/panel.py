"""The panel of near misses: what became of each, in `panel.json` of the room, and whether that is still so.

A near miss is a formula a little stronger than what is claimed, which the same check must refute. It may be true as
well, if a sharper statement is; otherwise it is undetected, and the statement says why.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from theory_checks.core import borders, formal, mutants, points
from theory_checks.core.judge import Verdict
from theory_checks.core.notation import latex
from theory_checks.core.parsing import parse, relations
from theory_checks.core.statement import LedgerError, Statement
from theory_checks.engine import sources
from theory_checks.engine.files import read_bytes, write_json
from theory_checks.engine.papers import ROOT

FILE = "panel.json"
TRUE = (Verdict.VERIFIED, Verdict.HOLDS_ON_REGION, Verdict.CONSISTENT)
CAUGHT, TRUE_AS_WELL, UNDETECTED = "caught", "true as well", "undetected"
MOVED = "domain"  # what became of each move of the domain
REFUTED = "what is claimed is refuted"  # or what is said to be sharper and true: then the panel shows nothing
RAISED = "the check raises"  # on what is claimed: then there is no panel

MOST_BYTES = 1 << 24
Panel = dict[str, Any]
Task = tuple[Statement, str]


class _Row(msgspec.Struct):
    change: str
    claim: str
    error: str = ""


class _Panel(msgspec.Struct):
    digest: str
    caught: list[str]
    true: list[_Row] = msgspec.field(name=TRUE_AS_WELL)
    undetected: list[_Row]
    domain: dict[str, list[str]]
    check: str = ""


def needed(statements: Iterable[Statement]) -> list[Task]:
    """Return the readings that need a panel: those that are true, on all of their domain or on a part of it."""
    return [(s, r.name) for s in statements for r in s.readings if r.verdict in TRUE and not s.defines(r)]


def stale(tasks: Iterable[Task]) -> list[Task]:
    """Return the readings whose near misses were not tried since the statement or its check has changed."""
    return [(s, name) for s, name in tasks if not is_fresh(recorded(s).get(f"{s.id}#{name}"), s, name)]


def is_fresh(panel: Panel | None, statement: Statement, name: str) -> bool:
    """Tell whether a panel was made of the statement and of the check as they are."""
    return panel is not None and panel["digest"] == digest(statement, name, panel.get("check", ""))


def digest(statement: Statement, name: str, check: str) -> str:
    """Return the digest of what a panel depends on: what is claimed, the code of its check, how near misses are made.

    A check is named by its module in the room: of the paper's code, what that reaches counts.
    """
    reading = statement.reading(name)
    parts = (*formal.PARTS, "sharper", "region")
    total = hashlib.sha256(repr([getattr(reading, part) for part in parts]).encode())
    for path in [*_code(statement, check), *(Path(str(x.__file__)) for x in (borders, mutants, points))]:
        total.update(path.name.encode() + b"\0" + path.read_bytes())
    return total.hexdigest()[:16]


def _code(statement: Statement, check: str) -> list[Path]:
    """Return the files of the paper that a check can reach; of a paper of someone else all of the room can be."""
    folder = _folder(statement)
    if not folder.is_relative_to(ROOT / "theory_checks"):
        return [*sorted(folder.glob("*.py")), *sorted(folder.parent.glob("common/*.py"))]
    return _reached(folder, check) if check.isidentifier() and (folder / f"{check}.py").is_file() else []


@cache
def _reached(folder: Path, check: str) -> list[Path]:
    package = ".".join(folder.relative_to(ROOT).parts)
    return [path for path in sources.files(f"{package}.{check}") if path.is_relative_to(folder.parent)]


def _folder(statement: Statement) -> Path:
    return ROOT / statement.room  # which is a path from the root of the disk for a paper of someone else


def recorded(statement: Statement) -> Mapping[str, Panel]:
    """Return the panels of the statement's room, by `ID#READING`."""
    return _read(_folder(statement))


@cache
def _read(room: Path) -> Mapping[str, Panel]:
    path = room / FILE
    if not path.exists():
        return {}
    try:
        panels = msgspec.json.decode(read_bytes(path, MOST_BYTES, name="a panel"))
        msgspec.convert(panels, dict[str, _Panel])
    except (ValueError, RecursionError) as error:
        rule = "a panel must be what `theory-checks mutate` writes"
        raise LedgerError(f"{rule}, got {error} at {room.name}/{FILE}") from error
    return panels


def record(statement: Statement, name: str, panel: Panel) -> None:
    """Write a panel into the file of its room."""
    folder = _folder(statement)
    _read.cache_clear()
    everything = {**_read(folder), f"{statement.id}#{name}": panel}
    write_json(folder / FILE, dict(sorted(everything.items())))


def shown(statement: Statement, name: str) -> Panel | None:
    """Return a panel as a record has it: what was changed in LaTeX; nothing where there is none."""
    panel, reading = recorded(statement).get(f"{statement.id}#{name}"), statement.reading(name)
    if panel is None or reading.verdict not in TRUE:
        return None
    names = reading.claims.names

    def change(text: str) -> str:
        return re.sub("`(.*?)`", lambda part: f"${claim(part[1])}$", text)

    def claim(text: str) -> str:  # of a near object there is none
        parsed = relations(text) if any(sign in text for sign in "<>=") else [parse(text)] if text else []
        return "".join(latex(x, names) for x in parsed)

    def moved(*groups: str) -> list[str]:
        return [change(text) for group in groups for text in panel.get(MOVED, {}).get(group, [])]

    def rows(group: str) -> list[dict[str, str]]:
        return [{"change": change(x["change"]), "claim": claim(x["claim"])} for x in panel[group]]

    return {
        "fresh": is_fresh(panel, statement, name),
        "caught": [change(text) for text in panel[CAUGHT]],
        "true_as_well": rows(TRUE_AS_WELL),
        "undetected": rows(UNDETECTED),
        "moved": {
            "caught": moved(CAUGHT),
            "decided": moved(borders.FALSE, borders.NO_VALUE),
            "held": moved(borders.HOLDS),
            "open": moved(borders.OPEN),
        },
        "sharper": [latex(x, names) for text in reading.sharper for x in relations(text)],
        "sharper_because": reading.sharper_because,
        "unseen": reading.unseen,
    }
