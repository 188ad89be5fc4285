"""(1 - a N^-k)^(2N): balls against floats, limits, and bounds that hold."""

from fractions import Fraction
from math import exp

import pytest
from flint import arb

from theory_checks.papers.gpope.convergence._powers import value
from theory_checks.papers.gpope.convergence.range_of_k import distance_bound, printed_limit, true_limit


@pytest.mark.parametrize(("N", "k", "a"), [(10, 1, 1), (100, Fraction(1, 2), 3), (50, Fraction(3, 2), Fraction(1, 3))])
def test_the_ball_holds_the_float(N, k, a):
    expected = (1 - float(a) * N ** -float(k)) ** (2 * N)

    assert abs(float(value(N, Fraction(k), Fraction(a))) - expected) < 1e-12


def test_the_limits_differ_only_at_one():
    for k in (Fraction(1, 2), Fraction(1), Fraction(2)):
        same = bool(abs(printed_limit(k, Fraction(1)) - true_limit(k, Fraction(1))) < arb(1e-9))

        assert same == (k != 1)
    assert abs(float(true_limit(Fraction(1), Fraction(1))) - exp(-2)) < 1e-15


@pytest.mark.parametrize("k", [Fraction(1, 2), Fraction(1), Fraction(3, 2)])
def test_the_bound_holds_and_falls(k):
    a, bounds = Fraction(2), []
    for N in (10, 1000, 10**5):
        assert abs(value(N, k, a) - true_limit(k, a)) <= distance_bound(N, k, a)
        bounds.append(float(distance_bound(N, k, a)))

    assert bounds == sorted(bounds, reverse=True)
