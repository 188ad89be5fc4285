"""What Coq's kernel accepted, in `proofs.json` of each room, and whether that is about the statement of today.

Whoever has no Coq sees what was recorded and the digests of what was checked; seconds are in no digest.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from theory_checks.core.coq import CoqError
from theory_checks.core.proof import CORE, WHOLE
from theory_checks.core.statement import LedgerError, Reading, Statement
from theory_checks.proofs.theorems import Theorem

FILE = "proofs.json"
COMMAND = "make proofs"

Record = Mapping[str, Any]


class _Record(msgspec.Struct):
    theorem: str
    sense: str
    scope: str
    statement: str
    proof: str
    coq: str
    axioms: list[str]


def recorded(room: Path) -> Mapping[str, Record]:
    """Return the records of a room, by `ID#READING`."""
    return _read(room)


@cache
def _read(room: Path) -> Mapping[str, Record]:
    path = room / FILE
    try:
        records = msgspec.json.decode(path.read_bytes()) if path.is_file() else {}
        msgspec.convert(records, dict[str, _Record])
    except (ValueError, RecursionError) as error:
        rule = "a record of proofs must be JSON"
        raise LedgerError(f"{rule}, got {error} at {room.name}/{FILE}, which `prove --keep` writes") from error
    return records


def digests(theorem: Theorem) -> dict[str, str]:
    """Return what a record must agree on to be about the theorem of today."""
    return {
        "theorem": theorem.name,
        "sense": theorem.proof.sense,
        "scope": theorem.proof.scope,
        "statement": theorem.statement_digest,
        "proof": theorem.proof_digest,
    }


def fresh(theorem: Theorem) -> bool:
    """Tell whether what Coq accepted is what stands here today."""
    record = recorded(theorem.room).get(theorem.key, {})
    try:
        return bool(record) and all(record.get(name) == value for name, value in digests(theorem).items())
    except CoqError:  # there is no such statement any more
        return False


def axioms_known(theorems: Iterable[Theorem], version: str) -> dict[str, Sequence[str]]:
    """Return on which axioms this Coq said that theorems rest, where they and their proofs are those of today."""
    records = {x.key: recorded(x.room)[x.key] for x in theorems if fresh(x)}
    return {key: record["axioms"] for key, record in records.items() if record["coq"] == version}


def stale(theorem: Theorem, facts: Mapping[str, Any]) -> bool:
    """Tell whether what was recorded is about another theorem, or names other axioms than were found."""
    return not fresh(theorem) or recorded(theorem.room)[theorem.key]["axioms"] != facts["axioms"]


def lock(theorems: Sequence[Theorem], facts: Mapping[str, Mapping[str, Any]]) -> dict[Path, dict[str, Record]]:
    """Return the records of each room, by its file: what was found now, else what was recorded and is about today."""
    rooms = dict[Path, dict[str, Record]]()
    for theorem in sorted(theorems, key=lambda x: x.key):
        found = {**digests(theorem), **facts[theorem.key]} if theorem.key in facts else None
        kept = found or (recorded(theorem.room)[theorem.key] if fresh(theorem) else None)
        if kept:
            rooms.setdefault(theorem.room / FILE, {})[theorem.key] = kept
    return rooms


def shown(statement: Statement, reading: Reading) -> dict[str, Any] | None:
    """Return the theorem about a reading as a record has it; nothing where there is none that Coq accepted."""
    if reading.proof is None:
        return None
    theorem = Theorem(statement, reading, reading.proof)
    if not fresh(theorem):
        return None
    record = recorded(theorem.room)[theorem.key]
    text = "\n".join(theorem.trusted.values())
    return {**record, "coq_statement": text, "proposition": theorem.proposition, "command": COMMAND}


def coverage(statement: Statement, proved: Container[str]) -> str:
    """Return how much of a statement is proved: the whole only if that is so under each reading that amends nothing.

    Where only an amendment is proved, that is nothing of the statement.
    """
    readings = [reading for reading in statement.readings if reading.role != "amendment"]
    scopes = [x.proof.scope if x.proof and f"{statement.id}#{x.name}" in proved else "" for x in readings]
    if all(scope == WHOLE for scope in scopes):
        return WHOLE
    return CORE if {WHOLE, CORE} & {*scopes} else max(scopes)
