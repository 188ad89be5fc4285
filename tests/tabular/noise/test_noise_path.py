"""The stateful path: its exact covariance from unit draws, memory, reproducibility, and what it refuses."""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from refusals import refusals
from scipy.linalg import solve_triangular
from scipy.stats import chi2

from tabular.errors import InputError
from tabular.noise import OrnsteinUhlenbeck
from tabular.noise.keys import STREAM, source
from tabular.noise.path import _BLOCK, _Path

LIMIT = 1e-13  # a few hundred roundings of 2**-53, from one neighbour to the next


def coefficients(points, beta, interval=(0.0, 1.0)):
    """Return L with values = L Z, by feeding the compiled store with unit vectors in place of normals."""
    parameters = OrnsteinUhlenbeck(beta, interval=interval)
    columns = []
    for j in range(len(points)):
        path = _Path(parameters, source(bytes(32), 0, STREAM, "fast"))
        path._normals = np.zeros(len(points))
        path._normals[j] = 1.0
        columns.append(path.values(np.array(points)))
    return np.array(columns).T


def kernel(points, beta):
    xs = np.array(points)
    with np.errstate(over="ignore"):  # an infinite product is right: exp(-inf) = 0
        return np.exp(-beta * np.abs(xs[:, None] - xs[None, :]))


def error(points, beta, interval=(0.0, 1.0)):
    L = coefficients(points, beta, interval)
    return np.max(np.abs(L @ L.T - kernel(points, beta)))


def up(x, steps=1):
    for _ in range(steps):
        x = math.nextafter(x, math.inf)
    return x


CLUSTER = [0.5, up(0.5), up(0.5, 3), up(0.5, 2), 0.5, math.nextafter(0.5, 0.0), 1e-300, 5e-324, 0.0, 1.0, up(0.5, 2)]
BETAS = st.one_of(st.floats(1e-3, 1e3), st.sampled_from([5e-324, 1e-300, 1e-12, 1e6, 1e150, 1.7e308]))
CLOSE = st.tuples(st.sampled_from([0.1, 0.25, 0.7]), st.integers(0, 4)).map(lambda t: up(*t))
POINTS = st.lists(st.one_of(st.floats(0, 1), CLOSE), min_size=1, max_size=14)


@given(POINTS, BETAS)
@example(CLUSTER, 5.0)
@example(CLUSTER, 1e6)
@example(CLUSTER, 1e-12)
@example(CLUSTER[::-1], 1e300)
def test_the_covariance_is_exact_for_any_doubles_in_any_order(points, beta):
    assert error(points, beta) <= LIMIT


@pytest.mark.parametrize("order", ["random", "ascending", "descending", "alternating"])
def test_the_covariance_is_exact_across_many_blocks(order):
    points = np.sort(np.random.default_rng(1).random(400))
    points = {
        "random": np.random.default_rng(2).permutation(points),
        "ascending": points,
        "descending": points[::-1],
        "alternating": np.concatenate([points[::2], points[1::2][::-1]]),
    }[order]

    assert error(points.tolist(), 20.0) <= LIMIT


@pytest.mark.parametrize("interval", [(-3.0, 7.0), (1e6, 1e6 + 1), (-1e-200, 1e-200), (-8e307, 8e307)])
@pytest.mark.parametrize("beta", [1e-3, 2.0, 1e6])
def test_the_covariance_is_exact_on_any_interval(interval, beta):
    lower, upper = interval
    points = [lower + (upper - lower) * t for t in np.random.default_rng(3).random(30)] + [upper, lower]

    assert error(points, beta, interval) <= LIMIT


def test_the_increment_of_neighbouring_doubles_has_its_tiny_variance():
    """Between x and the next double the deviation is sqrt(2 (1 - exp(-beta 2**-53))) = 1.5e-7 at beta = 100."""
    x, beta = 0.5, 100.0
    innovation = coefficients([0.0, 1.0, x, up(x)], beta)[3, 3] ** 2

    assert innovation == pytest.approx(-math.expm1(-2 * beta * 2**-53), rel=1e-12)


def test_values_are_the_covariance_factor_times_the_stream():
    """Dense Cholesky of the kernel, for ascending points, on the same normals."""
    points = np.sort(np.random.default_rng(4).random(60))
    g = OrnsteinUhlenbeck(3.0, sigma=2.5, seed=9)
    path = _Path(g, source((9).to_bytes(32, "little"), 0, STREAM, "fast"))
    expected = 2.5 * np.linalg.cholesky(kernel(points, 3.0)) @ path._normals[:60]

    # Cholesky of a matrix with condition number 1e4 loses four digits of sixteen
    np.testing.assert_allclose(g.many(points), expected, rtol=0, atol=1e-10)


@pytest.mark.parametrize("bits", ["fast", "chacha20"])
def test_the_values_have_the_law(bits):
    """The whitened values of 3000 points in random order are chi-square; error < 1e-9, split over both sides."""
    points = np.random.default_rng(5).random(3000)
    values = OrnsteinUhlenbeck(30.0, sigma=0.5, seed=11, bits=bits).many(points) / 0.5
    order = np.argsort(points)
    rho = np.exp(-30.0 * np.diff(points[order]))
    fresh = (values[order][1:] - rho * values[order][:-1]) / np.sqrt(1 - rho**2)

    assert chi2.ppf(5e-10, 2999) <= np.sum(fresh**2) <= chi2.isf(5e-10, 2999)


def test_actions_are_independent_paths():
    """Whitened over both actions jointly: error < 1e-9."""
    points = np.linspace(0, 1, 200)
    g = OrnsteinUhlenbeck(10.0, actions=2, seed=3)
    z = [solve_triangular(np.linalg.cholesky(kernel(points, 10.0)), g.many(points, a), lower=True) for a in range(2)]

    for both in (z[0] + z[1], z[0] - z[1]):
        assert chi2.ppf(2.5e-10, 200) <= np.sum(both**2) / 2 <= chi2.isf(2.5e-10, 200)


def test_answers_are_remembered():
    g = OrnsteinUhlenbeck(5.0, seed=1)
    points = np.random.default_rng(6).random(5000)
    first = g.many(points)

    np.testing.assert_array_equal(g.many(points[::-1])[::-1], first)
    np.testing.assert_array_equal([g(x) for x in points.tolist()], first)


def test_a_path_is_packed_to_larger_blocks_without_a_change(monkeypatch):
    """As happens by itself beyond half a million points; whitened values by chi-square, error < 1e-9."""
    monkeypatch.setattr("tabular.noise.path._BLOCKS_PER_ENTRY", 1)
    points = np.random.default_rng(9).random(60_000)
    g, unpacked = OrnsteinUhlenbeck(50.0, seed=2), OrnsteinUhlenbeck(50.0, seed=2)
    values = g.many(points)
    xs, known = g.known()
    fresh = (known[1:] - np.exp(-50.0 * np.diff(xs)) * known[:-1]) / np.sqrt(-np.expm1(-100.0 * np.diff(xs)))

    assert g._stores[0][0].shape[2] >= 4 * _BLOCK
    monkeypatch.undo()
    np.testing.assert_array_equal(values, unpacked.many(points))
    np.testing.assert_array_equal(xs, np.sort(points))
    np.testing.assert_array_equal(g.many(points), values)
    assert chi2.ppf(5e-10, fresh.size) <= np.sum(fresh**2) <= chi2.isf(5e-10, fresh.size)


def test_one_call_per_point_and_one_for_all_agree():
    points = np.random.default_rng(7).random(3000)
    one, other = OrnsteinUhlenbeck(5.0, actions=2, seed=1), OrnsteinUhlenbeck(5.0, actions=2, seed=1)

    np.testing.assert_array_equal([one(x, 1) for x in points.tolist()], other.many(points, 1))


def test_the_queries_of_one_action_do_not_move_another():
    g, h = OrnsteinUhlenbeck(5.0, actions=2, seed=1), OrnsteinUhlenbeck(5.0, actions=2, seed=1)
    g.many(np.linspace(0, 1, 700), 0)

    assert g(0.3, 1) == h(0.3, 1)
    assert g(0.3, 0) != h(0.3, 1)


def test_seeds_decide():
    a, b, c = (OrnsteinUhlenbeck(5.0, seed=seed)(0.5) for seed in (1, 1, 2))

    assert a == b != c


def test_without_a_seed_paths_are_fresh_and_can_be_repeated():
    g, h = OrnsteinUhlenbeck(5.0), OrnsteinUhlenbeck(5.0)

    assert g(0.5) != h(0.5)
    assert OrnsteinUhlenbeck(5.0, seed=g.seed)(0.5) == g(0.5)


def test_seeds_and_keys_are_not_shown():
    g = OrnsteinUhlenbeck(5.0, seed=123456789)

    assert repr(g) == "OrnsteinUhlenbeck(beta=5.0, sigma=1.0, interval=(0.0, 1.0), actions=1, bits='fast')"


def test_known_points_are_sorted_and_complete():
    g = OrnsteinUhlenbeck(5.0, sigma=3.0, seed=1)
    assert g.known().shape == (2, 0)
    points = np.random.default_rng(8).random(1000)
    values = g.many(np.concatenate([points, points[:10]]))[:1000]
    order = np.argsort(points)

    np.testing.assert_array_equal(g.known(), [points[order], values[order]])


def test_numbers_of_any_kind_are_points():
    g = OrnsteinUhlenbeck(5.0, seed=1)

    assert g(1) == g(1.0) == g(np.float64(1)) == g(np.float32(1)) == g(np.int64(1), np.int64(0))
    assert g(-0.0) == g(0.0) == g(0)
    assert type(g(0.5)) is float
    assert g.many([]).shape == (0,)


def test_parameters_are_frozen():
    g = OrnsteinUhlenbeck(5.0)

    with pytest.raises(dataclasses.FrozenInstanceError):
        g.beta = 1.0


USED = OrnsteinUhlenbeck(1.0, actions=2)
USED.many([0.5], 0), USED.many([0.5], 1)
NO_SCALES = [0, -1.0, math.nan, math.inf]
NO_NUMBERS = ["1", None, True, [1.0], np.ones(1), 1j]
OUTSIDE = [math.nan, math.inf, -math.inf, -1e-300, up(1.0), 2]
test_scales_points_and_actions_are_checked = refusals(
    (OrnsteinUhlenbeck, "^beta must be positive and finite, got ", NO_SCALES),
    (lambda sigma: OrnsteinUhlenbeck(1.0, sigma=sigma), "^sigma must be positive and finite, got ", NO_SCALES),
    (OrnsteinUhlenbeck, "^beta must be a real number, got ", NO_NUMBERS),
    (lambda sigma: OrnsteinUhlenbeck(1.0, sigma=sigma), "^sigma must be a real number, got ", NO_NUMBERS),
    (OrnsteinUhlenbeck(1.0), r"^x must lie in the interval \[0\.0, 1\.0\], got ", OUTSIDE),
    (USED, r"^x must lie in the interval \[0\.0, 1\.0\], got ", OUTSIDE),
    (
        lambda action: USED(0.5, action),
        "^action must be an integer from 0 to 1, got ",
        [2, -1, 0.0, "0", None, True, []],
    ),
)


def test_the_first_bad_point_of_many_is_named_and_nothing_is_drawn():
    g = OrnsteinUhlenbeck(1.0)

    with pytest.raises(InputError, match=r"^xs must lie in the interval \[0\.0, 1\.0\], got nan at index 1$"):
        g.many([0.5, math.nan, 2.0])
    assert g.known().shape == (2, 0)


test_bad_input_is_refused_in_one_sentence = refusals(
    (
        lambda interval: OrnsteinUhlenbeck(1.0, interval=interval),
        r"^interval must have finite ends lower < upper a finite distance apart, got ",
        [(1, 0), (0, 0), (0, math.inf), (math.nan, 1), (-1.7e308, 1.7e308)],
    ),
    (
        lambda interval: OrnsteinUhlenbeck(1.0, interval=interval),
        r"^interval must be a pair of numbers \(lower, upper\), got ",
        [None, 1.0, (0, 1, 2), "01"],
    ),
    (
        lambda actions: OrnsteinUhlenbeck(1.0, actions=actions),
        r"^actions must be an integer from 1 to 4294967296, got ",
        [0, -1, 1.0, "2", None, True],
    ),
    (lambda: OrnsteinUhlenbeck(1.0, bits="mt"), r'^bits must be "fast" or "chacha20", got \'mt\'$'),
    (
        OrnsteinUhlenbeck(1.0),
        r"^x must be a real number, got ",
        ["0.5", None, True, [0.5], np.array([0.5])],
    ),
    (
        OrnsteinUhlenbeck(1.0).many,
        r"^xs must be a one-dimensional sequence of real numbers, got ",
        [0.5, [[0.5]], ["0.5"], None, [True], [1j], [[0.1], [0.1, 0.2]]],
    ),
)
