"""What a record says follows from what it holds: its verdict from its evidence, and its failures from certificates.

So whoever edits a record must make up evidence, and no seal helps with a certificate that the checker refuses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from theory_checks.core.certificate import Certificate
from theory_checks.core.evidence import Evidence, Method, Outcome, Region
from theory_checks.core.judge import ControlResult
from theory_checks.core.statement import Statement
from theory_checks.engine.accepted import accepted
from theory_checks.engine.compared import contradicts, same
from theory_checks.engine.regions import placed

ACCEPTED = Certificate(says="accepted")  # the judge asks whether there is one


def follows(record: Mapping[str, Any], statement: Statement) -> bool:
    """Tell whether a record has the verdict of its evidence, and its reason, and the checker accepts its certificates.

    They are about the statement as it stands, and about the part of its domain that the evidence names.
    """
    stated = statement.binding(record["reading"]).to_json()
    found = {x["digest"] for x in record["certificates"] if x["certificate"].get("statement") == stated}
    cited = {x["certificate"] for x in record["evidence"]} - {None}
    if len(found) < len(record["certificates"]) or cited != found or not all(map(accepted, record["certificates"])):
        return False
    if not (same(record) and placed(record, statement.reading(record["reading"]).limits)):
        return False
    if any(map(contradicts, record["evidence"])):
        return False
    evidence = [_evidence(x) for x in record["evidence"]]
    controls = [ControlResult(**x) for x in record["controls"]]
    judged = statement.judged(record["reading"], evidence, controls)
    return judged.verdict == record["verdict"] and (record["error"] is not None or judged.reason == record["reason"])


def _evidence(x: Mapping[str, Any]) -> Evidence:
    return Evidence(
        case=x["case"],
        method=Method(x["method"]),
        outcome=Outcome(x["outcome"]),
        region=Region(x["region"]),
        error_probability=x["error_probability"],
        certificate=None if x["certificate"] is None else ACCEPTED,
    )
