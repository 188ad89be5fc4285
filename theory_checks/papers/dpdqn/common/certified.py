"""Evidence with the certificate of its failure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from theory_checks.core.certificate import Certificate
from theory_checks.core.evidence import Evidence, Outcome


def certified(evidence: Evidence, certificate: Callable[[], Certificate]) -> Evidence:
    """Attach a certificate to evidence against a statement, and to no other."""
    return replace(evidence, certificate=certificate()) if evidence.outcome is Outcome.FAILS else evidence
