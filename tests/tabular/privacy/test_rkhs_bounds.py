"""Tests for tabular/privacy/rkhs_bounds.py: the truth is always inside, and the gap closes as promised."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st

from tabular.errors import InputError
from tabular.privacy import PiecewiseLinear, Polynomial, norm_squared_from_curvature, norm_squared_from_lipschitz

RATIONAL = st.fractions(-3, 3, max_denominator=12)
BETA = st.fractions(Fraction(1, 10), 20, max_denominator=10)


def even(cells):
    return [Fraction(i, cells) for i in range(cells + 1)]


def ball(q):
    return arb(fmpq(q.numerator, q.denominator))


@given(st.lists(RATIONAL, min_size=9, max_size=9), BETA, st.sampled_from([1, 2, 4, 8]))
def test_a_broken_line_lies_in_its_enclosure_from_any_coarser_grid(values, beta, cells):
    line = PiecewiseLinear.through(even(8), values)
    lipschitz = max(abs(b - a) for a, b in pairwise(values)) * 8

    enclosure = norm_squared_from_lipschitz(even(cells), [line(x) for x in even(cells)], beta, lipschitz)

    assert enclosure.overlaps(ball(line.norm_squared(beta)))


@given(RATIONAL, RATIONAL, RATIONAL, BETA, st.integers(1, 9))
def test_a_parabola_lies_in_both_enclosures(a, b, c, beta, cells):
    f = Polynomial.of([a, b, c])
    values, truth = [f(x) for x in even(cells)], ball(f.norm_squared(beta))

    assert norm_squared_from_lipschitz(even(cells), values, beta, abs(b) + 2 * abs(c)).overlaps(truth)
    assert norm_squared_from_curvature(even(cells), values, beta, 2 * abs(c)).overlaps(truth)


def width(enclosure):
    return float(enclosure.rad())


def test_curvature_closes_the_gap_with_the_square_of_the_cells():
    f = Polynomial.of([1, -2, 3])
    widths = [width(norm_squared_from_curvature(even(n), [f(x) for x in even(n)], 2, 6)) for n in (16, 64, 256)]

    assert all(fine < coarse / 15 for coarse, fine in pairwise(widths))  # 16, but for the next order


def test_local_lipschitz_constants_close_the_gap_and_a_global_one_does_not():
    f = Polynomial.of([0, 0, 1])  # slope 2x: the mean of its square is 4/3, of its largest 4
    wide, narrow = [], []
    for n in (16, 64, 256):
        points = even(n)
        values = [f(x) for x in points]
        wide.append(width(norm_squared_from_lipschitz(points, values, 1, 2)))
        narrow.append(width(norm_squared_from_lipschitz(points, values, 1, [2 * x for x in points[1:]])))

    assert all(w > (4 - Fraction(4, 3)) / 4 for w in wide)
    assert all(fine < coarse / 3 for coarse, fine in pairwise(narrow))


def test_a_network_with_tanh_units():
    """Two units: the second derivative is at most sum |c_j| w_j^2, since |tanh''| < 1; the truth by quadrature."""
    weights, shifts, outputs = np.array([3.0, -5.0]), np.array([-1.0, 2.0]), np.array([0.7, 0.4])

    def f(x):
        return float(outputs @ np.tanh(weights * x + shifts))

    def slope(x):
        return float(outputs @ (weights / np.cosh(weights * x + shifts) ** 2))

    nodes, gauss = np.polynomial.legendre.leggauss(60)
    x = (nodes + 1) / 2
    energy = sum(w / 2 * (slope(t) ** 2 + 4 * f(t) ** 2) for t, w in zip(x, gauss, strict=True))
    truth = (f(0) ** 2 + f(1) ** 2) / 2 + energy / 4
    points = even(512)

    enclosure = norm_squared_from_curvature(points, [f(float(t)) for t in points], 2, float(outputs @ weights**2))

    assert enclosure.contains(arb(truth))
    assert width(enclosure) < 1e-4


def test_values_may_be_balls():
    values = [arb(1, 1e-6), arb(2, 1e-6)]

    enclosure = norm_squared_from_lipschitz([0, 1], values, 1, 2)

    assert enclosure.overlaps(ball(Polynomial.of([1, 1]).norm_squared(1)))


@pytest.mark.parametrize("function", [norm_squared_from_lipschitz, norm_squared_from_curvature])
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (([0, 0.5], [1, 1], 1, 1), r"^points must begin with 0 and end with 1, got "),
        (([], [], 1, 1), r"^points must begin with 0 and end with 1, got \[\]$"),
        (([0], [1], 1, 1), r"^points must begin with 0 and end with 1, got \['0'\]$"),
        (([0, 1], [1, 1], 1, -1), r"^(lipschitz|curvature) must be a finite number of at least 0, got -1$"),
        (([0, 1], [1, 1], 1, [1, 1]), r"^(lipschitz|curvature) must have one entry for each cell, got 2 for 1 cells$"),
        (
            ([0, 1], [1, 1], 1, ["1"]),
            r"^(lipschitz|curvature) must be a finite number of at least 0, got '1' at \[0\]$",
        ),
        (([0, 1], [1], 1, 1), r"^values must have one entry for each point, got 1 for 2 points$"),
        (([0, 1], [1, 1], -1, 1), r"^beta must be a finite number above 0, got -1$"),
    ],
)
def test_bad_parameters_get_one_sentence(function, arguments, sentence):
    with pytest.raises(InputError, match=sentence):
        function(*arguments)


def test_a_lipschitz_constant_below_a_slope_is_refused():
    with pytest.raises(InputError, match=r"^lipschitz must be at least the slope between neighbouring values, got "):
        norm_squared_from_lipschitz([0, 1], [0, 2], 1, 1)
