"""Lemmas of the checker as formulas of their parameters: what they prove is computed from the same text."""

from __future__ import annotations

from typing import Any

from theory_checks.checker.checker import LEMMAS
from theory_checks.core.formula import Formula, Relation, from_json
from theory_checks.core.interpret import substitute


def value_of(theorem: str) -> Formula:
    """Return the value of a lemma, of its last case if it has several."""
    entry = LEMMAS[theorem]
    return _placed(entry, entry.get("cases", [entry])[-1]["value"])


def condition_of(theorem: str) -> Relation:
    """Return the hypothesis of the only case of a lemma."""
    (when,) = (case["when"] for case in LEMMAS[theorem]["cases"])
    return Relation(_placed(LEMMAS[theorem], when["left"]), when["relation"], from_json(when["right"]))


def _placed(entry: Any, node: Any) -> Formula:
    """Return an expression of a lemma with what `let` says in the place of its names."""
    known = dict[str, Formula]()
    for name, expression in entry.get("let", []):
        known[name] = substitute(from_json(expression), known)
    return substitute(from_json(node), known)
