r"""One update of Algorithm 1 in the proofs of Theorem 5 and of Theorem 4 of the first version.

The update moves the parameters by -(alpha/B) sum_t D_t grad Q_theta(s_t), with the temporal differences
D_t = Q(s_t) + g(s_t) - y_t (line 22 with the minus sign; the printed plus sign changes no absolute value). By the mean
value theorem the change is bounded by Gamma, the largest inner product of gradients along the segment between two
parameter vectors.

The proofs have the slope L in s in place of the gradients in theta, one reward of the batch in place of all B, a sign
of the noise, and |D_t| at most 2 without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import exact
from theory_checks.core.interpret import exact as value
from theory_checks.kit.cases import HALF
from theory_checks.papers.dpdqn.theorem5._certified import certificate_by, certified
from theory_checks.papers.dpdqn.theorem5._updates import (
    CHANGE,
    SENSITIVITY,
    Bound,
    Situation,
    Size,
    batches,
    situations,
)

PROVED = "the gradients in place of $L$, all of the batch"
OF_CHANGE = {PROVED: {"bound": CHANGE.proved}}
OF_SENSITIVITY = {PROVED: {"bound": SENSITIVITY.proved}}


@claim("dpdqn/thm5-one-step", setting={"size": CHANGE, "cases": situations(Fraction(2))}, sound=OF_CHANGE)
@claim("dpdqn-v1/thm4-one-step", setting={"size": CHANGE, "cases": situations(HALF, HALF)}, sound=OF_CHANGE)
@claim("dpdqn/thm5-sensitivity", setting={"size": SENSITIVITY, "cases": batches()}, sound=OF_SENSITIVITY)
def one_update(
    trial: Trial, *, size: Size, cases: Sequence[Situation], bound: Bound | None = None
) -> Iterator[Finding]:
    """Compare the change of one update, or the distance of two, with its bound."""
    for x in cases:
        right = bound(x) if bound else value(trial.formal.right, x.constants)
        says = f"One update moves $Q_\\theta(s) = \\theta + Ls$ by more than the printed bound: {x.name}."
        compared = exact(x.name, size.of(x), "<=", right, quantity=size.quantity)
        yield certified(compared, partial(certificate_by, size.lemma, says, trial.formal, x.constants))
