r"""Several trajectories in one update: a batch of B out of m, drawn without replacement.

If every gradient is clipped before the mean is taken, one trajectory moves the mean by at most 2 h/B and is drawn with
probability B/m: the worst pair has q = B/m and distance D = 2/B, and

    q^2 (e^(D^2/sigma^2) - 1) = (B^2/m^2) (e^(4/(B^2 sigma^2)) - 1) <= (e^(4/sigma^2) - 1)/m^2,

so more trajectories reveal less. If the mean is clipped once, D = 2 stays and q grows. Lengths do not occur in either;
they do if the transitions of the batch are pooled (`pooled_transitions`).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations

from flint import arb, ctx

from tabular.privacy.normal_mixtures import NormalMixture, mixture_log_moment_ball, mixture_of
from tabular.privacy.subsampled import Direction, binomial_log_moment_ball, log_moment_ball
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formal import formal_of
from theory_checks.core.interpret import enclose
from theory_checks.papers.gpope.common.rounding import rounded
from theory_checks.papers.gpope.privacy._batch_pairs import (
    BITS,
    ONE,
    Way,
    batch_pair,
    clipped,
    dominating,
    mean_of_clipped,
)
from theory_checks.papers.gpope.privacy._certified import certified
from theory_checks.papers.gpope.privacy._dominating import Records, largest_of, neighbours, repaired_bound
from theory_checks.papers.gpope.privacy._one_step import Step, printed_bound

WIDE = 96
FOR_BATCHES = formal_of(__file__, "gpope/multi-trajectory/repaired").right


def mean_clipped_once(batch: Records) -> Fraction:
    """Return the mean of the gradients, clipped to 1."""
    return clipped(Fraction(sum(batch), len(batch)), ONE)


def batch_law(records: Records, size: int, way: Way, sigma: Fraction) -> NormalMixture:
    """Return the law of one update: a batch of that size drawn without replacement, plus noise of deviation sigma."""
    return mixture_of([way(batch) for batch in combinations(records, size)], sigma)


def worst_records(m: int, size: int) -> tuple[Records, Records]:
    """Return m gradients -1, one replaced by 2 size - 1: long enough to turn the mean of its batch into +1."""
    return (-1,) * (m - 1) + (2 * size - 1,), (-1,) * m


@cache
def largest_moment(m: int, size: int, way: Way, sigma: Fraction, raw: Records) -> arb:
    """Return the largest log moment of order 1 of all neighbours of m records with these gradients."""
    return largest_of(neighbours(m, raw), lambda data: batch_law(data, size, way, sigma))


CLIPPED_RAW, WILD_RAW = (-1, 0, 1), (-1, 0, 9)
SHAPES = ((3, 2, Fraction(2)), (4, 2, Fraction(2)), (4, 3, Fraction(3)))
FAR = (  # the bound is large, an order small, or the bounds of a batch and of one trajectory nearly equal
    *((Step(m, sigma, 1), 2) for m, sigma in ((10**5, Fraction(1, 4)), (10, 100))),
    *((Step(m, 100, order), 2) for m, order in ((10**4, Fraction(1, 100)), (10**4, 5))),
    (Step(10**4, 2, 3), 3),
    (Step(10, Fraction(1, 10), 1), 2),
)


@claim(
    "gpope/multi-trajectory", reading="every-way", sound={"the mean of three, clipped once": {"way": mean_clipped_once}}
)
def every_way(trial: Trial, *, way: Way = mean_of_clipped) -> Iterator[Finding]:
    """Compare the largest log moment of order 1 with the bound of Lemma 1."""
    raw = CLIPPED_RAW if way is mean_of_clipped else WILD_RAW
    for m, size, sigma in SHAPES:
        step = Step(m, sigma, 1)
        evidence = ball(
            f"$m = {m}$, batch of {size}, $\\sigma = {sigma}$, $\\lambda = 1$",
            largest_moment(m, size, way, sigma, raw),
            ">",
            printed_bound(step),
            quantity=r"largest $\alpha(\lambda)$ of neighbours, and the bound of Lemma 1",
        )
        says = f"{step.name}: with the mean of {size} clipped gradients no neighbours exceed the bound of Lemma 1."
        by = {"alpha": "first-log-moment-of-clipped-numbers"}
        yield certified(trial, evidence, says, {**step.constants, "B": size}, by=by)
    if way is mean_of_clipped:
        yield _figure()


def clipped_to_half(batch: Records) -> Fraction:
    """Return the mean of the gradients, clipped to 1/2."""
    return clipped(Fraction(sum(batch), len(batch)), ONE / 2)


PAIRS = ((10, 2, Fraction(2)), (100, 2, Fraction(4)))
ONCE = ((10, 3, Fraction(2)), (10, 5, Fraction(2)), (100, 3, Fraction(2)), (100, 10, Fraction(4)))


def _worst(m: int, size: int, way: Way, sigma: Fraction) -> arb:
    with ctx.workprec(WIDE):
        return binomial_log_moment_ball(batch_pair(m, size, way, sigma), 1)


@claim(
    "gpope/multi-trajectory",
    reading="clipped-once",
    broken={
        "every gradient clipped": {"way": mean_of_clipped},
        "the mean clipped to one half": {"way": clipped_to_half},
    },
    near=("the mean clipped to one half",),
)
def clipped_once(trial: Trial, *, way: Way = mean_clipped_once) -> Iterator[Evidence]:
    """Compare the moment of the worst data sets with the printed bound, from three on with the repaired one too."""
    for m, size, sigma in (*PAIRS, *ONCE):
        step = Step(m, sigma, 1)
        case, moment = f"{step.name}, batch of {size}", _worst(m, size, way, sigma)
        what = r"$\alpha(\lambda)$ of two data sets, and the bound"
        yield ball(case, moment, ">", printed_bound(step), quantity=f"{what} of Lemma 1")
        if size > 2:
            yield ball(case, moment, ">", repaired_bound(step), quantity=f"{what}, repaired")
        if m == 10 and size > 2:
            yield _from_records(step, size, way)


def _from_records(step: Step, size: int, way: Way) -> Evidence:
    """Compare the log moment of the laws of all batches with the repaired bound."""
    P, Q = (batch_law(records, size, way, Fraction(step.sigma)) for records in worst_records(step.m, size))
    return ball(
        f"{step.name}, all batches of {size} counted",
        mixture_log_moment_ball(P, Q, 1, BITS),
        ">",
        repaired_bound(step),
        quantity=r"$\alpha(\lambda)$ of two data sets, and the repaired bound",
    )


@claim(
    "gpope/multi-trajectory",
    reading="lengths-are-the-reason",
    sound={"every gradient clipped": {"way": mean_of_clipped}},
)
def lengths(trial: Trial, *, way: Way = mean_clipped_once) -> Iterator[Evidence]:
    """Compare the moment of the worst data sets, all trajectories of one transition, with the repaired bound."""
    for m, size, sigma in ONCE:
        step = Step(m, sigma, 1)
        evidence = ball(
            f"lengths 1, $m = {m}$, batch of {size}, $\\sigma = {sigma}$",
            _worst(m, size, way, sigma),
            "<=",
            repaired_bound(step),
            quantity=r"$\alpha(1)$ of two data sets, and the repaired bound",
        )
        says = f"{step.name}: all lengths are 1, the mean of {size} gradients is clipped once, the bound is exceeded."
        yield certified(trial, evidence, says, {**step.constants, "B": size}, own={"distance": 2})


@claim("gpope/multi-trajectory/repaired", broken={"the mean clipped once": {"way": mean_clipped_once}})
def repaired(trial: Trial, *, way: Way = mean_of_clipped) -> Iterator[Evidence]:
    """Compare all neighbours with the dominating pair of batches, and that with both bounds."""
    raw = CLIPPED_RAW if way is mean_of_clipped else WILD_RAW
    for m, size, sigma in SHAPES:
        case = f"$m = {m}$, batch of {size}, $\\sigma = {sigma}$, $\\lambda = 1$"
        top, step = dominating(m, size, sigma), Step(m, sigma, 1)
        largest, bound = largest_moment(m, size, way, sigma, raw), _batch_bound(step, size)
        yield ball(case, largest, "<=", bound, quantity=r"largest $\alpha(\lambda)$ of neighbours, and the bound")
        yield ball(
            case, largest, "<=", top, quantity=r"largest $\alpha(\lambda)$ of neighbours, and of the dominating pair"
        )
        yield ball(
            case, top, "<=", bound, quantity=r"$\alpha(\lambda)$ of the dominating pair, and the bound for batches"
        )
        yield _less_than_one(trial, step, size)
    for step, size in FAR:
        with ctx.workprec(WIDE):
            pair = batch_pair(step.m, size, mean_of_clipped, Fraction(step.sigma))
            moment = log_moment_ball(pair, step.order, Direction.REMOVE, BITS)
            case, quantity = f"{step.name}, batch of {size}", r"$\alpha(\lambda)$ of two data sets, and the bound"
            yield ball(case, moment, "<=", _batch_bound(step, size), quantity=quantity)
        yield _less_than_one(trial, step, size)


def _batch_bound(step: Step, size: int) -> arb:
    with ctx.workprec(WIDE):
        return enclose(FOR_BATCHES, {**step.constants, "B": size})


def _less_than_one(trial: Trial, step: Step, size: int) -> Evidence:
    """Compare the bound for batches with that for one trajectory."""
    with ctx.workprec(WIDE):
        claim = trial.formal.claims[1]
        left, right = (enclose(side, {**step.constants, "B": size}) for side in (claim.left, claim.right))
        case, quantity = f"{step.name}, batch of {size}", "the bound for batches, and for one trajectory"
        return ball(case, left, "<=", right, quantity=quantity)


def _figure() -> Figure:
    m, sigma, sizes = 100, Fraction(2), [1, 2, 3, 5, 10, 20, 50, 100]
    curves = {"every gradient clipped": mean_of_clipped, "the mean clipped once": mean_clipped_once}
    bound = rounded(repaired_bound(Step(m, sigma, 1)))
    return Figure(
        title="Log moment of one update with a batch",
        x_label="$B$",
        y_label=r"$\alpha(1)$",
        x_scale="log",
        y_scale="log",
        series=[
            *(
                Series(label=label, x=sizes, y=[rounded(_worst(m, size, way, sigma)) for size in sizes])
                for label, way in curves.items()
            ),
            Series(label="repaired bound for one trajectory", x=sizes, y=[bound] * len(sizes), kind="dots"),
        ],
        caption=r"$m = 100$, $\sigma = 2$, worst pair. Clipping every gradient makes batches safe, whatever the "
        r"lengths.",
    )
