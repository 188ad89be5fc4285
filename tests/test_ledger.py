"""The papers as a whole: every statement of the catalogue, its claims, its repairs."""

from collections import Counter

import pytest

from reports.math import lint_text
from theory_checks.core.parsing import relations
from theory_checks.engine.papers import load
from theory_checks.engine.registry import claims
from theory_checks.engine.results import unreviewed

STANDS = ("VERIFIED", "CONSISTENT")


def test_every_tested_reading_has_a_claim_and_every_claim_a_tested_reading():
    readings = {(s.id, r.name) for s in load().statements.values() if s.verdict for r in s.readings}

    assert readings == set(claims())


def test_the_catalogue_of_the_three_papers_is_complete():
    catalogued = [s for s in load().statements.values() if s.group == "printed"]

    assert Counter(s.id.split("/")[0] for s in catalogued) == {"dpdqn": 106, "dpdqn-v1": 27, "pucb": 34, "gpope": 61}


def test_every_statement_that_does_not_stand_names_its_repair():
    broken = [
        s
        for s in load().statements.values()
        if s.verdict in ("REFUTED", "ILL_POSED", "HOLDS_ON_REGION", "DEPENDS_ON_READING")
    ]

    assert [s.id for s in broken if not s.repaired_by] == []


def test_repairs_and_statements_point_at_each_other():
    statements = load().statements

    for statement in statements.values():
        for repair in statement.repaired_by:
            assert statements[repair].repairs is not None, f"{repair} is named as a repair of {statement.id}"
        if statement.repairs:
            assert statement.id in statements[statement.repairs].repaired_by


def test_a_repair_corrects_what_does_not_stand():
    """What stands needs no correction: what else is true about it is a note."""
    statements = load().statements
    standing = [s.id for s in statements.values() if s.repairs and statements[s.repairs].verdict in STANDS]

    assert standing == []


def test_a_note_is_about_a_printed_statement():
    statements = load().statements

    assert {statements[s.about].group for s in statements.values() if s.about} == {"printed"}


def test_statements_corrections_and_notes_are_counted_apart():
    assert Counter(s.group for s in load().statements.values()) == {"printed": 228, "corrections": 136, "notes": 7}


def test_repairs_and_notes_stand():
    assert [s.id for s in load().statements.values() if s.group != "printed" and s.verdict not in STANDS] == []


def test_every_text_that_decides_was_reviewed_with_its_verdict():
    assert [unreviewed(s) or s.id for s in load().statements.values() if unreviewed(s) or not s.reviewed] == []


FORMAL = [(s.id, r) for s in load().statements.values() for r in s.readings if r.formal]


@pytest.mark.parametrize(("id_", "reading"), FORMAL, ids=lambda x: getattr(x, "name", x))
def test_a_formula_can_be_read_and_every_symbol_has_a_domain_or_a_name(id_, reading):
    claims = reading.claims

    assert claims.undeclared == set(), f"{id_} must say in `where` or `symbols` what these are"
    assert [lint_text(f"${latex}$") for latex in (*claims.latex, *reading.limits.latex)] == [[]] * (
        len(claims.claims) + len(reading.limits.claims)
    )
    for relation in claims.claims:
        assert relations(str(relation)) == (relation,)
