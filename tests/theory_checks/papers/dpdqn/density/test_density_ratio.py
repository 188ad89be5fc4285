"""The private mathematics of Lemma 11: moments by simulation and quadrature, and the levels of the proof."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import norm

from tabular.privacy import grid_norm_squared
from theory_checks.core.interpret import exact
from theory_checks.papers.dpdqn.density._log_ratios import grid_norm, log_ratio, set_ratio
from theory_checks.papers.dpdqn.density.level_moments import (
    LAST,
    MIDDLE,
    conditional_energy,
    difference_exponent,
    grouped_exponent,
    level_exponent,
    midpoint_decay,
    printed_decay,
    printed_values,
)

VALUES = st.lists(st.integers(-5, 5), min_size=1, max_size=7)
DECAYS = st.fractions(Fraction(1, 10), Fraction(9, 10), max_denominator=10)


@given(VALUES, DECAYS)
def test_the_log_ratio_has_mean_minus_half_its_variance(g, q):
    mean, variance = log_ratio(g, q)

    assert mean == -variance / 2
    assert variance == grid_norm(g, q)


def test_the_norm_on_a_grid_is_the_one_of_the_library():
    g, beta = [3, 1, -4, 1, 5], 2.0
    q = Fraction(math.exp(-beta / 4))

    assert float(grid_norm(g, q)) == pytest.approx(grid_norm_squared([0, 0.25, 0.5, 0.75, 1], g, beta))


def test_moments_of_the_ratio_by_quadrature():
    mu, power = 1.3, 1.5
    ratio = quad(lambda z: norm.pdf(z) * math.exp(power * (mu * z - mu**2 / 2)), -15, 20)[0]

    assert ratio == pytest.approx(math.exp((power**2 - power) * mu**2 / 2))


@pytest.mark.parametrize("level", [-1, 0, 1, 3])
def test_ratios_of_sets(level):
    expected = norm.sf(level - 0.5) / norm.sf(level)

    assert float(set_ratio(level, Fraction(1, 2)).mid()) == pytest.approx(expected)


@given(st.lists(st.integers(-5, 5), min_size=3, max_size=3), DECAYS, st.fractions(0, 3, max_denominator=5))
def test_the_middle_expression_adds_up(g, q, power):
    moment = (power**2 - power) * conditional_energy(g, q) / 2

    values = printed_values(g, q, power, Fraction(1))

    assert exact(MIDDLE, values) == moment == exact(LAST, values)


def test_the_conditional_energy_by_simulation():
    g, q = (0, 1, 3), Fraction(1, 2)
    rng = np.random.default_rng(5)
    ends = rng.multivariate_normal([0, 0], [[1, 0.25], [0.25, 1]], size=200_000)
    middle = 0.4 * ends.sum(axis=1) + np.sqrt(0.6) * rng.standard_normal(len(ends))
    shifted = 1 + 0.4 * (ends - [0, 3]).sum(axis=1)
    log_ratio = norm.logpdf(middle, shifted, np.sqrt(0.6)) - norm.logpdf(middle, 0.4 * ends.sum(axis=1), np.sqrt(0.6))

    assert log_ratio.var() == pytest.approx(float(conditional_energy(g, q)), rel=0.02)  # 6 standard errors


@given(st.lists(st.integers(-5, 5), min_size=5, max_size=5), DECAYS)
def test_only_the_midpoint_decay_gives_the_whole_grid(g, q):
    assert level_exponent(g, q, midpoint_decay) == grid_norm(g, q)
    assert grouped_exponent(g, q, midpoint_decay) == grid_norm(g, q)
    assert difference_exponent(g, q, midpoint_decay, 2) == grid_norm(g, q)
    assert level_exponent([0, 1, 0], q, printed_decay) < grid_norm([0, 1, 0], q)
