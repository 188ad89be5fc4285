"""Tests for the loss on a grid and its composition: tabular/privacy/subsampled/loss_grid.py and composition.py."""

import os
import subprocess
import sys
from fractions import Fraction
from math import erfc, inf, sqrt

import dp_accounting_losses as pld
import numpy as np
import pytest
from flint import acb, arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refusals

from tabular.privacy import delta_of
from tabular.privacy.subsampled import (
    Adjacency,
    Direction,
    SubsampledGaussian,
    composed_delta,
    composed_epsilon,
    delta_interval,
    epsilon_interval,
    moments_bound,
    step_delta,
)
from tabular.privacy.subsampled import _kernels_bins as kernels
from tabular.privacy.subsampled.composition import Sum
from tabular.privacy.subsampled.log_moments import log_ratio
from tabular.privacy.subsampled.loss_grid import MASS_ERROR, loss_distribution

PAIR = st.builds(
    SubsampledGaussian,
    st.fractions(Fraction(1, 2000), Fraction(1, 2), max_denominator=2000),
    st.fractions(Fraction(1, 3), 12, max_denominator=12),
    st.sampled_from([1, 2]),
)


def curve(law, epsilon):
    over = law.losses > epsilon
    return law.infinite + float(np.sum(-np.expm1(epsilon - law.losses[over]) * law.masses[over]))


@given(PAIR, st.sampled_from(Direction), st.floats(-2, 2), st.sampled_from([0.3, 3.0, 30.0]))
@settings(max_examples=60, deadline=None)
def test_a_grid_is_on_its_side_of_the_truth(pair, direction, epsilon, cells):
    step = float(pair.rate) / cells
    up, down = (loss_distribution(pair, direction, step, rounding) for rounding in ("up", "down"))
    exact = step_delta(pair, epsilon, direction)

    # the rounding of the closed form itself
    assert curve(up, epsilon) >= exact * (1 - 1e-11) - 1e-15
    assert curve(down, epsilon) <= exact * (1 + 1e-11) + 1e-15


def test_the_error_of_a_grid_is_of_second_order():
    pair = SubsampledGaussian(Fraction(1, 100), 4)

    def width(step):
        up, down = (loss_distribution(pair, Direction.REMOVE, step, way, 1 << 14) for way in ("up", "down"))
        return curve(up, 0.0) - curve(down, 0.0)

    assert width(4e-4) / width(1e-4) == pytest.approx(16, rel=0.5)


def test_masses_keep_their_promised_digits():
    """Every kind of bin against balls: narrow and wide, in the body and in both tails."""
    with ctx.workprec(300):
        for a, b in [(0.1, 0.101), (-9.0, -8.9), (-9.0, -5.0), (-1.0, 2.0), (7.0, 7.2), (7.0, 9.0), (3.0, inf)]:
            far = (arb(b) / arb(2).sqrt()).erfc() if b < inf else arb(0)
            exact = ((arb(a) / arb(2).sqrt()).erfc() - far) / 2
            assert abs(arb(kernels.mass(a, b)) / exact - 1) < arb(MASS_ERROR) / 10
        for a, b, mu in [(0.1, 0.1001, 0.5), (-5.0, -4.9, 2.0), (6.0, 7.0, 3.0), (-2.0, 1.0, 0.02), (9.0, 9.2, 9.0)]:
            actual = arb(kernels.tilted(a, b, mu, a)) * (2 * arb.pi()).sqrt()
            assert abs(actual / gained(a, b, mu) - 1) < arb(MASS_ERROR) / 10


def gained(a, b, mu):
    """integral_a^b e^{-y^2/2} (e^{mu (y - a)} - 1) dy."""
    return acb.integral(lambda y, _: (-y * y / 2).exp() * ((y - a) * mu).expm1(), a, b, abs_tol=arb("1e-60")).real


def twice(pair, direction, epsilon):
    """H of two steps, integral P(x) H_{e^{epsilon - L(x)}} dx, by Simpson's rule with a kink at most in its slope."""
    y = np.linspace(-12, 14, 2601)
    loss, mu, q = log_ratio(pair, y), float(pair.mu), float(pair.rate)
    null = np.exp(-y * y / 2) / sqrt(2 * np.pi)
    law = null if direction is Direction.ADD else null * np.exp(loss)
    sign = -1 if direction is Direction.ADD else 1
    if direction is not Direction.DOMINATING:
        values = [step_delta(pair, epsilon - sign * float(x), direction) for x in loss]
        return float(np.trapezoid(law * values, y))
    above = y[y > mu / 2]
    grid = np.linspace(mu / 2, above[-1], 1301)
    loss, null = log_ratio(pair, grid), np.exp(-grid * grid / 2) / sqrt(2 * np.pi)
    gains = [step_delta(pair, epsilon - float(x), direction) for x in loss]
    losses = [step_delta(pair, epsilon + float(x), direction) for x in loss]
    atom = (1 - q) * (1 - erfc(mu / 2 / sqrt(2))) * step_delta(pair, epsilon, direction)
    return atom + float(np.trapezoid(null * np.exp(loss) * gains + null * losses, grid))


@pytest.mark.parametrize("direction", Direction)
@pytest.mark.parametrize("epsilon", [0.0, 0.05, 0.8])
def test_two_steps_by_direct_integration(direction, epsilon):
    pair = SubsampledGaussian(Fraction(1, 5), 2, 2)
    interval, exact = composed_delta(pair, 2, epsilon, direction), twice(pair, direction, epsilon)

    # the trapezoidal rule with step 1e-2 on functions of unit scale
    assert interval.lower - 1e-5 <= exact <= interval.upper + 1e-5
    # the grid adds at most 0.05^2 to the variance of a step, which tails feel more
    assert interval.upper - interval.lower < 0.01 * interval.upper + 1e-9


@given(PAIR, st.sampled_from(Direction), st.floats(0, 1.5))
@settings(max_examples=20, deadline=None)
def test_one_step_is_the_exact_curve(pair, direction, epsilon):
    interval, exact = composed_delta(pair, 1, epsilon, direction), step_delta(pair, epsilon, direction)

    assert interval.lower <= exact * (1 + 1e-11) + 1e-15
    assert exact <= interval.upper * (1 + 1e-11) + 1e-15


@pytest.mark.parametrize(("m", "steps", "sigma", "epsilon"), [(100, 1000, 4.0, 0.5), (1000, 10**4, 3.0, 0.3)])
def test_another_library_agrees(m, steps, sigma, epsilon):
    """Its connected dots are an upper bound on a grid of its own; a fine one is within a per cent."""
    pair = SubsampledGaussian(Fraction(1, m), sigma)
    ours = [composed_delta(pair, steps, epsilon, way) for way in (Direction.REMOVE, Direction.ADD)]
    theirs = pld.both_orders(1 / m, sigma, 2.0, steps, 1e-5, True).get_delta_for_epsilon(epsilon)

    assert max(x.lower for x in ours) <= theirs
    assert theirs == pytest.approx(max(x.upper for x in ours), rel=0.02)
    lower = pld.both_orders(1 / m, sigma, 2.0, steps, 1e-5, False).get_delta_for_epsilon(epsilon)
    assert lower <= max(x.upper for x in ours)


def test_the_same_grid_through_another_composition():
    """The masses of one grid, composed by dp-accounting: only its rounding and its tail of 1e-15 are different."""
    pair, steps, step = SubsampledGaussian(Fraction(1, 50), 3), 200, 1e-3
    law = loss_distribution(pair, Direction.DOMINATING, step, "up")
    low, high = int(law.indices.min()), int(law.indices.max())
    dense = np.bincount(law.indices - low, weights=law.masses, minlength=high - low + 1)
    theirs = pld.from_masses(low, step, dense, law.infinite, steps)

    for epsilon in (0.5, 1.0):
        assert Sum.of(law, steps, 5.0).delta(epsilon) == pytest.approx(theirs.get_delta_for_epsilon(epsilon), rel=1e-6)


def test_dots_of_the_dominating_curve_through_another_composition():
    pair, steps, step = SubsampledGaussian(Fraction(1, 50), 3), 100, 2e-3
    deltas = np.array([step_delta(pair, j * step, Direction.DOMINATING) for j in range(-500, 501)])
    theirs = pld.from_curve(-500, step, deltas, steps).get_delta_for_epsilon(0.5)
    ours = composed_delta(pair, steps, 0.5, Direction.DOMINATING)

    assert ours.lower <= theirs
    assert theirs == pytest.approx(ours.upper, rel=0.02)


def test_moments_are_an_upper_bound_and_another_accountant_of_moments_as_well():
    pair = SubsampledGaussian(Fraction(1, 100), 2, 1)
    interval = composed_epsilon(pair, 1000, 1e-5, Direction.REMOVE)

    assert interval.upper < pld.poisson_epsilon(0.01, 2.0, 1000, 1e-5, "rdp")
    assert moments_bound(pair, 1000, interval.upper).delta > 1e-5
    assert pld.poisson_epsilon(0.01, 2.0, 1000, 1e-5, "pld") == pytest.approx(interval.upper, rel=1e-3)


@pytest.mark.parametrize("direction", Direction)
def test_many_weak_steps_are_a_gaussian_mechanism(direction):
    """sqrt(N) q mu -> mu_total as q -> 0 with large sigma (central limit): the limit is approached like 1/sqrt(N)."""
    pair = SubsampledGaussian(Fraction(1, 1000), 200, 2)
    interval = composed_delta(pair, 10**8, 0.1, direction)
    limit = delta_of(0.1, 1e4 * 1e-3 / 100)

    assert interval.lower <= interval.upper
    assert interval.upper == pytest.approx(limit, rel=0.03)
    assert interval.lower == pytest.approx(limit, rel=0.03)


def test_without_sampling_it_is_the_gaussian_mechanism():
    interval = delta_interval(1, 4, 3, 1, Adjacency.REPLACE)

    assert interval.lower <= delta_of(1, sqrt(3) / 2) <= interval.upper
    assert interval.upper - interval.lower < 1e-14


@given(st.integers(2, 40), st.integers(1, 40), st.floats(1, 4), st.floats(0, 1), st.sampled_from(Adjacency))
@settings(max_examples=10, deadline=None)
def test_monotone_in_everything(m, steps, sigma, epsilon, adjacency):
    """More noise, more records and a larger epsilon need less delta, more steps need more; intervals are compared.

    With few records and steps one more of them changes delta by more than the width of its interval.
    """
    here = delta_interval(m, sigma, steps, epsilon, adjacency)
    bit = 1e-12

    assert 0 <= here.lower <= here.upper <= 1
    assert delta_interval(m, 1.1 * sigma, steps, epsilon, adjacency).lower <= here.upper + bit
    assert delta_interval(m + 1, sigma, steps, epsilon, adjacency).lower <= here.upper + bit
    assert delta_interval(m, sigma, steps, epsilon + 0.1, adjacency).lower <= here.upper + bit
    assert here.lower <= delta_interval(m, sigma, steps + 1, epsilon, adjacency).upper + bit


@pytest.mark.parametrize("adjacency", Adjacency)
def test_epsilon_is_the_inverse_of_delta(adjacency):
    actual = epsilon_interval(200, 4, 2000, 1e-5, adjacency)

    assert 0 < actual.lower < actual.upper
    assert delta_interval(200, 4, 2000, actual.upper * (1 + 1e-6), adjacency).lower <= 1e-5
    assert delta_interval(200, 4, 2000, actual.lower * (1 - 1e-6), adjacency).upper >= 1e-5
    if adjacency is Adjacency.ADD_REMOVE:
        assert actual.upper / actual.lower < 1.005


def test_no_epsilon_is_needed_for_a_large_delta():
    assert epsilon_interval(1000, 4, 10, 0.1, Adjacency.REPLACE).upper == 0


WINDOW = """
from tabular.privacy.subsampled import Direction, SubsampledGaussian
from tabular.privacy.subsampled.composition import window_at
from tabular.privacy.subsampled.loss_grid import loss_distribution

law = loss_distribution(SubsampledGaussian(0.01, 1), Direction.REMOVE, 1e-5, "up", 1 << 14)
assert len(law.losses) > 100_000
print([window_at(law, 1000, tilt) for tilt in (1.0, 5.0, 10.0)])
"""


def test_a_window_of_many_losses_is_the_same_with_one_thread_and_with_two():
    one, two = (
        subprocess.run(
            [sys.executable, "-c", WINDOW],
            env=os.environ | {"OPENBLAS_NUM_THREADS": threads},
            check=True,
            capture_output=True,
        ).stdout
        for threads in ("1", "2")
    )
    assert one == two


test_bad_input = refusals(
    (lambda: delta_interval(0, 1, 1, 1, Adjacency.REPLACE), "m must be an integer of at least 1, got 0"),
    (lambda: delta_interval(10, 0, 1, 1, Adjacency.REPLACE), "sigma must be a finite number above 0, got 0"),
    (lambda: delta_interval(10, 1, 0, 1, Adjacency.REPLACE), "steps must be an integer of at least 1, got 0"),
    (lambda: delta_interval(10, 1, 1, -1, Adjacency.REPLACE), "epsilon must be"),
    (lambda: epsilon_interval(10, 1, 1, 1, Adjacency.REPLACE), "delta must be a number between 0 and 1, neither"),
    (lambda: delta_interval(10, 0.01, 5, 1, Adjacency.REPLACE), "sigma must be at least"),
    (lambda: composed_delta(SubsampledGaussian(0.1, 1), 3, 1, "add"), "direction must be"),
    (lambda: loss_distribution(SubsampledGaussian(0.1, 1), Direction.ADD, 1e-30, "up"), "step must be"),
)
