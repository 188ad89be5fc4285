"""Tests for tabular/privacy/mechanisms.py: the noise of mechanisms with a theorem, and clear refusals."""

from fractions import Fraction
from math import inf, nan, nextafter, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refusals

from tabular.privacy import (
    Mechanism,
    action_values_release,
    calibrate,
    calibrate_gaussian,
    delta_of,
    fed_through,
    function_release,
    mu_of,
    private_value_updates,
)

FRACTIONS = st.fractions(min_value=Fraction(1, 1000), max_value=1000, max_denominator=1000)


@given(FRACTIONS, st.floats(0, 10), st.floats(-20, -0.1))
@settings(max_examples=30)
def test_a_rational_sensitivity_gives_what_the_gaussian_calibration_gives(sensitivity, epsilon, log_delta):
    delta = 10**log_delta

    assert (
        calibrate(epsilon, delta, function_release([sensitivity**2])).sigma
        == calibrate_gaussian(epsilon, delta, sensitivity).sigma
    )


@given(FRACTIONS, st.integers(1, 50), st.sampled_from([0.1, 0.9, 4]))
@settings(max_examples=30)
def test_the_double_below_is_not_enough_and_irrational_sensitivities_are_not_rounded(squared, updates, epsilon):
    delta = Fraction(1, 10**4)
    actual = calibrate(epsilon, delta, fed_through([squared], updates))
    root = sqrt(updates * squared)

    assert actual.spent <= float(delta)
    assert actual.sigma == pytest.approx(root / mu_of(epsilon, delta), rel=1e-13)
    assert delta_of(epsilon, root / nextafter(actual.sigma * (1 - 1e-12), 0)) > delta


def test_several_functions_add_their_squared_norms():
    together, apart = function_release([Fraction(9), Fraction(16)]), function_release([25])

    assert together.squared_sensitivity == apart.squared_sensitivity == 25


@pytest.mark.parametrize(
    ("mechanism", "squared"),
    [
        (action_values_release(4, 3, Fraction(1, 2)), Fraction(48)),
        (private_value_updates(4, 3, Fraction(1, 2), 4), Fraction(12)),
        (fed_through([Fraction(1, 4), Fraction(1, 2)], 8), Fraction(6)),
        (fed_through([Fraction(1, 4)], 3), Fraction(3, 4)),
    ],
)
def test_the_squared_sensitivities_are_those_of_the_theorems(mechanism, squared):
    assert mechanism.squared_sensitivity == squared


def test_the_known_noise_of_a_small_table():
    """mu = a sqrt(n m T)/sigma = sqrt(12)/20 has epsilon(1e-4) = 0.5117251128 (quadrature)."""
    actual = calibrate(0.5117251128, 1e-4, private_value_updates(4, 3, Fraction(1, 2), 4))

    assert actual.sigma == pytest.approx(20, rel=1e-9)


def test_what_does_not_depend_on_the_data_needs_no_noise():
    actual = calibrate(1, 1e-6, function_release([0]))

    assert (actual.sigma, float(actual.mu), float(actual.spent)) == (0.0, 0.0, 0.0)


test_broken_input_is_refused_in_one_sentence = refusals(
    (
        lambda: calibrate(1, 0.1, "algorithm 1"),
        "mechanism must be a Mechanism, as made by function_release, .* got 'algorithm 1'",
    ),
    (lambda: calibrate(1, 0, function_release([1])), "delta must be positive for Gaussian noise"),
    (lambda: calibrate(-1, 0.1, function_release([1])), "epsilon must be a number of at least 0, got -1"),
    (lambda: calibrate(1, 2, function_release([1])), "delta must be a number between 0 and 1, got 2"),
    (lambda: calibrate(1, 0.1, Mechanism("mine", nan)), "squared_sensitivity must be a finite number of at least 0"),
    (lambda: function_release([]), "norms_squared must have one entry for each function, at least one, got none"),
    (lambda: function_release([1, inf]), r"norms_squared must be a finite number of at least 0, got inf at \[1\]"),
    (lambda: function_release([-1]), r"norms_squared must be a finite number of at least 0, got -1 at \[0\]"),
    (lambda: fed_through([1], 0), "updates must be an integer of at least 1, got 0"),
    (lambda: action_values_release(1, 1, 1), "discount must be below 1, got 1"),
    (lambda: action_values_release(0, 1, 0.5), "n_states must be an integer of at least 1, got 0"),
    (lambda: private_value_updates(1, True, 0.5, 1), "n_actions must be an integer of at least 1, got True"),
    (lambda: private_value_updates(1, 1, 0, 1), "step_size must be a finite number above 0, got 0"),
)
