"""Papers are found, not listed: a folder with `paper.toml`, and a room with `statements.toml` for each family.

A paper is looked for in the package `theory_checks.papers`, in every folder that an installed distribution offers under
the entry point `theory_checks.papers`, and in the folders that the environment names (`theory-checks --paper FOLDER`
adds one). The same door for all of them: nothing here knows which paper it reads.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from theory_checks.core.explore import explored
from theory_checks.core.formal import PARTS, resolved
from theory_checks.core.judge import Verdict
from theory_checks.core.modules import MOST_BYTES, is_readable
from theory_checks.core.parsing import FormulaError
from theory_checks.core.proof import COUNTEREXAMPLE, SCOPES, SENSES, Proof
from theory_checks.core.statement import NOTE_KIND, REPAIR_KIND, ROLES, Ledger, LedgerError, Paper, Reading, Statement
from theory_checks.core.tags import fault
from theory_checks.engine.toml_files import parse_paper, parse_room, parse_texts
from theory_checks.proofs.recorded import fresh
from theory_checks.proofs.theorems import Theorem

PACKAGE = "theory_checks.papers"  # of the papers that ship with the suite, and the name of the entry point for others
FOLDERS, ALONE = "THEORY_CHECKS_PAPERS", "THEORY_CHECKS_ALONE"  # the environment reaches worker processes as well
PAPER, ROOM, BIBLIOGRAPHY, TAGS = "paper.toml", "statements.toml", "bibliography.toml", "tags.toml"
FOLDED = (
    "domain",
    "refuted_by",
    "covers",
    "not_covered",
    "border",
    "sharper_because",
    "unseen",
)  # texts whose line breaks mean nothing
OF_READING = (
    *FOLDED,
    "region",
    "complete",
    "sharper",
    "proof",
)  # stand in the statement itself where it has one reading
LAST = 10**9
OUTSIDE = "theory_checks_paper_"  # begins the package of a paper that lies in a folder of its own
ROOT = Path(__file__).resolve().parents[2]
SUITE = ROOT / "theory_checks"  # what its papers say is parsed when it is asked for: tests have looked at all of it


@dataclass(frozen=True)
class PaperFolder:
    """The folder of a paper, and the package under which its checks are imported."""

    folder: Path
    package: str


def add_folder(folder: Path | str, *, alone: bool = False) -> None:
    """Look for a paper in this folder too, or in such folders `alone`, here and in worker processes."""
    place = Path(os.path.realpath(folder))  # a link that names itself leads nowhere, and is no error here
    if not (place / PAPER).is_file():
        raise LedgerError(f"a folder of a paper must hold {PAPER}, got none in {folder}")
    if os.pathsep in str(place):
        raise LedgerError(f"a folder of a paper must have no {os.pathsep} in its path, got {place}")
    _check_files(place)
    os.environ[FOLDERS] = os.pathsep.join(dict.fromkeys([*_named_folders(), str(place)]))
    if alone:
        os.environ[ALONE] = "1"


def _check_files(folder: Path) -> None:
    """Refuse code that is no ordinary file, what nobody could read to the end, and names that no result can hold."""
    code = [path for pattern in ("*.py", "*/*.py") for path in folder.glob(pattern) if path.exists()]
    data = [path for pattern in ("*/*.json", "*/*.v") for path in folder.glob(pattern) if path.is_file()]
    for path in (*code, *data):
        where = path.relative_to(folder)
        if not str(where).isprintable():
            raise LedgerError(f"files of a paper must have names that can be printed, got {str(where)!r}")
        if not (path.is_dir() or is_readable(path)):
            raise LedgerError(f"files of a paper must be ordinary ones of at most {MOST_BYTES} bytes, got {where}")


def found_papers() -> tuple[PaperFolder, ...]:
    """Return the papers that can be found, those that ship with the suite and those of others."""
    return _found(tuple(_named_folders()), bool(os.environ.get(ALONE)))


@cache
def _found(named: tuple[str, ...], alone: bool) -> tuple[PaperFolder, ...]:
    packages = [] if alone else [PACKAGE, *(_offered(point) for point in entry_points(group=PACKAGE))]
    inside = [paper for package in packages for paper in _in(package)]
    outside = [PaperFolder(Path(folder), _outside(Path(folder))) for folder in named]
    unique = {paper.folder: paper for paper in (*outside, *inside)}  # one that is installed may be named as well
    return tuple(sorted(unique.values(), key=lambda paper: (_number(paper.folder), paper.package)))


def _offered(point: EntryPoint) -> str:
    """Return the package that an installed distribution offers."""
    try:
        known = find_spec(point.value)
    except (ImportError, ValueError):
        known = None
    if known is None or known.submodule_search_locations is None:
        whose = f" of {point.dist.name}" if point.dist else ""
        raise LedgerError(f"entry point {point.name}{whose} must name a package with papers, got {point.value!r}")
    return point.value


def _in(package: str) -> list[PaperFolder]:
    """Return the papers of a package: itself, or the folders in it."""
    spec = find_spec(package)
    places = [Path(place).resolve() for place in (spec.submodule_search_locations if spec else None) or []]
    alone = [PaperFolder(place, package) for place in places if (place / PAPER).is_file()]
    folders = sorted(file.parent for place in places for file in place.glob(f"*/{PAPER}"))
    return alone + [PaperFolder(folder, f"{package}.{folder.name}") for folder in folders]


def _outside(folder: Path) -> str:
    """Return the package of a paper that lies anywhere: keys are unique, names of folders are not."""
    return OUTSIDE + re.sub(r"[^\w-]", "_", parse_paper(folder / PAPER).get("key", folder.name))


def _number(folder: Path) -> int:
    return parse_paper(folder / PAPER).get("number", LAST)


def _named_folders() -> list[str]:
    return [folder for folder in os.environ.get(FOLDERS, "").split(os.pathsep) if folder]


def load() -> Ledger:
    """Return all papers that can be found, with their statements."""
    return _load(tuple(paper.folder for paper in found_papers()))


@cache
def _load(folders: tuple[Path, ...]) -> Ledger:
    return read(folders)


def read(folders: Sequence[Path]) -> Ledger:
    """Read and validate the papers in these folders."""
    papers: list[Paper] = []
    statements: dict[str, Statement] = {}
    tags = _tags(folders)
    for folder in folders:
        document = parse_paper(folder / PAPER)
        order = document.pop("order", [])
        document.pop("number", None)
        papers.append(_paper(document, folder, papers))
        for statement in _in_order(_statements(folder, papers[-1].key), order, folder):
            if statement.id in statements:
                raise LedgerError(f"an id must stand once in all papers, got {statement.id} again in {folder.name}")
            statements[statement.id] = replace(statement, tag=tags.get(statement.id, ""))
    ledger = Ledger(tuple(papers), statements)
    _check_references(ledger)
    return ledger


def _paper(document: Mapping[str, Any], folder: Path, before: Sequence[Paper]) -> Paper:
    paper, place = _build(Paper, document, f"{folder.name}/{PAPER}"), f"{folder}/{PAPER}"
    if not re.fullmatch(r"[\w-]+", str(paper.key)):
        raise LedgerError(f"key must be a word of letters, digits and hyphens, got {paper.key!r} at {place}")
    if any(other.key == paper.key for other in before):
        raise LedgerError(f"the key of a paper must be its own, got {paper.key!r} of another paper at {place}")
    return paper


def _tags(folders: Sequence[Path]) -> Mapping[str, str]:
    """Return the tags that were ever given to statements of these papers; a statement that goes keeps its own."""
    files = [folder / TAGS for folder in folders if (folder / TAGS).is_file()]
    tags = {id_: tag for file in files for id_, tag in parse_texts(file).items()}
    if wrong := fault(tags):
        raise LedgerError(wrong)
    return tags


def rooms(folder: Path) -> list[Path]:
    """Return the rooms of a paper: its folders with statements."""
    return sorted(path.parent for path in folder.glob(f"*/{ROOM}"))


def bibliography() -> Mapping[str, str]:
    """Return the cited literature by key, of all papers."""
    places = dict.fromkeys(paper.folder.parent / BIBLIOGRAPHY for paper in found_papers())
    return {key: text for place in places if place.is_file() for key, text in parse_texts(place).items()}


def _statements(folder: Path, paper: str) -> dict[str, Statement]:
    statements: dict[str, Statement] = {}
    for room in rooms(folder):
        for entry in _entries(room):
            statement = _statement(entry, paper, room)
            if statement.id in statements:
                raise LedgerError(f"an id must stand once in a paper, got {statement.id} again in {room.name}")
            statements[statement.id] = statement
    return statements


def _entries(room: Path) -> list[dict[str, Any]]:
    entries = parse_room(room / ROOM).get("statement", [])
    try:
        return resolved(entries)
    except (FormulaError, LookupError, RecursionError) as error:
        place = f"{room.parent.name}/{room.name}"
        raise LedgerError(f"let must name formulas that stand somewhere, got {error} in {place}") from error


def _in_order(statements: Mapping[str, Statement], order: Sequence[str], folder: Path) -> list[Statement]:
    """Return the statements as `order` in paper.toml has them: all of them, and no other."""
    if not order:
        return list(statements.values())
    for id_ in sorted({*order} ^ {*statements}):
        where = "has no statement" if id_ in order else "is missing"
        raise LedgerError(f"order must name every statement of the paper, but {id_} {where} at {folder.name}/{PAPER}")
    return [statements[id_] for id_ in order]


def _statement(entry: Mapping[str, Any], paper: str, room: Path) -> Statement:
    place = f"{room.parent.name}/{room.name}: {entry.get('id', 'a statement without id')}"
    values = dict(entry)
    values["verdict"] = _verdict(values.get("verdict"), place)
    readings = [_reading(item, place) for item in values.pop("reading", [])]
    alone = {name: values.pop(name) for name in OF_READING if name in values}
    if not readings:
        readings = [_reading(alone | {"verdict": values["verdict"]}, place)]
    elif alone:
        raise LedgerError(f"{next(iter(alone))} must stand under a reading where there are several, got it at {place}")
    shared = {name: values[name] for name in PARTS if name in values}
    readings = [_inheriting(reading, shared) for reading in readings]
    statement = _build(Statement, values | {"readings": tuple(readings), "paper": paper, "room": _shown(room)}, place)
    if not room.is_relative_to(SUITE):
        _check_formulas(statement, place)
    _check_verdict(statement, place)
    for reading in statement.readings:
        _check_reading(statement, reading, f"{place} [{reading.name}]")
    return replace(statement, readings=tuple(_with_record(statement, reading) for reading in statement.readings))


def _with_record(statement: Statement, reading: Reading) -> Reading:
    """Return a reading whose theorem says whether Coq has accepted it as it stands."""
    if reading.proof is None:
        return reading
    accepted = fresh(Theorem(statement, reading, reading.proof))
    return replace(reading, proof=replace(reading.proof, accepted=accepted))


def _shown(folder: Path) -> str:
    """Return a folder as one who stands in the project's root names it."""
    return (folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder).as_posix()


def _inheriting(reading: Reading, shared: Mapping[str, Any]) -> Reading:
    """Return a reading with what its statement claims, where it claims nothing of its own."""
    return replace(reading, **{name: value for name, value in shared.items() if not getattr(reading, name)})


def _reading(entry: Mapping[str, Any], place: str) -> Reading:
    folded = {name: " ".join(str(entry[name]).split()) for name in FOLDED if name in entry}
    read = {"verdict": _verdict(entry.get("verdict"), place), "proof": _proof(entry.get("proof"), place)}
    return _build(Reading, dict(entry) | folded | read, place)


def _proof(entry: Mapping[str, Any] | None, place: str) -> Proof | None:
    if entry is None:
        return None
    proof = _build(Proof, entry, place)
    if proof.sense not in SENSES or proof.scope not in SCOPES:
        rule = f"have a sense ({', '.join(SENSES)}) and a scope ({', '.join(SCOPES)})"
        raise LedgerError(f"a proof must {rule}, got {proof.sense!r} and {proof.scope!r} at {place}")
    return proof


def _verdict(text: object, place: str) -> Verdict | None:
    if text is None:
        return None
    if text not in set(Verdict):
        raise LedgerError(f"verdict must be one of {', '.join(Verdict)}, got {text!r} at {place}")
    return Verdict(str(text))


def _check_formulas(statement: Statement, place: str) -> None:
    """Refuse texts that are no formulas, before a command meets them half way."""
    for reading in statement.readings:
        try:
            _ = reading.claims, reading.limits, reading.sharper_claims
        except (FormulaError, ArithmeticError, RecursionError) as error:
            raise LedgerError(f"{' '.join(str(error).split())} at {place} [{reading.name}]") from error


def _check_verdict(statement: Statement, place: str) -> None:
    """Enforce that a statement has verdicts under all its readings, or a reason why it has none."""
    if (statement.verdict is None) == (statement.untested is None):
        raise LedgerError(f"a statement must have either a verdict or an untested reason, got both or none at {place}")
    if statement.verdict and any(reading.verdict is None for reading in statement.readings):
        raise LedgerError(f"every reading of a tested statement must have a verdict, got one without at {place}")
    if statement.verdict and not all(reading.domain and reading.refuted_by for reading in statement.readings):
        raise LedgerError(f"every reading of a tested statement must say its domain and what refutes it, at {place}")
    if (statement.kind == REPAIR_KIND) != (statement.repairs is not None):
        raise LedgerError(f"a repair, and nothing else, must say what it repairs, got kind {statement.kind} at {place}")
    if (statement.kind == NOTE_KIND) != (statement.about is not None):
        raise LedgerError(f"a note, and nothing else, must say what it is about, got kind {statement.kind} at {place}")


def _check_reading(statement: Statement, reading: Reading, place: str) -> None:
    """Enforce what a reading must say of its role and of its region."""
    roles = [name for name in ROLES if getattr(reading, name)]
    alone = sum(other.role == "reading" for other in statement.readings) == 1
    if len(roles) > 1 or not (roles or alone):
        raise LedgerError(f"a reading among several must say one of {', '.join(ROLES)}, got {len(roles)} at {place}")
    if all(other.role == "amendment" for other in statement.readings):
        raise LedgerError(f"a statement must have a reading that amends nothing, got none at {place}")
    regional = reading.verdict is Verdict.HOLDS_ON_REGION
    if regional != bool(reading.region) or regional != bool(reading.border):
        raise LedgerError(f"region and border must stand with HOLDS_ON_REGION, and only there, at {place}")
    if any(relation.sign == "=" for relation in reading.limits.claims):
        raise LedgerError(f"a region must have an interior, so it must hold no equation, at {place}")
    if reading.proof and not _fits(reading.proof, reading.verdict, statement.kind):
        raise LedgerError(
            f"a proof must show what the verdict {reading.verdict} says,"
            f" got the sense {reading.proof.sense!r} and the scope {reading.proof.scope!r} at {place}"
        )


def _fits(proof: Proof, verdict: Verdict | None, kind: str) -> bool:
    """Tell whether a theorem says what a verdict does; a counterexample shows only where a statement fails.

    Of what is ill posed a theorem refutes that it has the meaning it is printed with.
    """
    match verdict:
        case Verdict.REFUTED | Verdict.ILL_POSED:
            return proof.sense == "refuted"
        case Verdict.VERIFIED:
            return proof.sense == ("repaired" if kind == REPAIR_KIND else "verified") and proof.scope != COUNTEREXAMPLE
        case Verdict.HOLDS_ON_REGION:
            counterexample = proof.scope == COUNTEREXAMPLE
            return proof.sense == ("refuted" if counterexample else "region")
        case _:
            return False


def _check_references(ledger: Ledger) -> None:
    for statement in ledger.statements.values():
        named = [id_ for id_ in (statement.repairs, statement.about) if id_]
        for target in [*statement.depends_on, *statement.repaired_by, *named]:
            if target not in ledger.statements:
                raise LedgerError(f"a reference must name a statement, got {target!r} at {statement.id}")
        explored(statement, ledger)


Built = TypeVar("Built", Paper, Proof, Reading, Statement)


def _build(kind: type[Built], values: Mapping[str, Any], place: str) -> Built:
    known = {item.name for item in fields(kind)}
    for name in values:
        if name not in known:
            raise LedgerError(f"an entry must use the keys {', '.join(sorted(known))}, got {name!r} at {place}")
    try:
        return kind(**values)
    except TypeError as error:
        raise LedgerError(f"an entry must be complete, got {error} at {place}") from error
