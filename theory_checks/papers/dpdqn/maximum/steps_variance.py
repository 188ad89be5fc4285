r"""The proof of Lemma 8: variances of maxima.

For n independent N(0, s^2) variables Var max = v_n s^2 with v_1 = 1, v_2 = 1 - 1/pi and v_n <= 1 (Poincare: the
gradient of a maximum is a unit vector). So Var max <= s, as printed, holds exactly if s <= 1/v_n; Var max <= s^2
always. For the path with sigma = 1 the maximum over any points has a variance of at most 1 and, since it rises with
f(1/2) at a rate of at least exp(-beta/2), of at least exp(-beta): it does not vanish as the grid is refined.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial

from flint import arb

from tabular.numbers.balls import ball as exact_ball
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Region, ball, exact
from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.formula import Formula
from theory_checks.core.interpret import enclose
from theory_checks.core.interpret import exact as value
from theory_checks.papers.dpdqn.common.certified import certified
from theory_checks.papers.dpdqn.maximum._claims import held
from theory_checks.papers.dpdqn.maximum._levels import level_0_variances, variance_at_level_0

DEVIATION, VARIANCE = (formal_of(__file__, f"dpdqn/lemma8-variance-max{end}").right for end in ("", "/repaired"))
LEVEL, CONSTANT = (formal_of(__file__, f"dpdqn/lemma8-variance-level{end}").claims[1] for end in ("", "/repaired"))


FIRST = "the variance of the difference and the sum of the variances, over $\\sigma^2$"


def max_variance(n: int) -> arb:
    """Return v_n for n = 1, 2, 3: 1, 1 - 1/pi, 1 + sqrt(3)/(2 pi) - 9/(4 pi)."""
    pi = arb.pi()
    return (arb(1), 1 - 1 / pi, 1 + (arb(3).sqrt() / 2 - arb(9) / 4) / pi)[n - 1]


MAX_CASES = (
    (1, Fraction(1, 2), Region.INSIDE),
    (1, Fraction(1), Region.INSIDE),
    (2, Fraction(1), Region.INSIDE),
    (3, Fraction(1), Region.INSIDE),
    (2, Fraction(146, 100), Region.WHOLE),  # beyond the border for all n, and still within that for this one
    (3, Fraction(178, 100), Region.WHOLE),
    (1, Fraction(2), Region.OUTSIDE),
    (1, Fraction(101, 100), Region.OUTSIDE),
    (2, Fraction(147, 100), Region.OUTSIDE),
    (2, Fraction(2), Region.OUTSIDE),
)


@claim("dpdqn/lemma8-variance-max", sound={r"$\sigma_z^2$ in place of $\sigma_z$": {"power": VARIANCE}})
def variance_max(trial: Trial, *, power: Formula = DEVIATION) -> Iterator[Finding]:
    """Compare v_n s^2 with s, or with another power of s."""
    for n, sigma, region in MAX_CASES:
        compared = _compare_max(n, sigma, power, region)
        yield certified(compared, partial(_max_certificate, trial.formal, n, sigma))


def _compare_max(n: int, sigma: Fraction, power: Formula, region: Region) -> Evidence:
    case, quantity = f"$n = {n}$, $\\sigma_z = {sigma}$", r"$\operatorname{Var}[\max_i z_i]$ and the bound"
    limit = value(power, {"sigma_z": sigma})
    if n == 1:
        return exact(case, sigma**2, "<=", limit, quantity=quantity, region=region)
    return ball(case, max_variance(n) * exact_ball(sigma**2), "<=", exact_ball(limit), quantity=quantity, region=region)


def _max_certificate(formal: Formal, n: int, sigma: Fraction) -> Certificate:
    says = f"For $n = {n}$ and $\\sigma_z = {sigma}$ the variance of the maximum exceeds $\\sigma_z$."
    return instance(formal, says, {"n": n, "sigma_z": sigma})


@claim("dpdqn/lemma8-variance-max/repaired", broken={r"$\sigma_z$ in place of $\sigma_z^2$": {"power": DEVIATION}})
def variance_max_repaired(trial: Trial, *, power: Formula = VARIANCE) -> Iterator[Evidence]:
    """Compare v_n s^2 with s^2."""
    for n in (1, 2, 3):
        for sigma in (Fraction(1, 2), Fraction(1), Fraction(3)):
            yield _compare_max(n, sigma, power, Region.WHOLE)


@claim(
    "dpdqn/lemma8-variance-level",
    sound={r"$2\sigma^2$ in place of $2(\beta/2^n)\sigma^2$": {"bound": CONSTANT.right}},
)
def variance_level(trial: Trial, *, bound: Formula = LEVEL.right) -> Iterator[Finding]:
    """Check both inequalities for n = 0, and the second for n = 1 and the midpoints alone."""
    both = r"$(\operatorname{Var}[\max f_{2^n1}] + \operatorname{Var}[\max f_{2^n0}])/\sigma^2$"
    alone = r"$\operatorname{Var}[\max f_{2^n1}]/\sigma^2$ alone, for the two midpoints, and the bound"
    two, half = Fraction(2), Fraction(1, 2)
    for n, beta, left, quantity in (
        (0, two, level_0_variances(two), both),
        (0, half, level_0_variances(half), both),
        (1, half, midpoint_variance(half), alone),
    ):
        if n == 0:
            yield from _first_inequality(beta)
        case, right = (
            f"$n = {n}$, $\\beta = {beta}$, second inequality",
            enclose(bound, {"n": n, "beta": beta, "sigma": 1}),
        )
        compared = ball(case, left, "<=", right, quantity=quantity)
        yield certified(compared, partial(_level, trial.formal, n, beta))


def midpoint_variance(beta: Fraction) -> arb:
    """Return Var max(f(1/4), f(3/4)) = 1 - (1 - exp(-beta/2))/pi."""
    return 1 - (1 - exact_ball(-beta / 2).exp()) / arb.pi()


def _first_inequality(beta: Fraction) -> Iterator[Evidence]:
    yield ball(
        f"$n = 0$, $\\beta = {beta}$, first inequality",
        variance_at_level_0(beta),
        "<=",
        level_0_variances(beta),
        quantity=FIRST,
    )


def _level(formal: Formal, n: int, beta: Fraction) -> Certificate:
    says = f"For $n = {n}$, $\\beta = {beta}$, $\\sigma = 1$ the variances add up to more than the bound."
    made = instance(formal, says, {"n": n, "beta": beta, "sigma": 1, "difference": 0}, part=1)
    return replace(made, assumed=["The variance of the difference does not matter for this, and is put to 0."])


@claim("dpdqn/lemma8-variance-level/repaired", broken={r"$2(\beta/2^n)\sigma^2$": {"bound": LEVEL.right}})
def variance_level_repaired(trial: Trial, *, bound: Formula = CONSTANT.right) -> Iterator[Evidence]:
    """Check both inequalities for n = 0."""
    first, second = trial.formal.claims
    cases = ((Fraction(1, 1000), 1), (Fraction(1, 2), 1), (Fraction(1), 1), (Fraction(20), 1), (Fraction(1, 1000), 3))
    for beta, sigma in (*cases, (Fraction(1, 1000), Fraction(1, 3))):
        old = level_0_variances(beta) - 1
        units = {"difference": variance_at_level_0(beta), "new": arb(1), "old": old}
        values = {"n": 0, "beta": beta, "sigma": sigma, **{name: x * enclose(sigma) ** 2 for name, x in units.items()}}
        case = f"$n = 0$, $\\beta = {beta}$" + ("" if sigma == 1 else f", $\\sigma = {sigma}$")
        yield held(f"{case}, first inequality", first, values, quantity=FIRST)
        claimed = replace(second, right=bound)
        yield held(f"{case}, second inequality", claimed, values, quantity="the sum of the variances and its bound")
