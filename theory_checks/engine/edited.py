"""Which records of a results file are not as a run has written them: a report says so beside their verdicts.

What a page shows of a statement, its formulas and texts too, is what the ledger says of it with what was computed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from theory_checks.core.statement import Ledger
from theory_checks.engine.current import is_sealed
from theory_checks.engine.results import joined
from theory_checks.engine.runner import Key
from theory_checks.engine.stored import is_record, records_of


def edited(results: dict[str, Any], ledger: Ledger) -> Iterator[Key]:
    """Yield the readings whose seal does not fit, and those of a statement of which anything else was written."""
    run = {**results["suite"], "versions": results["versions"]}
    names = {(id_, reading.name) for id_, statement in ledger.statements.items() for reading in statement.readings}
    records = {key: record for key, record in records_of(results) if key in names}
    sealed = {key: x for key, x in records.items() if is_record(x) and is_sealed(x, ledger[key[0]], run)}
    yield from records.keys() - sealed.keys()
    for told in (x for x in results["statements"] if x["id"] in ledger.statements and _has_verdict(x)):
        statement = ledger[told["id"]]
        if told != json.loads(json.dumps(joined(statement, ledger, sealed))):
            yield from ((statement.id, reading.name) for reading in statement.readings)


def _has_verdict(told: dict[str, Any]) -> bool:
    return any(x["verdict"] is not None for x in (told, *told["readings"]))
