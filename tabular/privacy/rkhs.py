"""The Hilbert space of the kernel K(x, y) = e^{-beta |x - y|} on [0, 1], exactly.

    <f, g> = (f(0) g(0) + f(1) g(1)) / 2 + (1 / (2 beta)) integral_0^1 f' g' + beta^2 f g,

and <f, K(., y)> = f(y). The space is W^{1,2}. For piecewise-linear functions (every ReLU network is one) and for
polynomials with rational data the product is a rational number, and is returned as one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from tabular.errors import must, show
from tabular.numbers.arguments import finite, positive
from tabular.numbers.exact import Exact, exact_sum


@dataclass(frozen=True)
class PiecewiseLinear:
    """The function on [0, 1] that takes ``values`` at the increasing ``knots`` (from 0 to 1) and is linear between."""

    knots: tuple[Fraction, ...]
    values: tuple[Fraction, ...]

    @classmethod
    def through(cls, knots: Sequence[Exact], values: Sequence[Exact]) -> PiecewiseLinear:
        """Return the interpolant; floats are taken as the rationals they are."""
        grid = tuple(finite("knots", x, f"at [{i}]") for i, x in enumerate(knots))
        if len(grid) < 2 or grid[0] != 0 or grid[-1] != 1 or any(x >= y for x, y in pairwise(grid)):
            raise must("knots", "increase strictly from 0 to 1", show([str(x) for x in grid]))
        if len(values) != len(grid):
            raise must("values", "have one entry for each knot", f"{len(values)} for {len(grid)} knots")
        return cls(grid, tuple(finite("values", y, f"at [{i}]") for i, y in enumerate(values)))

    def __call__(self, x: Exact) -> Fraction:
        """Return the value at x in [0, 1]."""
        point = finite("x", x)
        if not 0 <= point <= 1:
            raise must("x", "lie in [0, 1]", show(x))
        i = min(bisect_right(self.knots, point), len(self.knots) - 1)
        (left, right), (low, high) = self.knots[i - 1 : i + 1], self.values[i - 1 : i + 1]
        return low + (high - low) * (point - left) / (right - left)

    def __sub__(self, other: PiecewiseLinear) -> PiecewiseLinear:
        """Return the difference, on the knots of both."""
        grid = _common_knots(self, other)
        return PiecewiseLinear(grid, tuple(self(x) - other(x) for x in grid))

    def inner(self, other: PiecewiseLinear, beta: Exact) -> Fraction:
        """Return <self, other>: on a cell of length h from (a, c) to (b, d) both integrals are elementary.

        integral f' g' = (b - a)(d - c) / h and integral f g = h (2 a c + a d + b c + 2 b d) / 6.
        """
        grid, rate = _common_knots(self, other), positive("beta", beta)
        f, g = [self(x) for x in grid], [other(x) for x in grid]
        cells = zip(pairwise(grid), pairwise(f), pairwise(g), strict=True)
        energy = exact_sum(_cell(y - x, fs, gs, rate) for (x, y), fs, gs in cells)
        return (f[0] * g[0] + f[-1] * g[-1]) / 2 + energy / (2 * rate)

    def norm_squared(self, beta: Exact) -> Fraction:
        """Return ||self||^2."""
        return self.inner(self, beta)


@dataclass(frozen=True)
class Polynomial:
    """The polynomial sum_i coefficients[i] x^i on [0, 1]."""

    coefficients: tuple[Fraction, ...]

    @classmethod
    def of(cls, coefficients: Sequence[Exact]) -> Polynomial:
        """Return the polynomial, lowest power first; floats are taken as the rationals they are."""
        return cls(tuple(finite("coefficients", c, f"at [{i}]") for i, c in enumerate(coefficients)))

    def __call__(self, x: Exact) -> Fraction:
        """Return the value at x."""
        point, value = finite("x", x), Fraction(0)
        for c in reversed(self.coefficients):
            value = value * point + c
        return value

    def inner(self, other: Polynomial, beta: Exact) -> Fraction:
        """Return <self, other>, from integral x^i x^j = 1 / (i + j + 1)."""
        rate = positive("beta", beta)
        ends = (self(0) * other(0) + self(1) * other(1)) / 2
        energy = _integral(self._slope(), other._slope()) + rate**2 * _integral(self, other)
        return ends + energy / (2 * rate)

    def norm_squared(self, beta: Exact) -> Fraction:
        """Return ||self||^2."""
        return self.inner(self, beta)

    def _slope(self) -> Polynomial:
        return Polynomial(tuple(i * c for i, c in enumerate(self.coefficients))[1:])


def _integral(f: Polynomial, g: Polynomial) -> Fraction:
    terms = ((i + j + 1, a * b) for i, a in enumerate(f.coefficients) for j, b in enumerate(g.coefficients))
    return exact_sum(product / power for power, product in terms)


def _cell(h: Fraction, f: tuple[Fraction, Fraction], g: tuple[Fraction, Fraction], beta: Fraction) -> Fraction:
    (a, b), (c, d) = f, g
    return (b - a) * (d - c) / h + beta**2 * h * (2 * a * c + a * d + b * c + 2 * b * d) / 6


def _common_knots(f: PiecewiseLinear, g: PiecewiseLinear) -> tuple[Fraction, ...]:
    return f.knots if f.knots == g.knots else tuple(sorted({*f.knots, *g.knots}))
