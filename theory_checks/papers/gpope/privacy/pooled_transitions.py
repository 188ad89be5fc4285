r"""Several trajectories in one update, their transitions pooled: here lengths matter.

The gradient of each transition is clipped to h, and the mean over all transitions of B trajectories is released. In
units of h, a trajectory of T transitions moves it by at most 2 T/(T + the others' T): by 2/B if all lengths are equal,
by nearly 2 if one is much longer than the rest, and it is still drawn with probability B/m.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from flint import arb

from tabular.privacy.normal_mixtures import NormalMixture, mixture_log_moment_ball, mixture_of
from tabular.privacy.subsampled import SubsampledGaussian, binomial_log_moment_ball
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.exhibits import Table
from theory_checks.papers.gpope.common.rounding import rounded
from theory_checks.papers.gpope.privacy._batch_pairs import BITS, dominating
from theory_checks.papers.gpope.privacy._dominating import repaired_bound
from theory_checks.papers.gpope.privacy._one_step import Step, printed_bound

Transitions = tuple[int, int]  # the clipped gradient of all transitions of a trajectory, and their number
Mean = Callable[[Sequence[Transitions]], Fraction]


def pooled_mean(batch: Sequence[Transitions]) -> Fraction:
    """Return the mean over all transitions of a batch."""
    return Fraction(sum(g * length for g, length in batch), sum(length for _, length in batch))


def mean_of_means(batch: Sequence[Transitions]) -> Fraction:
    """Return the mean over the trajectories of a batch, each the mean of its transitions."""
    return Fraction(sum(g for g, _ in batch), len(batch))


def two_at_most(batch: Sequence[Transitions]) -> Fraction:
    """Return the mean over the first two transitions of each trajectory."""
    return pooled_mean([(g, min(length, 2)) for g, length in batch])


def neighbours_of_one(m: int, length: int) -> tuple[list[Transitions], list[Transitions]]:
    """Return m trajectories of one transition but one of the given length, with the gradient +1 or -1; others -1."""
    others: list[Transitions] = [(-1, 1)] * (m - 1)
    return [*others, (1, length)], [*others, (-1, length)]


def pooled_law(data: Sequence[Transitions], size: int, mean: Mean, sigma: Fraction) -> NormalMixture:
    """Return the law of one update with a batch of that size drawn without replacement."""
    return mixture_of([mean(batch) for batch in combinations(data, size)], sigma)


def pooled_pair(m: int, size: int, length: int, mean: Mean, sigma: Fraction) -> SubsampledGaussian:
    """Return the pair of the two data sets: all batches give -1 but those that hold the long trajectory."""
    data, neighbour = neighbours_of_one(m, length)
    distance = mean(data[-size:]) - mean(neighbour[-size:])
    return SubsampledGaussian(Fraction(size, m), sigma, distance)


EQUAL = ((10, 3, Fraction(2)), (10, 5, Fraction(2)), (100, 3, Fraction(2)), (100, 10, Fraction(4)))
LONG = ((10, 3, 1000, Fraction(2)), (10, 5, 1000, Fraction(2)), (100, 3, 100, Fraction(2)), (100, 10, 100, Fraction(4)))


@claim(
    "gpope/multi-trajectory",
    reading="pooled-transitions",
    broken={
        "means of trajectories, then their mean": {"mean": mean_of_means},
        "two transitions of each trajectory at most": {"mean": two_at_most},
    },
    near=("two transitions of each trajectory at most",),
)
def pooled_transitions(trial: Trial, *, mean: Mean = pooled_mean) -> Iterator[Finding]:
    """Compare log moments of order 1 with the repaired bound, for equal lengths and for one long trajectory."""
    for m, size, sigma in EQUAL:
        case, bound = f"lengths 1, $m = {m}$, batch of {size}, $\\sigma = {sigma}$", repaired_bound(Step(m, sigma, 1))
        attained, top = _attained(m, size, 1, mean, sigma), dominating(m, size, sigma)
        yield ball(case, attained, "<=", top, quantity=r"$\alpha(1)$ of two data sets, and of the dominating pair")
        yield ball(case, top, "<=", bound, quantity=r"$\alpha(1)$ of the dominating pair, and the repaired bound")
    for m, size, length, sigma in LONG:
        yield _exceeded(m, size, length, mean, sigma)
    if mean is pooled_mean:
        yield _table()


def _attained(m: int, size: int, length: int, mean: Mean, sigma: Fraction) -> arb:
    """Return the log moment of order 1 of the two data sets, from all batches if there are few."""
    if m > 10:
        return binomial_log_moment_ball(pooled_pair(m, size, length, mean, sigma), 1)
    P, Q = (pooled_law(data, size, mean, sigma) for data in neighbours_of_one(m, length))
    return mixture_log_moment_ball(P, Q, 1, BITS)


def _exceeded(m: int, size: int, length: int, mean: Mean, sigma: Fraction) -> Evidence:
    return ball(
        f"one trajectory of length {length}, the others 1, $m = {m}$, batch of {size}, $\\sigma = {sigma}$",
        _attained(m, size, length, mean, sigma),
        ">",
        repaired_bound(Step(m, sigma, 1)),
        quantity=r"$\alpha(1)$ of two data sets, and the repaired bound",
    )


def _table() -> Table:
    m, size, sigma = 100, 3, Fraction(2)
    step = Step(m, sigma, 1)
    bounds = [rounded(bound(step)) for bound in (printed_bound, repaired_bound)]
    rows: list[list[str | int | float]] = []
    for length in (1, 2, 5, 10, 100, 1000):
        pair = pooled_pair(m, size, length, pooled_mean, sigma)
        rows.append([length, str(pair.shift), rounded(binomial_log_moment_ball(pair, 1)), *bounds])
    return Table(
        title=r"Pooled transitions, one long trajectory: $m = 100$, $B = 3$, $\sigma = 2$, $\lambda = 1$",
        columns=["its length", "$D$", r"$\alpha(1)$", "Lemma 1 as printed", "repaired"],
        rows=rows,
        caption="All other trajectories have one transition.",
    )
