"""Log moments as Lemma 3 of the accountant bounds them."""

from __future__ import annotations

from flint import arb

from theory_checks.core.formal import formal_of
from theory_checks.core.interpret import enclose
from theory_checks.papers.gpope.privacy._one_step import Step

PRINTED = formal_of(__file__, "gpope/b2-log-moment").right
FROM_LEMMA = formal_of(__file__, "gpope/lemma1-small-sigma", "large-sigma-form").right
PROVED, KAPPA, X = formal_of(__file__, "gpope/b2-log-moment/repaired").claims


def lemma_step(step: Step) -> arb:
    """Return the bound of Lemma 1 for sigma^2 >= 1/ln 2."""
    return enclose(FROM_LEMMA, step.constants)


def kappa(x: arb) -> arb:
    """Return the price of large orders, for x > 0."""
    return enclose(KAPPA.right, {"x": x})


def proved_step(step: Step) -> arb:
    """Return the repaired bound on one step for all neighbours; one ordered pair has at most half of it."""
    return enclose(PROVED.right, {**step.at_distance_two, "kappa": KAPPA.right, "x": X.right})
