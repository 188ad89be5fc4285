"""Tests for tabular/privacy/gaussian_process.py: densities of finitely many values, the whole path, and the limits."""

from fractions import Fraction
from math import inf, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from tabular.errors import InputError
from tabular.privacy import PiecewiseLinear, Polynomial, compose, marginal_mu, process_mu, process_mu_ball


@given(st.lists(st.floats(-2, 2), min_size=5, max_size=5), st.floats(0.1, 20), st.floats(0.1, 10))
def test_the_log_likelihood_ratio_has_variance_mu_squared(difference, beta, sigma):
    """With densities p, p' of the values at five points, log p(f) - log p'(f) = mu^2 / 2 at the mean f of p."""
    points = [0, 0.1, 0.4, 0.5, 1]
    x = np.array(points)
    covariance = sigma**2 * np.exp(-beta * abs(x[:, None] - x[None, :]))
    laws = [stats.multivariate_normal(mean, covariance) for mean in (np.array(difference), np.zeros(5))]
    ratio = laws[0].logpdf(difference) - laws[1].logpdf(difference)

    mu = marginal_mu(points, difference, beta, sigma)

    assert mu**2 / 2 == pytest.approx(ratio, rel=1e-9, abs=1e-9)


def test_more_points_reveal_more_and_never_more_than_the_path():
    f = Polynomial.of([0, 1, -1])
    whole = process_mu([f.norm_squared(3)], 2)
    parts = [
        marginal_mu([Fraction(i, n) for i in range(n + 1)], [f(Fraction(i, n)) for i in range(n + 1)], 3, 2)
        for n in (1, 2, 8, 64, 1024)
    ]

    assert sorted(parts) == parts
    assert parts[-1] < whole
    assert parts[-1] == pytest.approx(whole, rel=1e-5)  # the gap falls like the square of the cells


def test_independent_paths_compose():
    norms = [
        PiecewiseLinear.through([0, 0.5, 1], values).norm_squared(2) for values in ([1, 0, 1], [0, 1, 0], [2, 2, 2])
    ]

    assert process_mu(norms, 3) == pytest.approx(compose([process_mu([norm], 3) for norm in norms]), rel=1e-15)
    assert process_mu_ball(norms, 3).overlaps(process_mu_ball([sum(norms)], 3))


def test_limits():
    assert process_mu([], 1) == 0
    assert process_mu([0], 1) == 0
    assert process_mu([1, inf], 1) == inf
    assert marginal_mu([], [], 1, 1) == 0


@pytest.mark.parametrize("sigma", [0, -1, inf, nan, "1"])
def test_a_bad_noise_scale_gets_one_sentence(sigma):
    for call in (
        lambda: process_mu([1], sigma),
        lambda: process_mu([inf], sigma),
        lambda: marginal_mu([0], [1], 1, sigma),
    ):
        with pytest.raises(InputError, match=r"^sigma must be a finite number above 0, got "):
            call()


def test_a_bad_norm_gets_one_sentence():
    with pytest.raises(InputError, match=r"^norms_squared must be a number of at least 0, got -1 at \[1\]$"):
        process_mu([1, -1], 1)
    with pytest.raises(InputError, match=r"^norms_squared must be a finite number of at least 0, got inf at \[0\]$"):
        process_mu_ball([inf], 1)
