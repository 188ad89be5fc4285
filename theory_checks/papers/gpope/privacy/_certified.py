"""Certificates of failures, from the values of the evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Evidence, Outcome
from theory_checks.core.formula import Term
from theory_checks.core.interpret import symbols

Given = Sequence[Mapping[str, Any]]


def certified(
    trial: Trial, evidence: Evidence, says: str, values: Mapping[str, Term], given: Given = (), part: int = 0
) -> Evidence:
    """Add a certificate to evidence that fails; values of what the statement does not speak of are left out."""
    if evidence.outcome is not Outcome.FAILS:
        return evidence
    names = spoken(trial)
    certificate = Certificate(says=says, values={x: values[x] for x in names}, given=given, part=part)
    return replace(evidence, certificate=certificate)


def spoken(trial: Trial) -> list[str]:
    """Return the symbols of a statement."""
    sides = [side for claim in trial.formal.claims for side in (claim.left, claim.right)]
    return sorted(trial.formal.domain.symbols.union(*map(symbols, sides)))
