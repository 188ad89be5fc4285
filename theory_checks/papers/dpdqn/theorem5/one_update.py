r"""One update of Algorithm 1 in the proofs of Theorem 5 and of Theorem 4 of the first version.

The update moves the parameters by -(alpha/B) sum_t D_t grad Q_theta(s_t), with the temporal differences
D_t = Q(s_t) + g(s_t) - y_t (line 22 with the minus sign; the printed plus sign changes no absolute value). By the mean
value theorem, along the segment between two parameter vectors,

    ||Q - Q_0||_inf <= alpha Gamma max_t |D_t|,   ||Q - Q'||_inf <= alpha Gamma ||r - r'||_inf,
    Gamma = sup |<grad Q_x(s), grad Q_theta(s_t)>| over the segment, s, and the states of the batch.

The proofs have alpha L (2 + g(s_{t+1}) - g(s_t))/B, or alpha L^2 r_0/B, and 4 alpha L (k+1)/B: the slope L in s in
place of the gradients in theta, one reward of the batch in place of all B, a sign of the noise, and |D_t| at most 2
without it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from theory_checks.core.certificate import Certificate, used
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Outcome, exact
from theory_checks.core.formula import Formula, absolute, ref
from theory_checks.core.texts import texts_of
from theory_checks.kit.cases import HALF
from theory_checks.papers.dpdqn.theorem5._updates import (
    CHANGE,
    SENSITIVITY,
    Bound,
    Situation,
    batches,
    distance,
    printed_change,
    printed_sensitivity,
    repaired_change,
    repaired_sensitivity,
    situations,
    slope_of,
)

TEXTS = texts_of(__file__)


def first_change(x: Situation) -> Fraction:
    """Return alpha L^2 (r_0 + g(s_{t+1}) - g(s_{t+1}))/B, in which the noise cancels."""
    return x.alpha * slope_of(x) ** 2 * x.r0 / len(x.batch)


PROVED = {"the gradients in place of $L$, all of the batch": {"bound": repaired_change}}


@claim("dpdqn/thm5-one-step", sound=PROVED)
def one_step(trial: Trial, *, bound: Bound = printed_change) -> Iterator[Finding]:
    """Compare the change of one update with its bound."""
    two, step_noise = Fraction(2), ref("next_noise") - ref("noise")
    right = ref("alpha") * ref("L") * (2 + step_noise) / ref("B")
    for x in situations(two):
        yield _compared(trial, x, CHANGE, distance(x.network, x.theta, x.updated()), bound(x), _change(), right)


@claim("dpdqn-v1/thm4-one-step", sound=PROVED)
def one_step_first(trial: Trial, *, bound: Bound = first_change) -> Iterator[Finding]:
    """Compare the change of one update with its bound, in which the noise cancels."""
    right = ref("alpha") * ref("L") * ref("L") * ref("r0") / ref("B")
    for x in situations(HALF):
        yield _compared(trial, x, CHANGE, distance(x.network, x.theta, x.updated()), bound(x), _change(), right)


@claim(
    "dpdqn/thm5-sensitivity", sound={"the gradients in place of $L$, all of the batch": {"bound": repaired_sensitivity}}
)
def sensitivity(trial: Trial, *, bound: Bound = printed_sensitivity) -> Iterator[Finding]:
    """Compare the distance of the two updated functions with its bound."""
    right = 4 * ref("alpha") * ref("L") * (ref("k") + 1) / ref("B")
    for x in batches():
        apart = distance(x.network, x.updated(), x.updated(1))
        yield _compared(trial, x, SENSITIVITY, apart, bound(x), ref("alpha") * ref("shift"), right)


def _change() -> Formula:
    """Return alpha |D| for equal steps of a batch: their mean is one of them, and the gradient is 1."""
    return ref("alpha") * absolute(ref("theta") + ref("noise") - (ref("reward") + ref("next_noise")))


def _compared(
    trial: Trial, x: Situation, quantity: str, left: Fraction, right: Fraction, moved: Formula, bound: Formula
) -> Evidence:
    found = exact(x.name, left, "<=", right, quantity=quantity)
    return replace(found, certificate=_refutation(trial, x, moved, bound)) if found.outcome is Outcome.FAILS else found


def _refutation(trial: Trial, x: Situation, moved: Formula, bound: Formula) -> Certificate:
    step = x.batch[0]
    return Certificate(
        says=f"One update moves $Q_\\theta(s) = \\theta + Ls$ by more than the printed bound: {x.name}.",
        constants=used(
            {
                "alpha": x.alpha,
                "L": slope_of(x),
                "B": len(x.batch),
                "theta": x.theta[0],
                "reward": step.reward,
                "noise": step.noise,
                "next_noise": step.next_noise,
                "k": x.k,
                "r0": x.r0,
                "shift": 1,
            },
            [moved, bound],
        ),
        assumed=[TEXTS["refutation_notes"]],
        conclusion=moved > bound,
    )
