"""The exact privacy loss: density ratios by brute force, the covariance of the releases, adaptive users, scales."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals
from scipy import stats

from tabular.noise.counters import BinaryCounters, HonakerCounters, KaryCounters, ToeplitzCounters, square_root_scale
from tabular.noise.counters.buffered import buffered_factor
from tabular.noise.counters.designs import BinaryDesign, HonakerDesign, KaryDesign
from tabular.noise.counters.loss import (
    gaussian_squared_mu,
    laplace_loss,
    node_changes,
    spent_epsilon,
    spent_rho,
    stream_change,
    toeplitz_mu,
    user_change,
)
from tabular.noise.counters.scales import gaussian_scale, laplace_scale

DESIGNS = [BinaryDesign(11), HonakerDesign(11), KaryDesign(11, 3), KaryDesign(11, 5)]
STREAMS = st.lists(st.fractions(-3, 3, max_denominator=6), min_size=11, max_size=11)


def log_density(design, stream, sums, law):
    _, _, right = design.matrices()
    return law.logpdf(sums - (right @ np.array(stream, dtype=object)).astype(float)).sum()


@pytest.mark.parametrize("design", DESIGNS)
def test_no_release_has_a_larger_density_ratio_and_far_ones_attain_it(design):
    rng, law = np.random.default_rng(0), stats.laplace(scale=2.5)
    stream, other = [[Fraction(int(k), 4) for k in rng.integers(0, 5, 11)] for _ in range(2)]
    exact = laplace_loss(design, stream_change(stream, other), Fraction(5, 2))
    _, _, right = design.matrices()
    shift = (right @ (np.array(stream, dtype=object) - np.array(other, dtype=object))).astype(float)
    far = 100 * np.sign(shift)
    releases = [far, -far, *(rng.laplace(0, 6, len(shift)) for _ in range(500))]
    ratios = [log_density(design, stream, y, law) - log_density(design, other, y, law) for y in releases]

    assert max(np.abs(ratios)) <= float(exact) + 1e-12
    assert ratios[0] == pytest.approx(float(exact), abs=1e-11)
    assert ratios[1] == pytest.approx(-float(exact), abs=1e-11)


@pytest.mark.parametrize("design", DESIGNS)
def test_the_gaussian_loss_is_that_of_the_shift_in_the_covariance_of_the_releases(design):
    """The prefixes are normal with covariance L L^T: mu**2 = (A d)^T (L L^T)^-1 A d, less if prefixes tell less."""
    rng = np.random.default_rng(3)
    stream, other = rng.integers(0, 3, 11), rng.integers(0, 3, 11)
    exact = float(gaussian_squared_mu(design, stream_change(stream, other), 1))
    _, left, _ = design.matrices()
    left = left.astype(float)
    shift = np.cumsum(stream - other)
    of_prefixes = shift @ np.linalg.solve(left @ left.T, shift)

    if isinstance(design, BinaryDesign):
        assert of_prefixes == pytest.approx(exact, rel=1e-12)
    else:
        assert of_prefixes <= exact * (1 + 1e-12)


@given(STREAMS, STREAMS)
def test_binary_loss_is_the_sum_over_nodes_written_out(stream, other):
    gaps = [a - b for a, b in zip(stream, other, strict=True)]
    nodes = [sum(gaps[t - (t & -t) : t]) for t in range(1, 12)]
    change = stream_change(stream, other)

    assert laplace_loss(BinaryDesign(11), change, 3) == Fraction(sum(map(abs, nodes))) / 3
    assert gaussian_squared_mu(BinaryDesign(11), change, 3) == Fraction(sum(x * x for x in nodes)) / 9
    assert {node: gap for (node, _), gap in node_changes(BinaryDesign(11), change).items()} == {
        t: x for t, x in enumerate(nodes, 1) if x
    }


def test_an_adaptive_adversary_gains_nothing_along_any_path():
    """Later data depend on the first release; the exact log ratio of every transcript stays in the bound."""
    design, scale, rng = BinaryDesign(4), 3.0, np.random.default_rng(2)
    worst = 0.0
    for _ in range(2000):
        z = rng.laplace(0, scale, 4) * 3
        sums = np.array([z[0] + 1, 0, 0, 0])
        later = [float(sums[0] > 1), 1.0, 0.0]  # the other users: functions of releases, the same in both worlds
        world, other = [1.0, *later], [0.0, *later]
        sums = np.array([world[0], sum(world[:2]), world[2], sum(world)]) + z
        law = stats.laplace(scale=scale)
        worst = max(worst, abs(log_density(design, world, sums, law) - log_density(design, other, sums, law)))

    bound = float(spent_epsilon(design, 1, 3))
    assert bound == 1.0
    assert worst == pytest.approx(bound, abs=1e-12)


def test_users_as_vectors_of_counters():
    """One user moves from state 0 to 1: three counters lose one and three gain one, in K nodes each."""
    design = BinaryDesign(16)
    change = user_change(1, [1, 1, 1, 0, 0, 0], [0, 0, 0, 1, 1, 1])

    assert laplace_loss(design, change, 5) == 6
    assert laplace_loss(design, user_change(16, [1], [0]), 5) == Fraction(1, 5)
    assert laplace_loss(design, change, 5) == spent_epsilon(design, 6, 5)
    assert gaussian_squared_mu(design, change, 5) == 2 * spent_rho(design, 6, 5)


@pytest.mark.parametrize("design", [BinaryDesign(100), HonakerDesign(100), KaryDesign(100, 3), KaryDesign(100, 9)])
def test_the_worst_single_step_is_what_is_spent(design):
    losses = [laplace_loss(design, {(t, 0): 1}, 7) for t in range(1, 101)]

    assert max(losses) == losses[0] == spent_epsilon(design, 1, 7)


def test_one_level_too_few_overspends():
    """With log2 T in place of floor(log2 T) + 1 the promise of epsilon = 1 is broken: 11/10 at T = 1024."""
    assert spent_epsilon(BinaryDesign(1024), 1, 10) == Fraction(11, 10)
    assert spent_epsilon(BinaryDesign(1024), 1, laplace_scale(1, 1, 11)) == 1


def test_toeplitz_mu_by_the_dense_matrix():
    factor = buffered_factor(50)
    r = factor.right(50)
    dense = np.array([[r[i - j] if i >= j else 0.0 for j in range(50)] for i in range(50)])
    rng = np.random.default_rng(1)
    stream, other = rng.integers(0, 3, (50, 2)), rng.integers(0, 3, (50, 2))

    actual = toeplitz_mu(factor, stream_change(stream, other), 2.0)
    assert actual == pytest.approx(np.linalg.norm(dense @ (stream - other)) / 2.0, rel=1e-12)
    assert toeplitz_mu(factor, {}, 2.0) == 0.0
    assert toeplitz_mu(factor, {(1, 0): 1}, 2.0) == pytest.approx(math.sqrt(factor.right_square()) / 2, rel=1e-12)


KEPT = [
    (BinaryCounters, BinaryDesign(100), {}),
    (HonakerCounters, HonakerDesign(100), {}),
    (KaryCounters, KaryDesign(100, 9), {"arity": 9}),
    (KaryCounters, KaryDesign(100, 3), {"arity": 3}),
]


@pytest.mark.parametrize(("cls", "design", "options"), KEPT)
@pytest.mark.parametrize(
    ("epsilon", "sensitivity"), [(1, 1), (Fraction(1, 3), 6), (0.1, 2.5), (1e-300, 1), (1e300, 1e-3)]
)
def test_scales_for_a_pure_promise_are_the_smallest_doubles_that_keep_it(cls, design, options, epsilon, sensitivity):
    scale = cls.pure(3, 100, epsilon, sensitivity, seed=1, **options).noise.scale

    assert spent_epsilon(design, sensitivity, scale) <= epsilon
    assert spent_epsilon(design, sensitivity, math.nextafter(scale, 0)) > epsilon


@pytest.mark.parametrize(("cls", "design", "options"), KEPT)
@pytest.mark.parametrize(("rho", "squared"), [(0.5, 1), (Fraction(1, 7), 6), (0.01, 2.5), (1e-300, 1), (1e300, 1e-200)])
def test_scales_for_zcdp_are_the_smallest_doubles_that_keep_it(cls, design, options, rho, squared):
    scale = cls.zcdp(3, 100, rho, squared, seed=1, **options).noise.scale

    assert spent_rho(design, squared, scale) <= rho
    assert spent_rho(design, squared, math.nextafter(scale, 0)) > rho


def test_toeplitz_scales_keep_their_promise():
    counters = ToeplitzCounters.zcdp(1, 1000, 0.25, 6, seed=1)
    mu = toeplitz_mu(counters.factor, {(1, 0): 1}, counters.noise.scale)
    sigma = square_root_scale(0.25, 1000, 6)

    assert 6 * mu**2 / 2 <= 0.25
    assert 6 * mu**2 / 2 == pytest.approx(0.25, rel=1e-8)
    assert 0.999 < sigma / counters.noise.scale < 1.001


def test_the_arity_enters_the_scale():
    assert KaryCounters.pure(1, 1000, 1, arity=3).noise.scale == 7  # (3**7 - 1) / 2 = 1093
    assert KaryCounters.pure(1, 1000, 1, arity=9).noise.scale == 4  # (9**4 - 1) / 2 = 3280


test_bad_input_gets_one_sentence = refusals(
    (lambda: laplace_scale(0, 1, 1), "epsilon must be a finite number above 0, got 0"),
    (lambda: laplace_scale(float("nan"), 1, 1), "epsilon must be a finite number above 0, got nan"),
    (lambda: laplace_scale(1, -1, 1), "sensitivity must be a finite number above 0, got -1"),
    (lambda: laplace_scale("1", 1, 1), "epsilon must be a finite number above 0, got '1'"),
    (lambda: laplace_scale(5e-324, 1e300, 1), "the noise scale must be a finite double, got .*"),
    (lambda: gaussian_scale(0, 1, 1), "rho must be a finite number above 0, got 0"),
    (lambda: gaussian_scale(1, float("inf"), 1), "squared_sensitivity must be a finite number above 0, got inf"),
    (lambda: BinaryCounters.pure(1, 10, -1), "epsilon must be a finite number above 0, got -1"),
    (lambda: BinaryCounters.zcdp(1, 10, None), "rho must be a finite number above 0, got None"),
    (lambda: BinaryDesign(0), r"steps must be an integer from 1 to \d+, got 0"),
    (lambda: KaryDesign(5, 4), "arity must be odd, got 4"),
    (lambda: HonakerDesign(1 << 40), r"steps must be an integer from 1 to \d+, got \d+"),
    (lambda: BinaryDesign(8).nodes(9), "item must be an integer from 1 to 8, got 9"),
    (lambda: BinaryDesign(8).combination(0), "t must be an integer from 1 to 8, got 0"),
    (lambda: BinaryDesign(5000).matrices(), r"steps must be so few that a matrix has at most \d+ entries, got 5000"),
    (lambda: stream_change([1, 2], [1]), r"other must have the shape \(2, 1\) of stream, got \(1, 1\)"),
    (lambda: stream_change([1, "2"], [1, 2]), "stream must be a finite number, got '2' at step 2, counter 0"),
    (lambda: stream_change([[1, math.nan]], [[1, 2]]), "stream must be a finite number, got nan at step 1, counter 1"),
    (lambda: stream_change(5, 5), r"stream must be an array of numbers \(steps,\) or \(steps, counters\), got 5"),
    (
        lambda: stream_change([[1, 2], [3]], [1, 2]),
        r"stream must be a finite number, got \[1, 2\] at step 1, counter 0",
    ),
    (lambda: laplace_loss(BinaryDesign(8), {(9, 0): 1}, 1), "item must be an integer from 1 to 8, got 9"),
    (lambda: laplace_loss(BinaryDesign(8), {(1, 0): 1}, 0), "scale must be a finite number above 0, got 0"),
    (
        lambda: laplace_loss(BinaryDesign(8), {(1, 0): math.inf}, 1),
        "change must be a finite number, got inf at step 1, counter 0",
    ),
    (lambda: toeplitz_mu(buffered_factor(8), {(9, 0): 1}, 1.0), "step must be an integer from 1 to 8, got 9"),
    says="whole pattern",
)
