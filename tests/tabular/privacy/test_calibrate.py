"""Tests for tabular/privacy/calibrate.py: the smallest sigma, from both sides, and the limits."""

from fractions import Fraction
from math import inf, nan, nextafter, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refusals

from tabular.errors import InputError
from tabular.numbers.balls import ends
from tabular.privacy import calibrate_gaussian, delta_ball, epsilon_of, is_private, mu_of, repeated_mu_ball
from tabular.privacy.gaussian_balls import excess_sign


@given(st.floats(0, 50), st.floats(-200, -0.01), st.floats(1e-3, 1e3), st.integers(1, 10**6))
@settings(max_examples=40)
def test_it_is_private_and_the_double_below_is_not(epsilon, log_delta, sensitivity, compositions):
    delta = 10**log_delta
    actual = calibrate_gaussian(epsilon, delta, sensitivity, compositions)
    below = repeated_mu_ball(sensitivity, nextafter(actual.sigma, 0), compositions, 200)

    assert delta_ball(epsilon, repeated_mu_ball(sensitivity, actual.sigma, compositions, 200), 200) <= delta
    assert delta_ball(epsilon, below, 200) > delta
    assert is_private(actual.sigma, epsilon, delta, sensitivity, compositions)
    assert not is_private(nextafter(actual.sigma, 0), epsilon, delta, sensitivity, compositions)
    assert actual.spent <= delta or actual.spent.overlaps(delta_ball(epsilon, actual.mu))


@pytest.mark.parametrize(("epsilon", "delta", "mu"), [(0.9, 1e-4, 0.2859610211215), (0.45, 1e-4, 0.1544885353)])
def test_it_is_sensitivity_over_the_largest_mu(epsilon, delta, mu):
    actual = calibrate_gaussian(epsilon, delta, 3, 7)

    assert actual.sigma == pytest.approx(3 * sqrt(7) / mu, rel=1e-9)  # mu is printed with ten digits
    assert actual.sigma == pytest.approx(3 * sqrt(7) / mu_of(epsilon, delta), rel=1e-14)
    assert float(actual.mu) == pytest.approx(mu_of(epsilon, delta), rel=1e-14)


def test_more_of_anything_needs_more_noise():
    base = calibrate_gaussian(1, 1e-5, 1).sigma

    assert calibrate_gaussian(0.5, 1e-5, 1).sigma > base
    assert calibrate_gaussian(1, 1e-6, 1).sigma > base
    assert calibrate_gaussian(1, 1e-5, 1, 4).sigma == pytest.approx(2 * base, rel=1e-15)
    assert calibrate_gaussian(1, 1e-5, 2).sigma == 2 * base


def test_decimals_and_doubles_are_taken_literally():
    """The double 1e-5 lies above the decimal: at the noise of the one the other may fail, and the sigmas are close."""
    sigma = calibrate_gaussian(1, Fraction(1, 10**5), 1).sigma

    assert is_private(sigma, 1, Fraction(1, 10**5), 1)
    assert sigma == pytest.approx(calibrate_gaussian(1, 1e-5, 1).sigma, rel=1e-14)


def test_calibration_inverts_accounting():
    sigma = calibrate_gaussian(2, 1e-9, 1, 50).sigma

    assert epsilon_of(1e-9, sqrt(50) / sigma) == pytest.approx(2, rel=1e-12)


@pytest.mark.parametrize(
    ("arguments", "sigma"),
    [((1, 0, 0), 0), ((0, 0, 0), 0), ((1, 1, 1), 0), ((inf, 0, 1), 0), ((inf, 1e-5, 1), 0), ((0, 1, 10), 0)],
)
def test_where_no_noise_is_needed(arguments, sigma):
    actual = calibrate_gaussian(*arguments)

    assert actual.sigma == sigma
    assert actual.spent <= arguments[1]
    assert is_private(0, *arguments)


def test_what_thousands_of_bits_leave_open_is_not_private():
    """delta is the curve itself, cut after 9000 bits: on which side it lies is not decided."""
    delta = ends("delta", delta_ball(0, 1, 9000))[0]

    assert excess_sign(Fraction(0), Fraction(1), Fraction(delta)) == 0
    assert not is_private(1, 0, delta, 1)
    assert is_private(1, 0, delta + Fraction(1, 10**300), 1)
    assert calibrate_gaussian(0, delta, 1).sigma == nextafter(1, 2)


def test_limits_of_the_check():
    assert is_private(inf, 0, 0, 1)
    assert not is_private(0, 1, 0.5, 1)
    assert not is_private(1e300, 1, 0, 1)


test_bad_parameters_get_one_sentence = refusals(
    (lambda: calibrate_gaussian(-1, 1e-5, 1), "epsilon must be a number of at least 0, got -1"),
    (lambda: calibrate_gaussian(nan, 1e-5, 1), "epsilon must be a number of at least 0, got nan"),
    (lambda: calibrate_gaussian(1, 1.5, 1), "delta must be a number between 0 and 1, got 1.5"),
    (lambda: calibrate_gaussian(1, "x", 1), "delta must be a number between 0 and 1, got 'x'"),
    (lambda: calibrate_gaussian(1, 1e-5, -1), "sensitivity must be a finite number of at least 0, got -1"),
    (lambda: calibrate_gaussian(1, 1e-5, inf), "sensitivity must be a finite number of at least 0, got inf"),
    (lambda: calibrate_gaussian(1, 1e-5, 1, 0), "compositions must be an integer of at least 1, got 0"),
    (lambda: calibrate_gaussian(1, 1e-5, 1, 2.0), "compositions must be an integer of at least 1, got 2.0"),
    (
        lambda: calibrate_gaussian(1, 0, 1),
        "delta must be positive for Gaussian noise, got 0 with a positive sensitivity",
    ),
    (
        lambda: calibrate_gaussian(1e-300, 1e-300, 1e100),
        "sensitivity must allow a finite noise scale, got 1e+100 where every double is too small",
    ),
    says="sentence",
)


def test_a_negative_noise_scale_is_refused():
    with pytest.raises(InputError, match=r"^sigma must be a number of at least 0, got -1$"):
        is_private(-1, 1, 0.5, 1)
