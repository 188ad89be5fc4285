r"""Definitions 1 to 6: neighbours, privacy, log moments, Renyi divergence, for one step of Algorithm 1.

A data set is a list of gradients in units of the clip. One step draws record i of m with probability 1/m and adds
N(0, sigma^2): the law (1/m) sum_i N(g_i, sigma^2). For neighbours d, d' and a drawn record that they do not share with
probability q these are (1 - q) mu_0 + q nu, and (1 - q) mu_0 + q nu' (replaced) or mu_0 (removed). The definitions are
evaluated on such laws directly and compared with what `tabular.privacy.subsampled` computes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement

from flint import arb, ctx

from tabular.numbers.balls import ball as number
from tabular.privacy.normal_mixtures import NormalMixture, mixture_log_moment_ball, mixture_of
from tabular.privacy.subsampled import (
    Adjacency,
    Direction,
    SubsampledGaussian,
    binomial_log_moment_ball,
    log_moment_ball,
    step_delta_ball,
    worst_pair,
)
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact, exact_all
from theory_checks.core.exhibits import Table
from theory_checks.papers.gpope.common.rounding import rounded
from theory_checks.papers.gpope.privacy._dominating import Records, largest_of, neighbours
from theory_checks.papers.gpope.privacy._one_step import HALF

BITS = 96
TINY = arb(2) ** -30
Pair = tuple[Records, Records]
MakePair = Callable[[int, Fraction], SubsampledGaussian]


def removals(m: int, gradients: Records = (-1, 0, 1)) -> Iterator[Pair]:
    """Yield all data sets of m + 1 records with one of m of them, in both orders."""
    for smaller in combinations_with_replacement(gradients, m):
        for record in gradients:
            yield (*smaller, record), smaller
            yield smaller, (*smaller, record)


def replaced_pair(m: int, sigma: Fraction) -> SubsampledGaussian:
    """Return the worst pair under replacement, sets of m records."""
    return worst_pair(m, sigma, Adjacency.REPLACE)


def removed_pair(m: int, sigma: Fraction) -> SubsampledGaussian:
    """Return the worst pair under addition and removal, m records in the smaller set."""
    return worst_pair(m, sigma, Adjacency.ADD_REMOVE)


@claim(
    "gpope/def1-adjacency",
    reading="replacement",
    setting={"adjacent": neighbours, "pair": replaced_pair},
    broken={r"the $q$ of the other reading": {"pair": removed_pair}},
)
@claim(
    "gpope/def1-adjacency",
    reading="add-remove",
    setting={"adjacent": removals, "pair": removed_pair},
    broken={r"the $q$ of the other reading": {"pair": replaced_pair}},
)
def adjacency(trial: Trial, *, adjacent: Callable[[int], Iterator[Pair]], pair: MakePair) -> Iterator[Finding]:
    """Compare the probability of the differing record, and the largest log moment, with those of the worst pair."""
    for m in (2, 3):
        pairs = list(adjacent(m))
        largest = max(len(records) for records in pairs[0])
        yield exact_all(
            f"all {len(pairs)} ordered pairs, $m = {m}$",
            {f"pair {i}": (_distance(*p), "<=", pair(m, Fraction(1)).rate) for i, p in enumerate(pairs)}
            | {"the largest": (Fraction(1, largest), "==", pair(m, Fraction(1)).rate)},
            quantity=r"total weight by which the two mixtures differ, and $q$",
        )
        yield from _extremes(m, pairs, pair)


def _distance(first: Records, second: Records) -> Fraction:
    """Return half the sum of |weights - weights'| over gradients: the part of one law that the other lacks."""
    weights = [{g: Fraction(data.count(g), len(data)) for g in (-1, 0, 1)} for data in (first, second)]
    return sum((abs(weights[0][g] - weights[1][g]) for g in (-1, 0, 1)), Fraction(0)) / 2


def _extremes(m: int, pairs: Sequence[Pair], make: MakePair) -> Iterator[Evidence]:
    sigma, order = Fraction(1), 1
    largest = largest_of(pairs, lambda data: mixture_of(data, sigma), order, 48)
    expected = binomial_log_moment_ball(make(m, sigma), order)
    yield ball(
        f"$m = {m}$, $\\sigma = 1$, $\\lambda = 1$",
        abs(largest - expected),
        "<=",
        TINY,
        quantity="largest log moment of all pairs minus that of the worst pair",
    )


def interval_mass(law: NormalMixture, low: Fraction | arb, high: Fraction) -> arb:
    """Return the probability of [low, high]."""
    root = number(Fraction(law.sigma)) * arb(2).sqrt()
    start, end = low if isinstance(low, arb) else number(low), number(high)
    total = arb(0)
    for weight, mean in zip(law.weights, law.means, strict=True):
        centre = number(mean)
        total += number(weight) * (((start - centre) / root).erfc() - ((end - centre) / root).erfc()) / 2
    return total


Delta = Callable[[SubsampledGaussian, Fraction], arb]


def least_delta(pair: SubsampledGaussian, epsilon: Fraction) -> arb:
    """Return the least delta of the worst pair, in the worse order for epsilon >= 0."""
    return step_delta_ball(pair, epsilon, Direction.REMOVE, BITS)


def _at_distance_one(pair: SubsampledGaussian, epsilon: Fraction) -> arb:
    return step_delta_ball(SubsampledGaussian(pair.q, pair.sigma, 1), epsilon, Direction.REMOVE, BITS)


def _without_subsampling(pair: SubsampledGaussian, epsilon: Fraction) -> arb:
    return step_delta_ball(SubsampledGaussian(1, pair.sigma, 2), epsilon, Direction.REMOVE, BITS)


@claim(
    "gpope/def2-dp",
    broken={
        "gradients at the distance 1": {"delta": _at_distance_one},
        "without subsampling": {"delta": _without_subsampling},
    },
)
def privacy(trial: Trial, *, delta: Delta = least_delta) -> Iterator[Evidence]:
    """Compare the computed delta with the value of events, and of the half-line that attains it."""
    for m, sigma in ((2, Fraction(1)), (5, HALF)):
        pair = replaced_pair(m, sigma)
        P, Q = mixture_of([1] + [-1] * (m - 1), sigma), mixture_of([-1] * m, sigma)
        for epsilon in (Fraction(0), HALF, Fraction(2)):
            with ctx.workprec(BITS):
                claimed, growth = delta(pair, epsilon), number(epsilon).exp()
                where = f"$m = {m}$, $\\sigma = {sigma}$, $\\epsilon = {epsilon}$"
                for low, high in ((Fraction(-1), Fraction(1)), (HALF, Fraction(3)), (Fraction(1), Fraction(100))):
                    value = interval_mass(P, low, high) - growth * interval_mass(Q, low, high)
                    event = f"{where}, $S = [{low}, {high}]$"
                    yield ball(event, value, "<=", claimed, quantity=r"$P(S) - e^\epsilon Q(S)$ and $\delta$")
                threshold = _threshold(pair, epsilon)
                best = interval_mass(P, threshold, Fraction(100)) - growth * interval_mass(Q, threshold, Fraction(100))
                yield ball(
                    f"{where}, $S$ where the loss exceeds $\\epsilon$",
                    abs(best - claimed),
                    "<=",
                    TINY,
                    quantity=r"difference of $P(S) - e^\epsilon Q(S)$ and $\delta$",
                )


def _threshold(pair: SubsampledGaussian, epsilon: Fraction) -> arb:
    """Return the x beyond which 1 - q + q e^(2 x/sigma^2), the ratio for gradients +1 and -1, exceeds e^epsilon."""
    odds = 1 + number(epsilon).expm1() / number(pair.rate)
    return number(Fraction(pair.sigma) ** 2) * odds.log() / 2


AlphaOf = Callable[[SubsampledGaussian, int, Direction], arb]


def library_moment(pair: SubsampledGaussian, order: int, direction: Direction) -> arb:
    """Return alpha(lambda) as the library computes it."""
    return log_moment_ball(pair, order, direction, 64)


def _next_order(pair: SubsampledGaussian, order: int, direction: Direction) -> arb:
    return library_moment(pair, order + 1, direction)


@claim("gpope/def4-moments", broken={r"$\lambda + 1$ in place of $\lambda$": {"alpha": _next_order}})
def moments(trial: Trial, *, alpha: AlphaOf = library_moment) -> Iterator[Finding]:
    """Compare an integral over the density ratio with the library's log moments."""
    for m, sigma in ((2, Fraction(1)), (3, Fraction(2)), (10, Fraction(1))):
        P, Q = mixture_of([1] + [-1] * (m - 1), sigma), mixture_of([-1] * m, sigma)
        for order in (1, 2, 4):
            for direction, (first, second) in {Direction.REMOVE: (P, Q), Direction.ADD: (Q, P)}.items():
                direct = mixture_log_moment_ball(first, second, order, 64)
                gap = abs(direct - alpha(replaced_pair(m, sigma), order, direction))
                case = f"$m = {m}$, $\\sigma = {sigma}$, $\\lambda = {order}$, {direction.value}"
                yield ball(case, gap, "<=", TINY, quantity=r"difference of two computations of $\alpha(\lambda)$")
    yield _moments_table()


def _moments_table() -> Table:
    pair = replaced_pair(3, Fraction(1))
    rows = [
        [order, *(rounded(library_moment(pair, order, direction)) for direction in (Direction.REMOVE, Direction.ADD))]
        for order in (1, 2, 3, 4, 8)
    ]
    return Table(
        title=r"Log moments of one step on three trajectories, $\sigma = 1$",
        columns=[r"$\lambda$", r"$d$ with the other gradient", r"$d'$ with it"],
        rows=rows,
        caption="The two orders of a pair of neighbours differ; the accountant takes the larger one.",
    )


Law = Mapping[int, Fraction]
Form = Callable[[Law, Law, int], Fraction]


def as_integral(P: Law, Q: Law, alpha: int) -> Fraction:
    """Return sum P^alpha Q^(1 - alpha)."""
    return sum((P[x] ** alpha * Q[x] ** (1 - alpha) for x in P), Fraction(0))


def under_second(P: Law, Q: Law, alpha: int) -> Fraction:
    """Return E_Q (P/Q)^alpha."""
    return sum((Q[x] * (P[x] / Q[x]) ** alpha for x in P), Fraction(0))


def under_first(P: Law, Q: Law, alpha: int) -> Fraction:
    """Return E_P (P/Q)^(alpha - 1)."""
    return sum((P[x] * (P[x] / Q[x]) ** (alpha - 1) for x in P), Fraction(0))


def _same_power(P: Law, Q: Law, alpha: int) -> Fraction:
    """Return E_P (P/Q)^alpha."""
    return under_first(P, Q, alpha + 1)


def _laws() -> Mapping[str, tuple[Law, Law]]:
    thirds = {0: Fraction(1, 3), 1: Fraction(1, 3), 2: Fraction(1, 3)}
    skewed = {0: Fraction(1, 2), 1: Fraction(1, 3), 2: Fraction(1, 6)}
    return {
        "a coin and a biased coin": ({0: HALF, 1: HALF}, {0: Fraction(1, 4), 1: Fraction(3, 4)}),
        "three points": (skewed, thirds),
        "the same law": (thirds, thirds),
    }


@claim("gpope/def5-renyi", broken={r"the power $\alpha$ in the third form": {"third": _same_power}})
def renyi(trial: Trial, *, third: Form = under_first) -> Iterator[Evidence]:
    """Compare the three forms exactly, and the moments of a step with an integral of P^alpha Q^(1 - alpha)."""
    for name, (P, Q) in _laws().items():
        for alpha in (2, 3, 10):
            first = as_integral(P, Q, alpha)
            yield exact_all(
                f"{name}, $\\alpha = {alpha}$",
                {
                    "second form": (first, "==", under_second(P, Q, alpha)),
                    "third form": (first, "==", third(P, Q, alpha)),
                },
                quantity=r"$e^{(\alpha-1)D_\alpha}$ in the three forms",
            )
    fair, sure = {0: HALF, 1: HALF}, {0: Fraction(1), 1: Fraction(0)}
    forgotten = sum((sure[x] * (fair[x] / sure[x]) ** 2 for x in fair if sure[x]), Fraction(0))
    yield exact(
        r"$P = (1/2, 1/2)$, $Q = (1, 0)$, $\alpha = 2$: mass where $Q = 0$",
        forgotten,
        "<",
        1,
        quantity=r"$\mathbb{E}_Q(P/Q)^\alpha$, whose logarithm would be a negative divergence",
        detail="such laws have to be left out, or given the divergence infinity",
    )
