r"""The first level of the induction in the proofs of Lemma 8 and, in the first version, of Lemma 10.

f(0) and f(1) are N(0, sigma^2) with correlation exp(-beta), and E max(f(0), f(1)) = (1/2) E |f(0) - f(1)|. The first
version has the variance of f(1) given f(0) in place of that of the difference. It is the smaller of the two.
Everything is in units of sigma; E |N(0, s^2)| = s sqrt(2/pi).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from flint import arb

from tabular.gaussian import mean_abs_max_normal, mean_max_normal
from tabular.numbers.balls import ball as exact_ball
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.formula import Formula, pi, sqrt
from theory_checks.core.interpret import enclose
from theory_checks.papers.dpdqn.maximum._claims import CLOSE, held

PRINTED = formal_of(__file__, "dpdqn-v1/lemma10-base").let["variance"]
OF_DIFFERENCE = formal_of(__file__, "dpdqn-v1/lemma10-base/repaired").let["variance"]
_, ENDS, LIMIT = formal_of(__file__, "dpdqn/lemma8-base").claims
CASES = [  # beta, sigma
    *((beta, Fraction(1)) for beta in (Fraction(1, 1000), Fraction(1, 2), Fraction(1), Fraction(10), Fraction(100))),
    *((Fraction(1, 1000), sigma) for sigma in (Fraction(3), Fraction(1, 3))),
]
MEAN = r"$\mathbb{E}\max(f(0), f(1))$ and $\frac12\mathbb{E}|z|$, in units of $\sigma$"


def half_modulus(variance: Formula) -> Formula:
    """Return (1/2) E |z| for a normal z of mean 0."""
    return Fraction(1, 2) * sqrt(2 * variance / pi)


def mean_of_ends(beta: arb) -> arb:
    """Return E max(f(0), f(1)) from f(i) = sqrt(rho) Z + sqrt(1 - rho) Z_i, by the integral for E max(Z_0, Z_1)."""
    return (-(-beta).expm1()).sqrt() * mean_max_normal(2)


@claim(
    "dpdqn/lemma8-base",
    "dpdqn-v1/lemma10-base/repaired",
    broken={r"the variance $1 - e^{-2\beta}$ of the first version": {"variance": PRINTED}},
)
def base(trial: Trial, *, variance: Formula = OF_DIFFERENCE) -> Iterator[Evidence]:
    """Compare E max(f(0), f(1)) with half the mean of |z|, and this with sqrt(beta/pi)."""
    halved, closed, limit = trial.formal.claims
    for beta, sigma in CASES:
        at = {"beta": beta, "sigma": sigma}
        modulus = enclose(variance, at).sqrt() * mean_abs_max_normal(1)
        values = {**at, "mean": exact_ball(sigma) * mean_of_ends(exact_ball(beta)), "modulus": modulus}
        case = rf"$\beta = {beta}$" + (rf", $\sigma = {sigma}$" if sigma != 1 else "")
        yield held(f"{case}, equality", halved, values, quantity=f"difference of {MEAN}")
        yield held(
            f"{case}, closed form", closed, values, quantity=r"difference of $\frac12\mathbb{E}|z|$ and its form"
        )
        yield held(f"{case}, inequality", limit, values, quantity=r"$\frac12\mathbb{E}|z|$ and the bound")


@claim(
    "dpdqn-v1/lemma10-base",
    sound={r"$z$ of variance $2(1 - e^{-\beta})\sigma^2$, the difference of the ends": {"variance": OF_DIFFERENCE}},
)
def base_v1(trial: Trial, *, variance: Formula = PRINTED) -> Iterator[Evidence]:
    """Compare E max(f(0), f(1)) with half the mean of |z| for z of the printed variance."""
    for beta in (Fraction(1, 1000), Fraction(1), Fraction(10)):
        yield ball(
            rf"$\beta = {beta}$",
            mean_of_ends(exact_ball(beta)),
            "<=",
            enclose(half_modulus(variance), {"beta": beta, "sigma": 1}) + CLOSE,  # equality for the right variance
            quantity=MEAN,
            detail=r"$2^{-40}$ is added on the right, so that an equality is decided",
            certificate=_too_small(trial.formal, beta),
        )


def _too_small(formal: Formal, beta: Fraction) -> Certificate:
    """Certify that the mean of the maximum of the two ends exceeds half the mean of |z|."""
    says = f"With beta = {beta} and sigma = 1 the mean of max(f(0), f(1)) exceeds half the mean of |z|."
    return instance(formal, says, {"beta": beta, "sigma": 1})
