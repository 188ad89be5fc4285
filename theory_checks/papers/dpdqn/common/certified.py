"""Evidence with the certificate of its failure, and the numbers of certificates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import ceil

from flint import arb

from tabular.numbers.balls import ends
from theory_checks.core.certificate import Certificate
from theory_checks.core.evidence import Evidence, Outcome

DIGITS = 10**12


def certified(evidence: Evidence, certificate: Callable[[], Certificate]) -> Evidence:
    """Attach a certificate to evidence against a statement, and to no other."""
    return replace(evidence, certificate=certificate()) if evidence.outcome is Outcome.FAILS else evidence


def rounded_up(x: arb) -> Fraction:
    """Return a decimal just above a ball: a certificate that needs `sigma >= x` has no irrational sigma."""
    return Fraction(ceil(ends("x", x)[1] * DIGITS), DIGITS)
