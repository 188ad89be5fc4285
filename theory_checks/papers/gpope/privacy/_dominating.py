"""The dominating pair of one step, and the repaired bound of its moments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations_with_replacement, product
from math import ceil

from flint import arb, ctx

from tabular.privacy.normal_mixtures import NormalMixture, mixture_log_moment_ball, mixture_of
from tabular.privacy.subsampled import Direction, log_moment_ball
from theory_checks.core.domain import holds
from theory_checks.core.evidence import Evidence, Outcome
from theory_checks.core.formal import formal_of
from theory_checks.core.interpret import enclose, exact
from theory_checks.papers.gpope.privacy._one_step import BITS, Bound, Step, compared

LEMMA1 = formal_of(__file__, "gpope/lemma1/repaired")
COVERED = LEMMA1.domain.relations[0]
LARGEST_W = exact(COVERED.right)
MIXTURE_BITS = 40
Records = tuple[int, ...]


def is_covered(step: Step, largest: Fraction = LARGEST_W) -> bool:
    """Tell whether the w of the repaired Lemma 1 is at most so large."""
    return holds(COVERED.left <= largest, {**step.at_distance_two, "n": ceil(step.order)})


def repaired_bound(step: Step) -> arb:
    """Return the right side of the repaired Lemma 1."""
    return enclose(LEMMA1.right, step.at_distance_two)


@cache
def dominating_moment(step: Step) -> arb:
    """Return the log moment of the dominating pair."""
    with ctx.workprec(BITS):
        return log_moment_ball(step.pair, step.order, Direction.DOMINATING, 40)


def for_all_neighbours(step: Step, bound: Bound, case: str = "") -> Evidence:
    """Compare a bound with the log moment of the dominating pair, and refute it only by a pair that is attained."""
    above = compared(step, bound, dominating_moment, case=case)
    if above.outcome is Outcome.HOLDS:
        return above
    below = compared(step, bound, attained_moment, case=f"two neighbours, {step.name}")
    return below if below.outcome is Outcome.FAILS else replace(above, outcome=Outcome.UNDECIDED)


def attained_moment(step: Step) -> arb:
    """Return the log moment of two neighbours: all gradients -1, and one of them turned."""
    return log_moment_ball(step.pair, step.order, Direction.REMOVE, 40)


def neighbours(m: int, gradients: Records = (-1, 0, 1)) -> Iterator[tuple[Records, Records]]:
    """Yield all pairs of data sets of m records that differ in one record, up to the order of the others."""
    for others in combinations_with_replacement(gradients, m - 1):
        for record, substitute in product(gradients, repeat=2):
            if record != substitute:
                yield (*others, record), (*others, substitute)


def largest_of(
    pairs: Iterable[tuple[Records, Records]],
    law: Callable[[Records], NormalMixture],
    order: int = 1,
    bits: int = MIXTURE_BITS,
) -> arb:
    """Return the largest log moment of pairs of data sets, given the law of the output on one."""
    return reduce(arb.max, (mixture_log_moment_ball(law(a), law(b), order, bits) for a, b in pairs))


@cache
def largest_moment(m: int, sigma: Fraction, order: int) -> arb:
    """Return the largest log moment of all neighbours of m records with gradients in {-1, 0, 1}."""
    half = [pair for pair in neighbours(m) if pair <= (_turned(pair[0]), _turned(pair[1]))]  # the others mirror them
    return largest_of(half, lambda data: mixture_of(data, sigma), order)


def _turned(records: Records) -> Records:
    return (*sorted(-g for g in records[:-1]), -records[-1])
