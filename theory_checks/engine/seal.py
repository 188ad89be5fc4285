"""The seal of a record: a digest of all that was computed, with what is said of the statement and what the run was.

A seal is no signature: anybody can make one for what he has made up. It tells what was edited, or is in a wrong place.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from theory_checks.core.claim import Claim
from theory_checks.core.statement import Statement
from theory_checks.engine import sources
from theory_checks.engine.versions import versions

Record = dict[str, Any]
TRIAL = "theory_checks.engine.execution"  # judges, and writes the record: what changes it makes every record stale

# What a record and a reading of the results have in common: all that was computed.
LISTS = ("evidence", "controls", "figures", "tables", "certificates", "silent_tests")
RUN = ("seed", "profile", "versions")
COMPUTED = ("verdict", "reason", *LISTS, "source", "seed", "error")


def code_digest(claim: Claim) -> str:
    """Return the digest of all code of ours that can have a say in the record of a claim."""
    return sources.digest(claim.function.__module__, TRIAL)


def header(seed: int, profile: str) -> dict[str, Any]:
    """Return what records of one run have in common, and what those of two must share to be in one file."""
    return {"seed": seed, "profile": profile, "versions": versions()}


def sealed(record: Record, statement: Statement, run: Mapping[str, Any]) -> Record:
    """Return the record of a run with its seal."""
    return record | {"source": {**record["source"], "seal": seal(record, statement, run)}}


def seal(record: Mapping[str, Any], statement: Statement, run: Mapping[str, Any]) -> str:
    """Return the first digits of the sha256 of what must not be edited."""
    reading = statement.reading(record["reading"])
    said = [bool(reading.covers), bool(reading.region), reading.complete, statement.defines(reading)]
    source = {name: text for name, text in record["source"].items() if name != "seal"}
    rest = {name: record[name] for name in COMPUTED} | {"source": source}
    whole = [statement.binding(reading.name).digest, said, rest, {name: run[name] for name in RUN}]
    return hashlib.sha256(json.dumps(whole, sort_keys=True, allow_nan=False).encode()).hexdigest()[:16]
