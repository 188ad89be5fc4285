"""Enclosures of ||f||^2 from finitely many values of f, for f that is known on a grid only (a network, say).

From below the norm of the grid always holds. From above values are not enough. If f is Lipschitz with constant L_i on
cell i, of length h_i, then there

    integral f'^2 <= L_i^2 h_i   and   |f| <= (|f_i + f_{i+1}| + L_i h_i) / 2;

if f' is Lipschitz with constant C_i there, then f' differs from its mean by at most C_i^2 h_i^2 / 12 in mean square
(the variance of a Lipschitz function of a uniform variable) and f from its chord by at most
C_i (x - x_i)(x_{i+1} - x) / 2, whose root mean square is C_i h_i^2 / sqrt(120), whence

    integral f'^2         <= (f_{i+1} - f_i)^2 / h_i + C_i^2 h_i^3 / 12,
    root mean square of f <= sqrt((f_i^2 + f_i f_{i+1} + f_{i+1}^2) / 3) + C_i h_i^2 / sqrt(120).

With one constant for all cells the first enclosure keeps the gap between L^2 and the mean of f'^2, however fine the
grid; it closes when the constants of the cells become local. The second closes by itself, like h^2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise

from flint import arb, ctx

from tabular.errors import must, show
from tabular.numbers.arguments import count, finite_nonnegative, positive
from tabular.numbers.balls import Real, ball
from tabular.numbers.exact import Exact
from tabular.privacy.rkhs_grid import grid_norm_squared_ball, grid_steps, value_balls

_GUARD_BITS = 32

Cell = Callable[[arb, arb, arb, arb], tuple[arb, arb]]


def norm_squared_from_lipschitz(
    points: Sequence[Exact],
    values: Sequence[Real],
    beta: Exact,
    lipschitz: Exact | Sequence[Exact],
    bits: int = 96,
) -> arb:
    """Return a ball that holds ||f||^2 for every f with these values and this Lipschitz constant (or one per cell)."""
    constants = _per_cell("lipschitz", lipschitz, len(points) - 1)
    return _enclosure(points, values, beta, constants, _cell_of_lipschitz, bits)


def norm_squared_from_curvature(
    points: Sequence[Exact],
    values: Sequence[Real],
    beta: Exact,
    curvature: Exact | Sequence[Exact],
    bits: int = 96,
) -> arb:
    """Return a ball that holds ||f||^2 for every f through the values whose slope has this Lipschitz constant."""
    constants = _per_cell("curvature", curvature, len(points) - 1)
    return _enclosure(points, values, beta, constants, _cell_of_curvature, bits)


def _enclosure(
    points: Sequence[Exact],
    values: Sequence[Real],
    beta: Exact,
    constants: list[Fraction],
    cell: Cell,
    bits: int,
) -> arb:
    grid, _ = grid_steps(points, len(values), beta)
    if len(grid) < 2 or grid[0] != 0 or grid[-1] != 1:
        raise must("points", "begin with 0 and end with 1", show([str(x) for x in grid]))
    below = grid_norm_squared_ball(points, values, beta, bits)
    with ctx.workprec(count("bits", bits) + _GUARD_BITS):
        rate, heights, energy = ball(positive("beta", beta)), value_balls(values), arb(0)
        for (x, y), (f, g), constant in zip(pairwise(grid), pairwise(heights), constants, strict=True):
            slopes, size = cell(f, g, ball(y - x), ball(constant))
            energy += slopes + rate**2 * ball(y - x) * size**2
        above = (heights[0] ** 2 + heights[-1] ** 2) / 2 + energy / (2 * rate)
        return below.union(above)


def _cell_of_lipschitz(f: arb, g: arb, h: arb, constant: arb) -> tuple[arb, arb]:
    """Return bounds of integral f'^2 and of the root mean square of f."""
    if abs(g - f) > constant * h:
        raise must("lipschitz", "be at least the slope between neighbouring values", show(constant))
    return constant**2 * h, (abs(f + g) + constant * h) / 2


def _cell_of_curvature(f: arb, g: arb, h: arb, constant: arb) -> tuple[arb, arb]:
    """Return bounds of integral f'^2 and of the root mean square of f."""
    chord = ((f**2 + f * g + g**2) / 3).nonnegative_part().sqrt()
    return (g - f) ** 2 / h + constant**2 * h**3 / 12, chord + constant * h**2 / arb(120).sqrt()


def _per_cell(name: str, constants: Exact | Sequence[Exact], n_cells: int) -> list[Fraction]:
    if not isinstance(constants, Sequence):
        return [finite_nonnegative(name, constants)] * n_cells
    if len(constants) != n_cells:
        raise must(name, "have one entry for each cell", f"{len(constants)} for {n_cells} cells")
    return [finite_nonnegative(name, c, f"at [{i}]") for i, c in enumerate(constants)]
