"""Whether a record still is what its check would find here and now; then it is not computed again.

It is, if all code that the check can reach, the engine's own trial included, has the digest that it had, and if its
seal fits: a digest of the record itself with what is said of the statement, and with seed, profile and versions of the
run. So a record that was edited, or put in the place of another, is not believed. A seal is no signature: who makes a
new one is believed in what evidence he has made up until it is computed again (`run --fresh`), but in no certificate.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from theory_checks.core.claim import Claim
from theory_checks.core.statement import Statement
from theory_checks.engine import sources
from theory_checks.engine.believed import follows
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
    return record | {"source": {**record["source"], "seal": _seal(record, statement, run)}}


def is_sealed(record: Mapping[str, Any], statement: Statement, run: Mapping[str, Any]) -> bool:
    """Tell whether a record is as a run has written it, and says no more than its evidence and certificates bear."""
    return record["source"].get("seal") == _seal(record, statement, run) and follows(record, statement)


def is_current(record: Mapping[str, Any], claim: Claim, statement: Statement, run: Mapping[str, Any]) -> bool:
    """Tell whether a record is whole, without error, and would be computed again as it is."""
    if record["error"] is not None or record["source"]["digest"] != code_digest(claim):
        return False
    return is_sealed(record, statement, run)


def _seal(record: Mapping[str, Any], statement: Statement, run: Mapping[str, Any]) -> str:
    reading = statement.reading(record["reading"])
    said = [bool(reading.covers), bool(reading.region), reading.complete, statement.defines(reading)]
    source = {name: text for name, text in record["source"].items() if name != "seal"}
    rest = {name: record[name] for name in COMPUTED} | {"source": source}
    whole = [statement.binding(reading.name).digest, said, rest, {name: run[name] for name in RUN}]
    return hashlib.sha256(json.dumps(whole, sort_keys=True, allow_nan=False).encode()).hexdigest()[:16]
