r"""Section 3.2: what a union bound over the noise values would give instead of Lemma 8.

N noise values are N(0, sigma^2), those of one path with correlations exp(-beta |x - y|) >= 0. Then

    printed    P(one of T values >= 2k)  is of the order  1 - (1 - exp(2k - sqrt(beta) sigma))^T
    repaired   P(one of N values >= c)  <=  1 - Phi(c/sigma)^N  <=  N (1 - Phi(c/sigma)).

The printed exponential is a growth, not a tail: it exceeds 1, and for even T the expression is soon negative. With the
exponent -(2k - sqrt(beta) sigma)^2/2 of Theorem 5 in its place it is a probability, and tiny at the published values;
with a minus sign, exp(-(2k - sqrt(beta) sigma)), it is above the target of the text for one of the two published sigma.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from flint import acb, arb

from tabular.numbers.balls import ball as enclose
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Region, ball
from theory_checks.core.formula import Formula, exp, num, ref, sqrt
from theory_checks.papers.dpdqn.common.published_parameters import HORIZON, NOISE_BOUNDS, SIGMAS, inverse_beta
from theory_checks.papers.dpdqn.maximum._unions import at_least_one, upper_tail

Single = Callable[[arb, arb, arb], arb]  # (k, beta, sigma) -> what stands for the tail of one value
NOISE_BOUND = NOISE_BOUNDS["k-23"]
TARGET = Fraction(1, 10**4)  # the delta that Appendix E.3 aims at


def growth(k: arb, beta: arb, sigma: arb) -> arb:
    """Return exp(2k - sqrt(beta) sigma), as printed."""
    return (2 * k - beta.sqrt() * sigma).exp()


def gaussian(k: arb, beta: arb, sigma: arb) -> arb:
    """Return exp(-(2k - sqrt(beta) sigma)^2/2)."""
    return (-((2 * k - beta.sqrt() * sigma) ** 2) / 2).exp()


def linear(k: arb, beta: arb, sigma: arb) -> arb:
    """Return exp(-(2k - sqrt(beta) sigma))."""
    return (beta.sqrt() * sigma - 2 * k).exp()


_PRINTED_CASES = [  # k, beta, sigma, T
    (Fraction(1), Fraction(1), Fraction(1), 2),
    (Fraction(1), Fraction(1, 4), Fraction(1, 2), 100),
    (NOISE_BOUND, 1 / inverse_beta(NOISE_BOUND), SIGMAS[Fraction(9, 10)], 2),
]


@claim(
    "dpdqn/union-tail-expression",
    reading="as-printed",
    sound={r"the exponent $-(2k - \sqrt{\beta}\sigma)^2/2$": {"single": gaussian}},
)
def printed_expression(trial: Trial, *, single: Single = growth) -> Iterator[Evidence]:
    """Compare the probability that one value alone exceeds 2k with the expression."""
    for k, beta, sigma, T in _PRINTED_CASES:
        one = single(enclose(k), enclose(beta), enclose(sigma))
        yield ball(
            rf"$k = {k}$, $\beta = {beta}$, $\sigma = {sigma}$, $T = {T}$",
            upper_tail(enclose(2 * k / sigma)),
            "<=",
            at_least_one(one, T),
            quantity=r"$\mathbb{P}(f(0) \geq 2k)$ and the expression",
            certificate=_negative(trial, k, beta, sigma, T),
        )


def _negative(trial: Trial, k: Fraction, beta: Fraction, sigma: Fraction, T: int) -> Certificate:
    """Certify that the tail of one value, a probability, exceeds the expression, which is negative."""
    single = exp(2 * ref("k") - sqrt(ref("beta")) * ref("sigma"))
    return Certificate(
        says=f"With k = {k}, beta = {beta}, sigma = {sigma} and T = {T} the expression is negative.",
        constants={"k": k, "beta": beta, "sigma": sigma, "level": 2 * ref("k"), "single": single},
        given=[lemma("tail", "path-level", sigma=ref("sigma"), level=ref("level"))],
        facts=[1 - (1 - ref("single")) ** T < 0],
        conclusion=ref("tail") > 1 - (1 - ref("single")) ** T,
    )


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
            values * gaussian(enclose(NOISE_BOUND), enclose(beta), enclose(sigma)),
            ">=",
            enclose(TARGET),
            quantity=r"$T\exp(-(2k - \sqrt{\beta}\sigma)^2/2)$, which the expression does not exceed",
            certificate=_below_target(trial, beta, sigma, lambda gap: -(num(gap) * gap / 2)),
        )


def _below_target(trial: Trial, beta: Fraction, sigma: Fraction, exponent: Callable[[Formula], Formula]) -> Certificate:
    """Certify that T p is below 1e-4, p the exponential of a function of the gap."""
    gap = num(2) * NOISE_BOUND - sqrt(ref("beta")) * ref("sigma")
    return Certificate(
        says=f"With the values of Appendix E.3 and sigma = {float(sigma):g} the expression is below the target 1e-4.",
        constants={
            "beta": beta,
            "sigma": sigma,
            "gap": gap,
            "single": exp(exponent(ref("gap"))),
            "T": HORIZON,
        },
        facts=[ref("single") < 1],
        assumed=["1 - (1 - p)^T <= T p for 0 <= p <= 1 (Bernoulli)."],
        conclusion=ref("T") * ref("single") < TARGET,
    )


@claim(
    "dpdqn/union-tail-expression",
    reading="minus-sign",
    sound={r"$10^{300}$ noise values in place of 5000": {"values": 10**300}},
)
def linear_expression(trial: Trial, *, values: int = HORIZON) -> Iterator[Evidence]:
    """Compare 1 - (1 - p)^T, or its upper bound T p, p = exp(-(2k - sqrt(beta) sigma)), with 1e-4."""
    beta = 1 / inverse_beta(NOISE_BOUND)
    for region, sigma in ((Region.OUTSIDE, min(SIGMAS.values())), (Region.INSIDE, max(SIGMAS.values()))):
        p = linear(enclose(NOISE_BOUND), enclose(beta), enclose(sigma))
        inside = region is Region.INSIDE
        yield ball(
            rf"$k = {NOISE_BOUND}$, $\sigma = {float(sigma):g}$",
            -(values * (-p).log1p()).expm1() if inside else values * p,
            ">=",
            enclose(TARGET),
            quantity="the expression" if inside else "$T p$, which the expression does not exceed",
            region=region,
            certificate=None if inside else _below_target(trial, beta, sigma, lambda gap: -num(gap)),
        )


Bound = Callable[[int, arb], arb]  # (number of values, c/sigma) -> bound of the probability that one reaches c


def product_bound(values: int, level: arb) -> arb:
    """Return 1 - Phi(c/sigma)^N."""
    return 1 - (1 - upper_tail(level)) ** values


def one_value(values: int, level: arb) -> arb:
    """Return 1 - Phi(c/sigma), with the number of values forgotten."""
    del values
    return upper_tail(level)


@claim("dpdqn/union-tail-expression/repaired", broken={"the number of values forgotten": {"bound": one_value}})
def union_repaired(trial: Trial, *, bound: Bound = product_bound) -> Iterator[Finding]:
    """Compare the exact probability for two values with the bounds, and show the bound at the published values."""
    for rho in (Fraction(0), Fraction(1, 2), Fraction(99, 100)):
        for level in (Fraction(0), Fraction(1), Fraction(3)):
            exact, limit = pair_tail(enclose(rho), enclose(level)), bound(2, enclose(level))
            slack = arb(2) ** -40 if rho == 0 else arb(0)  # independent values attain the bound
            case = rf"two values, correlation ${rho}$, $c = {level}\,\sigma$"
            yield ball(case, exact, "<=", limit + slack, quantity=r"$\mathbb{P}(\max(f(x), f(y)) \geq c)$")
    for values in (1, 2, 128, 2 * HORIZON):
        level = arb(4)
        slack = arb(2) ** -40 if values == 1 else arb(0)  # for one value the two bounds are the same
        case = rf"$N = {values}$, $c = 4\sigma$"
        yield ball(
            case,
            product_bound(values, level),
            "<=",
            values * upper_tail(level) + slack,
            quantity="the two bounds",
        )
    for sigma in SIGMAS.values():
        small = 2 * HORIZON * upper_tail(enclose(2 * NOISE_BOUND / sigma))
        case = rf"Appendix E.3, $k = 23$, $\sigma = {float(sigma):g}$, $N = 2T$"
        yield ball(case, small, "<", enclose(TARGET), quantity="the union bound and the target")


def pair_tail(rho: arb, level: arb) -> arb:
    """Return P(max(X, Y) >= level) for standard normals with correlation rho: all but both below the level."""
    spread, cut = (1 - rho * rho).sqrt(), 12

    def below(x: acb, _: bool) -> acb:
        density = (-x * x / 2).exp() / (2 * arb.pi()).sqrt()
        return density * (-(level - rho * x) / spread / arb(2).sqrt()).erfc() / 2

    inner = acb.integral(below, -cut, acb(level), abs_tol=arb(2) ** -50).real
    return 1 - inner - arb(0).union(upper_tail(arb(cut)).upper())
