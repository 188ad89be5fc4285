"""Evidence whose certificate is made for failures alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from theory_checks.core.certificate import Certificate
from theory_checks.core.evidence import Evidence, Outcome


def certified(compared: Evidence, certificate: Callable[[], Certificate]) -> Evidence:
    """Return the evidence, with its certificate if it is a failure."""
    return replace(compared, certificate=certificate()) if compared.outcome is Outcome.FAILS else compared
