"""Tests for tabular/privacy/rkhs_grid.py: dense linear algebra, convergence from below, fine grids, bad input."""

from fractions import Fraction
from itertools import pairwise
from math import exp, inf, nan, sin

import numpy as np
import pytest
from flint import acb, arb
from hypothesis import given
from hypothesis import strategies as st

from tabular.errors import InputError
from tabular.privacy import (
    PiecewiseLinear,
    Polynomial,
    grid_norm_squared,
    grid_norm_squared_ball,
    inverse_kernel,
)

POINTS = st.lists(st.integers(0, 40), min_size=1, max_size=8, unique=True).map(lambda k: [i / 40 for i in sorted(k)])
BETA = st.floats(0.1, 20)


def kernel(points, beta):
    x = np.asarray(points, dtype=float)
    return np.exp(-beta * abs(x[:, None] - x[None, :]))


def even(cells):
    return [Fraction(i, cells) for i in range(cells + 1)]


def wave(x):
    return sin(3 * x) + x * x


@given(POINTS, BETA, st.data())
def test_it_is_the_quadratic_form_of_the_inverse_kernel(points, beta, data):
    """Against numpy's solution of the dense system, whose condition is below 1e4 here."""
    values = data.draw(st.lists(st.floats(-5, 5), min_size=len(points), max_size=len(points)))
    dense = np.asarray(values) @ np.linalg.solve(kernel(points, beta), values)

    assert grid_norm_squared(points, values, beta) == pytest.approx(dense, rel=1e-10, abs=1e-12)
    assert grid_norm_squared(points, values, beta) == pytest.approx(
        float(grid_norm_squared_ball(points, values, beta)), rel=1e-13, abs=1e-300
    )


@given(POINTS, BETA)
def test_the_inverse_kernel_is_tridiagonal(points, beta):
    diagonal, off = inverse_kernel(points, beta)
    inverse = np.diag(diagonal) + np.diag(off, 1) + np.diag(off, -1)

    np.testing.assert_allclose(inverse @ kernel(points, beta), np.eye(len(points)), atol=1e-11)


def test_numbers_of_the_notes():
    """f = sin 3x + x^2, beta = 2: the norm by rigorous quadrature, and the grids of 4 and 64 cells below it."""

    def energy(z, _):
        return (3 * (3 * z).cos() + 2 * z) ** 2 + 4 * ((3 * z).sin() + z * z) ** 2

    end = arb(3).sin() + 1
    norm = end**2 / 2 + acb.integral(energy, 0, 1).real / 4

    assert abs(norm - arb("2.6859954627")) < arb("1e-10")
    for cells, printed in [(4, 2.588386), (64, 2.6855985)]:
        actual = grid_norm_squared(even(cells), [wave(float(x)) for x in even(cells)], 2)
        assert actual == pytest.approx(printed, abs=6e-7)
        assert actual < norm


@pytest.mark.parametrize("beta", [0.1, 2, 50])
def test_refining_the_grid_increases_the_norm_to_its_limit(beta):
    """The gap is ||f - If||^2, which falls like the square of the cells."""
    f = Polynomial.of([1, -2, 3])
    limit = float(f.norm_squared(beta))
    gaps = [limit - grid_norm_squared(even(2**k), [f(x) for x in even(2**k)], beta) for k in range(1, 12)]

    assert all(0 < fine < coarse for coarse, fine in pairwise(gaps))
    assert gaps[-1] / gaps[-2] == pytest.approx(0.25, rel=0.05)  # the next order is still seen at beta = 50


def test_a_kernel_section_has_norm_1_on_every_grid_that_holds_its_centre():
    points = even(8)

    assert grid_norm_squared(points, [exp(-3 * abs(float(x) - 0.25)) for x in points], 3) == pytest.approx(1, rel=1e-14)


def test_the_grid_norm_is_the_least_of_all_functions_through_the_values():
    """A broken line through the same values has a larger norm, unless beta tends to 0."""
    knots, values = [0, 0.25, 1], [1, -1, 0.5]
    line = PiecewiseLinear.through(knots, values)

    assert grid_norm_squared(knots, values, 3) < line.norm_squared(3)
    assert grid_norm_squared(knots, values, 1e-5) == pytest.approx(float(line.norm_squared(1e-5)), rel=1e-9)


def test_a_grid_of_a_million_cells_loses_no_digits():
    """A cell at a time: the line x on [0, h] and [h, 1] beside balls, at h = 2^-40."""
    points, values = [0, 2.0**-40, 1], [1, 1 + 2.0**-40, 2]

    assert grid_norm_squared(points, values, 1) == pytest.approx(
        float(grid_norm_squared_ball(points, values, 1, 200)), rel=1e-15
    )


def test_balls_in_balls_out():
    values = [arb(1, 0.01), arb(2, 0.01)]

    assert grid_norm_squared_ball([0, 1], values, 1).contains(grid_norm_squared_ball([0, 1], [1, 2], 1))
    assert grid_norm_squared_ball([0, 1], values, 1).overlaps(grid_norm_squared_ball([0, 1], [1.01, 1.99], 1))


@pytest.mark.parametrize("beta", [1e-12, 1e6, 1e300])
def test_extreme_kernels(beta):
    """Constant for tiny beta (slopes cost infinitely much), white for huge beta (the plain sum of squares)."""
    values = [1.0, 2.0, 3.0]
    actual, (diagonal, off) = grid_norm_squared([0, 0.5, 1], values, beta), inverse_kernel([0, 0.5, 1], beta)

    if beta < 1:
        assert actual == pytest.approx(2 / beta, rel=1e-9)
    else:
        assert actual == 14
        assert diagonal == [1, 1, 1]
        assert off == pytest.approx([0, 0], abs=1e-150)


def test_no_points_and_one_point():
    assert grid_norm_squared([], [], 1) == 0
    assert grid_norm_squared_ball([], [], 1) == 0
    assert inverse_kernel([], 1) == ([], [])
    assert grid_norm_squared([0.5], [3], 1) == 9
    assert inverse_kernel([0.5], 1) == ([1.0], [])


@pytest.mark.parametrize("function", [grid_norm_squared, grid_norm_squared_ball])
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (([0, 1], [1], 1), r"^values must have one entry for each point, got 1 for 2 points$"),
        (([0, 0], [1, 1], 1), r"^points must increase strictly within \[0, 1\], got 0 at \[1\]$"),
        (([0, 2], [1, 1], 1), r"^points must increase strictly within \[0, 1\], got 2 at \[1\]$"),
        (([-1, 1], [1, 1], 1), r"^points must increase strictly within \[0, 1\], got -1 at \[0\]$"),
        (([0, nan], [1, 1], 1), r"^points must be a finite number, got nan at \[1\]$"),
        (([0, 1], [1, inf], 1), r"^values must be a finite number, got inf at \[1\]$"),
        (([0, 1], [1, "1"], 1), r"^values must be a finite number, got '1' at \[1\]$"),
        (([0, 1], [1, 1], 0), r"^beta must be a finite number above 0, got 0$"),
        (([0, 1e-20], [1, 1], 5e-324), r"^beta must not vanish against the distances of the points, got 5e-324$"),
    ],
)
def test_bad_parameters_get_one_sentence(function, arguments, sentence):
    with pytest.raises(InputError, match=sentence):
        function(*arguments)


def test_a_ball_without_an_end_is_refused():
    with pytest.raises(InputError, match=r"^values must be finite balls, got .* at \[1\]$"):
        grid_norm_squared_ball([0, 1], [1, arb("nan")], 1)
