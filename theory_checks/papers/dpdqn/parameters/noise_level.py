r"""Appendix E.3, the noise level: sigma "about sqrt(2 (T/B) ln(eps/delta) v L^2/eps) = 0.313" at eps = 0.9.

    v L^2 under the root, eps outside     3.689 (k = 23)   1.368 (k = 2.3)
    all of it under the root              3.500 (k = 23)   1.298 (k = 2.3)
    v L^2 and eps outside the root        0.313 (k = 23)   0.043 (k = 2.3)

The proof of Theorem 5 has its C under the root, with ln(e + eps/delta): 3.690 and 1.368. The value 6.19e-5 of v that
precedes belongs to k = 2.3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from flint import arb

from tabular.numbers.balls import ball as enclose
from tabular.privacy import delta_ball
from theory_checks.core import formula as symbolic
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Region, ball
from theory_checks.core.formula import absolute, log, num, ref, sqrt
from theory_checks.papers.dpdqn.common.published_parameters import (
    BUDGET,
    EPSILON,
    HALF_UNIT,
    LIPSCHITZ_SQUARED,
    NOISE_BOUNDS,
    PRINTED,
    UPDATES,
    constant_c,
    inverse_beta,
    sufficient_sigma,
)

Formula = Callable[[arb, arb], arb]  # (2 T' ln(eps/delta), v L^2) -> sigma


def all_under(factor: arb, constant: arb) -> arb:
    """Return the formula with everything under the root."""
    return (factor * constant / enclose(EPSILON)).sqrt()


def constant_under(factor: arb, constant: arb) -> arb:
    """Return the formula with v L^2 under the root and eps outside, as at the end of the proof of Theorem 5."""
    return (factor * constant).sqrt() / enclose(EPSILON)


def constant_outside(factor: arb, constant: arb) -> arb:
    """Return the formula with v L^2 and eps outside the root."""
    return factor.sqrt() * constant / enclose(EPSILON)


def noise_level(formula: Formula, k: Fraction) -> arb:
    """Return sigma for the noise bound k, with delta = 5e-5."""
    factor = enclose(2 * UPDATES) * enclose(EPSILON / BUDGET).log()
    return formula(factor, enclose(inverse_beta(k) * LIPSCHITZ_SQUARED))


@claim(
    "dpdqn/e3-sigma",
    reading="constant-under-root",
    sound={
        "$vL^2$ outside the root, $k = 23$": {"formulas": {"outside": constant_outside}, "bounds": [Fraction(23)]},
    },
)
def sigma_under(
    trial: Trial,
    *,
    formulas: dict[str, Formula] | None = None,
    bounds: list[Fraction] | None = None,
) -> Iterator[Finding]:
    """Evaluate the two formulas that keep v L^2 under the root."""
    under = {"$\\epsilon$ outside the root": constant_under, "all under the root": all_under}
    for name, formula in (formulas or under).items():
        for k in bounds or NOISE_BOUNDS.values():
            yield _compared(trial, name, formula, k)


@claim(
    "dpdqn/e3-sigma",
    reading="constant-outside-root",
    sound={"$k = 23$ alone": {"bounds": [Fraction(23)]}},
    broken={"$vL^2$ under the root": {"formula": constant_under}},
)
def sigma_outside(
    trial: Trial, *, formula: Formula = constant_outside, bounds: list[Fraction] | None = None
) -> Iterator[Finding]:
    """Evaluate the formula that has v L^2 outside the root."""
    for k in bounds or NOISE_BOUNDS.values():
        region = Region.INSIDE if k == NOISE_BOUNDS["k-23"] else Region.OUTSIDE
        yield _compared(trial, "$vL^2$ outside the root", formula, k, region)


def _compared(trial: Trial, name: str, formula: Formula, k: Fraction, region: Region = Region.WHOLE) -> Evidence:
    value = noise_level(formula, k)
    off = abs(value - enclose(PRINTED))
    return ball(
        rf"{name}, $k = {float(k):g}$",
        off,
        "<=",
        enclose(HALF_UNIT),
        quantity=rf"distance of $\sigma = {float(value):.6g}$ from the printed 0.313",
        region=region,
        certificate=_other_sigma(trial, formula, k) if off > enclose(HALF_UNIT) else None,
    )


def _other_sigma(trial: Trial, formula: Formula, k: Fraction) -> Certificate:
    root = num(2) * UPDATES * log(ref("epsilon") / ref("delta"))
    constant = inverse_beta(k) * LIPSCHITZ_SQUARED
    shapes: dict[Formula, symbolic.Formula] = {
        all_under: sqrt(root * constant / ref("epsilon")),
        constant_under: sqrt(root * constant) / ref("epsilon"),
        constant_outside: sqrt(root) * constant / ref("epsilon"),
    }
    return Certificate(
        says=rf"With $k = {float(k):g}$ the formula gives ${float(noise_level(formula, k)):.4g}$, not $0.313$.",
        constants={"epsilon": EPSILON, "delta": BUDGET, "sigma": shapes[formula]},
        conclusion=absolute(ref("sigma") - PRINTED) > HALF_UNIT,
    )


def printed_sigma(k: Fraction) -> arb:
    """Return 0.313."""
    return enclose(PRINTED)


@claim("dpdqn/e3-sigma/repaired", broken={r"$\sigma = 0.313$": {"sigma": printed_sigma}})
def sigma_repaired(trial: Trial, *, sigma: Callable[[Fraction], arb] = sufficient_sigma) -> Iterator[Evidence]:
    """Enclose the delta of the composed mechanism at eps = 0.9."""
    for k in NOISE_BOUNDS.values():
        level = sigma(k)
        mu = enclose(UPDATES * constant_c(k)).sqrt() / level
        delta = delta_ball(EPSILON, mu)
        quantity = rf"$\delta(0.9)$ at $\sigma = {float(level):.6g}$"
        yield ball(rf"$k = {float(k):g}$", delta, "<=", enclose(BUDGET), quantity=quantity)
