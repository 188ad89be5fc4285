"""A claim of one's own says what it claims in the code, in the words of `statements.toml`."""

import pytest

from theory_checks.core import claim as claims
from theory_checks.core.claim import claim, claims_of
from theory_checks.core.formula import ref
from theory_checks.core.judge import Verdict

BROKEN = {"broken": {"x": 3}}


@pytest.fixture(autouse=True)
def _forget(monkeypatch):
    monkeypatch.setattr(claims, "own", {})
    monkeypatch.setattr(claims, "registered", {})


def small(trial, *, x=1):
    """It is small.

    And more.
    """
    yield from ()


def test_a_claim_is_called_like_its_function_and_says_its_docstring():
    claim(formal="x < 2", where="x > 0", broken=BROKEN)(small)
    (found,) = claims_of(small)

    assert (found.id, found.statement.label, found.statement.says) == ("small", "small", "It is small.")
    assert found.statement.formulas == ["x < 2"]
    assert found.statement.place.startswith("test_stated.py, line ")
    assert found.statement.reading("printed").claims.claims == (ref("x") < 2,)
    assert found.statement.reading("printed").claims.domain.relations == (ref("x") > 0,)


def test_a_claim_may_have_names_and_a_verdict_of_its_own():
    claim("own/a", "own/b", says="so", verdict="REFUTED", covers="why", broken=BROKEN)(small)

    assert [x.id for x in claims_of(small)] == ["own/a", "own/b"]
    assert {x.statement.verdict for x in claims_of(small)} == {Verdict.REFUTED}
    assert {x.statement.readings[0].covers for x in claims_of(small)} == {"why"}


def test_a_claim_of_ones_own_is_none_of_a_paper():
    claim(says="so", broken=BROKEN)(small)

    assert (claims.registered, len(claims.own)) == ({}, 1)
    assert claims_of(small)[0].statement.group == "own"


def test_a_cell_may_be_run_again():
    for x in (1, 2):

        @claim("own/cell", says="so", broken=BROKEN)
        def cell(trial, *, x=x):
            yield from ()

    assert [found.function for found in claims.own.values()] == [cell]


@pytest.mark.parametrize(
    ("ids", "words", "error", "message"),
    [
        ((), {"formal": "x < 2"}, ValueError, "a claim must have a control, got neither .* at x < 2"),
        ((), BROKEN | {"broken": {"b": {"x": 1}}}, ValueError, "a claim must name a statement of a paper or say one"),
        (("own/a",), {"near": ["b"], "broken": BROKEN}, ValueError, "a near miss must be one of the broken objects"),
        (("own/a",), {"formla": "x < 2", "broken": BROKEN}, TypeError, "must be one of says, .* got 'formla' at own/a"),
        (("own/a",), {"says": "s", "verdict": "TRUE", "broken": BROKEN}, ValueError, "verdict must be one of VERIFIED"),
        (("own/a",), {"formal": "x <", "broken": BROKEN}, ValueError, "a formula must"),
    ],
)
def test_refusals(ids, words, error, message):
    with pytest.raises(error, match=message):
        claim(*ids, **words)(small)


def test_a_statement_of_a_paper_has_one_check():
    claim("p/a", broken=BROKEN)(small)

    with pytest.raises(ValueError, match="a statement must be registered once per reading"):
        claim("p/a", broken=BROKEN)(lambda trial: iter(()))
