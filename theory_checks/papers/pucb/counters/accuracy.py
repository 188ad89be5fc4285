r"""Appendix A.3: how far the releases of a private counter are from the true counts.

T steps, K = floor(log2 T) + 1. The binary mechanism adds Laplace noise of scale s = K/epsilon to each partial sum: an
item lies in at most K of them, and in K if it is the first. The error after t items is s N(t), whatever the stream,
with

    N(t) = N(t - lowbit t) + xi_t,   N(0) = 0,   xi_t independent with density exp(-|x|)/2.

In units of s the printed bound is a level x(y), a multiple of y = ln(1/beta): epsilon has gone. It is right for
(T, beta) if and only if P(max_{t <= T} |N(t)| > x(y)) <= beta.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import exp, log, log2

from flint import arb
from scipy.optimize import brentq

from tabular.noise.counters import failure_probability
from tabular.noise.counters.envelope import failure_ball
from tabular.numbers.balls import ball as exact_ball
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Region, ball
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.core.formula import Term
from theory_checks.core.interpret import enclose
from theory_checks.papers.pucb.counters._levels import (
    CORRECTED,
    LOG2,
    NATURAL,
    PRINTED,
    Bound,
    chernoff_level,
    chernoff_level_of_one_time,
    chernoff_ratio,
    decided,
    ratio,
    without_maximum,
)

FAILURE = r"$\Pr(\max_{t\leq T}|\mathcal{M}(\sigma)(t) - c(\sigma)(t)| > \text{bound})$, against $\beta$"


@dataclass(frozen=True)
class Where:
    """Where a reading holds, T >= first and beta <= inside, and (T, beta) beyond; T >= 2^(sums - 1) by Chernoff."""

    first: int
    inside: Fraction
    sums: int
    outside: tuple[tuple[int, str], ...]


REGIONS = {
    NATURAL: Where(3, Fraction(53234, 100000), 7, ((2, "1/10"), (2, ".01"), (1, "1/2"), (3, ".53235"), (4, "3/5"))),
    LOG2: Where(2, Fraction(377, 610), 4, ((1, "1/2"), (2, "610/987"), (2, "2/3"), (4, "9/10"))),
}
SOUND = {"the corrected bound": {"bound": CORRECTED}}


@claim("pucb/counter-accuracy", reading=NATURAL, setting={"base": NATURAL}, sound=SOUND)
@claim("pucb/counter-accuracy", reading=LOG2, setting={"base": LOG2}, sound=SOUND)
def counter_accuracy(trial: Trial, *, base: str, bound: Bound | None = None) -> Iterator[Finding]:
    """Decide on both sides of the border whether the bound holds with probability at least 1 - beta."""
    tested, where = bound or PRINTED[base], REGIONS[base]
    yield _point(trial, tested, where.first, where.inside, Region.INSIDE)
    yield from _inside(tested, where, enclose(trial.formal.right, {"beta": 1}))
    for T, beta in where.outside:
        yield _point(trial, tested, T, Fraction(beta), Region.OUTSIDE)
    if bound is None:  # a control needs no pictures
        yield law_against_bound()
        yield thresholds(base)


def _inside(bound: Bound, where: Where, share: arb) -> Iterator[Evidence]:
    for T in range(where.first, 2 ** (where.sums - 1)):
        beta = Fraction(62, 100) if where.first < T and where.first == 2 else where.inside
        yield ball(
            f"$T = {T}$, all $\\beta \\leq {beta}$",
            decided(ratio(bound, T, -exact_ball(beta).log(), share), share),
            "<=",
            share,
            quantity=r"bound of $\Pr(\max|N| > x)/\beta$ over the whole range of $\beta$",
            region=Region.INSIDE,
        )
    y = -exact_ball(Fraction(62, 100) if where.first == 2 else where.inside).log()
    yield ball(
        f"all $T \\geq {2 ** (where.sums - 1)}$, by Chernoff at $K = {where.sums}$ and the largest $\\beta$",
        decided(chernoff_ratio(bound, where.sums, y), share),
        "<=",
        share,
        quantity=r"$2e^{-\theta x}m(1+m)^{K-1}/\beta$",
        detail="larger K and smaller beta follow, see the proof",
        region=Region.INSIDE,
    )


def _point(trial: Trial, bound: Bound, T: int, beta: Fraction, region: Region) -> Evidence:
    level = bound.level(T, -exact_ball(beta).log())
    return ball(
        f"$T = {T}$, $\\beta = {beta}$",
        failure_ball(T, level),
        "<=",
        enclose(trial.formal.right, {"beta": beta}),
        quantity=FAILURE,
        region=region,
        certificate=_certificate(trial, T, beta),
    )


def _certificate(trial: Trial, T: int, beta: Fraction) -> Certificate:
    values: dict[str, Term] = {"T": T, "K": T.bit_length(), "beta": beta, "epsilon": 1}
    return instance(
        trial.formal,
        f"With $T = {T}$ the error of the counter exceeds the printed bound with a probability above "
        f"$\\beta = {beta}$, for every $\\varepsilon$ and every stream.",
        values,
    )


def law_against_bound() -> Figure:
    """Return the exact law of the largest error beside what the printed bounds promise."""
    T, levels = 1024, [2.0 + 0.5 * i for i in range(77)]
    shown = [Series(label="exact law", x=levels, y=[_digits(failure_probability(T, x)) for x in levels])]
    for name, base in (("natural logarithm", NATURAL), ("base 2", LOG2)):
        c = float(PRINTED[base].slope(T))
        shown.append(Series(label=f"printed, {name}", x=levels, y=[_digits(exp(-x / c)) for x in levels]))
    closed = [x for x in levels if _promised(T, x) <= 1]
    shown.append(Series(label="corrected closed form", x=closed, y=[_digits(_promised(T, x)) for x in closed]))
    return Figure(
        title="The law of the largest error, T = 1024",
        x_label=r"error $x$ in units of $s = K/\varepsilon$, $K = 11$",
        y_label=r"probability of a larger error at some $t \leq T$",
        y_scale="log",
        series=shown,
        caption="The printed bound promises that an error above x has at most the probability shown. It is far "
        "from the truth for large errors and too small near probability 1: the curves cross.",
    )


def _promised(T: int, x: float) -> float:
    """Return the beta at which the corrected bound is x."""
    K = T.bit_length()
    L = x * x / (8 * K) if x * x <= 8 * K * K else x / 8**0.5
    return 2 * T * exp(-L)


def thresholds(base: str) -> Table:
    """Return for some T the largest beta up to which the bound holds."""
    scales: dict[str, Callable[[int], float]] = {
        r"$K/\varepsilon$": int.bit_length,
        r"$(1 + \log_2 T)/\varepsilon$": lambda T: 1 + log2(T),
        r"$\log_2(T)/\varepsilon$": log2,
    }
    return Table(
        title=r"The $\beta$ up to which the printed bound is right, for three scales of the noise",
        columns=["$T$", *scales],
        rows=[
            [T, *(_threshold(T, base, scale(T)) for scale in scales.values())]
            for T in (2, 3, 4, 7, 8, 16, 64, 1024, 2**14)
        ],
        caption=r"The one crossing of the exact law and of $\beta$, in doubles; at $T = 1$ there is none, no $T$ has "
        r"$\beta = 1$. With the last scale the counter is not $\varepsilon$-private.",
    )


def _threshold(T: int, base: str, scale: float) -> str:
    c = float(PRINTED[base].slope(T)) * T.bit_length() / scale  # the slope is that of the bound over K
    if c < 1:  # then the error is above the bound more often than with probability beta for every beta
        return "none"

    def excess(y: float) -> float:
        return log(max(failure_probability(T, c * y), 1e-300)) + y

    crossing: float = brentq(excess, 0.05, 2.0, xtol=1e-8)  # pyright: ignore[reportAssignmentType]
    return f"{exp(-crossing):.6f}"


def _digits(x: float) -> float:
    return float(f"{x:.9g}")


def half_corrected(T: int, y: arb) -> arb:
    """Return the corrected level with sqrt(L) in place of sqrt(8 L): a bound that is too small."""
    return chernoff_level(T, y) / arb(8).sqrt()


@claim(
    "pucb/counter-accuracy/repaired",
    broken={
        r"$\sqrt{L}$ in place of $\sqrt{8L}$": {"level": half_corrected},
        "the printed bound, natural logarithm": {"level": PRINTED[NATURAL].level},
        "no union over the rounds": {"level": chernoff_level_of_one_time},
        r"$\sqrt K$ in place of the maximum": {"level": without_maximum},
    },
    near=("no union over the rounds", r"$\sqrt K$ in place of the maximum"),
)
def counter_accuracy_repaired(trial: Trial, *, level: Callable[[int, arb], arb] = chernoff_level) -> Iterator[Evidence]:
    """Compare the exact law at the corrected bound with beta."""
    yield ball(
        r"the step $1/(1-\theta^2) \leq e^{2\theta^2}$ at its worst end $\theta^2 = 1/2$",
        arb(2).log(),
        "<=",
        arb(1),
        quantity=r"$-\ln(1-\theta^2)$, against $2\theta^2$",
    )
    for C in (1, 32, 4800):
        for T in (1, 2, 3, 8, 64, 1024, 2**20) if trial.full else (1, 2, 8, 1024):
            for beta in (Fraction(999, 1000), Fraction(1, 2), Fraction(1, 20), Fraction(1, 1000)):
                y = (C / exact_ball(beta)).log()
                yield ball(
                    f"$T = {T}$, $C = {C}$, $\\beta = {beta}$",
                    failure_ball(T, level(T, y), C, 1e-2),
                    "<=",
                    enclose(trial.formal.right, {"T": T, "C": C, "beta": beta}),
                    quantity=r"exact probability of an error above the bound",
                )
