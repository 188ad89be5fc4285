"""Whether a record still is what its check would find here and now; then it is not computed again.

It is, if all code that the check can reach, the engine's own trial included, has the digest that it had, and if its
seal fits: a digest of the record itself with what is said of the statement, so that an edited record is not believed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from theory_checks.core.claim import Claim
from theory_checks.core.statement import Statement
from theory_checks.engine import sources

Record = dict[str, Any]
TRIAL = "theory_checks.engine.execution"  # judges, and writes the record: what changes it makes every record stale

# What a record and a reading of the results have in common: all that was computed.
LISTS = ("evidence", "controls", "figures", "tables", "certificates", "silent_tests")
COMPUTED = ("verdict", "reason", *LISTS, "source", "seed", "error")


def code_digest(claim: Claim) -> str:
    """Return the digest of all code of ours that can have a say in the record of a claim."""
    return sources.digest(claim.function.__module__, TRIAL)


def sealed(record: Record, statement: Statement) -> Record:
    """Return the record with its seal."""
    return record | {"source": {**record["source"], "seal": _seal(record, statement)}}


def is_current(record: Mapping[str, Any], claim: Claim, statement: Statement) -> bool:
    """Tell whether a record is whole, without error, and would be computed again as it is."""
    source = record["source"]
    if record["error"] is not None or source["digest"] != code_digest(claim):
        return False
    return bool(source.get("seal") == _seal(record, statement))


def _seal(record: Mapping[str, Any], statement: Statement) -> str:
    reading = statement.reading(record["reading"])
    said = [bool(reading.covers), bool(reading.region), reading.complete, statement.defines(reading)]
    rest = {name: record[name] for name in COMPUTED if name != "source"}
    whole = [statement.binding(reading.name).digest, said, rest]
    return hashlib.sha256(json.dumps(whole, sort_keys=True, allow_nan=False).encode()).hexdigest()[:16]
