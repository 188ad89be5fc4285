r"""Line 5 of Algorithm 1 and the condition of Theorem 5: where C and eps stand with respect to the root.

T' = T/B updates of sensitivity at most sqrt(C) are one Gaussian mechanism, at worst with mu^2 = T' C/sigma^2. With C
outside the root there is too little noise for small delta where C < 1, with eps under it where eps < 1. At the
published values eps < 1, and C = 0.00099 (k = 2.3) or 0.0072 (k = 23).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from tabular.privacy import delta_ball
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Region, ball
from theory_checks.core.formula import Formula, ref, sqrt
from theory_checks.kit.decimals import decimal
from theory_checks.papers.dpdqn.common.certified import certified
from theory_checks.papers.dpdqn.common.domains import bound_of
from theory_checks.papers.dpdqn.common.published_parameters import BUDGET, constant_c
from theory_checks.papers.dpdqn.common.rational_first import ball_of
from theory_checks.papers.dpdqn.density._gaussian_curves import (
    ABOVE,
    BELOW,
    DELTA_QUANTITY,
    UNIT,
    WITNESS,
    curve_certificate,
    named,
    noise_of,
    slightly_less,
)


@dataclass(frozen=True)
class Target:
    """A privacy target, and the bound C of the squared sensitivity of an update."""

    epsilon: Fraction
    delta: Fraction
    constant: Fraction


CONSTANT_UNDER, CONSTANT_OUTSIDE, ALL_UNDER = (
    noise_of("dpdqn/line5-sigma", reading)
    for reading in ("constant-under-root", "constant-outside-root", "all-under-root")
)
Targets = tuple[Target, ...]
MU = sqrt("C") / ref("sigma")
PAPER = tuple(
    Target(epsilon, BUDGET, constant_c(k))
    for k in (Fraction(23), Fraction(23, 10))
    for epsilon in (Fraction(9, 10), Fraction(9, 20))
)
SMALL_C = Target(Fraction(1, 2), Fraction(1, 100), Fraction(1, 100))
SMALL_EPSILON = Target(Fraction(1, 10), Fraction(1, 1000), Fraction(1, 100))
ONE, TINY = Fraction(1), Fraction(1, 10**34)
CRITICAL = Fraction(562, 1000)  # just below the C from which on the noise with C outside is enough for PAPER[0]

INSIDE = (*PAPER, Target(BELOW, WITNESS, Fraction(1, 100)))
OUTSIDE = (Target(ABOVE, WITNESS, Fraction(1, 100)), Target(Fraction(13), Fraction(1, 100), Fraction(4)))
INSIDE_BY_C = (
    Target(Fraction(9, 10), BUDGET, ONE),
    Target(Fraction(9, 10), BUDGET, CRITICAL + Fraction(1, 10**4)),
    Target(BELOW, WITNESS, ONE),
)
OUTSIDE_BY_C = (
    *PAPER,
    SMALL_C,
    Target(Fraction(9, 10), BUDGET, CRITICAL),
    Target(BELOW, WITNESS, Fraction(999, 1000)),
    Target(ONE, TINY**2, Fraction(9, 10)),
)
INSIDE_BY_EPSILON = (
    PAPER[0],
    PAPER[2],
    Target(Fraction(9, 10), TINY, ONE),
    Target(Fraction(1, 10), Fraction(293, 10000), ONE),
    Target(ONE, TINY**2, ONE),
)
OUTSIDE_BY_EPSILON = (
    PAPER[1],
    PAPER[3],
    SMALL_EPSILON,
    Target(Fraction(9, 10), TINY / 10, ONE),
    Target(Fraction(1, 10), Fraction(292, 10000), ONE),
)


def near(noise: Formula) -> dict[str, Any]:
    """Return the controls that have slightly less noise."""
    less = slightly_less(noise)
    return {"broken": {name: {"sigma": sigma} for name, sigma in less.items()}, "near": tuple(less)}


@claim(
    "dpdqn/line5-sigma",
    reading="constant-under-root",
    setting={"inside": INSIDE, "outside": OUTSIDE},
    sound={r"half of $\mu^2$, that is $\sqrt{2}$ times the noise": {"sigma": sqrt(2) * CONSTANT_UNDER}},
    **near(CONSTANT_UNDER),
)
@claim(
    "dpdqn/line5-sigma",
    reading="constant-outside-root",
    setting={"inside": INSIDE_BY_C, "outside": OUTSIDE_BY_C},
    sound={"$C$ under the root": {"sigma": CONSTANT_UNDER}},
    **near(CONSTANT_OUTSIDE),
)
@claim(
    "dpdqn/line5-sigma",
    reading="all-under-root",
    setting={"inside": INSIDE_BY_EPSILON, "outside": OUTSIDE_BY_EPSILON},
    sound={r"$\epsilon$ outside the root": {"sigma": CONSTANT_UNDER}},
    **near(ALL_UNDER),
)
def placement(trial: Trial, *, inside: Targets, outside: Targets, sigma: Formula | None = None) -> Iterator[Finding]:
    """Compare at the published values and at others, on both sides of the border of the region."""
    printed = bound_of(trial.formal, "sigma")
    for region, targets in ((Region.INSIDE, inside), (Region.OUTSIDE, outside)):
        for target in targets:
            evidence = _compared(trial, target, sigma or printed, region)
            yield certified(evidence, partial(_certificate, target, printed))


def _compared(trial: Trial, target: Target, sigma: Formula, region: Region) -> Evidence:
    """Compare the least delta at mu = sqrt(C)/sigma with the target."""
    epsilon, delta, constant = target.epsilon, target.delta, target.constant
    mu = ball_of(MU, {**UNIT, "epsilon": epsilon, "delta": delta, "C": constant, "sigma": sigma})
    return ball(
        f"{named((epsilon, delta))}, $C = {decimal(constant, 5)}$",
        delta_ball(epsilon, mu, 64),
        "<=",
        ball_of(trial.formal.right, {"delta": delta}),
        quantity=DELTA_QUANTITY,
        region=region,
    )


def _certificate(target: Target, noise: Formula) -> Certificate:
    """Certify that an update with squared norm C has a least delta above delta; T' cancels and is taken as 1."""
    epsilon, delta, constant = target.epsilon, target.delta, target.constant
    return curve_certificate(noise, constant, {"epsilon": epsilon, "delta": delta, "C": constant, "T": 1, "B": 1})
