"""Definitions: neighbours by removal, masses of intervals, and the half-line of the largest loss."""

from fractions import Fraction
from math import exp, log

import pytest
from scipy.stats import norm

from tabular.privacy.normal_mixtures import mixture_of
from theory_checks.papers.gpope.privacy.definitions import (
    _distance,
    _threshold,
    as_integral,
    interval_mass,
    removals,
    replaced_pair,
    under_first,
    under_second,
)


def test_removals_are_in_both_orders():
    pairs = list(removals(2))

    assert len(pairs) == len(set(pairs)) == 36
    assert {(second, first) for first, second in pairs} == set(pairs)
    assert all(abs(len(first) - len(second)) == 1 for first, second in pairs)


def test_the_part_of_a_law_that_the_other_lacks():
    assert _distance((1, -1), (-1, -1)) == Fraction(1, 2)
    assert _distance((1, -1), (-1,)) == Fraction(1, 2)
    assert _distance((0, 1, 1), (0, 1, 1)) == 0


def test_masses_of_intervals_meet_scipy():
    law = mixture_of([1, -1, -1], 2)
    expected = sum(norm.cdf(3, g, 2) - norm.cdf(-0.5, g, 2) for g in (1, -1, -1)) / 3

    assert float(interval_mass(law, Fraction(-1, 2), Fraction(3))) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(("m", "sigma"), [(2, Fraction(1)), (5, Fraction(1, 2))])
def test_the_loss_is_epsilon_at_the_threshold(m, sigma):
    x = float(_threshold(replaced_pair(m, sigma), Fraction(1, 2)))
    first = (norm.pdf(x, 1, float(sigma)) + (m - 1) * norm.pdf(x, -1, float(sigma))) / m

    assert log(first / norm.pdf(x, -1, float(sigma))) == pytest.approx(0.5)


def test_the_forms_of_the_divergence_for_two_coins():
    fair, biased = {0: Fraction(1, 2), 1: Fraction(1, 2)}, {0: Fraction(1, 4), 1: Fraction(3, 4)}

    assert (
        as_integral(fair, biased, 2) == under_second(fair, biased, 2) == under_first(fair, biased, 2) == Fraction(4, 3)
    )
    assert exp(0) <= float(as_integral(fair, biased, 3))
