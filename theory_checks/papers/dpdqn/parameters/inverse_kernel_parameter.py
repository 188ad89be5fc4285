r"""Appendix E.3, the numbers of the experiments and the value of v = 4 alpha (k + 1)/B, the inverse of beta.

    alpha = 3e-4,  B = 64,  T = 5000,  L^2 = 16,  J = floor(T/B) = 78,  T' = T/B,  k = 23 (or 2.3, in another printing)

A printed decimal is taken at its word: it is right if the value rounds to it, |value - printed| <= half a unit of the
last printed digit.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, exact
from theory_checks.core.formula import absolute, ref
from theory_checks.kit.decimals import scientific
from theory_checks.papers.dpdqn.common.published_parameters import BATCH, NOISE_BOUNDS, STEP_SIZE, inverse_beta

PRINTED_V, HALF_UNIT = Fraction(619, 10**7), Fraction(5, 10**8)


@claim("dpdqn/e3-v-value", reading="k-2.3", broken={"$k = 23$, the value that was just chosen": {"k": Fraction(23)}})
@claim("dpdqn/e3-v-value", reading="k-23", setting={"k": Fraction(23)}, sound={"$k = 2.3$": {"k": Fraction(23, 10)}})
def v_value(trial: Trial, *, k: Fraction = Fraction(23, 10)) -> Iterator[Finding]:
    """Compare 4 alpha (k + 1)/B with the printed value, to its printed digits."""
    yield rounds_to(trial, f"$k = {float(k):g}$", k, PRINTED_V, HALF_UNIT)


@claim("dpdqn/e3-v-value/repaired", broken={"$k = 2.3$": {"k": Fraction(23, 10)}})
def v_value_repaired(trial: Trial, *, k: Fraction = NOISE_BOUNDS["k-23"]) -> Iterator[Evidence]:
    """Evaluate v at the k that Appendix E.3 has just found."""
    yield exact(f"$k = {float(k):g}$", inverse_beta(k), "==", Fraction(45, 10**5), quantity=r"$v = 4\alpha(k+1)/B$")


def rounds_to(trial: Trial, case: str, k: Fraction, printed: Fraction, half_unit: Fraction) -> Evidence:
    """Return whether v rounds to the printed decimal."""
    value = inverse_beta(k)
    gap = abs(value - printed)
    return exact(
        case,
        gap,
        "<=",
        half_unit,
        quantity=f"distance of $v = {scientific(value)}$ from the printed ${scientific(printed)}$",
        certificate=_other_value(trial, k, printed, half_unit) if gap > half_unit else None,
    )


def _other_value(trial: Trial, k: Fraction, printed: Fraction, half_unit: Fraction) -> Certificate:
    v = 4 * ref("alpha") * (ref("k") + 1) / ref("B")
    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says=f"With $k = {float(k):g}$ the value of $v$ is ${scientific(inverse_beta(k))}$, not the printed one.",
        constants={"alpha": STEP_SIZE, "B": BATCH, "k": k, "printed": printed},
        conclusion=absolute(v - ref("printed")) > half_unit,
    )
