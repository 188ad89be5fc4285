"""Certificates for those cases that fail."""

from __future__ import annotations

from dataclasses import replace

from theory_checks.core.certificate import Certificate
from theory_checks.core.evidence import Evidence, Outcome


def certified(evidence: Evidence, certificate: Certificate) -> Evidence:
    """Return evidence with its certificate if the case fails."""
    return replace(evidence, certificate=certificate) if evidence.outcome is Outcome.FAILS else evidence
