r"""The normalisation in the proof of Lemma 1: d' has gradients of sum 0, x_m has e_1, "without loss of generality".

A step releases the clipped gradient of *one* trajectory, not a sum. So a sum of 0 does not make the output on d'
normal, and gradients 0 are not the worst case: x_m is told apart best from trajectories with the opposite gradient.
In units of the clip the worst pair is N(-1, sigma^2) against (1 - q) N(-1, sigma^2) + q N(1, sigma^2): the distance
is 2, not 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from flint import arb

from tabular.privacy.normal_mixtures import mixture_log_moment_ball, mixture_of
from tabular.privacy.subsampled import Direction, SubsampledGaussian, binomial_log_moment_ball, log_moment_ball
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.interpret import exact as rational
from theory_checks.papers.gpope.common.rounding import rounded
from theory_checks.papers.gpope.privacy._certified import certified
from theory_checks.papers.gpope.privacy._dominating import Records, largest_moment, neighbours
from theory_checks.papers.gpope.privacy._one_step import HALF, Step

BITS = 48
TINY = arb(2) ** -30
CASES = ((2, HALF), (2, Fraction(1)), (2, Fraction(2)), (3, Fraction(1)), (3, Fraction(2)))
MORE = ((3, HALF), (4, Fraction(1)), (4, Fraction(2)))


def _law_moment(first: Records, second: Records, sigma: Fraction, order: int) -> arb:
    return mixture_log_moment_ball(mixture_of(first, sigma), mixture_of(second, sigma), order, BITS)


def larger_order(pair: SubsampledGaussian, order: int) -> arb:
    """Return the larger log moment of the two orders of a pair."""
    reverse = log_moment_ball(pair, order, Direction.ADD, BITS)
    return binomial_log_moment_ball(pair, order).max(reverse)


def dominating(pair: SubsampledGaussian, order: int) -> arb:
    """Return the log moment of the dominating pair."""
    return log_moment_ball(pair, order, Direction.DOMINATING, BITS)


@claim("gpope/lemma1-wlog", reading="worst-case", sound={"gradients at the distance 2": {"shift": 2}})
def worst_case(trial: Trial, *, shift: int = 1) -> Iterator[Finding]:
    """Compare the largest log moment of all neighbours with that of the pair of the proof."""
    for m, sigma in CASES:
        step = Step(m, sigma, 1, shift)
        bound = larger_order(step.pair, 1) if shift == 1 else dominating(step.pair, 1)
        evidence = ball(
            f"all {sum(1 for _ in neighbours(m))} ordered pairs, {step.name}",
            largest_moment(m, sigma, 1),
            "<=",
            bound,
            quantity=r"largest $\alpha(\lambda)$ of neighbours, and of the pair of the proof",
        )
        says = f"{step.name}: gradients $1, -1, \\ldots$ against $-1, \\ldots$ reveal more than the pair of the proof."
        yield certified(trial, evidence, says, step.constants, own={"distance": 2})
    if shift == 1:
        yield _ratio_figure()


def _ratio_figure() -> Figure:
    sigmas = [rounded(1.15**k) for k in range(-6, 31)]
    series: list[Series] = []
    for m in (2, 10, 1000):
        ratios: list[float] = []
        for sigma in sigmas:
            far, near = (
                binomial_log_moment_ball(SubsampledGaussian(Fraction(1, m), Fraction(sigma), shift), 1)
                for shift in (2, 1)
            )
            ratios.append(rounded(far / near))
        series.append(Series(label=f"$m = {m}$", x=sigmas, y=ratios))
    return Figure(
        title="How much the worst pair reveals beyond the pair of the proof",
        x_label=r"$\sigma$",
        y_label=r"ratio of the log moments",
        x_scale="log",
        y_scale="log",
        series=series,
        caption=r"Order $\lambda = 1$, mixture first. The ratio is 4 for large $\sigma$ and grows like "
        r"$e^{3/\sigma^2}$ for small $\sigma$ and large $m$.",
    )


MakeOthers = Callable[[], tuple[Records, ...]]


def sum_zero() -> tuple[Records, ...]:
    """Return data sets d' whose gradients have the sum 0."""
    return ((0,), (0, 0), (1, -1), (1, -1, 0), (1, 1, -1, -1))


def each_zero() -> tuple[Records, ...]:
    """Return data sets d' with gradients 0."""
    return ((0,), (0, 0), (0, 0, 0))


@claim("gpope/lemma1-wlog", reading="laws", sound={"every gradient of $d'$ is 0": {"others": each_zero}})
def laws(trial: Trial, *, others: MakeOthers = sum_zero) -> Iterator[Evidence]:
    """Compare the variance of the output on d' with sigma^2 = 1."""
    for data in others():
        variance = 1 + Fraction(sum(g * g for g in data), len(data))
        case, right = f"$d' = ({', '.join(map(str, data))})$, $\\sigma = 1$", rational(trial.formal.right, {"sigma": 1})
        evidence = exact(case, variance, "==", right, quantity="variance")
        says = f"The gradients {', '.join(map(str, data))} have the sum 0, and the output a variance above $\\sigma^2$."
        yield certified(trial, evidence, says, {"sigma": 1}, own={"values": "gradients"}, objects={"gradients": data})


WorstMoment = Callable[[SubsampledGaussian, int], arb]


def _shorter(pair: SubsampledGaussian, order: int) -> arb:
    return dominating(SubsampledGaussian(pair.q, pair.sigma, Fraction(19, 10)), order)


def _rarer(pair: SubsampledGaussian, order: int) -> arb:
    return dominating(SubsampledGaussian(pair.rate * 9 / 10, pair.sigma, 2), order)


@claim(
    "gpope/lemma1-wlog/repaired",
    broken={"distance 19/10": {"worst": _shorter}, "nine tenths of the probability": {"worst": _rarer}},
    near=("distance 19/10", "nine tenths of the probability"),
)
def repaired(trial: Trial, *, worst: WorstMoment = dominating) -> Iterator[Evidence]:
    """Compare all neighbours with the dominating pair, and the worst pair of data sets with the pair at distance 2."""
    for m, sigma in (*CASES, *MORE) if trial.full else CASES:
        step = Step(m, sigma, 1)
        yield ball(
            f"all {sum(1 for _ in neighbours(m))} ordered pairs, {step.name}",
            largest_moment(m, sigma, 1),
            "<=",
            worst(step.pair, 1),
            quantity=r"largest $\alpha(\lambda)$ of neighbours, and of the dominating pair",
        )
        first, second = (1, *[-1] * (m - 1)), (-1,) * m
        gap = abs(_law_moment(first, second, sigma, 1) - binomial_log_moment_ball(step.pair, 1))
        yield ball(
            f"gradients $1, -1, \\ldots$ against $-1, -1, \\ldots$, {step.name}",
            gap,
            "<=",
            TINY,
            quantity=r"difference to the pair $(\mu, \mu_0)$ at distance 2",
        )
