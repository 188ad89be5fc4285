"""Every statement of the ledgers is one test: `pytest -k prop10` runs Proposition 10.

A tested statement passes if the verdicts computed here, now, are the recorded ones under every reading; what the last
run has computed from the very same code and formulas is not computed again. An untested one passes if its reason is
stated and no claim is registered for it. `pytest -m full` takes the long profile.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from reports.math import lint_words
from theory_checks.core.claim import Claim
from theory_checks.core.statement import Statement
from theory_checks.engine.current import is_current
from theory_checks.engine.errors import EngineError
from theory_checks.engine.execution import Record, execute
from theory_checks.engine.papers import load
from theory_checks.engine.registry import claims, claims_about
from theory_checks.engine.results import differing, joined
from theory_checks.engine.runner import Key, Plan
from theory_checks.engine.stored import recorded

LEDGER = load()
STATEMENTS = list(LEDGER.statements.values())
RUN = Plan(keys=()).header
RESULTS = Path(__file__).parents[1] / "results" / "results.json"


def printed(record: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a record says on its page: the report refuses a text that cannot be printed, and we plain formulas."""
    for item in record["evidence"]:
        yield from (item[name] for name in ("case", "quantity", "detail", "power") if item[name])
    for item in record["controls"]:
        yield from (item["name"], item["detail"])
    for item in record["figures"]:
        yield from (item[name] for name in ("title", "caption", "x_label", "y_label"))
        yield from (series["label"] for series in item["series"])
    for item in record["tables"]:
        yield from (item["title"], item["caption"], *item["columns"])


@cache
def last_run() -> Mapping[Key, Record]:
    """Return what the last run has computed, if it had the seed, the profile and the versions of these tests."""
    try:
        return recorded(RESULTS, RUN)
    except EngineError:
        return {}


def quick(claim: Claim, statement: Statement) -> Record:
    found = last_run().get(claim.key)
    return found if found and is_current(found, claim, statement, RUN) else execute(claim, statement)


def stands(statement: Statement, records: list[Record]) -> None:
    """All verdicts are those of the ledger, and all texts can be printed."""
    assert differing(joined(statement, LEDGER, {(x["id"], x["reading"]): x for x in records})) == []
    assert [problem for record in records for text in printed(record) for problem in lint_words(text)] == []


@pytest.mark.quick
@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda s: s.id)
def test_statement(statement):
    if statement.verdict is None:
        registered = [key for key in claims() if key[0] == statement.id]
        assert (statement.untested or "").strip(), "an untested statement must say why"
        assert registered == [], "a statement with a claim must have a verdict"
    else:
        stands(statement, [quick(claim, statement) for claim in claims_about(statement)])


@pytest.mark.full
@pytest.mark.parametrize("statement", [s for s in STATEMENTS if s.verdict], ids=lambda s: s.id)
def test_statement_at_length(statement):
    stands(statement, [execute(claim, statement, profile="full") for claim in claims_about(statement)])
