r"""Appendix E.3: J p "as a tight bound" 1 - (1 - p)^J, p the exponential of Theorem 5.

Let q = P(max f >= 2k) for one path. For J independent paths

    P(all stay below 2k) = (1 - q)^J,    P(some path reaches 2k) = 1 - (1 - q)^J,

and q <= p (Lemma 8, for sigma <= 1) gives 1 - (1 - q)^J <= 1 - (1 - p)^J <= J p. The text calls the middle the
probability that all paths are bounded by 2k; it bounds that of the opposite. For sigma > 1 it is no bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from flint import arb

from tabular.gaussian.normal import normal_tail
from tabular.noise.path_maximum import tail_ball
from tabular.numbers.balls import ball as exact_ball
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Region, ball
from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.formula import Formula
from theory_checks.core.interpret import enclose
from theory_checks.papers.dpdqn.common.published_parameters import PATHS
from theory_checks.papers.dpdqn.maximum._unions import at_least_one

PRINTED = formal_of(__file__, "dpdqn/e3-tight-bound", "some-path-exceeds").let["p"]
REPAIRED = formal_of(__file__, "dpdqn/e3-tight-bound/repaired").let["p"]
Event = Callable[[arb, int], arb]  # (q, J) -> probability of the event
BETA = Fraction(1, 10000)


def all_bounded(q: arb, J: int) -> arb:
    """Return the probability (1 - q)^J that all paths stay below the level."""
    return (1 - q) ** J


@claim(
    "dpdqn/e3-tight-bound",
    reading="all-bounded",
    sound={"some path reaches $2k$, the opposite event": {"event": at_least_one}},
)
def is_the_probability(trial: Trial, *, event: Event = all_bounded) -> Iterator[Finding]:
    """Compare the probability of the event, by the law of the maximum, with the expression."""
    values = {"beta": BETA, "sigma": 1}
    for k, J in ((Fraction(2), 1), (Fraction(3), PATHS)):
        q = tail_ball(2 * k, BETA, 4)
        yield ball(
            rf"$\beta = {BETA}$, $\sigma = 1$, $k = {k}$, $J = {J}$",
            event(q, J),
            "<=",
            at_least_one(enclose(PRINTED, {**values, "k": k}), J),
            quantity=r"probability of the event, and $1 - (1 - p)^J$",
            certificate=_likely(trial.formal, k, J),
        )


def _likely(formal: Formal, k: Fraction, J: int) -> Certificate:
    """Certify that all paths stay below 2k more often than the expression says."""
    says = f"With beta = {BETA}, sigma = 1, k = {k} all {J} paths stay bounded more often than the expression says."
    return instance(formal, says, {"beta": BETA, "sigma": 1, "k": k, "J": J}, part=1)


INSIDE = [  # beta, sigma, k, J
    (Fraction(1, 100), Fraction(1), Fraction(1), 1),
    (Fraction(1, 100), Fraction(1), Fraction(1), 2),
    (Fraction(1, 100), Fraction(1, 2), Fraction(3, 2), PATHS),
]
OUTSIDE = [
    (BETA, Fraction(2), Fraction(3, 2), 1),
    (BETA, Fraction(2), Fraction(3, 2), PATHS),
    (Fraction(1), Fraction(2), Fraction(18), PATHS),
    (BETA, Fraction(101, 100), Fraction(14), 1),
    (BETA, Fraction(101, 100), Fraction(14), PATHS),
]


@claim(
    "dpdqn/e3-tight-bound",
    reading="some-path-exceeds",
    sound={r"the repaired Lemma 8 in place of Lemma 8": {"p": REPAIRED}},
)
def bounds_the_opposite(trial: Trial, *, p: Formula = PRINTED) -> Iterator[Evidence]:
    """Compare the probability that some path reaches 2k with the expression, and this with J p."""
    for evidence in _inside(p):
        yield replace(evidence, region=Region.INSIDE)
    for case, evidence in zip(OUTSIDE, _outside(p), strict=True):
        yield replace(evidence, region=Region.OUTSIDE, certificate=_too_small(trial.formal, *case))


@claim("dpdqn/e3-tight-bound/repaired", broken={"the exponential of Theorem 5": {"p": PRINTED}})
def tight_repaired(trial: Trial, *, p: Formula = REPAIRED) -> Iterator[Evidence]:
    """Compare lower bounds and enclosures of the probability that some path reaches 2k with the expression."""
    yield from _inside(p)
    yield from _outside(p)


def _inside(p: Formula) -> Iterator[Evidence]:
    """Compare the law of the maximum with the expression, and this with J p."""
    for beta, sigma, k, paths in INSIDE:
        one = enclose(p, {"beta": beta, "sigma": sigma, "k": k})
        q = tail_ball(2 * k / sigma, beta, 20)
        case = rf"$\beta = {beta}$, $\sigma = {sigma}$, $k = {k}$, $J = {paths}$"
        yield _compared(f"{case}: the paths", at_least_one(q, paths), at_least_one(one, paths))
        if paths > 1:  # for one path the two terms are the same
            yield _compared(f"{case}: the two terms", at_least_one(one, paths), paths * one)


def _outside(p: Formula) -> Iterator[Evidence]:
    """Compare what one value of each path gives alone with the expression."""
    for beta, sigma, k, paths in OUTSIDE:
        one = enclose(p, {"beta": beta, "sigma": sigma, "k": k})
        value = normal_tail(exact_ball(2 * k / sigma))
        case = rf"$\beta = {beta}$, $\sigma = {sigma}$, $k = {k}$, $J = {paths}$: one value of each path"
        yield _compared(case, at_least_one(value, paths), at_least_one(one, paths))


def _compared(case: str, left: arb, right: arb) -> Evidence:
    return ball(case, left, "<=", right, quantity="smaller and larger side")


def _too_small(formal: Formal, beta: Fraction, sigma: Fraction, k: Fraction, J: int) -> Certificate:
    """Certify that some path reaches 2k, at one point alone, more often than the expression says."""
    says = f"With beta = {beta}, sigma = {sigma} and k = {k} the expression is too small for {J} paths."
    return instance(formal, says, {"beta": beta, "sigma": sigma, "k": k, "J": J})
