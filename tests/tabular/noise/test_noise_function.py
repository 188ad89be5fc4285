"""The stateless path: exact covariance, the same bits in every order and process, its law, and what it refuses."""

import math
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals
from scipy.stats import norm

from tabular.noise import OrnsteinUhlenbeckFunction
from tabular.noise._kernels_dyadic import descend
from tabular.noise.covariance import dyadic_covariance, ornstein_uhlenbeck_covariance
from tabular.noise.function import tree_coefficients

CELLS = 2**53
LIMIT = 1e-13  # 53 levels of a few roundings of 2**-53
BITS = ["fast", "chacha20"]
BETAS = st.one_of(st.floats(1e-3, 1e3), st.sampled_from([5e-324, 1e-300, 1e-12, 1e6, 1e150, 1.7e308]))
CELL = st.one_of(st.integers(0, CELLS), st.integers(0, 53).map(lambda j: 2**j), st.integers(0, 60))


@given(st.lists(CELL, min_size=1, max_size=8), BETAS)
def test_the_covariance_is_exact_on_multiples_of_2_to_minus_53(cells, beta):
    exact = ornstein_uhlenbeck_covariance([k / CELLS for k in cells], beta)

    assert np.max(np.abs(dyadic_covariance(cells, beta) - exact)) <= LIMIT


@given(CELL, st.floats(0.01, 100))
def test_the_compiled_descent_has_the_coefficients_of_the_tree(k, beta):
    """Unit vectors in place of normals: the variance of each value is 1."""
    weights, deviations = tree_coefficients(beta)
    depth = 0 if k in (0, CELLS) else 53 - ((k & -k).bit_length() - 1)
    values = [descend(weights, deviations, unit, np.uint64(k), depth) for unit in np.eye(depth + 2)]

    assert np.sum(np.square(values)) == pytest.approx(dyadic_covariance([k], beta)[0, 0], abs=LIMIT)
    assert np.sum(np.square(values)) == pytest.approx(1.0, abs=LIMIT)


@pytest.mark.parametrize("beta", [0.3, 1e6])
def test_the_increment_of_neighbouring_cells_has_its_tiny_variance(beta):
    """Neighbours near 1/2 share all but a few nodes; their difference is taken coefficient by coefficient."""
    weights, deviations = tree_coefficients(beta)
    k = 2**52
    half = np.array([descend(weights, deviations, unit, np.uint64(k), 1) for unit in np.eye(55)])
    below = np.array([descend(weights, deviations, unit, np.uint64(k + 1), 53) for unit in np.eye(55)])

    # the coefficients of size 1 carry roundings of 2**-53 each: 1e-16 beside a deviation of 8e-9 at beta = 0.3
    assert np.sum((half - below) ** 2) == pytest.approx(-2 * math.expm1(-beta / CELLS), rel=1e-6)


@pytest.mark.parametrize("bits", BITS)
def test_order_and_grouping_do_not_matter_to_the_last_bit(bits):
    rng = np.random.default_rng(0)
    points = np.concatenate([rng.random(150), [0.0, 1.0, 0.5, 0.25, 2.0**-53, 1 - 2.0**-53, 1e-300], rng.random(20)])
    f = OrnsteinUhlenbeckFunction(7, 5.0, 2.0, bits=bits)
    values = f.many(points)
    order = rng.permutation(points.size)

    np.testing.assert_array_equal(f.many(points[order]), values[order])
    np.testing.assert_array_equal([f(x) for x in points.tolist()], values)
    np.testing.assert_array_equal(OrnsteinUhlenbeckFunction(7, 5.0, 2.0, bits=bits).many(points), values)


def test_another_process_gives_the_same_bits():
    points = [0.0, 0.1, 0.5, 0.7, 1.0]
    program = (
        "from tabular.noise import OrnsteinUhlenbeckFunction as F\n"
        f"print([F(5, 2.0, bits=b)(x).hex() for b in {BITS} for x in {points}])"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout

    assert answer.strip() == str([OrnsteinUhlenbeckFunction(5, 2.0, bits=b)(x).hex() for b in BITS for x in points])


@pytest.mark.parametrize("bits", BITS)
def test_the_values_over_many_paths_have_the_law(bits):
    """Whitened values at close and distant points, also of neighbouring actions; error < 1e-9 by the DKW inequality."""
    actions, beta, sigma = 4000, 2.0, 3.0
    points = np.array([0.0, 0.3, 0.5, 0.500001, 0.7, 0.7 + 2.0**-53, 1.0])
    f = OrnsteinUhlenbeckFunction(21, beta, sigma, actions=actions, bits=bits)
    values = np.array([f.many(points, action) for action in range(actions)]) / sigma
    gaps = np.diff(points)
    z = np.empty_like(values)
    z[:, 0] = values[:, 0]
    z[:, 1:] = (values[:, 1:] - np.exp(-beta * gaps) * values[:, :-1]) / np.sqrt(-np.expm1(-2 * beta * gaps))

    samples = [z.ravel(), *z.T, ((z[::2] + z[1::2]) / math.sqrt(2)).ravel(), ((z[:, 1:] + z[:, :-1])[:, ::2]).ravel()]
    samples[-1] = samples[-1] / math.sqrt(2)
    for sample in samples:
        n = sample.size
        grid = norm.cdf(np.sort(sample))
        worst = max(np.max(np.arange(1, n + 1) / n - grid), np.max(grid - np.arange(n) / n))
        assert worst <= math.sqrt(math.log(2 * len(samples) / 1e-9) / (2 * n))


def test_points_between_take_the_value_of_the_nearest_cell():
    f = OrnsteinUhlenbeckFunction(3, 5.0)

    assert f(2.0**-53 * 1.4) == f(2.0**-53) != f(2.0**-53 * 1.6) == f(2.0**-52)
    assert f(1e-300) == f(0.0)


def test_an_interval_is_the_unit_interval_stretched():
    f = OrnsteinUhlenbeckFunction(3, 5.0)
    g = OrnsteinUhlenbeckFunction(3, 5.0 / 4, interval=(-1, 3))

    np.testing.assert_array_equal(f.many([0.0, 0.25, 0.5, 1.0]), g.many([-1, 0, 1, 3]))


def test_sigma_is_a_factor():
    points = np.linspace(0, 1, 9)
    one, half = OrnsteinUhlenbeckFunction(3, 5.0), OrnsteinUhlenbeckFunction(3, 5.0, 0.5)

    np.testing.assert_array_equal(half.many(points), 0.5 * one.many(points))


def test_keys_actions_and_bits_give_different_paths():
    values = {
        OrnsteinUhlenbeckFunction(key, 5.0, actions=2, bits=bits)(0.3, action)
        for key in (1, 2, bytes(range(32)))
        for action in (0, 1)
        for bits in BITS
    }

    assert len(values) == 12


test_bad_input_is_refused_in_one_sentence = refusals(
    (
        OrnsteinUhlenbeckFunction(1, 1.0),
        r"^x must lie in the interval \[0\.0, 1\.0\], got ",
        [math.nan, math.inf, -1e-300, math.nextafter(1.0, 2.0), 2],
    ),
    (
        lambda: OrnsteinUhlenbeckFunction(-1, 1.0),
        r"^key must be 32 bytes or an integer from 0 to 2\*\*256 - 1, got -1$",
    ),
    (lambda: OrnsteinUhlenbeckFunction(1, math.nan), r"^beta must be positive and finite, got nan$"),
    (lambda: OrnsteinUhlenbeckFunction(1, 1.0, 0), r"^sigma must be positive and finite, got 0$"),
    (lambda: OrnsteinUhlenbeckFunction(1, 1.0, bits=None), r'^bits must be "fast" or "chacha20", got None$'),
    (lambda: OrnsteinUhlenbeckFunction(1, 1.0)("0.5"), r"^x must be a real number, got '0\.5'$"),
    (lambda: OrnsteinUhlenbeckFunction(1, 1.0)(0.5, 1), r"^action must be an integer from 0 to 0, got 1$"),
    (
        lambda: OrnsteinUhlenbeckFunction(1, 1.0).many([0.0, 1.0, math.nan]),
        r"^xs must lie in the interval \[0\.0, 1\.0\], got nan at index 2$",
    ),
)
