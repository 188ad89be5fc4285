"""Tests for tabular/gaussian/plane.py: closed forms, quadrature in polar coordinates, and functions that it refuses."""

from fractions import Fraction
from math import pi, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabular.errors import InputError
from tabular.gaussian import mean_abs_max, mean_abs_max_normal
from tabular.gaussian.plane import mean_abs_planar

RATIONAL = st.fractions(-5, 5, max_denominator=8)
ONE = Fraction(1)


def polar(f, points=100_000):
    """E |f(X, Y)| = E R times the mean of |f| over the circle, by the trapezoid rule."""
    angles = np.arange(points) * (2 * pi / points)
    return sqrt(pi / 2) * np.abs(f(np.cos(angles), np.sin(angles))).mean()


@given(RATIONAL, RATIONAL)
def test_a_linear_form_has_the_mean_of_a_normal(a, b):
    mean = mean_abs_planar(lambda x, y: a * x + b * y, [])

    assert float(mean.ball()) == pytest.approx(sqrt(2 / pi * (a * a + b * b)))


def test_the_larger_of_two_normals():
    mean = mean_abs_planar(max, [(ONE, ONE)]).ball()

    assert mean.overlaps(mean_abs_max_normal(2))
    assert mean.rad() < 1e-12


def test_the_larger_of_two_normals_of_different_size():
    mean = mean_abs_planar(lambda x, y: max(3 * x, y), [(ONE, Fraction(3))]).ball()

    assert mean.overlaps(mean_abs_max([3, 1]))


@given(st.lists(st.tuples(RATIONAL, RATIONAL, RATIONAL), min_size=1, max_size=3))
def test_sums_of_absolute_values_are_those_of_quadrature(terms):
    def f(x, y, read=Fraction):
        return sum(read(weight) * abs(read(a) * x + read(b) * y) for weight, a, b in terms)

    bends = [(-b, a) for _, a, b in terms if (a, b) != (0, 0)]
    actual = float(mean_abs_planar(f, bends).ball())

    # with 10^5 points the rule is off by about 10^-9 times the jumps of the slope, here at most a few hundred
    assert actual == pytest.approx(polar(lambda x, y: f(x, y, float)), abs=1e-6)


def test_a_function_may_jump_across_a_ray():
    """x where y > 0 and 2 y elsewhere: half of E |x|, and half of E |2 y|, are left."""
    mean = mean_abs_planar(lambda x, y: x if y > 0 else 2 * y, [])

    assert float(mean.ball()) == pytest.approx(1.5 * sqrt(2 / pi))


def test_the_mean_grows_with_the_standard_deviation():
    narrow, wide = (mean_abs_planar(max, [(ONE, ONE)], Fraction(v)).ball() for v in (Fraction(1, 2), 2))

    assert (2 * narrow).overlaps(wide)


def test_terms_have_integers_without_small_squares_under_the_root():
    """|max(x, y)| bends where x = y > 0, x = y < 0, and at x = 0 > y and y = 0 > x: jumps 2, -2, 2 and 2."""
    assert mean_abs_planar(max, [(ONE, ONE)]).terms == ((Fraction(4), Fraction(1)),)
    assert mean_abs_planar(lambda x, y: x + y, []).terms == ((Fraction(8), Fraction(2)),)
    assert mean_abs_planar(lambda x, y: 3 * x, [], Fraction(1, 4)).terms == ((Fraction(6), Fraction(1)),)


def test_the_zero_function_has_mean_zero():
    mean = mean_abs_planar(lambda x, y: Fraction(0), [])

    assert mean.terms == ()
    assert mean.ball() == 0


def test_a_bend_that_was_not_named_is_refused():
    with pytest.raises(InputError, match="f must be linear between neighbouring bends"):
        mean_abs_planar(lambda x, y: max(x, 2 * y), [])
