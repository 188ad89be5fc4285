r"""Line 5 of Algorithm 1 and the condition of Theorem 5: where C and eps stand with respect to the root.

T' = T/B updates of sensitivity at most sqrt(C) are one Gaussian mechanism, at worst with mu^2 = T' C/sigma^2. With
l = ln(e + eps/delta) the three places are

    C under the root, eps outside   sigma^2 = 2 T' l C/eps^2     mu^2 = eps^2/(2 l)
    C and eps outside               sigma^2 = 2 T' l C^2/eps^2   mu^2 = eps^2/(2 l C)
    C and eps under the root        sigma^2 = 2 T' l C/eps       mu^2 = eps/(2 l)

The second is too little noise where C < 1, the third where eps < 1. At the published
values eps < 1, and C = 0.00099 (k = 2.3) or 0.0072 (k = 23).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from tabular.numbers.balls import ball as enclose
from tabular.privacy import delta_ball
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Region, ball
from theory_checks.core.formula import Formula, ref, sqrt
from theory_checks.kit.decimals import decimal
from theory_checks.papers.dpdqn.common.published_parameters import BUDGET, constant_c, log_factor
from theory_checks.papers.dpdqn.density._gaussian_curves import ABOVE, BELOW, DELTA_QUANTITY, WITNESS, log_expression


@dataclass(frozen=True)
class Target:
    """A privacy target, and the bound C of the squared sensitivity of an update."""

    epsilon: Fraction
    delta: Fraction
    constant: Fraction


Squared = Callable[[Target], Fraction]  # mu^2 times 2 l


def constant_under(target: Target) -> Fraction:
    """Return 2 l mu^2 = epsilon^2."""
    return target.epsilon**2


def half_squared(target: Target) -> Fraction:
    """Return 2 l mu^2 = epsilon^2/2, for sqrt(2) times the noise."""
    return target.epsilon**2 / 2


def constant_outside(target: Target) -> Fraction:
    """Return 2 l mu^2 = epsilon^2/C."""
    return target.epsilon**2 / target.constant


def all_under(target: Target) -> Fraction:
    """Return 2 l mu^2 = epsilon."""
    return target.epsilon


PAPER = tuple(
    Target(epsilon, BUDGET, constant_c(k))
    for k in (Fraction(23), Fraction(23, 10))
    for epsilon in (Fraction(9, 10), Fraction(9, 20))
)
SMALL_C = Target(Fraction(1, 2), Fraction(1, 100), Fraction(1, 100))
SMALL_EPSILON = Target(Fraction(1, 10), Fraction(1, 1000), Fraction(1, 100))
LARGE_C = Target(Fraction(9, 10), BUDGET, Fraction(1))


@claim(
    "dpdqn/line5-sigma",
    reading="constant-under-root",
    sound={r"half of $\mu^2$, that is $\sqrt{2}$ times the noise": {"squared": half_squared}},
)
def under_root(trial: Trial, *, squared: Squared = constant_under) -> Iterator[Finding]:
    """Compare on both sides of the critical epsilon."""
    for target in (*PAPER, Target(BELOW, WITNESS, Fraction(1, 100))):
        yield _compared(trial, target, squared, constant_under, Region.INSIDE)
    for target in (Target(ABOVE, WITNESS, Fraction(1, 100)), Target(Fraction(13), Fraction(1, 100), Fraction(4))):
        yield _compared(trial, target, squared, constant_under, Region.OUTSIDE)


@claim("dpdqn/line5-sigma", reading="constant-outside-root", sound={"$C$ under the root": {"squared": constant_under}})
def outside_root(trial: Trial, *, squared: Squared = constant_outside) -> Iterator[Finding]:
    """Compare at the published values and at round ones."""
    yield _compared(trial, LARGE_C, squared, constant_outside)
    for target in (*PAPER, SMALL_C):
        yield _compared(trial, target, squared, constant_outside)


@claim(
    "dpdqn/line5-sigma", reading="all-under-root", sound={r"$\epsilon$ outside the root": {"squared": constant_under}}
)
def whole_root(trial: Trial, *, squared: Squared = all_under) -> Iterator[Finding]:
    """Compare at the published values and at round ones."""
    for target in (*PAPER, SMALL_EPSILON):
        yield _compared(trial, target, squared, all_under)


def _compared(trial: Trial, target: Target, squared: Squared, read: Squared, region: Region = Region.WHOLE) -> Evidence:
    """Compare the least delta, at mu^2 = squared/(2 l), with the target; certify if the reading itself exceeds it."""
    log = log_factor(target.epsilon, target.delta)
    least = delta_ball(target.epsilon, (enclose(squared(target)) / (2 * log)).sqrt(), 64)
    fails = least > enclose(target.delta) and squared is read
    return ball(
        f"$\\epsilon = {decimal(target.epsilon)}$, $\\delta = {decimal(target.delta)}$, $C = "
        f"{decimal(target.constant, 5)}$",
        least,
        "<=",
        enclose(target.delta),
        quantity=DELTA_QUANTITY,
        region=region,
        certificate=_certificate(trial, target, read) if fails else None,
    )


SIGMAS: dict[Squared, Formula] = {
    constant_under: sqrt(2 * log_expression() * ref("C")) / ref("epsilon"),
    constant_outside: sqrt(2 * log_expression()) * ref("C") / ref("epsilon"),
    all_under: sqrt(2 * log_expression() * ref("C") / ref("epsilon")),
}


def _certificate(trial: Trial, target: Target, read: Squared) -> Certificate:
    """Certify that updates with squared norm C have a least delta above delta; T' cancels and is taken as 1."""
    epsilon, delta, constant = target.epsilon, target.delta, target.constant
    return Certificate(
        says=f"With epsilon = {epsilon}, delta = {delta} and C = {constant} the noise is too small.",
        constants={
            "epsilon": epsilon,
            "delta": delta,
            "C": constant,
            "sigma": SIGMAS[read],
            "mu": sqrt(ref("C")) / ref("sigma"),
        },
        given=[lemma("least", "gaussian-delta", mu="mu", epsilon="epsilon")],
        assumed=[
            "T' updates of squared norm C are one Gaussian mechanism with mu^2 = T' C/sigma^2; sigma is for T' = 1."
        ],
        conclusion=ref("least") > ref("delta"),
    )
