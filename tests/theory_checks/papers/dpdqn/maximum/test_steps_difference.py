"""The steps of the bound on the variance of the increment, each by simulation or by another formula."""

import math
from fractions import Fraction

import numpy as np
import pytest
from flint import arb
from scipy.stats import norm

from theory_checks.papers.dpdqn.maximum._levels import variance_at_level_0
from theory_checks.papers.dpdqn.maximum.steps_difference import END_SHARE, exceedance_factor, simulated_ratio, steepest

SIGMAS = 6  # standard errors


def paths(n, w, draws, seed):
    rng = np.random.default_rng(seed)
    f = rng.standard_normal((draws, 2 ** (n + 1) + 1))
    for i in range(1, f.shape[1]):
        f[:, i] = math.exp(-w) * f[:, i - 1] + math.sqrt(-math.expm1(-2 * w)) * f[:, i]
    return f


def exceedances(f):
    """Return by how much each point exceeds the maximum of the other parity."""
    over = np.empty_like(f)
    for parity in (0, 1):
        over[:, parity::2] = f[:, parity::2] - f[:, 1 - parity :: 2].max(axis=1, keepdims=True)
    return np.maximum(over, 0.0)


def constants(w):
    half, whole = math.tanh(w / 2), math.tanh(w)
    return (half * math.sqrt(whole), whole), (math.sqrt(half), -math.expm1(-2 * w))


def factor(c, v):
    return float(exceedance_factor(arb(c), arb(v)).mid())


@pytest.mark.parametrize(("n", "w"), [(1, 0.5), (1, 0.01), (3, 0.3), (5, 0.1)])
def test_every_step_by_simulation(n, w):
    draws = 40_000
    x = exceedances(paths(n, w, draws, seed=n))
    chances, squares = (x > 0).mean(axis=0), (x**2).mean(axis=0)
    slack = SIGMAS * np.sqrt((x**2).var(axis=0) / draws)
    inner, end = constants(w)

    assert chances[::2].sum() <= 1 + SIGMAS / math.sqrt(draws)
    assert chances[1::2].sum() <= 1 + SIGMAS / math.sqrt(draws)
    assert chances[0] + chances[-1] <= END_SHARE + SIGMAS / math.sqrt(draws)
    assert (squares[1:-1] <= inner[1] * factor(*inner) * chances[1:-1] + slack[1:-1]).all()
    assert (squares[[0, -1]] <= end[1] * factor(*end) * chances[[0, -1]] + slack[[0, -1]]).all()
    assert x[:, 1::2].any(axis=1).mean() + x[:, ::2].any(axis=1).mean() == 1.0


@pytest.mark.parametrize("shift", [0.0, 0.3, 1.5])
def test_overshoots_of_a_truncated_normal(shift):
    """E ((Z + s)+)^2 <= (1 + sqrt(2/pi) s + s^2) P(Z > -s), and <= P(Z > s) for -s."""
    above = (1 + shift**2) * norm.cdf(shift) + shift * norm.pdf(shift)
    below = (1 + shift**2) * norm.sf(shift) - shift * norm.pdf(shift)

    assert above <= (1 + math.sqrt(2 / math.pi) * shift + shift**2) * norm.cdf(shift) + 1e-15  # equality for 0
    assert below <= norm.sf(shift) + 1e-15


@pytest.mark.parametrize("step", [0.01, 0.1, 0.5])
def test_correlations_of_differences_grow_with_the_distance(step):
    def same_side(a, b):
        return math.sqrt(math.expm1(-a) / math.expm1(-b)) * (1 + math.exp(a - b)) / 2

    def other_side(a, b):
        return math.sqrt(math.expm1(-a) * math.expm1(-b)) / 2

    for a in (0.01, 0.2, 1.0):
        for b in (a + 0.02, a + 1.0):
            assert same_side(a + step, b + step) > same_side(a, b)
            assert other_side(a + step, b + step) > other_side(a, b)
            cov = 1 - math.exp(-a) - math.exp(-b) + math.exp(a - b)
            assert same_side(a, b) == pytest.approx(cov / (2 * math.sqrt(math.expm1(-a) * math.expm1(-b))))


@pytest.mark.parametrize(("low", "high"), [(0, Fraction(1, 256)), (Fraction(31, 64), Fraction(1, 2))])
def test_a_cell_bounds_the_slope_inside_it(low, high):
    bound = float(steepest(Fraction(low), high).mid())
    for w in np.linspace(float(low) + 1e-6, float(high), 7):
        inner, end = constants(w)
        total = 1.25 * inner[1] * factor(*inner) + 0.75 * end[1] * factor(*end)

        assert total / w <= bound


def test_the_factor_is_infinite_where_it_is_not_positive():
    assert not exceedance_factor(arb(3), arb(1)).is_finite()


@pytest.mark.parametrize("beta", [0.1, 1.0, 5.0])
def test_level_0_by_simulation(beta):
    ratio = simulated_ratio(np.random.default_rng(1), 0, beta, 200_000)
    exact = float(variance_at_level_0(Fraction(beta)).mid()) / (2 * beta)

    assert ratio == pytest.approx(exact, rel=0.02)  # about 6 standard errors of a sample variance
