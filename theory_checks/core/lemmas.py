"""Formulas of the lemmas that certificates rest on: they stand in the checker's table, and nowhere else."""

from __future__ import annotations

from theory_checks.checker.checker import LEMMAS
from theory_checks.core.formula import Formula, Relation, from_json
from theory_checks.core.interpret import substitute


def of_lemma(theorem: str, name: str = "value") -> Formula:
    """Return the value of a lemma, or what it calls by this name, as a formula of its parameters."""
    known = _named(theorem)
    return known[name] if name in known else substitute(from_json(LEMMAS[theorem][name]), known)


def steps_of(theorem: str) -> dict[str, Formula]:
    """Return what a lemma names on the way to its value, as formulas of its parameters and of one another."""
    return {name: from_json(node) for name, node in LEMMAS[theorem]["let"]}


def hypotheses_of(theorem: str) -> list[Relation]:
    """Return what a lemma requires of numbers, as relations of its parameters."""
    known = _named(theorem)
    stated = [Relation.from_json(node) for node in LEMMAS[theorem].get("require", []) if "for" not in node]
    return [Relation(substitute(x.left, known), x.sign, substitute(x.right, known)) for x in stated]


def _named(theorem: str) -> dict[str, Formula]:
    known: dict[str, Formula] = {}
    for name, *indices, node in LEMMAS[theorem].get("let", []):
        known |= {} if indices else {name: substitute(from_json(node), known)}
    return known
