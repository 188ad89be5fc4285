r"""Line 5 of Algorithm 1 and the condition of Theorem 5: where C and eps stand with respect to the root.

T' = T/B updates of sensitivity at most sqrt(C) are one Gaussian mechanism, at worst with mu^2 = T' C/sigma^2. With C
outside the root there is too little noise where C < 1, with eps under it where eps < 1. At the published values
eps < 1, and C = 0.00099 (k = 2.3) or 0.0072 (k = 23).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from tabular.numbers.balls import ball as enclose
from tabular.privacy import delta_ball
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Region, ball
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, ref, sqrt
from theory_checks.core.interpret import substitute
from theory_checks.kit.decimals import decimal
from theory_checks.papers.dpdqn.common.published_parameters import BUDGET, constant_c
from theory_checks.papers.dpdqn.common.rational_first import ball_of
from theory_checks.papers.dpdqn.density._gaussian_curves import ABOVE, BELOW, DELTA_QUANTITY, UNIT, WITNESS


@dataclass(frozen=True)
class Target:
    """A privacy target, and the bound C of the squared sensitivity of an update."""

    epsilon: Fraction
    delta: Fraction
    constant: Fraction


def noise(reading: str) -> Formula:
    """Return the noise of a reading for T/B = 1."""
    return substitute(formal_of(__file__, "dpdqn/line5-sigma", reading).right, UNIT)


CONSTANT_UNDER = noise("constant-under-root")
Targets = tuple[Target, ...]
MU = sqrt("C") / ref("sigma")
PAPER = tuple(
    Target(epsilon, BUDGET, constant_c(k))
    for k in (Fraction(23), Fraction(23, 10))
    for epsilon in (Fraction(9, 10), Fraction(9, 20))
)
SMALL_C = Target(Fraction(1, 2), Fraction(1, 100), Fraction(1, 100))
SMALL_EPSILON = Target(Fraction(1, 10), Fraction(1, 1000), Fraction(1, 100))
LARGE_C = Target(Fraction(9, 10), BUDGET, Fraction(1))


INSIDE = (*PAPER, Target(BELOW, WITNESS, Fraction(1, 100)))
OUTSIDE = (Target(ABOVE, WITNESS, Fraction(1, 100)), Target(Fraction(13), Fraction(1, 100), Fraction(4)))


@claim(
    "dpdqn/line5-sigma",
    reading="constant-under-root",
    setting={"whole": (), "inside": INSIDE, "outside": OUTSIDE},
    sound={r"half of $\mu^2$, that is $\sqrt{2}$ times the noise": {"sigma": sqrt(2) * CONSTANT_UNDER}},
)
@claim(
    "dpdqn/line5-sigma",
    reading="constant-outside-root",
    setting={"whole": (LARGE_C, *PAPER, SMALL_C)},
    sound={"$C$ under the root": {"sigma": CONSTANT_UNDER}},
)
@claim(
    "dpdqn/line5-sigma",
    reading="all-under-root",
    setting={"whole": (*PAPER, SMALL_EPSILON)},
    sound={r"$\epsilon$ outside the root": {"sigma": CONSTANT_UNDER}},
)
def placement(
    trial: Trial, *, whole: Targets = PAPER, inside: Targets = (), outside: Targets = (), sigma: Formula | None = None
) -> Iterator[Finding]:
    """Compare at the published values and at round ones, on both sides of a critical epsilon where there is one."""
    for region, targets in ((Region.INSIDE, inside), (Region.OUTSIDE, outside), (Region.WHOLE, whole)):
        for target in targets:
            yield _compared(trial, target, sigma, region)


def _compared(trial: Trial, target: Target, other: Formula | None, region: Region) -> Evidence:
    """Compare the least delta at mu = sqrt(C)/sigma with the target; certify if the reading itself exceeds it."""
    printed = substitute(trial.formal.right, UNIT)
    sigma = other or printed
    mu = ball_of(MU, {"epsilon": target.epsilon, "delta": target.delta, "C": target.constant, "sigma": sigma})
    least = delta_ball(target.epsilon, mu, 64)
    fails = least > enclose(target.delta) and other is None
    return ball(
        f"$\\epsilon = {decimal(target.epsilon)}$, $\\delta = {decimal(target.delta)}$, $C = "
        f"{decimal(target.constant, 5)}$",
        least,
        "<=",
        enclose(target.delta),
        quantity=DELTA_QUANTITY,
        region=region,
        certificate=_certificate(trial, target, printed) if fails else None,
    )


def _certificate(trial: Trial, target: Target, sigma: Formula) -> Certificate:
    """Certify that updates with squared norm C have a least delta above delta; T' cancels and is taken as 1."""
    epsilon, delta, constant = target.epsilon, target.delta, target.constant
    return Certificate(
        says=f"With epsilon = {epsilon}, delta = {delta} and C = {constant} the noise is too small.",
        constants={
            "epsilon": epsilon,
            "delta": delta,
            "C": constant,
            "sigma": sigma,
            "mu": MU,
        },
        given=[lemma("least", "gaussian-delta", mu="mu", epsilon="epsilon")],
        assumed=[
            "T' updates of squared norm C are one Gaussian mechanism with mu^2 = T' C/sigma^2; sigma is for T' = 1."
        ],
        conclusion=ref("least") > ref("delta"),
    )
