r"""The Gaussian mechanism for functions: a path g of G(0, sigma^2 K) added to a function of the space H of K.

The laws of f + g and f' + g have the log likelihood ratio N(mu^2/2, mu^2) with mu = ||f - f'||_H/sigma (Cameron and
Martin), as two normal laws at the distance mu have: the release of the whole path is a Gaussian mechanism. On points
x_1, ..., x_n only h^T K^{-1} h <= ||h||_H^2 of the difference h = f - f' can be seen, with equality for h = K(., x_i).
Here K(x, y) = e^{-beta |x - y|} on [0, 1], the kernel of the paper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import sqrt

from tabular.numbers.balls import ball as number
from tabular.privacy import PiecewiseLinear, delta_ball, grid_norm_squared, grid_norm_squared_ball
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formal import Formal
from theory_checks.core.texts import texts_of
from theory_checks.papers.dpdqn.mechanism._gaussian_release import PROMISES, kept, multiplier

TEXTS = texts_of(__file__)

Norm = Callable[[PiecewiseLinear, Fraction], Fraction]
Function = Callable[[Fraction], float | Fraction]
HALF = Fraction(1, 2)


def _supremum(h: PiecewiseLinear, beta: Fraction) -> Fraction:
    return max(abs(y) for y in h.values) ** 2


def _without_end(h: PiecewiseLinear, beta: Fraction) -> Fraction:
    return h.norm_squared(beta) - h(0) ** 2 / 2


@claim(
    "dpdqn/prop4",
    broken={
        "sensitivity in the uniform norm": {"norm": _supremum},
        "the norm without the value at one end": {"norm": _without_end},
    },
    near=("the norm without the value at one end",),
)
def prop4(trial: Trial, *, norm: Norm = PiecewiseLinear.norm_squared) -> Iterator[Finding]:
    """Compare, on finer and finer grids, what can be seen there with the norm and with the promise."""
    yield ball(
        r"kernel section $h = K(\cdot, \frac{1}{2})$, read at $\frac{1}{2}$ alone: the bound is attained",
        grid_norm_squared_ball([HALF], [1], 1),
        "<=",
        number(Fraction(1)),
        quantity=r"$h^TK^{-1}h$ against $\|h\|_{\mathcal{H}}^2 = K(\frac{1}{2}, \frac{1}{2})$",
    )
    for name, h in _FUNCTIONS.items():
        for beta in (Fraction(1, 10), Fraction(1), Fraction(20)):
            yield from _on_grids(trial.formal, f"{name}, $\\beta = {beta}$", (h, beta), norm(h, beta))
    yield _boundary_figure()


_FUNCTIONS = {
    "constant": PiecewiseLinear.through([0, 1], [1, 1]),
    "ramp": PiecewiseLinear.through([0, 1], [0, 1]),
    "spike": PiecewiseLinear.through([0, Fraction(31, 64), HALF, Fraction(33, 64), 1], [0, 0, 1, 0, 0]),
    "zigzag": PiecewiseLinear.through([Fraction(k, 16) for k in range(17)], [k % 2 for k in range(17)]),
}


def _on_grids(
    promised: Formal, case: str, difference: tuple[PiecewiseLinear, Fraction], claimed: Fraction
) -> Iterator[Evidence]:
    """Compare the grid norms with the norm, and the privacy of the values on the finest grid with the promise."""
    h, beta = difference
    seen = number(Fraction(0))
    for cells in (4, 16, 64):
        points = grid(cells)
        seen = grid_norm_squared_ball(points, [h(x) for x in points], beta)
        yield ball(
            f"{case}, {cells} cells",
            seen,
            "<=",
            number(claimed),
            quantity=r"$h^TK^{-1}h$ on the grid against the squared sensitivity",
        )
    for epsilon, delta in PROMISES:
        mu = (seen / number(claimed)).sqrt() * number(epsilon) / multiplier(delta)
        yield kept(
            f"{case}, 64 cells, $\\epsilon = {epsilon}$, $\\delta = {delta}$",
            promised,
            delta_ball(epsilon, mu),
            delta,
            quantity=r"exact $\delta$ of the values on the grid",
        )


def grid(cells: int) -> list[Fraction]:
    """Return the ends of equal cells of [0, 1]."""
    return [Fraction(k, cells) for k in range(cells + 1)]


def _boundary_figure() -> Figure:
    cells = [2**k for k in range(1, 11)]
    return Figure(
        title="Inside and outside of the space: what can be seen on a grid",
        x_label="cells",
        y_label="squared norm on the grid",
        x_scale="log",
        y_scale="log",
        series=[
            Series(label=label, x=cells, y=[_norm_on(function, n) for n in cells])
            for label, function in _BOUNDARY.items()
        ],
        caption=TEXTS["boundary_figure_caption"],
    )


_BOUNDARY: dict[str, Function] = {
    r"tent $|x - \frac{1}{2}|$, in $\mathcal{H}$": lambda x: abs(x - HALF),
    r"root $\sqrt{|x - \frac{1}{2}|}$, not in $\mathcal{H}$": lambda x: sqrt(abs(x - HALF)),
    r"step at $\frac{1}{2}$, not in $\mathcal{H}$": lambda x: Fraction(int(x >= HALF)),
}


def _norm_on(function: Function, cells: int) -> float:
    points: Sequence[Fraction] = grid(cells)
    return float(f"{grid_norm_squared(points, [function(x) for x in points], 1):.9g}")
