"""Tests for tabular/privacy/subsampled/calibration.py: the noise multiplier, from both sides."""

from math import nan

import pytest
from refusals import refusals

from tabular.privacy import calibrate_gaussian
from tabular.privacy.subsampled import Adjacency, calibrate_sigma, delta_interval

# m, N, epsilon at delta = 1e-5, with the lower and upper ends found once by connected dots of another implementation;
# those are good to half a per cent.
TABLE = [
    (100, 100, 0.1, 6.63, 7.01),
    (100, 100, 1, 1.806, 1.834),
    (100, 10**4, 1, 7.65, 8.28),
    (1000, 1000, 1, 1.283, 1.288),
    (1000, 10**4, 0.1, 6.36, 6.97),
    (1000, 10**5, 1, 2.739, 3.181),
]


@pytest.mark.parametrize(("m", "steps", "epsilon", "lower", "upper"), TABLE)
def test_replacement_against_another_implementation(m, steps, epsilon, lower, upper):
    actual = calibrate_sigma(epsilon, 1e-5, m, steps, Adjacency.REPLACE)

    assert actual.lower == pytest.approx(lower, rel=0.005)
    assert actual.upper == pytest.approx(upper, rel=0.005)


@pytest.mark.parametrize("adjacency", Adjacency)
@pytest.mark.parametrize(
    ("epsilon", "delta", "m", "steps"), [(1, 1e-5, 100, 100), (0, 1e-3, 50, 10), (3, 1e-8, 20, 50)]
)
def test_both_ends_do_what_they_say(epsilon, delta, m, steps, adjacency):
    actual = calibrate_sigma(epsilon, delta, m, steps, adjacency)

    assert 0 < actual.lower < actual.upper
    assert delta_interval(m, actual.upper, steps, epsilon, adjacency).upper <= delta
    assert delta_interval(m, actual.lower, steps, epsilon, adjacency).lower > delta
    if adjacency is Adjacency.ADD_REMOVE:  # there the two ends enclose one number
        assert actual.upper / actual.lower < 1.005


def test_more_is_asked_more_is_needed():
    easy = calibrate_sigma(1, 1e-5, 200, 500, Adjacency.REPLACE)
    for harder in [(0.8, 1e-5, 200, 500), (1, 1e-6, 200, 500), (1, 1e-5, 150, 500), (1, 1e-5, 200, 700)]:
        assert calibrate_sigma(*harder, Adjacency.REPLACE).lower > easy.lower


def test_one_record_is_the_gaussian_mechanism():
    exact = calibrate_gaussian(1, 1e-5, 2, 4).sigma
    actual = calibrate_sigma(1, 1e-5, 1, 4, Adjacency.REPLACE)

    assert actual.lower < exact <= actual.upper


def test_no_noise_where_the_record_is_drawn_too_rarely():
    """delta = 1/100 covers one draw out of 1000 in ten steps."""
    actual = calibrate_sigma(0.1, 0.01, 1000, 10, Adjacency.REPLACE)

    assert (actual.lower, actual.upper) == (0, 0)


test_bad_input = refusals(
    (lambda: calibrate_sigma(-1, 1e-5, 10, 1, Adjacency.REPLACE), "epsilon must be"),
    (lambda: calibrate_sigma(nan, 1e-5, 10, 1, Adjacency.REPLACE), "epsilon must be"),
    (lambda: calibrate_sigma(1, 0, 10, 1, Adjacency.REPLACE), "delta must be"),
    (lambda: calibrate_sigma(1, 1, 10, 1, Adjacency.REPLACE), "delta must be"),
    (lambda: calibrate_sigma(1, nan, 10, 1, Adjacency.REPLACE), "delta must be"),
    (lambda: calibrate_sigma(1, 1e-5, 0, 1, Adjacency.REPLACE), "m must be an integer"),
    (lambda: calibrate_sigma(1, 1e-5, 10, 0, Adjacency.REPLACE), "steps must be an integer"),
    (lambda: calibrate_sigma(1, 1e-5, 10, 1.5, Adjacency.REPLACE), "steps must be an integer"),
)
