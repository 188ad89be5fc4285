"""Formulas of the lemmas that certificates rest on: they stand in the checker's table, and nowhere else."""

from __future__ import annotations

from typing import Any

from theory_checks.checker.checker import LEMMAS
from theory_checks.core.formula import Formula, Relation, from_json
from theory_checks.core.interpret import substitute


def of_lemma(theorem: str, name: str = "value") -> Formula:
    """Return the value of a lemma (of its last case), or what it calls by this name, as a formula of its parameters."""
    known = _named(theorem)
    return known[name] if name in known else substitute(from_json(_last(theorem)[name]), known)


def condition_of(theorem: str) -> Relation:
    """Return the hypothesis of the last case of a lemma, as a relation of its parameters."""
    known, when = _named(theorem), Relation.from_json(_last(theorem)["when"])
    return Relation(substitute(when.left, known), when.sign, substitute(when.right, known))


def _last(theorem: str) -> Any:
    entry = LEMMAS[theorem]
    return entry["cases"][-1] if "cases" in entry else entry


def _named(theorem: str) -> dict[str, Formula]:
    known: dict[str, Formula] = {}
    for part, node in LEMMAS[theorem].get("let", []):
        known[part] = substitute(from_json(node), known)
    return known
