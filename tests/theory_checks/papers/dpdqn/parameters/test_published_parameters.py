"""The parameters of Appendix E.3 against independent routes: plain floats, dense linear algebra, SciPy."""

from fractions import Fraction
from math import exp, expm1, log, log1p, pi, sqrt, tanh

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import multivariate_normal, norm

from theory_checks.core.formal import formal_of
from theory_checks.papers.dpdqn.common.feasible_parameters import VERSIONS, smallest
from theory_checks.papers.dpdqn.common.published_parameters import SIGMAS, constant_c, inverse_beta
from theory_checks.papers.dpdqn.common.rational_first import ball_of
from theory_checks.papers.dpdqn.parameters import tail_exponent
from theory_checks.papers.dpdqn.parameters._appendix import SUFFICIENT, at
from theory_checks.papers.dpdqn.parameters.feasible import BRACKETS, slack
from theory_checks.papers.dpdqn.parameters.noise_bound import RIGHT, approximate_gap, needed_gap, spent
from theory_checks.papers.dpdqn.parameters.noise_level import ALL_UNDER, CONSTANT_OUTSIDE, CONSTANT_UNDER, noise_level
from theory_checks.papers.dpdqn.parameters.published import mu_squared
from theory_checks.papers.dpdqn.parameters.tail_exponent import GAP, Paths

K_SMALL, K_LARGE = Fraction(23, 10), Fraction(23)


def test_v_and_c_by_hand():
    assert float(inverse_beta(K_LARGE)) == 4.5e-4
    assert float(constant_c(K_LARGE)) == pytest.approx(16 * 4.5e-4 * (1 + 4.5e-4), rel=1e-15)


@pytest.mark.parametrize(("k", "sigma"), [(23, 0.32), (23, 0.74), (2.3, 0.32), (2.3, 0.74)])
def test_the_gap_in_floats(k, sigma):
    v = 4 * 3e-4 * (k + 1) / 64

    assert float(ball_of(GAP, at(Fraction(str(k)), sigma=Fraction(str(sigma))))) == pytest.approx(
        2 * k - 8.68 * sigma / sqrt(v)
    )


@pytest.mark.parametrize("sigma", SIGMAS.values())
@pytest.mark.parametrize("k", [K_SMALL, K_LARGE])
def test_no_instance_with_the_published_parameters_meets_the_condition_of_theorem_5(k, sigma):
    assert ball_of(GAP, at(k, sigma=sigma)) < 0


@pytest.mark.parametrize(("under", "reading"), [(True, "constant-under-root"), (False, "constant-outside-root")])
def test_the_tail_term_uses_the_noise_level_of_line_5(under, reading):
    v, factor = 4.5e-4, 2 * 5000 / 64 * log(exp(1) + 0.9 / 5e-5)
    c = (v * v + v) * 16
    sigma = min(sqrt(factor * c) / 0.9, sqrt(factor * c / 0.9)) if under else sqrt(factor) * c / 0.9

    mean = formal_of(tail_exponent.__file__, "dpdqn/e3-approximation", reading).left

    assert float(ball_of(mean, at(K_LARGE))) == pytest.approx(8.68 * sigma / sqrt(v), rel=1e-13)


def test_the_share_of_the_paths_and_its_inverse():
    gap = float(needed_gap(RIGHT))

    assert -expm1(78 * log1p(-exp(-gap * gap / 2))) == pytest.approx(5e-5, rel=1e-12)
    assert float(spent(approximate_gap(K_LARGE), 78)) == pytest.approx(
        1 - (1 - exp(-((46 - 8.6 * sqrt(24)) ** 2) / 2)) ** 78, rel=1e-10
    )


def test_the_noise_levels_in_floats():
    factor, constant = 2 * 5000 / 64 * log(0.9 / 5e-5), 4.5e-4 * 16

    assert float(noise_level(CONSTANT_OUTSIDE, K_LARGE)) == pytest.approx(sqrt(factor) * constant / 0.9)
    assert float(noise_level(CONSTANT_UNDER, K_LARGE)) == pytest.approx(sqrt(factor * constant) / 0.9)
    assert float(noise_level(ALL_UNDER, K_LARGE)) == pytest.approx(sqrt(factor * constant / 0.9))
    assert float(noise_level(SUFFICIENT, K_LARGE)) == pytest.approx(level_in_floats(0.9, 23))


def level_in_floats(epsilon, k):
    v = 4 * 3e-4 * (k + 1) / 64
    return sqrt(2 * 5000 / 64 * log(exp(1) + epsilon / 5e-5) * (v * v + v) * 16) / epsilon


def test_the_smallest_feasible_pair_by_another_root_finder():
    def room(k):
        v = 4 * 3e-4 * (k + 1) / 64
        return 2 * k - 8.68 * level_in_floats(0.9, k) / sqrt(v) - sqrt(2 * log(78 / 5e-5))

    root = brentq(room, 1, 1e5, xtol=1e-10)
    low, high = BRACKETS[Fraction(9, 10)]

    assert low < root < high
    assert float(noise_level(SUFFICIENT, low)) == pytest.approx(level_in_floats(0.9, root), rel=1e-6)
    assert smallest(VERSIONS[0], 0.9) == pytest.approx((level_in_floats(0.9, root), root), rel=1e-9)
    assert float(slack(Fraction(9, 10), low)) == pytest.approx(room(float(low)), abs=1e-9)


def test_every_improvement_lowers_the_noise_but_the_one_that_mends_lemma_8():
    sigmas = [smallest(version, 0.9)[0] for version in VERSIONS]

    assert sigmas[1] < sigmas[0] < sigmas[2]
    assert sigmas[2] > sigmas[3] > sigmas[4] > sigmas[5]


def test_the_best_split_is_no_worse_than_a_scan():
    version = VERSIONS[4]

    def sigma(share):
        def delta_of(mu):
            return norm.cdf(mu / 2 - 0.9 / mu) - exp(0.9) * norm.cdf(-mu / 2 - 0.9 / mu)

        per_norm = sqrt(5000 / 64) / brentq(lambda mu: delta_of(mu) - share * 1e-4, 0.05, 3, xtol=1e-13)
        spread = sqrt(2 * log(78 / ((1 - share) * 1e-4)))

        def level_at(k):
            v = 4 * 3e-4 * (k + 1) / 64
            return per_norm * sqrt((v * v + v) * 16), v

        def room(k):
            s, v = level_at(k)
            return 2 * k - 2 / sqrt(pi * v) * s - spread * s

        return level_at(brentq(room, 1, 1e4))[0]

    scanned = min(sigma(x) for x in np.linspace(0.01, 0.99, 99))

    assert smallest(version, 0.9)[0] <= scanned * (1 + 1e-9)
    assert smallest(version, 0.9)[0] == pytest.approx(scanned, rel=1e-4)  # the scan is flat at its minimum


@pytest.mark.parametrize("sign", [-1, 1])
@pytest.mark.parametrize("noised", [False, True])
def test_mu_of_a_release_by_the_covariance_of_the_whole_run(sign, noised):
    """theta is linear in the 78 path values at 0; the released function is compared on a grid, with dense matrices."""
    a, alpha, sigma, k = 1 + sign * 3e-4, 3e-4, 0.32, 23.0
    draws, shift = np.zeros(78), 0.0
    for j in range(78):
        draws *= a
        draws[j] += sign * alpha * sigma
        shift = a * shift - sign * alpha
    variance = float(draws @ draws)
    exact = float(mu_squared(K_LARGE, Fraction(32, 100), sign, noised))
    if not noised:
        assert shift**2 / variance == pytest.approx(exact, rel=1e-10)
        return
    beta, cells = 64 / (4 * alpha * (k + 1)), 2000
    x = np.linspace(0, 1, cells + 1)
    covariance = sigma**2 * np.exp(-beta * np.abs(x[:, None] - x[None, :])) + variance
    on_grid = shift**2 * np.ones(cells + 1) @ np.linalg.solve(covariance, np.ones(cells + 1))
    norm_on_grid = 1 + cells * tanh(beta / cells / 2)  # tends to 1 + beta/2 from below

    assert on_grid == pytest.approx(shift**2 / (variance + sigma**2 / norm_on_grid), rel=1e-8)
    assert exact == pytest.approx(shift**2 / (variance + sigma**2 / (1 + beta / 2)), rel=1e-10)


@pytest.mark.parametrize("sign", [-1, 1])
def test_the_first_state_does_not_matter(sign):
    """Lines 19 to 22 as they stand, for Q = theta + 4 s, gamma = 0, r(s) = 4 s + b, with one noise value a batch."""
    noise = np.random.default_rng(0).normal(0, 0.32, 78)

    def trained(state, b):
        theta = 0.0
        for g in noise:
            target = 4 * state + b
            slope = (theta + 4 * state) + g - target
            theta += sign * 3e-4 * slope
        return theta

    a, alpha = 1 + sign * 3e-4, 3e-4
    shift = alpha * sum(a**j for j in range(78))
    for state in (0.0, 0.3, 1.0):
        assert trained(state, 0) == pytest.approx(trained(0.0, 0), abs=1e-14)
        assert abs(trained(state, 1) - trained(state, 0)) == pytest.approx(shift, rel=1e-10)


@pytest.mark.parametrize(
    ("k", "sigma", "epsilon"), [(23, 0.32, 0.9), (2.3, 0.32, 0.9), (23, 0.74, 0.45), (2.3, 0.74, 0.45)]
)
def test_a_hundred_times_the_noise_is_hardly_more_than_needed(k, sigma, epsilon):
    def delta(factor, sign, noised):
        mu = sqrt(mu_squared(Fraction(str(k)), factor * Fraction(str(sigma)), sign, noised))
        return norm.cdf(mu / 2 - epsilon / mu) - exp(epsilon) * norm.cdf(-mu / 2 - epsilon / mu)

    assert max(delta(100, sign, noised) for sign in (-1, 1) for noised in (False, True)) < 1e-4
    assert min(delta(77, sign, False) for sign in (-1, 1)) > 1e-4


def test_a_rougher_path_hides_less():
    assert mu_squared(K_SMALL, Fraction(32, 100), -1, True) > mu_squared(K_LARGE, Fraction(32, 100), -1, True)


@pytest.mark.parametrize("paths", [Paths(1, Fraction(1), Fraction(5, 2), 2), Paths(3, Fraction(5, 2), Fraction(3), 10)])
def test_the_bounds_of_the_tail_enclose_simulated_paths(paths):
    cells, runs = 500, 4000
    rng, q = np.random.default_rng(1), exp(-float(paths.beta) / cells)
    g = rng.standard_normal((runs, paths.count))
    largest = np.abs(g)
    for _ in range(cells):
        g = q * g + sqrt(1 - q * q) * rng.standard_normal(g.shape)
        largest = np.maximum(largest, np.abs(g))
    share = (largest.max(axis=1) > float(paths.level)).mean()

    assert float(paths.least()) < share + 5 * sqrt(share * (1 - share) / runs)
    assert share < float(paths.most())


def test_the_chord_bound_is_the_probability_of_a_crossing_bridge():
    """One cell, one path, one sign: the integral over both ends of the probability to cross the chord between them."""
    a, beta = 2.0, 0.7
    q = exp(-beta)
    u = np.linspace(0, 12, 2401)
    ends = np.exp(-((a - u[:, None]) ** 2 - 2 * q * (a - u[:, None]) * (a - u) + (a - u) ** 2) / (2 * (1 - q * q)))
    crossing = np.exp(-2 * q * u[:, None] * u / (1 - q * q))
    integral = np.trapezoid(np.trapezoid(ends * crossing, u), u) / (2 * pi * sqrt(1 - q * q))
    corners = multivariate_normal([a * tanh(beta / 2)] * 2, [[1, -q], [-q, 1]])
    x = beta / 2

    assert integral == pytest.approx(
        exp(-((a / np.cosh(x)) ** 2) / 2) * (1 - 2 * norm.cdf(-a * tanh(x)) + corners.cdf([0, 0])), rel=1e-3
    )
    assert integral + 2 * norm.cdf(-a) <= float(Paths(1, Fraction(7, 10), Fraction(2), 1).most()) / 2


def test_the_sharper_mean_follows_from_the_chord_bound():
    """One block and one sign: one cell up to a = 5, in steps of 1/100; the ceiling of a/2 cells beyond."""
    a, step = np.arange(2 / sqrt(pi) - 0.01, 5, 0.01), 0.01
    chord = np.exp(-((a / np.cosh(0.5)) ** 2) / 2) * norm.cdf((a + step) * tanh(0.5))
    assert np.all(2 * norm.sf(a) + chord < np.exp(-((a + step - 0.6) ** 2) / 2))

    a = np.arange(5, 200, 0.5)
    cells = np.ceil(a / 2)
    relative = (cells + 1) / 2 + cells * np.exp((a * np.tanh(1 / (2 * cells))) ** 2 / 2)  # in units of exp(-a^2/2)
    assert np.all(relative <= (a / 2 + 2) * 2.2)
    assert np.all(np.log(relative) < 0.6 * a - 0.18)
