r"""Section 3.2: what a union bound over the noise values would give instead of Lemma 8.

N noise values are N(0, sigma^2), those of one path with correlations exp(-beta |x - y|) >= 0. The printed exponential
is a growth, not a tail: it exceeds 1, and for even T the expression is soon negative. With the exponent of Theorem 5 in
its place it is a probability, and tiny at the published values; with a minus sign it is above the target of the text
for one of the two published sigma.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from tabular.gaussian.normal import normal_tail
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.formula import Formula, Term
from theory_checks.core.interpret import enclose, substitute
from theory_checks.papers.dpdqn.common.published_parameters import HORIZON, NOISE_BOUNDS, SIGMAS, inverse_beta
from theory_checks.papers.dpdqn.maximum._claims import CLOSE, held
from theory_checks.papers.dpdqn.maximum._unions import at_least_one, pair_tail

GROWTH, GAUSSIAN, LINEAR = (
    formal_of(__file__, "dpdqn/union-tail-expression", reading).let["p"]
    for reading in ("as-printed", "gaussian-exponent", "minus-sign")
)  # what stands for the tail of one value
NOISE_BOUND = NOISE_BOUNDS["k-23"]
TARGET = Fraction(1, 10**4)  # the delta that Appendix E.3 aims at


_PRINTED_CASES = [  # k, beta, sigma, T
    (Fraction(1), Fraction(1), Fraction(1), 2),
    (Fraction(1), Fraction(1, 4), Fraction(1, 2), 100),
    (NOISE_BOUND, 1 / inverse_beta(NOISE_BOUND), SIGMAS[Fraction(9, 10)], 2),
]


@claim(
    "dpdqn/union-tail-expression",
    reading="as-printed",
    sound={r"the exponent $-(2k - \sqrt{\beta}\sigma)^2/2$": {"single": GAUSSIAN}},
)
def printed_expression(trial: Trial, *, single: Formula = GROWTH) -> Iterator[Evidence]:
    """Compare the probability that one value alone exceeds 2k with the expression."""
    for k, beta, sigma, T in _PRINTED_CASES:
        one = enclose(single, {"k": k, "beta": beta, "sigma": sigma})
        yield ball(
            rf"$k = {k}$, $\beta = {beta}$, $\sigma = {sigma}$, $T = {T}$",
            normal_tail(enclose(2 * k / sigma)),
            "<=",
            at_least_one(one, T),
            quantity=r"$\mathbb{P}(f(0) \geq 2k)$ and the expression",
            certificate=_negative(trial.formal, k, beta, sigma, T),
        )


def _negative(formal: Formal, k: Fraction, beta: Fraction, sigma: Fraction, T: int) -> Certificate:
    """Certify that the tail of one value, a probability, exceeds the expression, which is negative, so for every C."""
    values: dict[str, Term] = {"k": k, "beta": beta, "sigma": sigma, "T": T, "C": 1}
    says = f"With k = {k}, beta = {beta}, sigma = {sigma} and T = {T} the expression is negative."
    return replace(instance(formal, says, values), facts=[substitute(formal.right, values) < 0])


@claim(
    "dpdqn/union-tail-expression",
    reading="gaussian-exponent",
    sound={r"$10^{300}$ noise values in place of 5000": {"values": 10**300}},
)
def gaussian_expression(trial: Trial, *, values: int = HORIZON) -> Iterator[Evidence]:
    """Compare T exp(-(2k - sqrt(beta) sigma)^2/2), which the expression does not exceed, with 1e-4."""
    beta = 1 / inverse_beta(NOISE_BOUND)
    for sigma in SIGMAS.values():
        yield ball(
            rf"$k = {NOISE_BOUND}$, $\sigma = {float(sigma):g}$",
            values * enclose(GAUSSIAN, {"k": NOISE_BOUND, "beta": beta, "sigma": sigma}),
            ">=",
            enclose(TARGET),
            quantity=r"$T\exp(-(2k - \sqrt{\beta}\sigma)^2/2)$, which the expression does not exceed",
            certificate=_below_target(trial.formal, beta, sigma),
        )


def _below_target(formal: Formal, beta: Fraction, sigma: Fraction) -> Certificate:
    says = f"With the values of Appendix E.3 and sigma = {float(sigma):g} the expression is below the target 1e-4."
    return instance(formal, says, {"beta": beta, "sigma": sigma, "k": NOISE_BOUND, "T": HORIZON})


@claim(
    "dpdqn/union-tail-expression",
    reading="minus-sign",
    sound={r"$10^{300}$ noise values in place of 5000": {"values": 10**300}},
)
def linear_expression(trial: Trial, *, values: int = HORIZON) -> Iterator[Evidence]:
    """Compare 1 - (1 - p)^T, or its upper bound T p, p = exp(-(2k - sqrt(beta) sigma)), with 1e-4."""
    beta = 1 / inverse_beta(NOISE_BOUND)
    for sigma, holds in ((min(SIGMAS.values()), False), (max(SIGMAS.values()), True)):
        p = enclose(LINEAR, {"k": NOISE_BOUND, "beta": beta, "sigma": sigma})
        yield ball(
            rf"$k = {NOISE_BOUND}$, $\sigma = {float(sigma):g}$",
            -(values * (-p).log1p()).expm1() if holds else values * p,
            ">=",
            enclose(TARGET),
            quantity="the expression" if holds else "$T p$, which the expression does not exceed",
            certificate=None if holds else _below_target(trial.formal, beta, sigma),
        )


SUM = formal_of(__file__, "dpdqn/union-tail-expression/repaired").claims[1].right


@claim(
    "dpdqn/union-tail-expression/repaired",
    broken={"the number of values forgotten": {"bound": substitute(SUM, {"N": 1})}},
)
def union_repaired(trial: Trial, *, bound: Formula | None = None) -> Iterator[Finding]:
    """Compare exact probabilities with the bounds, and show the bound at the published values."""
    first, second = trial.formal.claims
    reached = replace(first, right=bound or first.right)
    for rho in (Fraction(0), Fraction(1, 2), Fraction(99, 100)):
        for level in (Fraction(0), Fraction(1), Fraction(3)):
            values = {"tail": pair_tail(enclose(rho), enclose(level)), "N": 2, "c": level, "sigma": 1}
            case = rf"two values, correlation ${rho}$, $c = {level}\,\sigma$"
            room = 0 if rho else CLOSE  # independent values attain the bound
            yield held(case, reached, values, room=room, quantity=r"$\mathbb{P}(\max(f(x), f(y)) \geq c)$")
    for N, c, sigma in (
        (1, 1, Fraction(3)),
        (1, 1, Fraction(1, 3)),
        (1, -2, 1),
        *((N, 4, 1) for N in (1, 2, 128, 2 * HORIZON)),
    ):
        values = {"tail": normal_tail(enclose(Fraction(c) / sigma)), "N": N, "c": c, "sigma": sigma}
        case = f"$N = {N}$, " + (rf"$c = {c}\sigma$" if sigma == 1 else rf"$c = {c}$, $\sigma = {sigma}$")
        room = CLOSE if N == 1 else 0  # for one value the two bounds are its tail
        yield held(case, second, values, room=room, quantity="the two bounds")
        if N == 1:
            yield held(f"{case}: one value", reached, values, room=room, quantity=r"$\mathbb{P}(f(x) \geq c)$")
    for sigma in SIGMAS.values():
        small = enclose(second.right, {"N": 2 * HORIZON, "c": 2 * NOISE_BOUND, "sigma": sigma})
        case = rf"Appendix E.3, $k = 23$, $\sigma = {float(sigma):g}$, $N = 2T$"
        yield ball(case, small, "<", enclose(TARGET), quantity="the union bound and the target")
