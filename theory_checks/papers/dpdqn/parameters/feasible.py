r"""The smallest noise level that Theorem 5's own conditions allow, and how each improvement of its proof moves it.

For a total delta of 1e-4, split into d_1 for the Gaussian noise and d_2 for the tail, the conditions are

    sigma = s sqrt(C),  C = (v^2 + v) L^2,  v = 4 alpha (k + 1)/B,  s = sqrt(2 T' ln(e + eps/d_1))/eps
    J exp(-G^2/2) <= d_2  with  G = 2k - 8.68 sqrt(1/v) sigma > 0,  or  slack = G - sqrt(2 ln(J/d_2)) >= 0.

sqrt(1/v) sigma = s L sqrt(1 + v) is concave in k, so the slack is convex; where it is negative at k = 0 and at some k,
it is negative between. sigma increases with k, so the smallest feasible k has the smallest feasible sigma.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil, e, log, pi, sqrt
from typing import Any

from flint import arb
from scipy.optimize import minimize_scalar

from tabular.privacy import mu_of
from tabular.privacy.arguments import ball as enclose
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.papers.dpdqn.parameters.inverse_kernel_parameter import (
    LIPSCHITZ_SQUARED,
    PATHS,
    UPDATES,
    inverse_beta,
)
from theory_checks.papers.dpdqn.parameters.noise_level import sufficient_sigma
from theory_checks.papers.dpdqn.parameters.published import DELTA
from theory_checks.papers.dpdqn.parameters.tail_exponent import BUDGET, LEMMA8, SIGMAS


def slack(epsilon: Fraction, k: Fraction, lemma8: Fraction = LEMMA8) -> arb:
    """Return 2k - 8.68 sqrt(1/v) sigma - sqrt(2 ln(J/d_2)) at d_2 = 5e-5."""
    mean = enclose(lemma8) * sufficient_sigma(k, epsilon) / enclose(inverse_beta(k)).sqrt()
    return enclose(2 * k) - mean - (2 * enclose(PATHS / BUDGET).log()).sqrt()


BRACKETS = {  # epsilon: k below and above the smallest feasible one; checked, not believed
    Fraction(9, 10): (Fraction(762786, 1000), Fraction(762787, 1000)),
    Fraction(45, 100): (Fraction(1477809, 1000), Fraction(1477810, 1000)),
}


@claim(
    "dpdqn/e3-parameters/repaired",
    broken={r"the constant $2/\sqrt{\pi}$ (here 1.13) in place of 8.68": {"lemma8": Fraction(113, 100)}},
)
def feasible(trial: Trial, *, lemma8: Fraction = LEMMA8) -> Iterator[Finding]:
    """Enclose the smallest feasible k and sigma; show what the improvements of the proof would give."""
    for epsilon, (low, high) in BRACKETS.items():
        yield from _bracketed(epsilon, low, high, lemma8)
    yield _improvements()
    yield _against_epsilon(25 if trial.full else 7)


def _bracketed(epsilon: Fraction, low: Fraction, high: Fraction, lemma8: Fraction) -> Iterator[Evidence]:
    zero, name = arb(0), rf"$\epsilon = {float(epsilon):g}$"
    for k in (Fraction(0), low):
        case = f"{name}, $k = {float(k):.3f}$ is not feasible"
        yield ball(case, slack(epsilon, k, lemma8), "<", zero, quantity="slack of the tail condition")
    case = f"{name}, $k = {float(high):.3f}$ is feasible"
    yield ball(case, slack(epsilon, high, lemma8), ">=", zero, quantity="slack of the tail condition")
    sigma, published = sufficient_sigma(low, epsilon), enclose(SIGMAS[epsilon])
    yield ball(f"{name}, the published $\\sigma$", sigma, ">", published, quantity=r"smallest $\sigma$, from below")


@dataclass(frozen=True)
class Conditions:
    """One version of the proof: the mean of a path's maximum, its tail, the composition, and the split of delta."""

    name: str
    mean: Callable[[float], float]  # beta -> E max g <= mean sigma
    tail_with_sigma: bool = True
    exact_composition: bool = False
    best_split: bool = False


PRINTED_FACTOR = float(LEMMA8)


def _printed_mean(beta: float) -> float:
    return PRINTED_FACTOR * sqrt(beta)


def _sharp_mean(beta: float) -> float:
    return 2 / sqrt(pi) * sqrt(beta)


def _block_mean(beta: float) -> float:
    return 2 / sqrt(pi) * min(1.0, sqrt(beta)) + sqrt(2 * log(ceil(max(beta, 1.0))))


VERSIONS: Sequence[Conditions] = (
    Conditions("Theorem 5 as stated", _printed_mean, tail_with_sigma=False),
    Conditions("the same, best split of delta", _printed_mean, tail_with_sigma=False, best_split=True),
    Conditions("tail with sigma, so that Lemma 8 holds", _printed_mean),
    Conditions("and 2/sqrt(pi) for 8.68", _sharp_mean),
    Conditions("and exact composition, best split", _sharp_mean, exact_composition=True, best_split=True),
    Conditions("and the maximum block by block", _block_mean, exact_composition=True, best_split=True),
)


def smallest(version: Conditions, epsilon: float) -> tuple[float, float]:
    """Return the smallest (sigma, k) that the conditions allow for the total delta."""
    total = float(DELTA)
    if not version.best_split:
        return _at_split(version, epsilon, total / 2)

    def sigma(share: float) -> float:
        return _at_split(version, epsilon, total * share)[0]

    best: Any = minimize_scalar(sigma, bounds=(1e-4, 1 - 1e-4), method="bounded", options={"xatol": 1e-4})
    return _at_split(version, epsilon, total * float(best.x))


def _at_split(version: Conditions, epsilon: float, gaussian: float) -> tuple[float, float]:
    """Bisect for the smallest k whose slack is not negative, with delta = gaussian + the rest for the tail."""
    updates, unit = float(UPDATES), float(inverse_beta(Fraction(0)))  # v = unit (k + 1)
    per_norm = (
        sqrt(updates) / mu_of(epsilon, gaussian)
        if version.exact_composition
        else sqrt(2 * updates * log(e + epsilon / gaussian)) / epsilon
    )
    spread = sqrt(2 * log(PATHS / (float(DELTA) - gaussian)))

    def sigma(v: float) -> float:
        return per_norm * sqrt((v * v + v) * LIPSCHITZ_SQUARED)

    def room(k: float) -> float:
        v = unit * (k + 1)
        return 2 * k - version.mean(1 / v) * sigma(v) - spread * (sigma(v) if version.tail_with_sigma else 1.0)

    low, high = 0.0, 1.0
    while room(high) < 0:
        low, high = high, 2 * high
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if room(middle) < 0 else (low, middle)
    return sigma(unit * (high + 1)), high


@cache
def _improvements() -> Table:
    rows: list[list[str]] = []
    for version in VERSIONS:
        pairs = [smallest(version, float(epsilon)) for epsilon in SIGMAS]
        cells = [cell for sigma, k in pairs for cell in (f"{sigma:#.5g}", f"{k:#.4g}".rstrip("."))]
        rows.append([version.name, *cells])
    return Table(
        title=r"The smallest feasible noise level $\sigma$ and noise bound $k$, and what each improvement is worth",
        columns=[
            "conditions",
            r"$\sigma$ ($\epsilon = 0.9$)",
            r"$k$ ($\epsilon = 0.9$)",
            r"$\sigma$ ($\epsilon = 0.45$)",
            r"$k$ ($\epsilon = 0.45$)",
        ],
        rows=rows,
        caption=r"Total $\delta = 10^{-4}$, half of it for the tail where no split is named. The published pairs are "
        r"$\sigma = 0.32$ and $0.74$. None of these versions mends the sensitivity of an update, which is wrong in the "
        "proof: they show what its own route could give.",
    )


@cache
def _against_epsilon(count: int) -> Figure:
    grid = [float(f"{0.1 * 20 ** (i / (count - 1)):.6g}") for i in range(count)]
    lines = [
        Series(label=version.name, x=grid, y=[float(f"{smallest(version, x)[0]:.5g}") for x in grid])
        for version in VERSIONS
    ]
    published = Series(
        label="published", kind="dots", x=[float(x) for x in SIGMAS], y=[float(x) for x in SIGMAS.values()]
    )
    return Figure(
        title=r"The smallest feasible noise level against $\epsilon$",
        x_label=r"$\epsilon$",
        y_label=r"$\sigma$",
        x_scale="log",
        y_scale="log",
        series=[*lines, published],
        caption=r"Total $\delta = 10^{-4}$, the other parameters as published. Each line keeps the improvements of the "
        "lines before it, from the third on.",
    )
