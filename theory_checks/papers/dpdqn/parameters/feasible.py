r"""The smallest noise level that Theorem 5's own conditions allow, and how each improvement of its proof moves it.

The slack is what is left of the gap G = 2k - 8.68 sqrt(beta) sigma > 0 of the tail condition J exp(-G^2/2) <= delta_g.
With sigma = s sqrt(C), s free of k, sqrt(beta) sigma = s L sqrt(1 + v) is concave in k, so the slack is convex; where
it is negative at k = 0 and at some k, it is negative between. sigma increases with k, so the smallest feasible k has
the smallest feasible sigma.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from flint import arb

from tabular.numbers.balls import ball as enclose
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.core.formula import Formula, ref, sqrt
from theory_checks.core.texts import texts_of
from theory_checks.papers.dpdqn.common.feasible_parameters import VERSIONS, smallest
from theory_checks.papers.dpdqn.common.published_parameters import SIGMAS
from theory_checks.papers.dpdqn.common.rational_first import Value, ball_of
from theory_checks.papers.dpdqn.parameters._appendix import FEASIBLE, at

TEXTS = texts_of(__file__)
MEAN, SUFFICIENT = (FEASIBLE.right_of(name) for name in ("mean", "sigma"))


def slack(epsilon: Fraction, k: Fraction, **others: Value) -> arb:
    """Return how far the tail condition is from equality."""
    return ball_of(FEASIBLE.left - FEASIBLE.right, at(k, epsilon, sigma=SUFFICIENT, **others))


BRACKETS = {  # epsilon: k below and above the smallest feasible one; checked, not believed
    Fraction(9, 10): (Fraction(762786, 1000), Fraction(762787, 1000)),
    Fraction(45, 100): (Fraction(1477809, 1000), Fraction(1477810, 1000)),
}


@claim(
    "dpdqn/e3-parameters/repaired",
    broken={
        r"the constant $2/\sqrt{\pi}$ (here 1.13) in place of 8.68": {
            "mean": Fraction(113, 100) * sqrt("beta") * ref("sigma")
        }
    },
)
def feasible(trial: Trial, *, mean: Formula = MEAN) -> Iterator[Finding]:
    """Enclose the smallest feasible k and sigma; show what the improvements of the proof would give."""
    for epsilon, (low, high) in BRACKETS.items():
        yield from _bracketed(epsilon, low, high, mean)
    yield _improvements()
    yield _against_epsilon(25 if trial.full else 7)


def _bracketed(epsilon: Fraction, low: Fraction, high: Fraction, mean: Formula) -> Iterator[Evidence]:
    zero, name = arb(0), rf"$\epsilon = {float(epsilon):g}$"
    for k in (low, Fraction(0)):
        case = f"{name}, $k = {float(k):.3f}$ is not feasible"
        yield ball(case, slack(epsilon, k, mean=mean), "<", zero, quantity="slack of the tail condition")
    case = f"{name}, $k = {float(high):.3f}$ is feasible"
    yield ball(case, slack(epsilon, high, mean=mean), ">=", zero, quantity="slack of the tail condition")
    sigma, published = ball_of(SUFFICIENT, at(low, epsilon)), enclose(SIGMAS[epsilon])
    yield ball(f"{name}, the published $\\sigma$", sigma, ">", published, quantity=r"smallest $\sigma$, from below")


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
        caption=TEXTS["improvements_caption"],
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
