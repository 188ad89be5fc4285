"""Three kinds of counters that share a budget."""

from __future__ import annotations

from fractions import Fraction

from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, ref
from theory_checks.core.interpret import exact


def _budget(id_: str) -> Formula:
    limits = formal_of(__file__, id_).domain.relations
    return next(x.right for x in limits if x.left == ref("epsilon_prime"))


PRINTED_BUDGET, REPAIRED_BUDGET = _budget("pucb/budget-split"), _budget("pucb/budget-split/repaired")


def noise_scale(budget: Formula, H: int, T: int) -> Fraction:
    """Return the scale K/epsilon' of one partial sum for epsilon = 1."""
    return T.bit_length() / exact(budget, {"H": H, "epsilon": 1})
