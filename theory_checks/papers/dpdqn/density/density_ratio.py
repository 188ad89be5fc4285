r"""Lemma 11 (Lemma 9 of the first version): moments of the likelihood ratio of a shifted path.

P0 and P1 are the laws of the paths G(0, sigma^2 K) and G(g, sigma^2 K), K(x, y) = exp(-beta |x - y|). With
mu = ||g||/sigma (norm of the kernel's Hilbert space) Cameron and Martin give ln dP1/dP0 = mu Z - mu^2/2, where Z is
N(0, 1) under P0 and N(mu, 1) under P1. Hence
its moments under P0 and P1 are those of the repaired statement, and the printed bound is the second of these. The ratio
of the probabilities of a set S is another thing: for g = mu sigma K(., 0) and S = {f(0) >= t sigma} it is
Phi(mu - t)/Phi(-t), which tends to infinity with t.

On a grid with a rational decay q = exp(-beta h) everything is rational: with a = K^-1 g/sigma^2 the log ratio is
a f - a g/2, normal with mean -(a g)/2 under P0 and variance sigma^2 a K a.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from tabular.numbers.balls import ball as exact_ball
from tabular.privacy import PiecewiseLinear, grid_norm_squared_ball
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formula import Relation
from theory_checks.papers.dpdqn.common.comparisons import Pair, all_decided
from theory_checks.papers.dpdqn.common.kernel_matrices import DECAYS
from theory_checks.papers.dpdqn.common.rational_first import ball_of, logarithm, value_of
from theory_checks.papers.dpdqn.density._log_ratios import (
    POWERS,
    grid_norm,
    log_ratio,
    set_compared,
    set_ratio,
    shown,
)

SHIFTS: Sequence[tuple[int, ...]] = ((1,), (1, 1), (1, -1), (0, 1, 0), (3, 1, -4, 1, 5), (0, 0, 7, 0, 0, 0, -2))
LEVELS = (0, 1, 2)


Moment = tuple[str, int, Relation]  # a name, 1 for the mean under P_0 or -1 for that under P_1, and what is claimed
OTHER_SIGMAS, FAR_POWERS = (Fraction(1, 3), Fraction(3)), (Fraction(1, 2), Fraction(100))


def _log_moments(shift: int, powers: Sequence[Fraction], sides: Sequence[Moment], what: str) -> Iterator[Evidence]:
    """Compare the exact log moments on grids with formulas."""
    for g in SHIFTS:
        pairs = _pairs(g, shift, powers, Fraction(1), sides)
        yield from all_decided(f"$g$ = {shown(g)} on a grid", pairs, quantity=what)
    for g, sigma in product(((0,), (3, 1, -4, 1, 5)), OTHER_SIGMAS):
        pairs = _pairs(g, shift, FAR_POWERS, sigma, sides)
        yield from all_decided(f"$g$ = {shown(g)} on a grid, $\\sigma = {sigma}$", pairs, quantity=what)


def _pairs(
    g: Sequence[int], shift: int, powers: Sequence[Fraction], sigma: Fraction, sides: Sequence[Moment]
) -> dict[str, Pair]:
    pairs: dict[str, Pair] = {}
    for q, power in product(DECAYS, powers):
        mean, variance = log_ratio([shift * x for x in g], q)
        values = {"lambda": power, "norm_squared": grid_norm(g, q), "sigma": sigma}
        for name, under, claimed in sides:
            moment = (under * power * mean + power**2 * variance / 2) / sigma**2
            side = value_of(logarithm(claimed.right), values)
            pairs[f"{name}q = {q}, power {power}"] = moment, claimed.sign, side
    return pairs


@claim(
    "dpdqn/lemma11",
    "dpdqn-v1/lemma9",
    reading="density-ratio",
    broken={"a path that is shifted by twice the function": {"shift": 2}},
)
def density_ratio(trial: Trial, *, shift: int = 1) -> Iterator[Evidence]:
    """Compare the exact log moments with the printed exponents."""
    sides = [("", 1, trial.formal.claims[0])]
    yield from _log_moments(shift, POWERS, sides, "logarithm of the moment, and of the bound")
    yield from _refined_grids(shift)


def _refined_grids(shift: int) -> Iterator[Evidence]:
    """Compare the norm on dyadic grids with that of the whole function."""
    tent, beta = PiecewiseLinear.through([0, Fraction(1, 3), 1], [0, 1, -1]), Fraction(2)
    whole = exact_ball(tent.norm_squared(beta))
    for n in (0, 2, 6):
        points = [Fraction(i, 2**n) for i in range(2**n + 1)]
        norm = grid_norm_squared_ball(points, [shift * tent(x) for x in points], beta)
        yield ball(
            f"chords through $(0, 0)$, $(1/3, 1)$, $(1, -1)$ on $2^{n} + 1$ points, $\\beta = 2$",
            norm,
            "<=",
            whole,
            quantity=r"$g^T K^{-1} g$ on the grid and $\|g\|^2_{\mathcal{H}}$",
        )


@claim(
    "dpdqn/lemma11",
    "dpdqn-v1/lemma9",
    reading="any-set",
    sound={r"sets $S$ with $\mathbb{P}_0(S) \geq 1/2$": {"levels": (0, -1, -3)}},
)
def any_set(trial: Trial, *, levels: Sequence[int] = LEVELS) -> Iterator[Finding]:
    """Compare the ratio of the probabilities of {f(0) >= t sigma} with the bound, for lambda = 1 and ||g|| = sigma."""
    for level in levels:
        case = rf"$g = \sigma K(\cdot, 0)$, $\lambda = 1$, $S = \{{f(0) \geq {level}\sigma\}}$"
        quantity = r"$\mathbb{P}_1(S)/\mathbb{P}_0(S) = \Phi(1-t)/\Phi(-t)$"
        yield set_compared(trial, case, quantity, Fraction(1), level)
    yield _ratio_figure(float(ball_of(trial.formal.right, {"lambda": 1, "norm_squared": 1, "sigma": 1})))


def _ratio_figure(bound: float) -> Figure:
    levels = [Fraction(k, 10) for k in range(-20, 41)]
    ratios = [float(set_ratio(t, Fraction(1)).mid()) for t in levels]
    x = [float(t) for t in levels]
    return Figure(
        title="The ratio of the probabilities of a half-space has no bound",
        x_label="$t$",
        y_label=r"$\mathbb{P}_1(S)/\mathbb{P}_0(S)$",
        y_scale="log",
        series=[
            Series(label=r"$S = \{f(0) \geq t\sigma\}$", x=x, y=[float(f"{y:.9g}") for y in ratios]),
            Series(label="bound of the lemma", x=[x[0], x[-1]], y=[float(f"{bound:.9g}")] * 2),
        ],
        caption=r"$\lambda = 1$, $\|g\|_{\mathcal{H}} = \sigma$. The expectation of the density ratio is 1.",
    )


@claim("dpdqn/lemma11/repaired", broken={"a path that is shifted by twice the function": {"shift": 2}})
def density_ratio_repaired(trial: Trial, *, shift: int = 1) -> Iterator[Evidence]:
    """Compare both log moments with their closed forms."""
    sides = [("E_0, ", 1, trial.formal.claims[0]), ("E_1, ", -1, trial.formal.claims[1])]
    yield from _log_moments(shift, (*POWERS, Fraction(-1)), sides, "logarithms of the moments")
