"""What a review looks at, and what a certificate is tied to."""

from dataclasses import replace

import pytest

from theory_checks.core.statement import Reading, Statement

READING = Reading(formal=["x >= 0"], where=["x > -1"], covers="It is a square.", verdict="VERIFIED")
STATEMENT = Statement(
    id="demo/a", label="A", kind="lemma", place="p. 1", quantifier="forall", says="", readings=[READING]
)
CHANGES = {"covers": "It is so.", "region": ["x >= 1"], "border": "sharp", "complete": True}


@pytest.mark.parametrize("part", CHANGES)
def test_another_argument_asks_for_a_review_and_leaves_certificates_as_they_are(part):
    other = replace(STATEMENT, readings=[replace(READING, **{part: CHANGES[part]})])

    assert other.digest != STATEMENT.digest
    assert other.binding("printed").digest == STATEMENT.binding("printed").digest


def test_another_formula_changes_both():
    other = replace(STATEMENT, readings=[replace(READING, formal=["x > 0"])])

    assert other.digest != STATEMENT.digest
    assert other.binding("printed").digest != STATEMENT.binding("printed").digest
