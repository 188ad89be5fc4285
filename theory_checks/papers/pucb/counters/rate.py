r"""Appendix A.3: how the error of one counter grows with T.

Let q be the error that max_{t <= T} |M - c| exceeds with probability beta. In units of s = K/epsilon,
K = floor(log2 T) + 1, it lies between two multiples of K for constant beta:

    above   the corrected level (Chernoff),
    below   k/4, k = floor(log2(T + 1)), from some k on: walk down the tree and take a node only if its noise is
            positive; k independent xi^+ add up, and P(sum <= x) is at most what `stays_low` returns.

So q is of the order log(T)^2/epsilon.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from flint import arb

from tabular.noise.counters import error_quantile
from tabular.noise.counters.envelope import RATES, failure_ball, group_failure
from tabular.numbers.balls import ball as exact_ball
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formula import Term
from theory_checks.core.interpret import enclose
from theory_checks.papers.pucb.counters._levels import (
    LOG2,
    NATURAL,
    PRINTED,
    Bound,
    chernoff_level,
    decided,
    ratio,
)

Shape = Callable[[int, arb], arb]
BETA = Fraction(1, 20)
THETA = Fraction(7, 10)


def printed_shape(K: int, y: arb) -> arb:
    """Return the printed size for T = 2^(K - 1), in units of s."""
    return PRINTED[NATURAL].level(2 ** (K - 1), y)


def squared_shape(K: int, y: arb) -> arb:
    """Return K, which is K^2/epsilon in units of s."""
    return arb(K) + 0 * y


def stays_low(k: int, level: arb, rate: Fraction) -> arb:
    """Return e^{theta x} ((1 + 1/(1 + theta))/2)^k, which bounds P(max |N| <= x) for T >= 2^k - 1."""
    theta = exact_ball(rate)
    return (theta * level).exp() * ((1 + 1 / (1 + theta)) / 2) ** k


def chance_above(K: int, level: arb) -> arb:
    """Return a ball around P(max |N| > level) for T = 2^(K - 1), from the two bounds."""
    high = min((group_failure(K, level, rate) for rate in RATES), key=lambda x: x.log())
    low = 1 - min((stays_low(K - 1, level, rate) for rate in RATES), key=lambda x: x.log())
    return low.max(arb(0)).union(high.min(arb(1)))


@claim(
    "pucb/counter-rate",
    reading="exact-order",
    sound={r"$K^2/\varepsilon$ in place of the printed size": {"shape": squared_shape}},
)
def exact_order(trial: Trial, *, shape: Shape = printed_shape) -> Iterator[Finding]:
    """Ask whether the quantile stays above a constant multiple of the size."""
    y = -exact_ball(BETA).log()
    for constant, K in ((Fraction(1, 10), 24), (Fraction(1, 100), 1600)):
        yield ball(
            f"$T = 2^{{{K - 1}}}$, $\\beta = 1/20$, constant $c = {constant}$",
            chance_above(K, exact_ball(constant) * shape(K, y)),
            ">=",
            exact_ball(BETA),
            quantity=r"$\Pr(\text{error} > c \cdot \text{size})$, against $\beta$",
            certificate=_certificate(trial, constant, K),
        )
    if shape is printed_shape:
        yield quantile_figure()


def _certificate(trial: Trial, constant: Fraction, K: int) -> Certificate:
    values: dict[str, Term] = {"epsilon": 1, "beta": BETA, "c": constant, "K": K}
    return instance(
        trial.formal,
        f"With $T = 2^{{{K - 1}}}$ the error exceeds {constant} of the size with a probability below $\\beta$.",
        values,
        own={"within": {"rate": THETA}},
    )


def times(share: Fraction, bound: Bound) -> Bound:
    """Return a bound of a share of its size."""
    part = exact_ball(share)
    return Bound(lambda T, y: part * bound.level(T, y), lambda T: part * bound.slope(T))


@claim(
    "pucb/counter-rate",
    reading="upper-bound",
    broken={
        "a tenth of the printed size": {"bound": times(Fraction(1, 10), PRINTED[NATURAL])},
        "9/10 of the printed size": {"bound": times(Fraction(9, 10), PRINTED[NATURAL])},
    },
    near=("9/10 of the printed size",),
)
def upper_bound(trial: Trial, *, bound: Bound = PRINTED[NATURAL]) -> Iterator[Evidence]:
    """Check the printed size as an upper bound."""
    y, share = arb(2).log(), enclose(trial.formal.right, {"beta": 1})
    yield ball(
        r"$T = 3$, $\beta = 1/2$",
        failure_ball(3, bound.level(3, y)),
        "<=",
        share / 2,
        quantity=r"$\Pr(\max|N| > x)$, against $\beta$",
    )
    for T in range(3, 64):
        yield ball(
            f"$T = {T}$, all $\\beta \\leq 1/2$",
            decided(ratio(bound, T, y, share), share),
            "<=",
            share,
            quantity=r"bound of $\Pr(\max|N| > x)/\beta$ over the whole range of $\beta$",
        )
    yield ball(
        r"all $T \geq 64$, by Chernoff at $K = 7$ and $\beta = 1/2$",
        decided(group_failure(7, bound.level(64, y), THETA) * 2, share),
        "<=",
        share,
        quantity=r"$2e^{-\theta x}m(1+m)^{K-1}/\beta$",
    )


def quarter(k: int) -> Fraction:
    """Return k/4."""
    return Fraction(k, 4)


def double(k: int) -> Fraction:
    """Return 2 k: too much to be exceeded often."""
    return Fraction(2 * k)


@claim("pucb/counter-rate/repaired", broken={r"$2k$ in place of $k/4$": {"lower": double}})
def counter_rate_repaired(trial: Trial, *, lower: Callable[[int], Fraction] = quarter) -> Iterator[Finding]:
    """Compare the exact law with the two bounds."""
    yield ball(
        r"the step at $\theta = 3/5$",
        stays_low(1, exact_ball(Fraction(1, 4)), Fraction(3, 5)),
        "<=",
        exact_ball(Fraction(19, 20)),
        quantity=r"$e^{\theta/4}\,\frac12(1+\frac{1}{1+\theta})$",
    )
    for k in (*range(1, 21 if trial.full else 13), 100):
        yield ball(
            f"$T = 2^{{{k}}} - 1$, the lower bound",
            failure_ball(2**k - 1, exact_ball(lower(k)), 1, 1e-3) if k < 100 else arb(1),
            ">=",
            enclose(trial.formal.claims[1].right, {"k": k}),
            quantity=r"$\Pr(\max|N| > k/4)$, against $1 - (19/20)^k$",
            detail="" if k < 100 else "the largest probability that there is, in place of the law",
        )
    for T in (1, 2, 1000, 2**20):
        yield ball(
            f"$T = {T}$, $\\beta = 1/20$, the upper bound",
            failure_ball(T, chernoff_level(T, -exact_ball(BETA).log()), 1, 1e-2),
            "<=",
            enclose(trial.formal.claims[0].right, {"T": T, "beta": BETA}),
            quantity=r"$\Pr(\max|N| > \text{bound})$, against $\beta$",
        )


def quantile_figure() -> Figure:
    """Return the exact quantile of the largest error beside the bounds, against T."""
    times, y = [4, 16, 64, 256, 1024, 2**14, 2**20], arb(20).log()
    lines = {
        "printed bound, base 2": [float(PRINTED[LOG2].level(T, y)) for T in times],
        "printed bound, natural logarithm": [float(PRINTED[NATURAL].level(T, y)) for T in times],
        "corrected closed form": [float(chernoff_level(T, y)) for T in times],
        "exact quantile": [error_quantile(T, 0.05) for T in times],
    }
    return Figure(
        title=r"The error exceeded with probability $\beta = 1/20$, times $\varepsilon$",
        x_label="steps $T$",
        y_label=r"error times $\varepsilon$",
        x_scale="log",
        y_scale="log",
        series=[
            Series(
                label=label,
                x=[float(T) for T in times],
                y=[float(f"{value * T.bit_length():.7g}") for value, T in zip(values, times, strict=True)],
            )
            for label, values in lines.items()
        ],
        caption="The exact quantile is about 1.4 K^2, K = log2(T) + 1; the printed bounds are ever further above it.",
    )
