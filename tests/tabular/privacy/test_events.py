"""Events for dp-accounting: its own accountant finds the epsilon that the exact curve has, and never less."""

import subprocess
import sys
from fractions import Fraction
from math import sqrt

import dp_accounting
import pytest
from dp_accounting.pld import PLDAccountant
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from tabular.privacy import Mechanism, calibrate, epsilon_of, fed_through, function_release, randomised_response


def accounted(event, delta, relation=dp_accounting.NeighboringRelation.ADD_OR_REMOVE_ONE):
    accountant = PLDAccountant(relation, value_discretization_interval=1e-3)
    return accountant.compose(event).get_epsilon(delta)


@pytest.mark.parametrize("updates", [1, 7])
def test_calibrated_noise_is_worth_its_epsilon_there_too(updates):
    noise = calibrate(0.9, 1e-4, fed_through([0.25], updates))

    assert accounted(noise.dp_event(), 1e-4) == pytest.approx(0.9, abs=1e-3)


def test_events_compose_there():
    release = function_release([1]).dp_event(2)
    both = dp_accounting.ComposedDpEvent([release, release])

    assert release == dp_accounting.GaussianDpEvent(2.0)
    assert accounted(both, 1e-5) == pytest.approx(epsilon_of(1e-5, sqrt(2) / 2), abs=2e-3)


@given(st.fractions(Fraction(1, 10**6), 10**6), st.floats(1e-6, 1e6))
def test_the_noise_multiplier_is_next_to_the_exact_one_and_not_above(squared, sigma):
    multiplier = Fraction(Mechanism("any", squared).dp_event(sigma).noise_multiplier)

    exact = Fraction(sigma) ** 2 / squared
    assert exact * (1 - Fraction(1, 2**50)) <= multiplier**2 <= exact


def test_extreme_scales_stay_finite_and_below():
    assert Mechanism("small", Fraction(1, 10**700)).dp_event(1).noise_multiplier == sys.float_info.max
    assert Mechanism("large", Fraction(10**700)).dp_event(1).noise_multiplier == 0


def test_what_changes_nothing_is_no_event():
    assert function_release([0]).dp_event(1) == dp_accounting.NoOpDpEvent()


@pytest.mark.parametrize("candidates", [2, 5])
def test_randomised_response_loses_what_was_wanted(candidates):
    event = calibrate(1, 0, randomised_response(candidates)).dp_event()

    assert event.num_buckets == candidates
    assert accounted(event, 1e-12, dp_accounting.NeighboringRelation.REPLACE_ONE) == pytest.approx(1, abs=1e-3)


test_bad_noise_is_refused = refusals(
    (lambda: function_release([1]).dp_event(-1), "sigma must be .*, got -1"),
    (lambda: function_release([1]).dp_event(float("nan")), "sigma must be .*, got nan"),
)


def test_without_the_package_one_sentence_says_what_is_missing():
    code = (
        "import sys; sys.modules['dp_accounting'] = None\n"
        "from tabular.privacy import function_release\n"
        "try:\n"
        "    function_release([1]).dp_event(1)\n"
        "except ImportError as error:\n"
        "    print(error)"
    )

    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert result.stdout == "dp_event() needs dp-accounting, which is not installed: pip install dp-accounting\n"
