"""Evidence with the certificate of its failure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ParamSpec

from theory_checks.core.certificate import Certificate
from theory_checks.core.evidence import Evidence, Outcome, Rational

P = ParamSpec("P")
Comparisons = dict[str, tuple[Rational, str, Rational]]


def certified(evidence: Evidence, certify: Callable[P, Certificate], *args: P.args, **kwargs: P.kwargs) -> Evidence:
    """Return the evidence, with a certificate if it fails."""
    failed = evidence.outcome is Outcome.FAILS
    return replace(evidence, certificate=certify(*args, **kwargs)) if failed else evidence
