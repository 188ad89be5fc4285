"""Toeplitz noise: exact factors, closed forms of their lengths, how far from the square root, batch and stream."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refusals

from tabular.noise.counters import ToeplitzCounters, square_root_batch
from tabular.noise.counters.buffered import buffered_factor, root_coefficients, root_square


def test_root_coefficients_are_central_binomials():
    for j in (0, 1, 2, 10, 500, 1023, 1024, 1025, 3000):
        exact = Fraction(math.comb(2 * j, j), 4**j)
        # the product of up to 1023 rounded factors
        assert root_coefficients([j])[0] == pytest.approx(float(exact), rel=3e-14)


def test_the_root_times_itself_is_the_matrix_of_running_sums():
    c = root_coefficients(np.arange(300))

    assert np.convolve(c, c)[:300] == pytest.approx(np.ones(300), abs=1e-13)


def test_the_length_of_the_root_beyond_its_direct_sum():
    n = 200_000
    direct = math.fsum(root_coefficients(np.arange(n)) ** 2)

    assert root_square(n) == pytest.approx(direct, abs=1e-10)
    assert root_square(1) == 1.0
    # (log(16 n) + Euler's constant) / pi, to order 1 / n
    assert root_square(1 << 30) == pytest.approx((math.log(16 * 2**30) + np.euler_gamma) / math.pi, abs=1e-9)


@settings(deadline=None, max_examples=40)
@given(st.integers(1, 3000), st.one_of(st.none(), st.integers(1, 12)))
def test_the_factors_are_exact_and_their_lengths_have_closed_forms(steps, buffers):
    factor = buffered_factor(steps, buffers)
    left, right = factor.left(steps), factor.right(steps)

    assert len(factor.rates) <= (buffers or 12)
    assert np.convolve(left, right)[:steps] == pytest.approx(np.ones(steps), abs=1e-12)
    assert factor.left_square() == pytest.approx(math.fsum(left**2), rel=1e-12)
    assert factor.right_square() == pytest.approx(math.fsum(right**2), rel=1e-12)
    assert np.all((factor.rates > 0) & (factor.rates < 1))


def test_four_buffers_and_one_for_each_factor_of_twelve_cost_less_than_a_thousandth():
    for steps in (2, 10, 100, 2**10, 2**18, 2**26, 2**35):
        factor = buffered_factor(steps)
        assert -1e-9 < factor.excess < 1e-3
        assert len(factor.rates) <= 4 + math.log(steps) / math.log(12)


def test_more_buffers_come_nearer():
    excess = [buffered_factor(2**18, buffers).excess for buffers in (2, 4, 6, 8, 12)]

    assert excess == sorted(excess, reverse=True)
    assert excess[-1] < 1e-4


@pytest.mark.parametrize("steps", [1, 2, 7, 300])
def test_the_stream_is_the_exact_convolution_of_the_factor_with_the_noise_of_the_nodes(steps):
    counters = ToeplitzCounters(2, steps, 1.7, seed=6)
    actual = counters.run(np.zeros((steps, 2)))
    left = counters.factor.left(steps)
    for c in range(2):
        z = [counters.noise.at(c, t) for t in range(1, steps + 1)]
        assert actual[:, c] == pytest.approx(np.convolve(left, z)[:steps], abs=1e-12)


def test_the_batch_is_the_exact_convolution_with_the_square_root():
    stream = np.random.default_rng(0).random((257, 3))
    actual = square_root_batch(stream, 1.7, seed=6)
    noise = ToeplitzCounters(3, 257, 1.7, seed=6).noise
    for c in range(3):
        z = [noise.at(c, t) for t in range(1, 258)]
        expected = np.cumsum(stream[:, c]) + np.convolve(root_coefficients(np.arange(257)), z)[:257]
        assert actual[:, c] == pytest.approx(expected, abs=1e-12)


test_bad_input_gets_one_sentence = refusals(
    (lambda: ToeplitzCounters(1, 5, 1.0, buffers=0), "buffers must be an integer from 1 to 64, got 0"),
    (lambda: ToeplitzCounters(1, 5, 1.0, buffers=2.5), "buffers must be an integer from 1 to 64, got 2.5"),
    (lambda: buffered_factor(5, 0), "buffers must be at least 1, got 0"),
    (lambda: square_root_batch([1.0], 1.0), r"stream must be an array of real numbers with 2 dimensions, got \[1.0\]"),
    (lambda: square_root_batch([[1.0], [math.inf]], 1.0), "stream must be finite, got inf at step 2, counter 0"),
    (lambda: square_root_batch([[1.0]], 0.0), "scale must be positive and finite, got 0.0"),
    (lambda: square_root_batch([[1.0]] * 3, 1.0, steps=2), "stream must end after 2 steps, got 3"),
    says="whole pattern",
)


def test_an_empty_batch_is_empty():
    assert square_root_batch(np.zeros((0, 3)), 1.0).shape == (0, 3)
