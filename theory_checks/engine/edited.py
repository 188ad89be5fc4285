"""Which records of a results file are not as a run has written them: a report says so beside their verdicts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from theory_checks.core.statement import Ledger
from theory_checks.engine.current import is_sealed
from theory_checks.engine.results import judged
from theory_checks.engine.runner import Key
from theory_checks.engine.stored import is_record, records_of


def edited(results: dict[str, Any], ledger: Ledger) -> Iterator[Key]:
    """Yield the readings whose seal does not fit, and those of a statement whose verdict is not the one they give."""
    run = {**results["suite"], "versions": results["versions"]}
    names = {(id_, reading.name) for id_, statement in ledger.statements.items() for reading in statement.readings}
    records = {key: record for key, record in records_of(results) if key in names}
    sealed = {key: x for key, x in records.items() if is_record(x) and is_sealed(x, ledger[key[0]], run)}
    yield from records.keys() - sealed.keys()
    for told in (x for x in results["statements"] if x["id"] in ledger.statements):
        statement = ledger[told["id"]]
        found = judged(statement, sealed)
        if (found.verdict if found else None) != told["verdict"]:
            yield from ((statement.id, reading.name) for reading in statement.readings)
