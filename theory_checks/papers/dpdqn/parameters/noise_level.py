r"""Appendix E.3, the noise level: sigma is "about 0.313" at eps = 0.9. These are the values of the formula.

    v L^2 under the root, eps outside     3.689 (k = 23)   1.368 (k = 2.3)
    all of it under the root              3.500 (k = 23)   1.298 (k = 2.3)
    v L^2 and eps outside the root        0.313 (k = 23)   0.043 (k = 2.3)

The proof of Theorem 5 has its C under the root, with ln(e + eps/delta): 3.690 and 1.368. The value 6.19e-5 of v that
precedes belongs to k = 2.3.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial

from flint import arb

from tabular.privacy import delta_ball
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, Relation, num, ref, sqrt
from theory_checks.papers.dpdqn.common.certified import certified
from theory_checks.papers.dpdqn.common.comparisons import compared
from theory_checks.papers.dpdqn.common.published_parameters import BUDGET, NOISE_BOUNDS, inverse_beta
from theory_checks.papers.dpdqn.common.rational_first import arguments, ball_of
from theory_checks.papers.dpdqn.parameters._appendix import EPSILON, NUMBERS, SUFFICIENT, at

UNDER, OUTSIDE = (
    formal_of(__file__, "dpdqn/e3-sigma", f"constant-{place}") for place in ("under-root", "outside-root-printed-v")
)
(ALL_UNDER, PRINTED), (CONSTANT_UNDER, _), (CONSTANT_OUTSIDE, _) = (
    arguments(arguments(distance, "abs")[0], "-") for distance in (*arguments(UNDER.left, "min"), OUTSIDE.left)
)


def noise_level(formula: Formula, k: Fraction) -> arb:
    """Return sigma for the noise bound k."""
    return ball_of(formula, at(k))


@claim(
    "dpdqn/e3-sigma",
    reading="constant-under-root",
    sound={
        "$vL^2$ outside the root, $k = 23$": {"formulas": {"outside": CONSTANT_OUTSIDE}, "bounds": [Fraction(23)]},
    },
)
def sigma_under(
    trial: Trial,
    *,
    formulas: dict[str, Formula] | None = None,
    bounds: list[Fraction] | None = None,
) -> Iterator[Finding]:
    """Evaluate the two formulas that keep v L^2 under the root."""
    under = {"$\\epsilon$ outside the root": CONSTANT_UNDER, "all under the root": ALL_UNDER}
    for name, formula in (formulas or under).items():
        for k in bounds or NOISE_BOUNDS.values():
            yield _compared(name, formula, k)


@claim(
    "dpdqn/e3-sigma",
    reading="constant-outside-root",
    broken={
        "$vL^2$ under the root": {"formula": CONSTANT_UNDER},
        "the printed $v$, which has $k = 2.3$": {"k": NOISE_BOUNDS["k-2.3"]},
    },
)
@claim(
    "dpdqn/e3-sigma",
    reading="constant-outside-root-printed-v",
    setting={"k": NOISE_BOUNDS["k-2.3"]},
    sound={"$k = 23$": {"k": NOISE_BOUNDS["k-23"]}},
)
def sigma_outside(
    trial: Trial, *, formula: Formula | None = None, k: Fraction = NOISE_BOUNDS["k-23"]
) -> Iterator[Finding]:
    """Evaluate the formula that has v L^2 outside the root."""
    stated, name = trial.formal.claims[0], "$vL^2$ outside the root"
    yield _compared(name, CONSTANT_OUTSIDE, k, stated) if formula is None else _compared(name, formula, k)


def _compared(name: str, formula: Formula, k: Fraction, stated: Relation | None = None) -> Evidence:
    """Compare the distance of sigma from the printed number with what rounding allows, or what is stated instead."""
    rounds = replace(OUTSIDE.claims[0], left=abs(formula - PRINTED))
    evidence = compared(
        rf"{name}, $k = {float(k):g}$",
        rounds if stated is None else stated,
        at(k),
        quantity=rf"distance of $\sigma = {float(noise_level(formula, k)):.6g}$ from the printed 0.313",
    )
    return certified(evidence, partial(_other_sigma, formula, k))


def _other_sigma(formula: Formula, k: Fraction) -> Certificate:
    return Certificate(
        says=rf"With $k = {float(k):g}$ the formula gives ${float(noise_level(formula, k)):.4g}$, not $0.313$.",
        values={**NUMBERS_OF_SIGMA, "epsilon": EPSILON, "k": k, "v": inverse_beta(k)},
    )


NUMBERS_OF_SIGMA = {name: NUMBERS[name] for name in ("T", "B", "L", "alpha", "delta")}


@claim("dpdqn/e3-sigma/repaired", broken={r"$\sigma = 0.313$": {"sigma": num(Fraction(313, 1000))}})
def sigma_repaired(trial: Trial, *, sigma: Formula = SUFFICIENT) -> Iterator[Evidence]:
    """Enclose the delta of the composed mechanism at eps = 0.9."""
    for k in NOISE_BOUNDS.values():
        level = noise_level(sigma, k)
        mu = ball_of(sqrt(ref("T") / ref("B") * ref("C")) / ref("sigma"), at(k, sigma=level))
        values = {"least": delta_ball(EPSILON, mu), "delta": BUDGET}
        quantity = rf"$\delta(0.9)$ at $\sigma = {float(level):.6g}$"
        yield compared(rf"$k = {float(k):g}$", trial.formal.claims[0], values, quantity=quantity)
