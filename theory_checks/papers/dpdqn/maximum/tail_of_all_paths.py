r"""Appendix E.3: J exp(-(2k - 8.68 sqrt(beta) sigma)^2/2) "as a tight bound" 1 - (1 - p)^J, p the exponential.

Let q = P(max f >= 2k) for one path. For J independent paths

    P(all stay below 2k) = (1 - q)^J,    P(some path reaches 2k) = 1 - (1 - q)^J,

and q <= p (Lemma 8, for sigma <= 1) gives 1 - (1 - q)^J <= 1 - (1 - p)^J <= J p. The text calls the middle the
probability that all paths are bounded by 2k; it bounds that of the opposite. For sigma > 1 it is no bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from flint import arb

from tabular.noise.path_maximum import tail_ball
from tabular.numbers.balls import ball as enclose
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Region, ball
from theory_checks.core.formula import Formula, exp, ref, sqrt
from theory_checks.papers.dpdqn.common.published_parameters import LEMMA8, PATHS
from theory_checks.papers.dpdqn.maximum._tails import SHARP, TailBound, printed
from theory_checks.papers.dpdqn.maximum._unions import at_least_one, upper_tail

Event = Callable[[arb, int], arb]  # (q, J) -> probability of the event
BETA = Fraction(1, 10000)


def all_bounded(q: arb, J: int) -> arb:
    """Return the probability (1 - q)^J that all paths stay below the level."""
    return (1 - q) ** J


def some_exceeds(q: arb, J: int) -> arb:
    """Return the probability 1 - (1 - q)^J that some path reaches the level."""
    return at_least_one(q, J)


def single_tail(bound: TailBound, k: Fraction, beta: Fraction, sigma: Fraction) -> arb:
    """Return what a tail bound allows at the level 2k, which must be above its shift."""
    spread = enclose(sigma)
    return (-bound.exponent(spread, enclose(2 * k) - bound.shift(enclose(beta), spread))).exp()


@claim(
    "dpdqn/e3-tight-bound",
    reading="all-bounded",
    sound={"some path reaches $2k$, the opposite event": {"event": some_exceeds}},
)
def is_the_probability(trial: Trial, *, event: Event = all_bounded) -> Iterator[Finding]:
    """Compare the probability of the event, by the law of the maximum, with the expression."""
    bound, sigma = printed(LEMMA8), Fraction(1)
    for k, J in ((Fraction(2), 1), (Fraction(3), PATHS)):
        q = tail_ball(2 * k, BETA, 4)
        yield ball(
            rf"$\beta = {BETA}$, $\sigma = 1$, $k = {k}$, $J = {J}$",
            event(q, J),
            "<=",
            at_least_one(single_tail(bound, k, BETA, sigma), J),
            quantity=r"probability of the event, and $1 - (1 - p)^J$",
            certificate=_growing(trial, k, J),
        )


def _growing(trial: Trial, k: Fraction, J: int) -> Certificate:
    """Certify that the expression grows with the number of paths, which the probability of the text cannot."""
    return Certificate(
        says=f"With beta = {BETA}, sigma = 1, k = {k} the expression is larger for {J + 1} paths than for {J}: it is "
        "not the probability that all paths stay bounded, at one of the two numbers at least.",
        constants={"beta": BETA, "sigma": 1, "k": k, "p": _exponential()},
        assumed=["That one path more stays bounded too is not more probable."],
        conclusion=_expression(J + 1) > _expression(J),
    )


def _expression(J: int) -> Formula:
    """Return 1 - (1 - p)^J."""
    return 1 - (1 - ref("p")) ** J


def _exponential() -> Formula:
    """Return exp(-(2k - 8.68 sqrt(beta) sigma)^2/2)."""
    gap = 2 * ref("k") - LEMMA8 * sqrt(ref("beta")) * ref("sigma")
    return exp(-(gap**2 / 2))


INSIDE = [  # beta, sigma, k, J
    (Fraction(1, 100), Fraction(1), Fraction(1), 1),
    (Fraction(1, 100), Fraction(1), Fraction(1), 2),
    (Fraction(1, 100), Fraction(1, 2), Fraction(3, 2), PATHS),
]
OUTSIDE = [
    (BETA, Fraction(2), Fraction(3, 2), 1),
    (BETA, Fraction(2), Fraction(3, 2), PATHS),
    (Fraction(1), Fraction(2), Fraction(18), PATHS),
]


@claim(
    "dpdqn/e3-tight-bound",
    reading="some-path-exceeds",
    sound={r"the repaired Lemma 8 in place of Lemma 8": {"bound": SHARP}},
)
def bounds_the_opposite(trial: Trial, *, bound: TailBound | None = None) -> Iterator[Evidence]:
    """Compare the probability that some path reaches 2k with the expression, and this with J p."""
    tail = bound or printed(LEMMA8)
    for beta, sigma, k, paths in INSIDE:
        p = single_tail(tail, k, beta, sigma)
        q = tail_ball(2 * k / sigma, beta, 20)
        case = rf"$\beta = {beta}$, $\sigma = {sigma}$, $k = {k}$, $J = {paths}$"
        yield _compared(f"{case}: the paths", some_exceeds(q, paths), at_least_one(p, paths), Region.INSIDE)
        if paths > 1:  # for one path the two terms are the same
            yield _compared(f"{case}: the two terms", at_least_one(p, paths), paths * p, Region.INSIDE)
    for beta, sigma, k, paths in OUTSIDE:
        p, one = single_tail(tail, k, beta, sigma), upper_tail(enclose(2 * k / sigma))
        case = rf"$\beta = {beta}$, $\sigma = {sigma}$, $k = {k}$, $J = {paths}$: one value of each path"
        evidence = _certified(trial, beta, sigma, k) if bound is None else None
        yield _compared(case, some_exceeds(one, paths), at_least_one(p, paths), Region.OUTSIDE, evidence)


def _compared(
    case: str, left: arb, right: arb, region: Region = Region.WHOLE, certificate: Certificate | None = None
) -> Evidence:
    quantity = "smaller and larger side"
    return ball(case, left, "<=", right, quantity=quantity, region=region, certificate=certificate)


def _certified(trial: Trial, beta: Fraction, sigma: Fraction, k: Fraction) -> Certificate:
    """Certify that one path reaches 2k with a probability above p."""
    return Certificate(
        says=f"With beta = {beta}, sigma = {sigma} and k = {k} one path reaches 2k with a probability above p, so some "
        "of J paths does with a probability above 1 - (1 - p)^J, which increases with p.",
        constants={"beta": beta, "sigma": sigma, "k": k, "level": 2 * ref("k"), "p": _exponential()},
        given=[lemma("tail", "path-level", sigma=ref("sigma"), level=ref("level"))],
        conclusion=ref("tail") > ref("p"),
    )


@claim("dpdqn/e3-tight-bound/repaired", broken={"the exponential of Theorem 5": {"bound": printed(LEMMA8)}})
def tight_repaired(trial: Trial, *, bound: TailBound = SHARP) -> Iterator[Evidence]:
    """Compare lower bounds and enclosures of the probability that some path reaches 2k with the expression."""
    for beta, sigma, k, paths in INSIDE:
        q, p = tail_ball(2 * k / sigma, beta, 20), single_tail(bound, k, beta, sigma)
        case = rf"$\beta = {beta}$, $\sigma = {sigma}$, $k = {k}$, $J = {paths}$"
        yield _compared(f"{case}: the paths", some_exceeds(q, paths), at_least_one(p, paths))
        if paths > 1:
            yield _compared(f"{case}: the two terms", at_least_one(p, paths), paths * p)
    for beta, sigma, k, paths in OUTSIDE:
        one, p = upper_tail(enclose(2 * k / sigma)), single_tail(bound, k, beta, sigma)
        case = rf"$\beta = {beta}$, $\sigma = {sigma}$, $k = {k}$, $J = {paths}$: one value of each path"
        yield _compared(case, some_exceeds(one, paths), at_least_one(p, paths))
