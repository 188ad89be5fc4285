"""Tests for tabular/privacy/composition.py: convolutions of normal likelihood ratios add the squares of mu."""

from fractions import Fraction
from math import inf, nan, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from tabular.privacy import compose, compose_ball, repeated_mu, repeated_mu_ball

MUS = st.lists(st.floats(0, 1e6), max_size=6)


@given(MUS)
def test_doubles_and_balls_agree(mus):
    assert compose(mus) == pytest.approx(float(compose_ball(mus)), rel=1e-15)


@given(MUS, MUS)
def test_composition_is_associative_and_symmetric(left, right):
    together = compose([*left, *right])

    assert compose([compose(left), compose(right)]) == pytest.approx(together, rel=1e-15)
    assert compose([*reversed(right), *left]) == pytest.approx(together, rel=1e-15)


def test_known_sums():
    assert compose([3, 4]) == 5
    assert compose([]) == 0
    assert compose([1, inf]) == inf
    assert compose([3e300, 4e300]) == 5e300
    assert compose([Fraction(3, 10**400), Fraction(4)]) == 4
    assert compose_ball([Fraction(3, 10), Fraction(4, 10)]).overlaps(repeated_mu_ball(1, 2))


@pytest.mark.parametrize("compositions", [1, 2, 50, 78125])
def test_repeating_is_composing(compositions):
    assert repeated_mu(3, 2, compositions) == pytest.approx(1.5 * sqrt(compositions), rel=1e-15)
    if compositions < 100:
        assert repeated_mu(3, 2, compositions) == pytest.approx(compose([1.5] * compositions), rel=1e-15)
        assert repeated_mu_ball(3, 2, compositions).overlaps(compose_ball([1.5] * compositions))


def test_limits():
    assert repeated_mu(1, 0) == inf
    assert repeated_mu(0, 1) == 0
    assert repeated_mu(Fraction(1, 3), Fraction(1, 3)) == 1


test_bad_parameters_get_one_sentence = refusals(
    (lambda: compose([1, -1]), r"^mus must be a number of at least 0, got -1 at \[1\]$"),
    (lambda: compose([nan]), r"^mus must be a number of at least 0, got nan at \[0\]$"),
    (lambda: compose_ball([inf]), r"^mus must be a finite number of at least 0, got inf at \[0\]$"),
    (lambda: repeated_mu(1, -1), r"^sigma must be a finite number above 0, got -1$"),
    (lambda: repeated_mu(0, 0), r"^sigma must be a finite number above 0, got 0$"),
    (lambda: repeated_mu(-1, 0), r"^sensitivity must be a finite number of at least 0, got -1$"),
    (lambda: repeated_mu(1, 1, 1.5), r"^compositions must be an integer of at least 1, got 1.5$"),
    (lambda: repeated_mu_ball(1, 1, True), r"^compositions must be an integer of at least 1, got True$"),
)
