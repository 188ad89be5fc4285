"""Norms on a grid: f^T K^{-1} f for the kernel K(x, y) = e^{-beta |x - y|}.

The kernel is Markov, so that on x_0 < ... < x_N, with h_i = x_{i+1} - x_i and rho_i = e^{-beta h_i},

    f^T K^{-1} f = f_0^2 + sum_i (f_{i+1} - rho_i f_i)^2 / (1 - rho_i^2),

and K^{-1} is tridiagonal. It is the squared norm of the smallest function through the values: it increases when points
are added and never exceeds ||f||^2, to which it converges for every f of the space.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import exp, expm1, fsum, sqrt

from flint import arb, ctx

from tabular.errors import must, show
from tabular.numbers.arguments import count, finite, positive
from tabular.numbers.balls import Real, ball
from tabular.numbers.exact import Exact, nearest

_GUARD_BITS = 32
_SATURATED = 350.0  # e^{700} is still a double, and rho = e^{-350} is 0 beside 1


def grid_norm_squared(points: Sequence[Exact], values: Sequence[Exact], beta: Exact) -> float:
    """Return f^T K^{-1} f in doubles; differences are formed exactly, so that fine grids lose no digits."""
    grid, steps = grid_steps(points, len(values), beta)
    heights = [finite("values", y, f"at [{i}]") for i, y in enumerate(values)]
    if not grid:
        return 0.0
    innovations = [nearest(heights[0])]
    for step, (f, g) in zip(steps, pairwise(heights), strict=True):
        innovations.append((nearest(g - f) - nearest(f) * expm1(-step)) / sqrt(-expm1(-2 * step)))
    return fsum(z * z for z in innovations)


def grid_norm_squared_ball(points: Sequence[Exact], values: Sequence[Real], beta: Exact, bits: int = 96) -> arb:
    """Return a ball that holds f^T K^{-1} f, for values that may be balls themselves."""
    grid, _ = grid_steps(points, len(values), beta)
    rate, total = positive("beta", beta), arb(0)
    with ctx.workprec(count("bits", bits) + _GUARD_BITS):
        heights = value_balls(values)
        if grid:
            total += heights[0] ** 2
        for (x, y), (f, g) in zip(pairwise(grid), pairwise(heights), strict=True):
            step = ball(rate * (y - x))
            total += (g - f - f * (-step).expm1()) ** 2 / -(-2 * step).expm1()
        return total


def inverse_kernel(points: Sequence[Exact], beta: Exact) -> tuple[list[float], list[float]]:
    """Return the diagonal of K^{-1}, 1 + sum of rho^2 / (1 - rho^2) over the cells beside, and -rho / (1 - rho^2)."""
    grid, steps = grid_steps(points, len(points), beta)
    beside = [1 / expm1(2 * min(step, _SATURATED)) for step in steps]
    diagonal = [1 + left + right for left, right in zip([0.0, *beside], [*beside, 0.0], strict=True)]
    off = [-(1 + ratio) * exp(-step) for ratio, step in zip(beside, steps, strict=True)]
    return diagonal[: len(grid)], off


def grid_steps(points: Sequence[Exact], n_values: int, beta: Exact) -> tuple[list[Fraction], list[float]]:
    """Return the checked points, which must increase strictly within [0, 1], and beta times their distances."""
    grid, rate = [finite("points", x, f"at [{i}]") for i, x in enumerate(points)], positive("beta", beta)
    if len(grid) != n_values:
        raise must("values", "have one entry for each point", f"{n_values} for {len(grid)} points")
    for i, x in enumerate(grid):
        if not 0 <= x <= 1 or (i > 0 and x <= grid[i - 1]):
            raise must("points", "increase strictly within [0, 1]", show(points[i]), f"at [{i}]")
    steps = [nearest(rate * (y - x)) for x, y in pairwise(grid)]
    if 0.0 in steps:
        raise must("beta", "not vanish against the distances of the points", show(beta))
    return grid, steps


def value_balls(values: Sequence[Real]) -> list[arb]:
    """Return finite balls of the values, at the precision of the context."""
    balls = [y if isinstance(y, arb) else ball(finite("values", y, f"at [{i}]")) for i, y in enumerate(values)]
    for i, y in enumerate(balls):
        if not y.is_finite():
            raise must("values", "be finite balls", show(y), f"at [{i}]")
    return balls
