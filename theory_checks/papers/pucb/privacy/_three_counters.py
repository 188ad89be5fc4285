"""Three kinds of counters that share a budget."""

from __future__ import annotations

from fractions import Fraction

from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula
from theory_checks.core.interpret import exact

PRINTED_BUDGET = formal_of(__file__, "pucb/budget-split").right
REPAIRED_BUDGET = formal_of(__file__, "pucb/budget-split/repaired").right


def noise_scale(budget: Formula, H: int, T: int) -> Fraction:
    """Return the scale K/epsilon' of one partial sum for epsilon = 1."""
    return T.bit_length() / exact(budget, {"H": H, "epsilon": 1})
