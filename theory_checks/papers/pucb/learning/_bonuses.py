"""The part of a bonus that pays for privacy."""

from __future__ import annotations

from fractions import Fraction

from theory_checks.core.formula import Formula
from theory_checks.core.interpret import exact
from theory_checks.papers.pucb.common.algorithm import PSI


def paid(S: int, H: int, e: Fraction, bonus: Formula = PSI, n: Fraction | int = 1) -> Fraction:
    """Return a bonus at E/n~ = e, the printed one if no other is named."""
    return exact(bonus, {"S": S, "H": H, "E": e * n, "n": n})
