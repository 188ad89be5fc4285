"""Tests for tabular/privacy/subsampled/calibration.py where draws are rare or delta is tiny."""

from math import pi, sqrt

import pytest

from tabular.privacy.subsampled import Adjacency, calibrate_sigma, delta_interval


def test_a_useful_sigma_for_many_rare_draws():
    actual = calibrate_sigma(0.1, 1e-5, 10**5, 10**5, Adjacency.REPLACE)

    assert actual.upper / actual.lower < 1.05
    assert delta_interval(10**5, actual.upper, 10**5, 0.1, Adjacency.REPLACE).upper <= 1e-5
    assert delta_interval(10**5, actual.lower, 10**5, 0.1, Adjacency.REPLACE).lower > 1e-5


@pytest.mark.parametrize("steps", [1, 3])
def test_sigma_for_a_tiny_delta(steps):
    actual = calibrate_sigma(0, 1e-12, 100, steps, Adjacency.REPLACE)
    at_once = 2 * 0.01 / sqrt(2 * pi) / 1e-12  # q (2 Phi(mu/2) - 1) = delta

    assert at_once * (1 - 1e-4) < actual.lower < actual.upper < steps * at_once * (1 + 0.02)
