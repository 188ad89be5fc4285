r"""The proof of Lemma 11: the moment of the conditional log ratio, and the product over the dyadic levels.

Points x_0, ..., x_2n in equal steps, q = exp(-beta_n) for the step, E = even points, O = odd ones. Given the values at
E the log ratio of the values at O is normal under P0 with mean -D/2 and variance D,

    D = d^T V^-1 d/sigma^2,   d = g_O - K10 K00^-1 g_E,   V = K11 - K10 K00^-1 K10^T.

By Claim 12, d_i = g(x_{2i-1}) - (q/(1+q^2)) (g(x_{2i-2}) + g(x_{2i}))
and V = (1-q^2)/(1+q^2) I. On the grid of step 2^-n the levels k = 0..n-1 multiply; level k puts points in the middle of
intervals of length 2^-k, so that its q is exp(-beta/2^(k+1)). The paper prints exp(-beta/2^k) instead.

Two more lines collect the squares. Of the products of values only those of neighbours on the finest grid remain, with
the factor -2 e/(1 - e^2), e = q of the last level; and -2xy = (x - y)^2 - x^2 - y^2 takes e/(1 - e^2) off the square of
a point for each of its neighbours. An inner point has two; the paper takes it off once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise, product

import numpy as np

from tabular.numbers.rational import matmul_exact, solve_exact
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact, exact_all
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import exp, log, ref
from theory_checks.core.interpret import exact as rational
from theory_checks.papers.dpdqn.common.certified import certified
from theory_checks.papers.dpdqn.common.kernel_matrices import DECAYS, computed_matrices
from theory_checks.papers.dpdqn.common.rational_first import ball_of
from theory_checks.papers.dpdqn.density._log_ratios import (
    POWERS,
    bits_before,
    level_of,
    log_ratio,
    shown,
    squared_steps,
)

LevelDecay = Callable[[Fraction, int, int], Fraction]

GRIDS: Sequence[tuple[int, ...]] = ((0, 1, 0), (1, 1, 1), (2, -1, 3), (0, 1, -1, 4, 2), (1, 0, 2, 0, 3, 0, 4))
SIGMAS = (Fraction(1), Fraction(3, 2))


def conditional_energy(g: Sequence[int], q: Fraction) -> Fraction:
    """Return D by linear algebra on the kernel, for sigma = 1."""
    blocks = computed_matrices(len(g) // 2, q)
    values = np.array([Fraction(x) for x in g], dtype=object)
    d = values[1::2] - matmul_exact(blocks["K10 K00^-1"], values[::2])
    return sum((d * solve_exact(blocks["K11 - K10 K00^-1 K10^T"], d)).tolist(), start=Fraction(0))


def sum_of_squares(g: Sequence[int | Fraction], q: Fraction) -> Fraction:
    """Return sum_i (g(x_{2i-1}) - (q/(1+q^2)) (g(x_{2i-2}) + g(x_{2i})))^2."""
    weight = q / (1 + q**2)
    triples = zip(g[:-1:2], g[1::2], g[2::2], strict=True)
    return sum(((middle - weight * (left + right)) ** 2 for left, middle, right in triples), start=Fraction(0))


BRACKETS, PRINTED = (
    formal_of(__file__, "dpdqn/lemma11-conditional-mgf", reading)
    for reading in ("brackets-as-printed", "sum-in-exponential")
)
MIDDLE, LAST = (claim.right for claim in PRINTED.claims)
AGAIN = PRINTED.claims[1].left  # the middle expression once more
MOMENT = formal_of(__file__, "dpdqn/lemma11-conditional-mgf/repaired").right


def printed_values(g: Sequence[int], q: Fraction, power: Fraction, sigma: Fraction) -> dict[str, Fraction]:
    """Return the values of the symbols of the printed expressions."""
    return {"squares": sum_of_squares(g, q), "q": q, "lambda": power, "sigma": sigma}


def squared(q: Fraction) -> Fraction:
    """Return exp(-2 beta_n), a wrong decay."""
    return q**2


def unchanged(q: Fraction) -> Fraction:
    """Return exp(-beta_n)."""
    return q


@claim(
    "dpdqn/lemma11-conditional-mgf/repaired", broken={r"$e^{-2\beta_n}$ in place of $e^{-\beta_n}$": {"decay": squared}}
)
@claim(
    "dpdqn/lemma11-conditional-mgf",
    reading="sum-in-exponential",
    broken={r"$e^{-2\beta_n}$ in place of $e^{-\beta_n}$": {"decay": squared}},
)
def conditional_moment(trial: Trial, *, decay: Callable[[Fraction], Fraction] = unchanged) -> Iterator[Evidence]:
    """Compare the exponents of all three expressions."""
    for g in GRIDS:
        pairs: dict[str, tuple[Fraction, str, Fraction]] = {}
        for q, power, sigma in product(DECAYS, POWERS, SIGMAS):
            D, name = conditional_energy(g, q) / sigma**2, f"q = {q}, power {power}, variance {sigma**2}"
            moment, values = rational(MOMENT, {"lambda": power, "D": D}), printed_values(g, decay(q), power, sigma)
            for what, side in (("middle", MIDDLE), ("middle, second time", AGAIN), ("last", LAST)):
                pairs[f"{what}, {name}"] = (moment, "==", rational(side, values))
        yield exact_all(f"$g$ = {shown(g)}", pairs, quantity="exponents of the first expression and of the two others")


@claim(
    "dpdqn/lemma11-conditional-mgf",
    reading="brackets-as-printed",
    sound={"the sum inside the exponential": {"inside": True}},
)
def conditional_moment_printed(trial: Trial, *, inside: bool = False) -> Iterator[Evidence]:
    """Compare the moment with exp(first) + second, or with exp(first + second), at sigma = 1."""
    for g, q, power in (((0, 0, 0), Fraction(1, 2), 1), ((0, 1, 0), Fraction(1, 2), 1), ((0, 1, 0), Fraction(1, 2), 2)):
        values = printed_values(g, q, Fraction(power), Fraction(1))
        moment = {"lambda": power, "D": conditional_energy(g, q)}
        case = f"$g$ = {shown(g)}, $q = {q}$, $\\lambda = {power}$, $\\sigma = 1$"
        if inside or not any(g):
            sides = rational(MOMENT, moment), rational(MIDDLE, values)
            yield exact(case, sides[0], "==", sides[1], quantity="exponents of the two expressions")
            continue
        yield ball(
            case,
            ball_of(exp(MOMENT), moment),
            "==",
            ball_of(BRACKETS.right, values),
            quantity="the moment and the middle expression",
            certificate=_bracket_certificate(power),
        )


def _bracket_certificate(power: int) -> Certificate:
    known = {"decay": Fraction(1, 2), "squares": 1, "sigma": 1}
    return Certificate(
        says=f"$g = (0, 1, 0)$, $\\sigma = 1$, $e^{{-\\beta_n}} = 1/2$, $\\lambda = {power}$: the moment differs "
        "from the middle expression with its brackets as printed.",
        given=[lemma("log_moment", "midpoint-log-moment", power=power, **known)],
        values={"lambda": power, "q": Fraction(1, 2), "squares": 1, "sigma": 1, "log_moment": ref("log_moment")},
    )


def printed_decay(q: Fraction, n: int, k: int) -> Fraction:
    """Return exp(-beta/2^k), for q = exp(-beta/2^n)."""
    return q ** (2 ** (n - k))


def midpoint_decay(q: Fraction, n: int, k: int) -> Fraction:
    """Return exp(-beta/2^(k+1)), for q = exp(-beta/2^n): level k halves intervals of length 2^-k."""
    return q ** (2 ** (n - k - 1))


def level_exponent(g: Sequence[int], q: Fraction, decay: LevelDecay) -> Fraction:
    """Return the exponent of the product over the levels for lambda^2 - lambda = 2 and sigma = 1."""
    n = level_of(g)
    rho = q ** (2**n)
    total = (g[0] ** 2 + g[-1] ** 2 - 2 * rho * g[0] * g[-1]) / (1 - rho**2)
    for k in range(n):
        r = decay(q, n, k)
        total += (1 + r**2) / (1 - r**2) * sum_of_squares(g[:: 2 ** (n - k - 1)], r)
    return total


def grouped_exponent(g: Sequence[int], q: Fraction, decay: LevelDecay) -> Fraction:
    """Return the exponent of the line (heart), with the squares and the products of neighbours apart."""
    n = level_of(g)
    total = Fraction(g[0] ** 2 + g[-1] ** 2) / (1 - q ** (2 * 2**n))
    for k in range(n):
        r, level = decay(q, n, k), g[:: 2 ** (n - k - 1)]
        weight = r / (1 + r**2)
        for left, middle, right in zip(level[:-1:2], level[1::2], level[2::2], strict=True):
            total += (1 + r**2) / (1 - r**2) * (middle**2 + weight**2 * (left**2 + right**2))
    return total - 2 * edge(q, n, decay) * sum(x * y for x, y in pairwise(g))


def edge(q: Fraction, n: int, decay: LevelDecay) -> Fraction:
    """Return e/(1 - e^2), e the decay of the last level."""
    e = decay(q, n, n - 1)
    return e / (1 - e**2)


def difference_exponent(g: Sequence[int], q: Fraction, decay: LevelDecay, edges: int) -> Fraction:
    """Return the exponent of the line after (heart), an inner point being on `edges` edges; ends have 1/(1 + q)."""
    n = level_of(g)
    w = edge(q, n, decay)
    total = Fraction(g[0] ** 2 + g[-1] ** 2) / (1 + q) + w * sum((x - y) ** 2 for x, y in pairwise(g))
    for i in range(1, 2**n):
        own, *later = (decay(q, n, k) for k in range(bits_before(i, n), n))
        weight = (1 + own**2) / (1 - own**2) + sum(2 * r**2 / (1 - r**4) for r in later) - edges * w
        total += weight * g[i] ** 2
    return total


FEW_LEVELS: Sequence[tuple[int, ...]] = ((1, 2), (0, 1, 0))  # no level, where both agree, and the smallest failure
LEVEL_CASES = (*FEW_LEVELS, (1, 1, 1), (3, 1, -2, 0, 5), (0, 1, 2, 3, -3, 2, 1, 1, 4))
ENDS, HAT = (1, 0, 1), (0, 1, 0)
THREE_POINTS = (HAT, (3, 0, -2), (2, -1, 3))


@claim(
    "dpdqn/lemma11-level-factors/repaired",
    broken={
        r"$\beta/2^k$, as printed": {"decay": printed_decay},
        "one edge for each inner point, as printed": {"edges": 1},
    },
    near=(r"$\beta/2^k$, as printed", "one edge for each inner point, as printed"),
)
def level_factors_repaired(trial: Trial, *, decay: LevelDecay = midpoint_decay, edges: int = 2) -> Iterator[Evidence]:
    """Compare g K^-1 g on the whole grid with the three expressions, which are the exponents for lambda = 2."""
    q = Fraction(1, 2)
    for g in LEVEL_CASES:
        moment, sides = log_ratio(g, q)[1], _three_sides(g, q, decay, edges)
        for name, side in zip(("product", "squares and products", "differences"), sides, strict=True):
            yield exact(f"{_case(g, q)}: {name}", moment, "==", side, quantity="exponents of the moment and of a line")
    yield from _three_points(trial)


def _three_points(trial: Trial) -> Iterator[Evidence]:
    """Compare the formulas for n = 1 with the moment on three points."""
    for g in THREE_POINTS:
        pairs: dict[str, tuple[Fraction, str, Fraction]] = {}
        for q, power, sigma in product(DECAYS, POWERS, SIGMAS):
            mean, variance = log_ratio(g, q)
            moment = (power * mean + power**2 * variance / 2) / sigma**2
            values = dict(zip(("first", "middle", "last"), g, strict=True), q=q, sigma=sigma) | {"lambda": power}
            for line, claimed in enumerate(trial.formal.claims, 1):
                name = f"q = {q}, power {power}, variance {sigma**2}, line {line}"
                pairs[name] = (moment, "==", rational(claimed.right, values))
        yield exact_all(f"$g$ = {shown(g)}", pairs, quantity="exponents of the moment and of a line")


def _three_sides(g: Sequence[int], q: Fraction, decay: LevelDecay, edges: int) -> tuple[Fraction, Fraction, Fraction]:
    return level_exponent(g, q, decay), grouped_exponent(g, q, decay), difference_exponent(g, q, decay, edges)


def _case(g: Sequence[int], q: Fraction) -> str:
    return f"$n = {level_of(g)}$, $g$ = {shown(g)}, $e^{{-\\beta/2^n}} = {q}$, $\\lambda = 2$, $\\sigma = 1$"


@claim(
    "dpdqn/lemma11-level-factors",
    sound={
        r"$\beta/2^{k+1}$ in place of $\beta/2^k$, two edges for each inner point": {
            "decay": midpoint_decay,
            "edges": 2,
        }
    },
)
def level_factors(trial: Trial, *, decay: LevelDecay = printed_decay, edges: int = 1) -> Iterator[Evidence]:
    """Compare each line with the one before: the moment, the product, squares and products, differences."""
    q = Fraction(1, 2)
    for g in FEW_LEVELS:
        yield _compared(0, "the product", g, log_ratio(g, q)[1], level_exponent(g, q, decay))
    for g in (HAT, ENDS):
        product, grouped, _ = _three_sides(g, q, decay, edges)
        yield _compared(1, "the line marked with a heart", g, product, grouped)
    _, grouped, differences = _three_sides(HAT, q, decay, edges)
    yield _compared(2, "the line after it", HAT, grouped, differences)


def _compared(part: int, name: str, g: Sequence[int], before: Fraction, after: Fraction) -> Evidence:
    case, quantity = f"{_case(g, Fraction(1, 2))}: {name}", "exponents of the line before and of this line"
    return certified(exact(case, before, "==", after, quantity=quantity), partial(_line_certificate, g, part, name))


def _line_certificate(g: Sequence[int], part: int, name: str) -> Certificate:
    """Certify that a line differs from the one before, at n = 1."""
    first, middle, last = g
    sums = {"squares": sum(x * x for x in g), "ends": first**2 + last**2, "differences": squared_steps(g)}
    numbers = {"lambda": 2, "sigma": 1, "beta": 2 * log(2), "first": first, "middle": middle, "last": last}
    moment = {"law": 0, "power": 2, "epsilon": 0, "updates": 1, "norm_squared": "norm", "sigma": 1}
    return Certificate(
        says=f"$n = 1$, $g = {shown(g)}$, $e^{{-\\beta}} = 1/4$, $\\lambda = 2$, $\\sigma = 1$: {name} differs from "
        "what it is said to be equal to.",
        given=[
            lemma("norm", "even-grid-norm", level=1, beta=numbers["beta"], **sums),
            lemma("log_moment", "log-ratio-log-moment", **moment),
        ],
        values={**numbers, **sums, "norm": ref("norm"), "log_moment": ref("log_moment")},
        part=part,
    )
