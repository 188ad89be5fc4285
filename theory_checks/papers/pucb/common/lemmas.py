"""Formulas of the lemmas that certificates rest on: they stand in the checker's table, and nowhere else."""

from __future__ import annotations

from theory_checks.checker.checker import LEMMAS
from theory_checks.core.formula import Formula, from_json
from theory_checks.core.interpret import substitute


def of_lemma(theorem: str, name: str = "value") -> Formula:
    """Return the value of a lemma, or what it calls by this name, as a formula of its parameters."""
    known: dict[str, Formula] = {}
    for part, node in LEMMAS[theorem].get("let", []):
        known[part] = substitute(from_json(node), known)
    return known[name] if name in known else substitute(from_json(LEMMAS[theorem][name]), known)
