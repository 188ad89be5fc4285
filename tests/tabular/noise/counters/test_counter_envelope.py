"""Bounds for a half-line of failure probabilities: against exact arithmetic, the computed law and each other."""

from fractions import Fraction
from math import exp, log

import pytest
from flint import arb

from tabular.errors import InputError
from tabular.noise.counters import failure_probability
from tabular.noise.counters.envelope import (
    RATES,
    chernoff_failure,
    closed_failure,
    failure_ball,
    group_failure,
    largest_ratio,
)
from tabular.noise.counters.law_exact import probability_ball

LEVELS = [Fraction(1, 3), Fraction(2), Fraction(13, 2), Fraction(20)]


@pytest.mark.parametrize("steps", [1, 2, 3, 4])
@pytest.mark.parametrize("level", LEVELS)
def test_closed_forms_agree_with_exact_arithmetic(steps, level):
    x = arb(level.numerator) / level.denominator

    assert closed_failure(steps, x).overlaps(1 - probability_ball(steps, level, 60))


def test_closed_forms_end_at_four_steps():
    with pytest.raises(InputError, match=r"^steps must be an integer from 1 to 4, got 5$"):
        closed_failure(5, arb(1))


@pytest.mark.parametrize("steps", [2, 5, 8, 13])
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("counters", [1, 32])
def test_balls_hold_the_exact_probability_also_at_irrational_levels(steps, level, counters):
    x = arb(level.numerator) / level.denominator
    actual = failure_ball(steps, x, counters)

    assert actual.overlaps(1 - probability_ball(steps, level, 100) ** counters)
    assert actual.rel_accuracy_bits() > 10


def test_a_level_that_underflows_has_probability_next_to_zero():
    actual = failure_ball(100, arb(5000))

    assert actual.contains(arb(0))
    assert actual.upper() < 1e-200


@pytest.mark.parametrize("steps", [1, 2, 3, 7, 8, 100, 1023, 1024])
@pytest.mark.parametrize("level", [5.0, 20.0, 60.0])
def test_chernoff_bounds_lie_above_the_law(steps, level):
    law = failure_probability(steps, level)
    for rate in RATES:
        single, group = (chernoff_failure(steps, arb(level), rate), group_failure(steps.bit_length(), arb(level), rate))
        assert law <= float(single) <= float(group) * (1 + 1e-12)


def test_the_group_bound_is_that_of_its_last_number():
    for rate in RATES:
        assert chernoff_failure(63, arb(30), rate).overlaps(group_failure(6, arb(30), rate))


@pytest.mark.parametrize(
    ("steps", "slope", "start"), [(3, 2.53, 0.64), (8, 6.2, 0.6), (20, 12.0, 0.5), (60, 22.0, 0.4)]
)
def test_the_largest_ratio_bounds_a_scan(steps, slope, start):
    bound = largest_ratio(steps, lambda y: slope * y, arb(start), arb(slope))
    scan = max(failure_probability(steps, slope * y) * exp(y) for y in (start + 0.05 * i for i in range(400)))

    assert bound <= 1
    assert scan <= float(bound) * (1 + 1e-9)


def test_a_ratio_above_one_is_found():
    """At two steps the slope 2 ln(2)**2.5 < 1 is too small for every failure probability."""
    slope = 2 * log(2) ** 2.5

    assert largest_ratio(2, lambda y: slope * y, arb(0.5), arb(slope)) > 1


def test_a_level_on_the_border_is_left_open():
    """One step and the level y: the ratio is 1 for all y."""
    actual = largest_ratio(1, lambda y: y, arb(1), arb(1))

    assert not actual < 1
    assert not actual > 1
