"""Kernels, counts and value-and-slope states of the remark on other kernels, by independent routes."""

import math
from fractions import Fraction

import numpy as np
import pytest

from tabular.noise.exact import predict
from theory_checks.core.interpret import approximate, exact
from theory_checks.engine.papers import load
from theory_checks.papers.dpdqn.sampler.other_kernels import (
    EXPONENTIAL,
    FAST,
    PRODUCTS,
    STATIONARY,
    WALKS,
    distant_weights,
    one_more_row,
    triangle,
    value_and_slope,
)

KERNELS = {**EXPONENTIAL, **STATIONARY, **WALKS}


@pytest.mark.parametrize("name", KERNELS)
def test_kernels_are_positive_definite(name):
    matrix = np.array([[float(KERNELS[name](x, y)) for y in range(1, 12)] for x in range(1, 12)])

    assert np.linalg.eigvalsh(matrix).min() > 1e-12


@pytest.mark.parametrize("name", KERNELS)
def test_exact_predictions_are_those_of_least_squares(name):
    kernel, stored, x = KERNELS[name], [1, 3, 4, 9], 6
    matrix = np.array([[float(kernel(y, z)) for z in stored] for y in stored])

    expected = np.linalg.solve(matrix, [float(kernel(y, x)) for y in stored])
    np.testing.assert_allclose([float(w) for w in predict(kernel, stored, x).weights], expected, rtol=1e-8, atol=1e-10)


@pytest.mark.parametrize("name", [*EXPONENTIAL, *WALKS])
def test_markov_kernels_need_two_neighbours(name):
    for stored, x in (([2, 3, 7, 8], 5), ([2, 3], 5), ([6, 8], 5)):
        assert not any(distant_weights(KERNELS[name], stored, x))


def test_between_two_neighbours_the_triangle_kernel_needs_no_third_value():
    assert distant_weights(triangle, [1, 2, 4, 8], 3) == [0, 0]
    assert distant_weights(triangle, [1, 2, 4, 8], 9) != [0, 0, 0]


def test_the_product_formula_says_nothing_where_the_kernel_vanishes():
    """The values at 1 and 3 are the same, that at 2 is 0: only the farther one tells of the value at 3."""
    kernel = {"K_xy": 0, "K_yy": 0, "K_xz": 1, "K_yz": 0}
    domain = load()["dpdqn/sec33-other-kernels/repaired"].readings[0].claims.domain

    assert exact(PRODUCTS.left, kernel) == exact(PRODUCTS.right, kernel)
    assert not domain.contains(kernel | {"n": 1, "N": 1})
    assert domain.contains(kernel | {"K_yy": 1, "n": 1, "N": 1})


def test_steps_for_markov_kernels_by_hand():
    assert approximate(FAST.right, {"n": 2}) == pytest.approx(2 * math.log(2) / math.log((1 + 5**0.5) / 2) + 11)


def test_one_more_row_of_the_factor():
    for n in (1, 2, 5, 9):
        assert one_more_row(n) == (n - 1) * (n + 4) // 2


def test_value_and_slope_are_derivatives_of_the_kernel():
    """M(t) e^-t holds K, -K', K', -K'' for K(t) = (1 + t) e^-t, by central differences."""
    t, h = 0.7, 1e-4

    def kernel(x):
        return (1 + x) * math.exp(-x)

    slope = (kernel(t + h) - kernel(t - h)) / (2 * h)
    curvature = (kernel(t + h) - 2 * kernel(t) + kernel(t - h)) / h**2
    found = value_and_slope(Fraction(7, 10)).astype(float) * math.exp(-t)

    np.testing.assert_allclose(found, [[kernel(t), -slope], [slope, -curvature]], rtol=0, atol=1e-6)  # O(h^2)
