"""Many points at once: exact covariance from unit draws, dense Cholesky, duplicates, any order, and bad input."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from tabular.noise import sample_path
from tabular.noise._kernels_batch import advance, stream_normals
from tabular.noise.conditional import step
from tabular.noise.keys import STREAM, source

LIMIT = 1e-13
UP = math.nextafter(0.5, 1.0)
BETAS = st.one_of(st.floats(1e-3, 1e3), st.sampled_from([5e-324, 1e-300, 1e-12, 1e6, 1e150, 1.7e308]))
POINTS = st.lists(st.one_of(st.floats(-2, 2), st.sampled_from([0.5, UP, 0.25, 5e-324, 0.0])), min_size=1, max_size=14)


def coefficients(points, beta):
    columns = np.empty((len(points), len(points)))
    for j, unit in enumerate(np.eye(len(points))):
        advance(beta, -math.inf, 0.0, points, unit, columns[j])
    return columns.T


def kernel(points, beta):
    with np.errstate(over="ignore"):  # an infinite product is right: exp(-inf) = 0
        return np.exp(-beta * np.abs(points[:, None] - points[None, :]))


@given(POINTS, BETAS)
def test_the_covariance_is_exact(points, beta):
    points = np.sort(points)
    L = coefficients(points, beta)

    assert np.max(np.abs(L @ L.T - kernel(points, beta))) <= LIMIT


def test_the_covariance_is_exact_for_many_close_points():
    """1000 points: gaps on both sides of the border between the series and the library function."""
    points = np.sort(np.random.default_rng(0).random(1000) ** 3)
    L = coefficients(points, 10.0)

    assert np.max(np.abs(L @ L.T - kernel(points, 10.0))) <= 10 * LIMIT


@given(st.floats(1e-300, 0.0078125))
def test_the_short_series_is_the_conditional_law(c):
    rho, deviation = step(c)
    out = np.empty(2)
    advance(1.0, -math.inf, 0.0, np.array([0.0, c]), np.array([1.0, 0.0]), out)
    assert out[1] == pytest.approx(rho, rel=3e-16)
    advance(1.0, -math.inf, 0.0, np.array([0.0, c]), np.array([0.0, 1.0]), out)
    assert out[1] == pytest.approx(deviation, rel=1e-15)


@pytest.mark.parametrize("bits", ["fast", "chacha20"])
def test_values_are_the_cholesky_factor_times_the_stream(bits):
    points = np.sort(np.random.default_rng(1).random(300))
    words, z = source(bytes([4]) + bytes(31), 2, STREAM, bits), np.empty(300)
    stream_normals(words.key, words.state, words.secure, 0, z)
    expected = 1.5 * np.linalg.cholesky(kernel(points, 8.0)) @ z

    # Cholesky of a matrix with condition number 1e6 loses six digits of sixteen
    np.testing.assert_allclose(sample_path(points, 8.0, 1.5, seed=4, action=2, bits=bits), expected, rtol=0, atol=1e-9)


def test_the_order_of_the_points_is_that_of_the_values():
    points = np.random.default_rng(3).random(2000)
    order = np.argsort(points)

    np.testing.assert_array_equal(sample_path(points, 5.0, seed=1)[order], sample_path(points[order], 5.0, seed=1))


def test_equal_points_have_equal_values():
    points = np.repeat(np.random.default_rng(4).random(500), 3)
    values = sample_path(np.random.default_rng(5).permutation(points), 5.0)
    sorted_values = sample_path(np.sort(points), 5.0).reshape(-1, 3)

    assert np.unique(values).size == 500
    assert np.all(sorted_values == sorted_values[:, :1])
    zeros = sample_path([0.0, -0.0], 1.0)
    assert zeros[0] == zeros[1]


def test_huge_distances_are_independent_and_tiny_ones_equal():
    z = sample_path([-1.7e308, 0.0, 1.7e308], 1e6, seed=3)
    same = sample_path([0.0, 0.5, 1.0], 1e-300, seed=3)

    assert len(set(z.tolist())) == 3
    np.testing.assert_allclose(same, same[0], rtol=1e-15)
    assert np.all(np.isfinite(z))


def test_arguments_decide():
    points = np.linspace(0, 1, 5)
    draws = [sample_path(points, 2.0, seed=s, action=a) for s in (0, 1) for a in (0, 1)]

    assert len({draw.tobytes() for draw in draws}) == 4
    np.testing.assert_array_equal(draws[3], sample_path(points, 2.0, seed=1, action=1))
    assert sample_path(points, 2.0).tobytes() != sample_path(points, 2.0).tobytes()
    assert sample_path([], 1.0).shape == (0,)
    assert sample_path(range(3), 1.0).shape == (3,)


test_bad_input_is_named = refusals(
    (lambda: sample_path([0.5], 0), r"^beta must be positive and finite, got 0$"),
    (lambda: sample_path([0.5], 1.0, math.nan), r"^sigma must be positive and finite, got nan$"),
    (lambda: sample_path([0.5, math.inf], 1.0), r"^xs must be finite, got inf at index 1$"),
    (lambda: sample_path([[0.5]], 1.0), r"^xs must be a one-dimensional sequence of real numbers, got "),
    (
        lambda: sample_path([0.5], 1.0, seed=1.5),
        r"^seed must be 32 bytes or an integer from 0 to 2\*\*256 - 1, got 1\.5$",
    ),
    (lambda: sample_path([0.5], 1.0, action=-1), r"^action must be an integer from 0 to 4294967295, got -1$"),
)
