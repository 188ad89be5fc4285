"""The formulas of Theorems 2 and 3 that several checks compute from."""

from __future__ import annotations

from fractions import Fraction

from theory_checks.core.formal import formal_of
from theory_checks.core.interpret import exact

THEOREM2 = formal_of(__file__, "gpope/thm2")
BOUND, TERM_TWO = THEOREM2.right, THEOREM2.right_of("C0")
TERMS = formal_of(__file__, "gpope/thm3-terms", "section-6")  # the bound of Theorem 3, and its two terms


def term_two(beta: Fraction, lmin: Fraction, v: Fraction) -> Fraction:
    """Return C_0, with v in place of G^2 + c N/m^2."""
    return exact(TERM_TWO, {"beta": beta, "lmin": lmin, "G2": v, "c": 0, "N": 1, "m": 1})


def with_factor(x: Fraction) -> dict[str, Fraction]:
    """Return eta > 1 and lmin > 0 for which eta^2/((eta - 1) lmin^2) is x."""
    return {"eta": 1 + x, "lmin": (1 + x) / x}
