"""The elementary steps at the end of the proof of Claim 13, by scipy and by hand."""

from fractions import Fraction
from math import exp, log, pi, sqrt

import pytest
from scipy.optimize import brentq
from scipy.stats import norm

from theory_checks.papers.dpdqn.mechanism._gaussian_release import multiplier
from theory_checks.papers.dpdqn.mechanism.tail_steps import STEP, margin, tail_at, tail_margin, target


def test_the_two_sides_of_the_monotonicity_step_agree_at_the_corner_only():
    assert margin(STEP, Fraction(1), Fraction(3, 2)) == 0
    assert margin(STEP, Fraction(1), Fraction(2)) == Fraction(4, 9) - Fraction(15, 32)
    assert margin(STEP, Fraction(8, 9), Fraction(10**9)) > 0


def test_the_boundary_of_the_monotonicity_step():
    """At epsilon = 9/10 the sides are equal at u^2 = 9 epsilon^2/(36 epsilon - 32) = 729/40."""
    epsilon = Fraction(9, 10)
    square = 9 * epsilon**2 / (36 * epsilon - 32)

    assert square == Fraction(729, 40)
    assert epsilon / 2 - epsilon**2 / (8 * square) == Fraction(4, 9)
    assert margin(STEP, epsilon, Fraction(426, 100)) > 0 > margin(STEP, epsilon, Fraction(427, 100))


@pytest.mark.parametrize("delta", [0.4, 0.1, 1e-5, 1e-9])
@pytest.mark.parametrize("epsilon", [0.1, 1.0])
def test_the_tail_condition_is_the_tail_bound(epsilon, delta):
    """The bound exp(-w^2/2)/(w sqrt(2 pi)) is at most delta/2 exactly if the condition has a margin of at least 0."""
    u = sqrt(2 * log(1.25 / delta))
    w = u - epsilon / (2 * u)
    bound = exp(-(w**2) / 2) / (w * sqrt(2 * pi))

    assert float(tail_margin(Fraction(epsilon), Fraction(delta))) == pytest.approx(log(delta / 2 / bound), abs=1e-12)
    assert float(tail_at(Fraction(epsilon), multiplier(Fraction(delta)))) == pytest.approx(norm.sf(w), rel=1e-11)
    assert norm.sf(w) <= bound <= delta / 2


@pytest.mark.parametrize(("epsilon", "last"), [(1.0, 0.50079), (0.1, 0.95249)])
def test_the_tail_condition_ends_where_the_tail_bound_is_half_of_delta(epsilon, last):
    def excess_of_bound(delta):
        u = sqrt(2 * log(1.25 / delta))
        w = u - epsilon / (2 * u)
        return exp(-(w**2) / 2) / (w * sqrt(2 * pi)) - delta / 2

    assert brentq(excess_of_bound, 0.3, 0.97) == pytest.approx(last, abs=1e-5)


def test_the_target_and_the_largest_delta():
    assert float(target(Fraction(1, 2))) == pytest.approx(log(sqrt(2 / pi) / 0.5), rel=1e-14)
    assert 0.4058 < 1.25 * exp(-9 / 8) < 0.4059


def test_the_tail_is_a_third_of_delta_at_most():
    """The function e^{w^2/2} Phi(-w) decreases, so that its value at the least w decides."""
    w = 7 / 6

    assert w == pytest.approx(3 / 2 - 1 / 3)
    assert exp(w**2 / 2) * norm.sf(w) < 0.2404
    assert 0.2404 * 4 / 5 * exp(1 / 2) < 0.318 < 1 / 3
