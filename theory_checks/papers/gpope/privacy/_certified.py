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
    trial: Trial, evidence: Evidence, says: str, values: Mapping[str, Term], given: Given = (), **parts: Any
) -> Evidence:
    """Add a certificate to evidence that fails; values of what the statement does not speak of are left out."""
    if evidence.outcome is not Outcome.FAILS:
        return evidence
    own = {name: values[name] for name in spoken(trial)}
    return replace(evidence, certificate=Certificate(says=says, values=own, given=given, **parts))


def spoken(trial: Trial) -> list[str]:
    """Return the symbols of a statement; parts of an MDP such as M.states are none."""
    sides = [side for claim in trial.formal.claims for side in (claim.left, claim.right)]
    return sorted(x for x in trial.formal.domain.symbols.union(*map(symbols, sides)) if "." not in x)
