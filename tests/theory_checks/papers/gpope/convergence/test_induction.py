"""The induction of Theorem 3: the boundaries by bisection, worst data among random data."""

from fractions import Fraction
from itertools import islice
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from theory_checks.papers.gpope.convergence.induction import (
    CONCLUSION,
    HYPOTHESIS,
    NOISELESS,
    enough_shift,
    worst_errors,
)

BOUNDARIES = pytest.mark.parametrize(
    ("bound", "closed_form"),
    [(HYPOTHESIS, (1 + sqrt(3)) / 2), (CONCLUSION, (1 + sqrt(5)) / 2), (NOISELESS, 2.0)],
    ids=["hypothesis", "conclusion", "noiseless"],
)


def holds(eta, bound):
    errors = enumerate(islice(worst_errors(eta, 0, bound.noise), 40), 1)
    return all(error <= Fraction(1, i - bound.lag) for i, error in errors if i > bound.lag)


@BOUNDARIES
def test_the_boundary_by_bisection_is_the_closed_form(bound, closed_form):
    low, high = Fraction(1), Fraction(4)
    while high - low > Fraction(1, 10**7):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle, bound) else (low, middle)

    assert abs(float(low) - closed_form) < 2e-7


@BOUNDARIES
def test_the_tried_values_are_on_the_stated_side_and_close_to_the_boundary(bound, closed_form):
    assert all(bound.excess(eta) <= 0 for eta in bound.inside)
    assert all(bound.excess(eta) > 0 for eta in bound.outside)
    assert max(bound.inside) <= closed_form < min(bound.outside) < closed_form + 2e-3


@given(
    st.fractions(Fraction(101, 100), 6, max_denominator=100),
    st.fractions(0, 1, max_denominator=50),
    st.fractions(0, 1, max_denominator=50),
    st.integers(0, 3),
)
def test_no_data_are_worse_than_the_worst(eta, start, noise, extra):
    """e_1 = start H/(1 + i0) and eta^2 w = noise (eta - 1) H, with H = 1."""
    shift = enough_shift(eta) + extra
    error = start / (1 + shift)
    for i, worst in enumerate(islice(worst_errors(eta, shift), 12), 1):
        k = i + shift
        assert error <= worst <= Fraction(1, k)
        error = (1 - eta / k) ** 2 * error + noise * (eta - 1) / Fraction(k) ** 2
