"""Tests for the subsampled accounting at its extremes: bounded grids, no warning, both bounds sound."""

import tracemalloc
from fractions import Fraction
from math import erf, exp, expm1, log1p, sqrt

import numpy as np
import pytest
from scipy.special import ndtr

from tabular.errors import InputError
from tabular.privacy import delta_of
from tabular.privacy.subsampled import (
    Adjacency,
    Direction,
    SubsampledGaussian,
    composed_delta,
    delta_interval,
    epsilon_interval,
    log_moment,
    step_delta,
    worst_pair,
)
from tabular.privacy.subsampled.loss_grid import loss_distribution

BOTH = (Direction.REMOVE, Direction.ADD)


def one_large_step(pair, steps, epsilon):
    """P(A) - e^epsilon Q(A) at the best A = "some outcome is above t": below the curve of mix || null."""
    q, mu, t = float(pair.rate), float(pair.mu), np.linspace(-3, 50, 1061)
    null, mix = ndtr(-t), (1 - float(pair.rate)) * ndtr(-t) + q * ndtr(mu - t)
    return float(np.max(-np.expm1(steps * np.log1p(-mix)) + exp(epsilon) * np.expm1(steps * np.log1p(-null))))


def test_little_noise_and_many_steps_stay_within_memory():
    tracemalloc.start()
    actual = delta_interval(10**4, 0.2146, 10**4, 1, Adjacency.REPLACE)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert peak < 300e6
    assert one_large_step(worst_pair(10**4, 0.2146, Adjacency.REPLACE), 10**4, 1) <= actual.upper
    assert actual.lower < actual.upper < 1.001 * actual.lower
    # a record that is never drawn cannot be told apart
    assert actual.upper < -expm1(10**4 * log1p(-1e-4))


@pytest.mark.parametrize("direction", Direction)
@pytest.mark.parametrize("sigma", [Fraction(2, 37), Fraction(1, 10), Fraction(2, 5), 3])
@pytest.mark.parametrize("step", [1e-3, 0.7, 20.0])
def test_a_wide_grid_is_on_its_side_of_the_truth(direction, sigma, step):
    """Up to the largest mu, where the mass of mix lies beyond the range of the doubles of null."""
    pair = SubsampledGaussian(Fraction(1, 100), sigma)
    up, down = (loss_distribution(pair, direction, step, rounding) for rounding in ("up", "down"))

    for epsilon in (-0.5, 0.0, 0.3, 5.0, 60.0, 600.0):
        high, low = (
            law.infinite + float(np.sum(np.maximum(0, -np.expm1(np.minimum(0, epsilon - law.losses))) * law.masses))
            for law in (up, down)
        )
        exact = step_delta(pair, epsilon, direction)
        # the rounding of the closed form itself
        assert low <= exact * (1 + 1e-10) + 1e-15
        assert exact <= high * (1 + 1e-10) + 1e-15


@pytest.mark.parametrize(
    ("m", "sigma", "steps", "epsilon"),
    [
        (3, 0.1, 3, 10),
        (3, 2.0001 / 37, 2, 1),
        (1000, 2.0001 / 37, 3, 1),
        (10, 0.105, 100, 10),
        (2, 2.0001 / 37, 1000, 50),
        (10**6, 0.06, 10**6, 5),
        (10**6, 1000, 10**6, 0),
        (2, 1000, 10**6, 1),
        (10**5, 100, 2, 0),
    ],
)
@pytest.mark.parametrize("adjacency", Adjacency)
def test_extremes_against_elementary_bounds(m, sigma, steps, epsilon, adjacency):
    pair, actual = worst_pair(m, sigma, adjacency), delta_interval(m, sigma, steps, epsilon, adjacency)

    assert 0 <= actual.lower <= actual.upper <= 1
    assert actual.lower <= delta_of(epsilon, float(pair.mu) * sqrt(steps)) * (1 + 1e-9)
    assert actual.lower <= min(1, steps * step_delta(pair, 0, Direction.REMOVE)) * (1 + 1e-9)
    assert actual.upper >= max(step_delta(pair, epsilon, way) for way in BOTH) * (1 - 1e-9)
    assert actual.upper >= one_large_step(pair, steps, epsilon) - 1e-12
    if adjacency is Adjacency.ADD_REMOVE:
        assert actual.lower > 0.97 * actual.upper


@pytest.mark.parametrize("direction", Direction)
@pytest.mark.parametrize("sigma", [0.01, 1, 1e3])
def test_one_step_has_the_digits_of_its_closed_form(direction, sigma):
    pair = SubsampledGaussian(Fraction(1, 10**6), sigma)
    actual = composed_delta(pair, 1, 0, direction)

    assert actual.lower == pytest.approx(1e-6 * erf(1 / sigma / sqrt(2)), rel=1e-12)
    assert actual.lower <= actual.upper < actual.lower * (1 + 1e-14)


def test_epsilon_where_moments_are_out_of_reach():
    actual = epsilon_interval(2, 0.1, 1, 1e-6, Adjacency.REPLACE)
    pair = worst_pair(2, 0.1, Adjacency.REPLACE)

    assert actual.lower < actual.upper < actual.lower * (1 + 3e-6)
    assert step_delta(pair, actual.upper, Direction.REMOVE) <= 1e-6 * (1 + 1e-9)
    assert step_delta(pair, actual.lower, Direction.REMOVE) > 1e-6 * (1 - 1e-9)


def test_epsilon_of_many_large_losses():
    """About 1e4 draws of mean loss mu^2/2 = 312.5, deviation sqrt(mu^2 + (mu^2/2)^2): five deviations are 1.6e5."""
    actual = epsilon_interval(10, 0.08, 10**5, 1e-5, Adjacency.REPLACE)

    assert 3.12e6 < actual.lower < actual.upper < 3.3e6
    assert actual.upper < 1.005 * actual.lower


def test_epsilon_without_sampling_and_many_steps():
    actual, total = epsilon_interval(1, 0.4, 10**5, 0.05, Adjacency.REPLACE), 5 * sqrt(1e5)

    # Phi(-z) - phi(z)/(z + total) = delta at epsilon = total^2/2 + z total, nearly: z is 1/total below 1.6448..
    assert actual.lower <= total * total / 2 + 1.6448536269514722 * total - 1 <= actual.upper


def test_moments_of_the_other_order_with_little_noise():
    """r >= 1 - q, and r is next to it but for outcomes of mass e^{-60}: alpha(lambda) = -lambda log(1 - q)."""
    pair = SubsampledGaussian(Fraction(1, 2), Fraction(2, 37))

    assert log_moment(pair, 3, Direction.ADD) == pytest.approx(-3 * log1p(-0.5), rel=1e-12)


def test_too_many_steps_for_a_grid():
    with pytest.raises(InputError, match="steps must be few enough for sums of losses"):
        delta_interval(2, 0.06, 10**16, 1, Adjacency.ADD_REMOVE)
