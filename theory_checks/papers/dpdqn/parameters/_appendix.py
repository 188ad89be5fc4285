"""The published numbers as values of the symbols of Appendix E.3."""

from __future__ import annotations

from fractions import Fraction

from theory_checks.core.formal import formal_of
from theory_checks.papers.dpdqn.common.published_parameters import BATCH, BUDGET, HORIZON, PATHS, STEP_SIZE
from theory_checks.papers.dpdqn.common.rational_first import Value

NUMBERS = {"T": HORIZON, "B": BATCH, "alpha": STEP_SIZE, "L": 4, "J": PATHS, "delta": BUDGET, "delta_g": BUDGET}
FEASIBLE = formal_of(__file__, "dpdqn/e3-parameters/repaired")
V = FEASIBLE.defined["v"]
SUFFICIENT = formal_of(__file__, "dpdqn/e3-sigma/repaired").right_of("sigma")
EPSILON = Fraction(9, 10)


def at(k: Fraction, epsilon: Fraction = EPSILON, **others: Value) -> dict[str, Value]:
    """Return the values of all symbols for a noise bound k; others come last."""
    return {**NUMBERS, **FEASIBLE.defined, "k": k, "epsilon": epsilon, **others}
