"""The worst pair of data sets: its moment against the pair at distance 2, and against all others."""

from fractions import Fraction
from math import exp, expm1, log

import numpy as np
import pytest
from scipy.stats import norm

from tabular.privacy.subsampled import Direction, SubsampledGaussian, log_moment
from theory_checks.core.interpret import enclose
from theory_checks.core.lemmas import of_lemma
from theory_checks.papers.gpope.privacy._dominating import largest_moment
from theory_checks.papers.gpope.privacy.normalisation import each_zero, larger_order, sum_zero


@pytest.mark.parametrize(("m", "sigma"), [(2, 1), (2, 2), (3, 1)])
def test_the_largest_moment_of_all_neighbours_is_that_of_opposite_gradients(m, sigma):
    expected = log(1 + expm1(4 / sigma**2) / m**2)

    assert float(largest_moment(m, Fraction(sigma), 1)) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("m", [2, 3, 10])
@pytest.mark.parametrize("sigma", [Fraction(1, 2), 1, 3])
def test_the_bound_in_the_certificate_is_above_both_orders(m, sigma):
    bound = float(enclose(of_lemma("first-log-moments-bound"), {"m": m, "sigma": sigma, "distance": 1}))
    pair = SubsampledGaussian(Fraction(1, m), sigma, 1)

    assert bound >= max(log_moment(pair, 1, direction) for direction in (Direction.REMOVE, Direction.ADD))


def test_the_larger_order_is_the_larger_one():
    pair = SubsampledGaussian(Fraction(1, 3), 1, 1)
    mix_first, null_first = (log_moment(pair, 2, direction) for direction in (Direction.REMOVE, Direction.ADD))

    assert float(larger_order(pair, 2)) == pytest.approx(max(mix_first, null_first), rel=1e-9)
    assert mix_first == pytest.approx(log(1 + (3 * expm1(1)) / 9 + (exp(3) - 3 * exp(1) + 2) / 27), rel=1e-9)


def test_the_data_sets_have_the_sum_zero():
    assert all(sum(data) == 0 for data in sum_zero())
    assert all(not any(data) for data in each_zero())


def curve(P, Q, gamma):
    """H_gamma(P || Q) of mixtures of normal laws of deviation 1, on a grid of 10^-3."""
    x = np.arange(-10, 10, 1e-3)
    p, q = (sum(weight * norm.pdf(x, mean) for mean, weight in law.items()) for law in (P, Q))
    return np.maximum(p - gamma * q, 0).sum() * 1e-3


def test_under_replacement_each_side_of_the_curve_needs_its_own_order():
    """+1 replaced by -1 among zeros: above (mu, mu_0) at gamma = 0.7 and above (mu_0, mu) at gamma = 1.3."""
    P, Q = {0: 0.75, 1: 0.25}, {0: 0.75, -1: 0.25}
    null, mix = {0: 1.0}, {0: 0.75, 2: 0.25}

    assert curve(mix, null, 0.7) < curve(P, Q, 0.7) <= curve(null, mix, 0.7)
    assert curve(null, mix, 1.3) < curve(P, Q, 1.3) <= curve(mix, null, 1.3)
