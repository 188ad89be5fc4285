"""The order of the bound of Theorem 3 against that of the lower bound."""

from fractions import Fraction
from itertools import pairwise

import pytest

from theory_checks.papers.gpope.convergence.erm_bound import Setting, enough_steps, growing, one_step, planned


@pytest.mark.parametrize("z", growing(), ids=lambda z: z.name)
def test_the_bound_is_the_constant_times_the_target_at_exactly_the_named_steps(z):
    N = enough_steps(z)

    assert z.bound(N) == z.constant * z.target
    assert z.bound(2 * N) < z.constant * z.target < z.bound(N / 2)


def test_with_one_step_the_ratio_to_the_target_has_no_bound():
    ratios = [z.bound(one_step(z)) / z.target for z in (Setting(10**j, Fraction(1)) for j in range(1, 6))]

    assert all(later > 50 * earlier for earlier, later in pairwise(ratios[1:]))


def test_the_planned_number_of_steps_is_the_least_integer_that_is_enough():
    z = Setting(7, Fraction(1, 3))

    assert planned(z) >= enough_steps(z) > planned(z) - 1
