"""Every statement of the ledgers is one test: `pytest -k prop10` runs Proposition 10.

A tested statement passes if the verdicts computed here, now, are the recorded ones under every reading. An untested
one passes if its reason is stated and no claim is registered for it. `pytest -m full` takes the long profile.
"""

from collections.abc import Iterator

import pytest

from reports.math import lint_words
from theory_checks.core.exhibits import Figure, Table
from theory_checks.core.judge import Verdict
from theory_checks.core.statement import Statement
from theory_checks.door.trials import Result, check
from theory_checks.engine.papers import load
from theory_checks.engine.registry import claims

STATEMENTS = list(load().statements.values())


def printed(result: Result) -> Iterator[str]:
    """Yield what a record says on its page: the report refuses a text that cannot be printed, and we plain formulas."""
    for entry in result.entries:
        yield from (text for item in entry.evidence for text in (item.case, item.quantity, item.detail, item.power))
        yield from (text for item in entry.controls for text in (item.name, item.detail))
        for item in entry.exhibits:
            if isinstance(item, Figure):
                yield from (item.title, item.caption, item.x_label, item.y_label)
                yield from (series.label for series in item.series)
            if isinstance(item, Table):
                yield from (item.title, item.caption, *item.columns)


def computed(statement: Statement, profile: str) -> dict[str, Verdict]:
    """Return the verdict of each reading, and of the statement as a whole under the empty name."""
    result = check(statement.id, profile=profile)
    assert result.errors == []
    assert [problem for text in printed(result) for problem in lint_words(text)] == []
    return result.verdicts | {"": result.verdict}


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
