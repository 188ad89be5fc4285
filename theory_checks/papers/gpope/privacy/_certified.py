"""Certificates of failures, from the values of the evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from theory_checks.core.certificate import instance
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Evidence, Outcome
from theory_checks.core.formula import Term
from theory_checks.core.interpret import symbols

Objects = Mapping[str, Any]
NONE: Objects = {}


def certified(
    trial: Trial, evidence: Evidence, says: str, values: Mapping[str, Term], *, objects: Objects = NONE, **parts: Any
) -> Evidence:
    """Add a certificate to evidence that fails; values of what the statement does not speak of are left out."""
    if evidence.outcome is not Outcome.FAILS:
        return evidence
    stated = {name: x for name, x in values.items() if name in spoken(trial)}
    return replace(evidence, certificate=replace(instance(trial.formal, says, stated, **parts), objects=objects))


def spoken(trial: Trial) -> set[str]:
    """Return the symbols of a statement."""
    sides = [side for claim in trial.formal.claims for side in (claim.left, claim.right)]
    return trial.formal.domain.symbols.union(*map(symbols, sides))
