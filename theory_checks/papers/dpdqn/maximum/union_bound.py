r"""The introduction: Lemma 8 "is significantly better than a union bound of all noise samples".

For N noise values of level sigma and the level c the union bound is N (1 - Phi(c/sigma)). At the level of Lemma 8,
c = 8.68 sqrt(beta) sigma + u, the lemma allows p = exp(-u^2/2). It is the better of the two iff

    p <= N (1 - Phi(8.68 sqrt(beta) + u/sigma)),  that is  N >= N_0 = p/(1 - Phi(8.68 sqrt(beta) + u/sigma)).

N_0 does not depend on N, so the lemma wins for many values. For the beta of the paper N_0 is beyond all bounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from flint import arb

from tabular.noise.path_maximum import tail_ball
from tabular.numbers.balls import ball as enclose
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.exhibits import Table
from theory_checks.core.formula import Phi, log, ref, sqrt
from theory_checks.papers.dpdqn.common.published_parameters import (
    BUDGET,
    HORIZON,
    LEMMA8,
    NOISE_BOUNDS,
    PUBLISHED,
    inverse_beta,
)
from theory_checks.papers.dpdqn.maximum._unions import upper_tail

VALUES = 2 * HORIZON  # lines 19 and 20 read the noise at s_t and at s_{t+1}, T times
CASES = [  # beta, sigma, u
    (Fraction(1, 10000), Fraction(1), Fraction(4)),
    (Fraction(1, 100), Fraction(1, 2), Fraction(2)),
    (Fraction(1), Fraction(1), Fraction(4)),
    (Fraction(100), Fraction(1, 2), Fraction(4)),
]
BOTH = r"what Lemma 8 allows, and the union bound at the same level"


def standard_level(beta: Fraction, sigma: Fraction, u: arb) -> arb:
    """Return the level of Lemma 8 in units of sigma."""
    return enclose(LEMMA8) * enclose(beta).sqrt() + u / enclose(sigma)


@claim(
    "dpdqn/intro-union-bound", reading="published-values", sound={r"$10^{300000}$ noise values": {"values": 10**300000}}
)
def published_values(trial: Trial, *, values: int = VALUES) -> Iterator[Finding]:
    """Compare the failure probability with the union bound at the level that Lemma 8 gives for it."""
    for k, sigma in PUBLISHED:
        beta = 1 / inverse_beta(k)
        level = standard_level(beta, sigma, (-2 * enclose(BUDGET).log()).sqrt())
        yield ball(
            rf"$k = {float(k):g}$, $\beta = {float(beta):.6g}$, $\sigma = {float(sigma):g}$",
            enclose(BUDGET),
            "<=",
            values * upper_tail(level),
            quantity=BOTH,
            detail=f"the level of Lemma 8 is {float(level * enclose(sigma)):.4g}, that of the union bound "
            f"{float(sigma) * _union_level():.4g}",
            certificate=_far_above(trial, beta, sigma),
        )


def _union_level() -> float:
    """Return the level in units of sigma at which the union bound is the failure probability, by bisection."""
    low, high = 0.0, 40.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if VALUES * upper_tail(arb(middle)) > enclose(BUDGET) else (low, middle)
    return low


def _far_above(trial: Trial, beta: Fraction, sigma: Fraction) -> Certificate:
    """Certify that the level of Lemma 8 is above 6 sigma, where the union bound is below the failure probability."""
    level = LEMMA8 * sqrt(ref("beta")) * ref("sigma") + sqrt(-2 * log(ref("p")))
    return Certificate(
        says=f"With beta = {float(beta):.6g}, sigma = {float(sigma):g} the union bound over {VALUES} values is below "
        "the failure probability already at 6 sigma, and Lemma 8 only far above.",
        constants={"beta": beta, "sigma": sigma, "p": BUDGET, "N": VALUES, "level": level},
        facts=[ref("level") > 6 * ref("sigma")],
        assumed=["The union bound N (1 - Phi(c/sigma)) decreases with the level c."],
        conclusion=ref("p") > ref("N") * Phi(-6),
    )


@claim(
    "dpdqn/intro-union-bound", reading="many-values", broken={"10000 noise values, as in the paper": {"values": VALUES}}
)
def many_values(trial: Trial, *, values: int | None = None) -> Iterator[Finding]:
    """Compare both bounds at the first number of values from which Lemma 8 is the better one."""
    for beta, sigma, u in CASES:
        N = first_number(beta, sigma, u) if values is None else values
        allowed, level = (-enclose(u * u) / 2).exp(), standard_level(beta, sigma, enclose(u))
        case = rf"$\beta = {beta}$, $\sigma = {sigma}$, $u = {u}$"
        yield ball(case, allowed, "<=", N * upper_tail(level), quantity=BOTH, detail=f"N has {len(str(N))} digits")
        if values is None and N > 1:
            below = (N // 2) * upper_tail(level)
            yield ball(f"{case}, half as many values", below, "<", allowed, quantity="the union bound, and Lemma 8")
    yield _numbers()


def first_number(beta: Fraction, sigma: Fraction, u: Fraction) -> int:
    """Return a number of values, at most one part in 10^12 above N_0, from which Lemma 8 is the better bound."""
    ratio = (-enclose(u * u) / 2).exp() / upper_tail(standard_level(beta, sigma, enclose(u)))
    return int((ratio * (1 + arb(2) ** -40)).upper().ceil().unique_fmpz() or 0)


def _numbers() -> Table:
    rows: list[list[str]] = []
    for beta in (
        Fraction(1, 10000),
        Fraction(1, 100),
        Fraction(1),
        Fraction(100),
        1 / inverse_beta(NOISE_BOUNDS["k-23"]),
    ):
        digits = [f"{_log10_number(beta, u):.1f}" for u in (Fraction(1), Fraction(4))]
        rows.append([f"{float(beta):.6g}", *digits])
    return Table(
        title=r"How many noise values it takes until Lemma 8 is the better bound ($\sigma = 1$)",
        columns=[r"$\beta$", r"$\log_{10} N_0$, $u = 1$", r"$\log_{10} N_0$, $u = 4$"],
        rows=rows,
        caption=r"The last $\beta$ is that of Appendix E.3 for $k = 23$. The paper's run reads $10^4$ values.",
    )


def _log10_number(beta: Fraction, u: Fraction) -> float:
    ratio = (-enclose(u * u) / 2).exp() / upper_tail(standard_level(beta, Fraction(1), enclose(u)))
    return float(ratio.log() / arb(10).log())


@claim("dpdqn/intro-union-bound/repaired", broken={"a million noise values": {"values": 10**6}})
def union_or_path(trial: Trial, *, values: int = VALUES) -> Iterator[Evidence]:
    """Compare the union bound over the values that are read with the true tail of the whole path."""
    for k in NOISE_BOUNDS.values():
        beta = 1 / inverse_beta(k)
        yield ball(
            rf"$k = {float(k):g}$, $\beta = {float(beta):.6g}$, $c = 6\sigma$",
            values * upper_tail(arb(6)),
            "<=",
            tail_ball(6, beta, 2),
            quantity=r"the union bound, and $\mathbb{P}(\max f > c)$",
        )
