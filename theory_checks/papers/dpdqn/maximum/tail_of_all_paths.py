r"""Appendix E.3: J p "as a tight bound" 1 - (1 - p)^J, p the exponential of Theorem 5.

Let q = P(max f >= 2k) for one path. For J independent paths

    P(all stay below 2k) = (1 - q)^J,    P(some path reaches 2k) = 1 - (1 - q)^J,

and q <= p (Lemma 8, for sigma <= 1) gives 1 - (1 - q)^J <= 1 - (1 - p)^J <= J p. The text calls the middle the
probability that all paths are bounded by 2k; it bounds that of the opposite. For sigma > 1 it is no bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

from flint import arb

from tabular.gaussian.normal import normal_tail
from tabular.noise.path_maximum import tail_ball
from tabular.numbers.balls import ball as exact_ball
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Region, ball
from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.formula import Relation
from theory_checks.core.interpret import enclose
from theory_checks.papers.dpdqn.common.certified import rounded_up
from theory_checks.papers.dpdqn.common.published_parameters import PATHS
from theory_checks.papers.dpdqn.maximum._claims import CLOSE, held
from theory_checks.papers.dpdqn.maximum._unions import at_least_one

PRINTED = formal_of(__file__, "dpdqn/e3-tight-bound", "some-path-exceeds")
REPAIRED = formal_of(__file__, "dpdqn/e3-tight-bound/repaired")
Claims = Sequence[Relation]
Case = tuple[Fraction, Fraction, Fraction, int]  # beta, sigma, k, J
Event = Callable[[arb, int], arb]  # (q, J) -> probability of the event
BETA = Fraction(1, 10000)
BITS = 1024  # for 1 - (1 - p)^J with tiny p
SIDES = "smaller and larger side"


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
            at_least_one(enclose(PRINTED.let["p"], {**values, "k": k}), J),
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
FAR_ABOVE = {  # the path is so much more often above 2k than one value of it that the shift is needed
    "printed": (Fraction(1), Fraction(1), Fraction(9, 2), 1),
    "repaired": (Fraction(1), Fraction(100), Fraction(300), 1),
}
INSIDE_VALUES = [  # one value of each path comes near to the bound
    (BETA, Fraction(1), Fraction(10), 1),
    (BETA, Fraction(1), Fraction(10), 2),
    (BETA, Fraction(1), Fraction(2), 1),
    (BETA, Fraction(1), Fraction(1, 20), 2),
    (BETA, Fraction(1), Fraction(1, 20), 20),
    (BETA, Fraction(1, 100), Fraction(1, 2000), 1),
]
OUTSIDE = [
    (BETA, Fraction(2), Fraction(3, 2), 1),
    (BETA, Fraction(2), Fraction(3, 2), PATHS),
    (Fraction(1), Fraction(2), Fraction(18), PATHS),
    (BETA, Fraction(101, 100), Fraction(14), 1),
    (BETA, Fraction(101, 100), Fraction(14), PATHS),
]
SCALES = [  # beta, sigma
    (beta, sigma) for beta in (Fraction(1, 100), Fraction(4)) for sigma in (Fraction(1, 3), Fraction(1), Fraction(3))
]


@claim(
    "dpdqn/e3-tight-bound",
    reading="some-path-exceeds",
    sound={r"the repaired Lemma 8 in place of Lemma 8": {"claims": REPAIRED.claims}},
)
def bounds_the_opposite(trial: Trial, *, claims: Claims | None = None) -> Iterator[Evidence]:
    """Compare the probability that some path reaches 2k with the expression, and this with J p."""
    claims = claims or trial.formal.claims
    for evidence in (*_inside(claims, FAR_ABOVE["printed"]), *_values(claims, INSIDE_VALUES)):
        yield replace(evidence, region=Region.INSIDE)
    for case, evidence in zip(OUTSIDE, _values(claims, OUTSIDE), strict=True):
        yield replace(evidence, region=Region.OUTSIDE, certificate=_too_small(trial.formal, *case))
    yield from _two_terms(claims[1], trial.formal)


@claim("dpdqn/e3-tight-bound/repaired", broken={"the exponential of Theorem 5": {"claims": PRINTED.claims}})
def tight_repaired(trial: Trial, *, claims: Claims | None = None) -> Iterator[Evidence]:
    """Compare lower bounds and enclosures of the probability that some path reaches 2k with the expression."""
    claims = claims or trial.formal.claims
    yield from _inside(claims, FAR_ABOVE["repaired"])
    yield from _values(claims, (*INSIDE_VALUES, (BETA, Fraction(1, 2), Fraction(5), 1), *OUTSIDE))
    yield from _two_terms(claims[1], trial.formal)


def _inside(claims: Claims, far_above: Case) -> Iterator[Evidence]:
    """Compare the law of the maximum with the expression, and this with J p."""
    for beta, sigma, k, paths in (*INSIDE, far_above):
        q = tail_ball(2 * k / sigma, beta, 20 if beta < 1 else 4)
        values = {"beta": beta, "sigma": sigma, "k": k, "J": paths, "probability": at_least_one(q, paths)}
        case = rf"$\beta = {beta}$, $\sigma = {sigma}$, $k = {k}$, $J = {paths}$"
        yield held(f"{case}: the paths", claims[0], values, bits=BITS, quantity=SIDES)
        if paths > 1:  # for one path the two terms are the same
            yield held(f"{case}: the two terms", claims[1], values, bits=BITS, quantity=SIDES)


def _values(claims: Claims, cases: Sequence[Case]) -> Iterator[Evidence]:
    """Compare what one value of each path gives alone with the expression."""
    for beta, sigma, k, paths in cases:
        value = at_least_one(normal_tail(exact_ball(2 * k / sigma)), paths)
        case = rf"$\beta = {beta}$, $\sigma = {sigma}$, $k = {k}$, $J = {paths}$: one value of each path"
        values = {"beta": beta, "sigma": sigma, "k": k, "J": paths, "probability": value}
        yield held(case, claims[0], values, bits=BITS, quantity=SIDES)


def _two_terms(second: Relation, formal: Formal) -> Iterator[Evidence]:
    """Compare the two terms for one path, for which they are the same, and for two, near the least k and beyond."""
    least = formal.domain.relations[2].right  # what 2k exceeds
    for (beta, sigma), paths in product(SCALES, (1, 2)):
        at = {"beta": beta, "sigma": sigma}
        start = rounded_up(enclose(least, at))
        for level in (start + Fraction(1, 2), start + 2, 2 * start, 100 * start):
            case = rf"$\beta = {beta}$, $\sigma = {sigma}$, $2k = {float(level):g}$, $J = {paths}$: the two terms"
            yield held(case, second, {**at, "k": level / 2, "J": paths}, room=CLOSE, quantity=SIDES)


def _too_small(formal: Formal, beta: Fraction, sigma: Fraction, k: Fraction, J: int) -> Certificate:
    """Certify that some path reaches 2k, at one point alone, more often than the expression says."""
    says = f"With beta = {beta}, sigma = {sigma} and k = {k} the expression is too small for {J} paths."
    return instance(formal, says, {"beta": beta, "sigma": sigma, "k": k, "J": J})
