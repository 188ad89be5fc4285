"""The ledgers: every statement of every paper, its verdict as recorded, or the reason why it is not tested."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from theory_checks.core.claim import PRINTED
from theory_checks.core.judge import Verdict

HERE = Path(__file__).resolve().parent.parent / "papers"
FOLDERS = ("dpdqn", "pucb", "gpope")
DEFINITION_KIND = "definition"
REPAIR_KIND = "repair"


class LedgerError(ValueError):
    """A ledger file breaks a rule; the message says which, and where."""


@dataclass(frozen=True, kw_only=True)
class Paper:
    """The text that a ledger is about."""

    key: str
    title: str
    authors: str
    year: int
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """One way to read a statement, with the verdict that was reached under it."""

    name: str = PRINTED
    says: str = ""
    verdict: Verdict | None = None


@dataclass(frozen=True, kw_only=True)
class Statement:
    """One entry of a ledger."""

    id: str
    label: str
    kind: str
    place: str
    quantifier: str
    says: str
    formulas: Sequence[str] = ()
    assumes: Sequence[str] = ()
    depends_on: Sequence[str] = ()
    summary: str = ""
    verdict: Verdict | None = None
    untested: str | None = None
    repairs: str | None = None
    repaired_by: Sequence[str] = ()
    readings: Sequence[Reading] = field(default_factory=lambda: (Reading(),))
    paper: str = ""

    @property
    def is_definition(self) -> bool:
        """Tell whether there is nothing to decide."""
        return self.kind == DEFINITION_KIND


@dataclass(frozen=True)
class Ledger:
    """All papers and all statements, in the order of the files."""

    papers: Sequence[Paper]
    statements: Mapping[str, Statement]

    def __getitem__(self, id_: str) -> Statement:
        """Return the statement with this id."""
        if id_ not in self.statements:
            raise LedgerError(unknown_id(id_, list(self.statements)))
        return self.statements[id_]


def unknown_id(id_: str, known: Sequence[str]) -> str:
    """Return the message for an id that no ledger has, with the nearest ones."""
    tail = id_.rsplit("/", 1)[-1]
    near = [name for name in known if tail and tail in name][:3]
    hint = f"; did you mean {', '.join(near)}?" if near else "; `theory-checks list` names them all"
    return f"a statement id must be one of the {len(known)} in the ledgers, got {id_!r}{hint}"


@cache
def load() -> Ledger:
    """Return the ledgers that ship with the package."""
    return read([HERE / folder / "ledger.toml" for folder in FOLDERS])


def read(paths: Sequence[Path]) -> Ledger:
    """Read and validate ledger files."""
    papers: list[Paper] = []
    statements: dict[str, Statement] = {}
    for path in paths:
        document = _parse(path)
        papers.append(_build(Paper, document.get("paper", {}), f"{path.name}: paper"))
        for entry in document.get("claim", []):
            statement = _statement(entry, papers[-1].key, path)
            if statement.id in statements:
                raise LedgerError(f"an id must stand once in the ledgers, got {statement.id} again in {path.name}")
            statements[statement.id] = statement
    ledger = Ledger(tuple(papers), statements)
    _check_references(ledger)
    return ledger


def bibliography() -> Mapping[str, str]:
    """Return the cited literature by key."""
    return dict(_parse(HERE / "bibliography.toml"))


def _parse(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise LedgerError(f"a ledger must exist, got none at {path.name}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LedgerError(f"a ledger must be TOML, got {error} in {path.parent.name}/{path.name}") from error


def _statement(entry: Mapping[str, Any], paper: str, path: Path) -> Statement:
    place = f"{path.parent.name}/{path.name}: {entry.get('id', 'a claim without id')}"
    values = dict(entry)
    readings = [_reading(item, place) for item in values.pop("reading", [{}])]
    values["verdict"] = _verdict(values.get("verdict"), place)
    if len(readings) == 1 and readings[0].verdict is None:
        readings = [Reading(name=readings[0].name, says=readings[0].says, verdict=values["verdict"])]
    statement = _build(Statement, values | {"readings": tuple(readings), "paper": paper}, place)
    _check_verdict(statement, place)
    return statement


def _reading(entry: Mapping[str, Any], place: str) -> Reading:
    return _build(Reading, dict(entry) | {"verdict": _verdict(entry.get("verdict"), place)}, place)


def _verdict(text: object, place: str) -> Verdict | None:
    if text is None:
        return None
    if text not in set(Verdict):
        raise LedgerError(f"verdict must be one of {', '.join(Verdict)}, got {text!r} at {place}")
    return Verdict(str(text))


def _check_verdict(statement: Statement, place: str) -> None:
    """Enforce that a statement has verdicts under all its readings, or a reason why it has none."""
    if (statement.verdict is None) == (statement.untested is None):
        raise LedgerError(f"a statement must have either a verdict or an untested reason, got both or none at {place}")
    if statement.verdict and any(reading.verdict is None for reading in statement.readings):
        raise LedgerError(f"every reading of a tested statement must have a verdict, got one without at {place}")
    if (statement.kind == REPAIR_KIND) != (statement.repairs is not None):
        raise LedgerError(f"a repair, and nothing else, must say what it repairs, got kind {statement.kind} at {place}")


def _check_references(ledger: Ledger) -> None:
    for statement in ledger.statements.values():
        repaired = [statement.repairs] if statement.repairs else []
        for target in [*statement.depends_on, *statement.repaired_by, *repaired]:
            if target not in ledger.statements:
                raise LedgerError(f"a reference must name a statement, got {target!r} at {statement.id}")


Built = TypeVar("Built", Paper, Reading, Statement)


def _build(kind: type[Built], values: Mapping[str, Any], place: str) -> Built:
    known = {item.name for item in fields(kind)}
    for name in values:
        if name not in known:
            raise LedgerError(f"an entry must use the keys {', '.join(sorted(known))}, got {name!r} at {place}")
    try:
        return kind(**values)
    except TypeError as error:
        raise LedgerError(f"an entry must be complete, got {error} at {place}") from error
