"""The worst pair of data sets: its moment against the pair at distance 2, and against all others."""

from fractions import Fraction
from math import exp, expm1, log

import pytest

from tabular.privacy.subsampled import Direction, SubsampledGaussian, log_moment
from theory_checks.enclosures import enclose
from theory_checks.gpope.privacy.normalisation import _other_moments, each_zero, larger_order, sum_zero
from theory_checks.gpope.privacy.one_step_bound import Step
from theory_checks.gpope.privacy.one_step_repaired import largest_moment


@pytest.mark.parametrize(("m", "sigma"), [(2, 1), (2, 2), (3, 1)])
def test_the_largest_moment_of_all_neighbours_is_that_of_opposite_gradients(m, sigma):
    expected = log(1 + expm1(4 / sigma**2) / m**2)

    assert float(largest_moment(m, Fraction(sigma), 1)) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("m", [2, 3, 10])
@pytest.mark.parametrize("sigma", [Fraction(1, 2), 1, 3])
def test_the_bound_in_the_certificate_is_above_both_orders(m, sigma):
    bound = float(enclose(_other_moments(), Step(m, sigma, 1, 1).constants))
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
