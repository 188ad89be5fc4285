r"""One update of Algorithm 1 in the proofs of Theorem 5 and of Theorem 4 of the first version.

The update moves the parameters by -(alpha/B) sum_t D_t grad Q_theta(s_t), with the temporal differences
D_t = Q(s_t) + g(s_t) - y_t (line 22 with the minus sign; the printed plus sign changes no absolute value). By the mean
value theorem the change is bounded by Gamma, the largest inner product of gradients along the segment between two
parameter vectors.

The proofs have the slope L in s in place of the gradients in theta, one reward of the batch in place of all B, a sign
of the noise, and |D_t| at most 2 without it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, exact
from theory_checks.core.interpret import exact as value
from theory_checks.kit.cases import HALF
from theory_checks.papers.dpdqn.theorem5._certified import certificate_by, certified
from theory_checks.papers.dpdqn.theorem5._updates import (
    CHANGE,
    SENSITIVITY,
    Bound,
    Situation,
    batches,
    distance,
    repaired_change,
    repaired_sensitivity,
    situations,
)

PROVED = "the gradients in place of $L$, all of the batch"


@claim("dpdqn/thm5-one-step", setting={"reward": Fraction(2)}, sound={PROVED: {"bound": repaired_change}})
@claim("dpdqn-v1/thm4-one-step", setting={"reward": HALF}, sound={PROVED: {"bound": repaired_change}})
def one_step(trial: Trial, *, reward: Fraction, bound: Bound | None = None) -> Iterator[Finding]:
    """Compare the change of one update with its bound."""
    for x in situations(reward):
        moved = distance(x.network, x.theta, x.updated())
        yield _compared(trial, x, CHANGE, moved, bound, "equal-steps-change")


@claim("dpdqn/thm5-sensitivity", sound={PROVED: {"bound": repaired_sensitivity}})
def sensitivity(trial: Trial, *, bound: Bound | None = None) -> Iterator[Finding]:
    """Compare the distance of the two updated functions with its bound."""
    for x in batches():
        apart = distance(x.network, x.updated(), x.updated(1))
        yield _compared(trial, x, SENSITIVITY, apart, bound, "equal-steps-distance")


def _compared(trial: Trial, x: Situation, quantity: str, left: Fraction, bound: Bound | None, theorem: str) -> Evidence:
    right = bound(x) if bound else value(trial.formal.right, x.constants)
    says = f"One update moves $Q_\\theta(s) = \\theta + Ls$ by more than the printed bound: {x.name}."
    values = {**x.constants, "difference": x.constants["D"]}
    found = exact(x.name, left, "<=", right, quantity=quantity)
    return certified(found, partial(certificate_by, theorem, says, trial.formal, values))
