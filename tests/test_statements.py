"""Every statement of the ledgers is one test: `pytest -k prop10` runs Proposition 10.

A tested statement passes if the verdicts computed here, now, are the recorded ones under every reading. An untested
one passes if its reason is stated and no claim is registered for it. `pytest -m full` takes the long profile.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from reports.math import lint_words
from theory_checks.core.judge import Judgement, Verdict, combine
from theory_checks.core.statement import Statement
from theory_checks.engine.execution import execute
from theory_checks.engine.papers import load
from theory_checks.engine.registry import claims

STATEMENTS = list(load().statements.values())


def printed(record: dict[str, Any]) -> Iterator[str]:
    """Yield what a record says on its page: the report refuses a text that cannot be printed, and we plain formulas."""
    yield from (item[name] for item in record["evidence"] for name in ("case", "quantity", "detail", "power"))
    yield from (item[name] for item in record["controls"] for name in ("name", "detail"))
    yield from (item[name] for item in record["figures"] for name in ("title", "caption", "x_label", "y_label"))
    yield from (series["label"] for item in record["figures"] for series in item["series"])
    yield from (text for item in record["tables"] for text in (item["title"], item["caption"], *item["columns"]))


def computed(statement: Statement, profile: str) -> dict[str, Verdict]:
    """Return the verdict of each reading, and of the statement as a whole under the empty name."""
    judgements = {}
    for reading in statement.readings:
        record = execute(claims()[statement.id, reading.name], statement, 0, profile)
        assert record["error"] is None, record["error"]
        assert [problem for text in printed(record) for problem in lint_words(text)] == []
        judgements[reading.name] = Judgement(Verdict(record["verdict"]), record["reason"], reading.limits.latex)
    verdicts = {name: judgement.verdict for name, judgement in judgements.items()}
    roles = {
        role: [judgements[reading.name] for reading in statement.readings if reading.role == role]
        for role in ("reading", "part")
    }
    return verdicts | {"": combine(roles["reading"], roles["part"]).verdict}


def recorded(statement: Statement) -> dict[str, Verdict]:
    return {reading.name: reading.verdict for reading in statement.readings} | {"": statement.verdict}


@pytest.mark.quick
@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda s: s.id)
def test_statement(statement):
    if statement.verdict is None:
        registered = [key for key in claims() if key[0] == statement.id]
        assert (statement.untested or "").strip(), "an untested statement must say why"
        assert registered == [], "a statement with a claim must have a verdict"
    else:
        assert computed(statement, "quick") == recorded(statement)


@pytest.mark.full
@pytest.mark.parametrize("statement", [s for s in STATEMENTS if s.verdict], ids=lambda s: s.id)
def test_statement_at_length(statement):
    assert computed(statement, "full") == recorded(statement)
