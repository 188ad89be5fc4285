r"""Algorithm 3: the level E_epsilon that the errors of all C = 2 S A H + S^2 A H counters are said to stay below.

A partial sum has Laplace noise of scale s = 3 H K/epsilon, K = floor(log2 T) + 1, as epsilon' = epsilon/(3 H).
Episode t sees
the noises N(t - 1), so the errors of t = 1, ..., T are s N(0), ..., s N(T - 1). In units of s the level depends on T
and y = ln(C/beta') alone. The bound of a single counter, with epsilon' and beta'/C in the place of epsilon and beta,
is 4 times as large.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from tabular.noise.counters import error_quantile
from tabular.noise.counters.envelope import failure_ball
from tabular.numbers.balls import ball as exact_ball
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Region, ball
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Term
from theory_checks.core.interpret import enclose
from theory_checks.core.interpret import exact as exact_value
from theory_checks.papers.pucb.counters._levels import (
    CORRECTED,
    LOG2,
    NATURAL,
    Bound,
    chernoff_level,
    chernoff_level_of_one_time,
    chernoff_ratio,
    decided,
    level_of,
    linear,
    ratio,
    without_maximum,
)

TENTH = Fraction(1, 10)
FAILURE = r"$\Pr(\text{some error of some counter is at least } E_\varepsilon)$, against $\beta'$"


@dataclass(frozen=True)
class Where:
    """Where a reading holds: T >= first and beta' <= most, for all S, A, H; T >= 2^(sums - 1) by Chernoff's bound."""

    first: int
    most: Fraction
    sums: int
    tight: str  # a beta' for which three counters come close to it at T = first
    outside: tuple[tuple[int, str, tuple[int, int, int]], ...]  # T, beta' and (S, A, H)


ONES, TWOS = (1, 1, 1), (2, 2, 2)
FEW = tuple((T, "1/10", sizes) for T, sizes in ((2, ONES), (3, ONES), (5, ONES), (5, TWOS), (9, ONES)))
REGIONS = {
    NATURAL: Where(10, Fraction("0.1434"), 8, "0.1434", (*FEW, (9, "1/2", ONES))),
    LOG2: Where(3, Fraction(1), 5, "0.99", tuple((2, "1/10", sizes) for sizes in (ONES, TWOS, (5, 3, 5)))),
}
COUNTERS = formal_of(__file__, "pucb/counter-number").right
SOUND = {"the corrected level": {"bound": CORRECTED}}
# E_epsilon as a function of y = ln(C/beta') at H = 1, epsilon = 3, where s is K, for each base of the logarithm.
PRINTED = {
    base: linear(level_of(formal_of(__file__, "pucb/e-epsilon", base).let["level"], "beta_prime", epsilon=3, H=1))
    for base in (NATURAL, LOG2)
}
FOOTNOTE = formal_of(__file__, "pucb/e-epsilon", "footnote-6").let["level"]


@claim("pucb/e-epsilon", reading=NATURAL, setting={"base": NATURAL}, sound=SOUND)
@claim("pucb/e-epsilon", reading=LOG2, setting={"base": LOG2}, sound=SOUND)
def e_epsilon(trial: Trial, *, base: str, bound: Bound | None = None) -> Iterator[Finding]:
    """Decide on both sides of the border whether all errors stay below the level with probability 1 - beta'."""
    tested, where = bound or PRINTED[base], REGIONS[base]
    yield _point(trial, tested, where.first, Fraction(where.tight), ONES, Region.INSIDE)
    yield from _inside(tested, where, enclose(trial.formal.right, {"beta_prime": 1}))
    yield ball(
        r"$T = 1$: all counters are still 0",
        arb(0),
        "<",
        tested.level(1, arb(30).log()),
        quantity=r"error, against $E_\varepsilon/s$, for $C = 3$, $\beta' = 1/10$",
        region=Region.OUTSIDE,
        certificate=_certificate(trial, 1, TENTH, ONES),
    )
    for T, beta, sizes in where.outside:
        yield _point(trial, tested, T, Fraction(beta), sizes, Region.OUTSIDE)
    if bound is None:
        yield failure_figure()


def footnote_level(T: int, beta: Fraction) -> arb:
    """Return the level of footnote 6 for three counters in units of s, at epsilon = 3, H = 1, where s is K."""
    return enclose(FOOTNOTE, {"S": 1, "A": 1, "H": 1, "epsilon": 3, "T": T, "beta_prime": beta}) / T.bit_length()


def corrected_level(T: int, beta: Fraction) -> arb:
    """Return the corrected level for three counters."""
    return chernoff_level(T, (3 / exact_ball(beta)).log())


@claim("pucb/e-epsilon", reading="footnote-6", sound={"the corrected level": {"level": corrected_level}})
def e_epsilon_footnote(trial: Trial, *, level: Callable[[int, Fraction], arb] = footnote_level) -> Iterator[Evidence]:
    """Compare the exact probability that one of three counters leaves the level of the footnote with beta'."""
    beta = Fraction(34, 100)  # just above 1/3, below which the level is negative
    for T in (2, 8):
        yield ball(
            f"$T = {T}$, $C = 3$, $\\beta' = {beta}$",
            failure_ball(T - 1, level(T, beta), 3),
            "<=",
            enclose(trial.formal.right, {"beta_prime": beta}),
            quantity=FAILURE,
            certificate=_certificate(trial, T, beta, ONES),
        )


def _inside(bound: Bound, where: Where, share: arb) -> Iterator[Evidence]:
    start = (3 / exact_ball(where.most)).log()
    limit = f"\\beta' \\leq {float(where.most)}" if where.most < 1 else r"\beta' < 1"
    corner = where.most < 1  # where the union bound is too coarse for the fewest counters
    if corner:
        yield from _at_the_corner(bound, where.first, where.most, limit, share)
    for T in range(where.first + corner, 2 ** (where.sums - 1)):
        yield _at(f"$T = {T}$, all $S, A, H$ and all ${limit}$", ratio(bound, T, start, share), share)
    yield ball(
        f"all $T \\geq {2 ** (where.sums - 1)}$, all $S, A, H$ and all ${limit}$, by Chernoff at $K = {where.sums}$",
        decided(chernoff_ratio(bound, where.sums, start), share),
        "<=",
        share,
        quantity=r"$2e^{-\theta x}m(1+m)^{K-1}C/\beta'$",
        detail="larger K and larger C/beta' follow, see the proof",
        region=Region.INSIDE,
    )


def _at(case: str, largest: arb, share: arb) -> Evidence:
    what = r"bound of $F\,C/\beta'$ over the whole range of $C/\beta'$"
    return ball(case, decided(largest, share), "<=", share, quantity=what, region=Region.INSIDE)


def _at_the_corner(bound: Bound, T: int, most: Fraction, limit: str, share: arb) -> Iterator[Evidence]:
    """Decide the fewest episodes: three counters (S = A = H = 1) by their law, and six or more, as other sizes have."""
    for case, least in (
        (f"$C \\geq 6$ and all ${limit}$", 6 / most),
        (r"all $S, A, H$ and all $\beta' \leq 1/10$", 30),
    ):
        yield _at(f"$T = {T}$, {case}", ratio(bound, T, exact_ball(least).log(), share), share)
    case = f"$T = {T}$, $C = 3$ and all $\\beta'$ from $1/10$ to ${float(most)}$"
    yield _at(case, three_counters(bound, T, most), share)


def three_counters(bound: Bound, T: int, most: Fraction) -> arb:
    """Return a bound of P(some error of three counters reaches the level)/beta', for beta' from 1/10 to most.

    Cells [a, b] of y = ln(3/beta') as in `largest_ratio`, but by the law of three counters before episode T.
    """
    largest, a = arb(0), (3 / exact_ball(most)).log()
    while a < arb(30).log():
        failure = failure_ball(T - 1, bound.level(T, a), 3)
        here = failure * a.exp() / 3
        if not here < 1:
            return here
        a -= arb(3) / 4 * arb(here.upper()).log()
        largest = largest.max(failure * a.exp() / 3)
    return largest


def _point(trial: Trial, bound: Bound, T: int, beta: Fraction, sizes: Sequence[int], region: Region) -> Evidence:
    C = int(exact_value(COUNTERS, dict(zip("SAH", sizes, strict=True))))
    level = bound.level(T, (C / exact_ball(beta)).log())
    return ball(
        f"$T = {T}$, $C = {C}$, $\\beta' = {beta}$",
        failure_ball(T - 1, level, C),
        "<=",
        enclose(trial.formal.right, {"beta_prime": beta}),
        quantity=FAILURE,
        region=region,
        certificate=_certificate(trial, T, beta, sizes),
    )


def _certificate(trial: Trial, T: int, beta: Fraction, sizes: Sequence[int]) -> Certificate:
    values: dict[str, Term] = {"T": T, "K": T.bit_length(), "beta_prime": beta, "epsilon": 1}
    values |= dict(zip("SAH", sizes, strict=True))
    C = exact_value(COUNTERS, values)
    return instance(
        trial.formal,
        f"With $T = {T}$ and $C = {C}$ counters some error reaches the level with probability above {beta}.",
        values,
    )


def failure_figure() -> Figure:
    """Return the exact probability that some of 32 counters leaves the printed level."""
    times = [*range(2, 21), 24, 28, 31, 32, 40, 48, 63, 64]
    lines: list[Series] = [Series(label=r"allowed: $\beta' = 1/10$", x=[2.0, 64.0], y=[0.1, 0.1])]
    for name, base in (("natural logarithms", NATURAL), ("base 2", LOG2)):
        level = PRINTED[base].level
        values = [(T, float(failure_ball(T - 1, level(T, arb(320).log()), 32, 1e-4).mid())) for T in times]
        shown = [(T, value) for T, value in values if value > 1e-9]
        lines.append(
            Series(label=name, x=[float(T) for T, _ in shown], y=[float(f"{value:.4g}") for _, value in shown])
        )
    return Figure(
        title=r"Probability that some error reaches the printed $E_\varepsilon$: 32 counters, exact",
        x_label="episodes $T$",
        y_label="probability",
        x_scale="log",
        y_scale="log",
        series=lines,
        caption=r"$S = A = H = 2$ and $\beta' = 1/10$, any $\varepsilon$. At powers of 2 the number of partial "
        "sums jumps, and with it the noise.",
    )


@claim(
    "pucb/e-epsilon/repaired",
    broken={
        "the printed level, natural logarithms": {"level": PRINTED[NATURAL].level},
        "no union over the episodes": {"level": chernoff_level_of_one_time},
        r"$\sqrt K$ in place of the maximum": {"level": without_maximum},
    },
    near=("no union over the episodes", r"$\sqrt K$ in place of the maximum"),
)
def e_epsilon_repaired(trial: Trial, *, level: Callable[[int, arb], arb] = chernoff_level) -> Iterator[Finding]:
    """Compare the exact probability that some counter leaves the corrected level with beta'."""
    for S, A, H in ((1, 1, 1), (2, 2, 2), (10, 4, 10)):
        C = 2 * S * A * H + S * S * A * H
        for T in (1, 2, 9, 64, 1024, 2**14, 2**20) if trial.full else (1, 2, 9, 1024, 2**14):
            for beta in (Fraction(99, 100), TENTH, Fraction(1, 1000)):
                yield ball(
                    f"$S = {S}$, $A = {A}$, $H = {H}$, $T = {T}$, $\\beta' = {beta}$",
                    failure_ball(T, level(T, (C / exact_ball(beta)).log()), C, 1e-2),
                    "<=",
                    exact_ball(beta),
                    quantity=FAILURE,
                )
    if level is chernoff_level:
        yield levels_table()


def levels_table() -> Table:
    """Return the printed, the derived, the corrected and the exact level in units of s."""
    y, rows = arb(320).log(), list[list[str | int]]()
    for T in (16, 1024, 2**14, 2**20):
        natural, base2 = (float(PRINTED[base].level(T, y)) for base in (NATURAL, LOG2))
        exact = error_quantile(T, 0.1, counters=32)
        levels = (natural, 4 * natural, base2, float(chernoff_level(T, y)), exact)
        rows.append([T, *(f"{x:.2f}" for x in levels)])
    return Table(
        title=r"Levels for 32 counters and $\beta' = 1/10$ in units of the noise scale $s$",
        columns=["$T$", "printed, ln", "derived, ln (4 times)", "printed, base 2", "corrected", "exact quantile"],
        rows=rows,
        caption=r"$s = 3HK/\varepsilon$ as printed, $6HK/\varepsilon$ where a user may change the counters by $6H$. "
        "The exact quantile, computed from the law, may replace the closed form.",
    )
