"""Whether a record still is what its check would find here and now; then it is not computed again.

It is, if all code that the check can reach, the engine's own trial included, has the digest that it had, and if its
seal fits. So a record that was edited, or put in the place of another, is not believed. Who makes a new seal is
believed in evidence that he has made up until it is computed again (`run --fresh`), but in no certificate.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from theory_checks.core.claim import Claim
from theory_checks.core.statement import Statement
from theory_checks.engine.believed import follows
from theory_checks.engine.seal import code_digest, seal


def is_sealed(record: Mapping[str, Any], statement: Statement, run: Mapping[str, Any]) -> bool:
    """Tell whether a record is as a run has written it, and says no more than its evidence and certificates bear."""
    return record["source"].get("seal") == seal(record, statement, run) and follows(record, statement)


def is_current(record: Mapping[str, Any], claim: Claim, statement: Statement, run: Mapping[str, Any]) -> bool:
    """Tell whether a record is whole, without error, and would be computed again as it is."""
    if record["error"] is not None or record["source"]["digest"] != code_digest(claim):
        return False
    return is_sealed(record, statement, run)
