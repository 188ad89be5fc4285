"""The order of the bound of Theorem 3 against that of the lower bound."""

from fractions import Fraction
from itertools import pairwise

import pytest

from theory_checks.core.evidence import Outcome
from theory_checks.papers.gpope.convergence.erm_bound import (
    Setting,
    _last_step,
    enough_steps,
    few_steps,
    growing,
    half_the_steps,
    planned,
)


@pytest.mark.parametrize("z", growing(), ids=lambda z: z.name)
def test_the_bound_is_the_constant_times_the_target_at_exactly_the_named_steps(z):
    N = enough_steps(z)

    assert z.bound(N) == z.constant * z.target
    assert z.bound(2 * N) < z.constant * z.target < z.bound(N / 2)


def test_with_few_steps_which_grow_and_are_of_smaller_order_the_ratio_to_the_target_has_no_bound():
    settings = [Setting(10 ** (2 * j), Fraction(1)) for j in range(2, 7)]
    ratios = [z.bound(few_steps(z)) / z.target for z in settings]

    assert all(few_steps(later) == 10 * few_steps(earlier) for earlier, later in pairwise(settings))
    assert all(
        few_steps(later) / enough_steps(later) == few_steps(earlier) / enough_steps(earlier) / 1000
        for earlier, later in pairwise(settings)
    )
    assert all(later > 900 * earlier for earlier, later in pairwise(ratios))


def test_half_of_the_named_steps_exceed_the_bound():
    assert all(z.bound(half_the_steps(z)) > z.most == z.bound(enough_steps(z)) for z in growing())


def test_the_planned_number_of_steps_is_the_least_integer_that_is_enough():
    z = Setting(7, Fraction(1, 3))

    assert planned(z) >= enough_steps(z) > planned(z) - 1


@pytest.mark.parametrize("z", growing(), ids=lambda z: z.name)
def test_too_few_steps_are_refuted_by_a_run_whose_error_is_known_and_by_no_upper_bound(z):
    assert _last_step(z, planned(z)).outcome is Outcome.HOLDS
    assert _last_step(z, 1).outcome is (Outcome.FAILS if z.size == 2 else Outcome.UNDECIDED)


@pytest.mark.parametrize("i0", [2, 3, 10, 173, 1000])
@pytest.mark.parametrize("noise", [0, 0.5, 1])
def test_half_of_the_constant_is_enough_for_the_worst_errors_that_the_steps_allow(i0, noise):
    error = 1 / (1 + i0)  # H = 1
    for k in range(1 + i0, 20 * i0 + 20):
        error = (1 - 4 / k + 2 * i0 / k**2) * error + noise / k**2

        assert error <= (1 + 1e-12) / (2 * (k - i0))  # 1e-12: the rounding of floats
