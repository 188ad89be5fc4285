"""What the papers say of every finite MDP and is refuted is found again from the statement alone."""

import paper_claims as papers
import pytest

import theory_checks as tc
from theory_checks.checker import checker

CLAIMS = {claim.__name__: (claim, best) for _, claim, best in papers.REFUTED}


@pytest.mark.parametrize("name", CLAIMS)
def test_a_refuted_statement_is_refuted_again_as_small_as_known(name):
    claim, best = CLAIMS[name]
    result = tc.hunt(claim, 60, work=5000)

    assert result.fate is tc.Fate.REFUTED
    assert checker.check_bytes(result.certificate.to_bytes())["accepted"]
    assert result.prey.data["states"] <= best + 1


@pytest.mark.parametrize("id_", [name for name, *_ in papers.REFUTED])
def test_the_reading_is_on_record_as_refuted(id_):
    statement, _, reading = id_.partition("#")

    assert tc.statement(statement).reading(reading).verdict is tc.Verdict.REFUTED
