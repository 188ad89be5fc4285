"""The moment bound for discrete laws, and the algebra of the displays."""

from fractions import Fraction
from math import exp, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from theory_checks.papers.dpdqn.density.moment_chain import (
    RIGHT,
    bracket,
    moment_bound,
    square_complete,
    square_inside,
    square_outside,
    under_one,
    under_zero,
)

RATIONALS = st.fractions(Fraction(1, 50), Fraction(50), max_denominator=60)


@given(D=RATIONALS, epsilon=RATIONALS, power=RATIONALS)
def test_the_completed_square_is_the_moment(D, epsilon, power):
    assert square_complete(D, epsilon, power) == under_one(D, epsilon, power)
    assert (square_outside(D, epsilon, power) == under_one(D, epsilon, power)) == (D in (2, 2 * epsilon))
    assert square_inside(D, epsilon, power) - under_one(D, epsilon, power) == D / 2 * (
        power + bracket(D, epsilon) ** 2 / 4 - power**2 - power * bracket(D, epsilon)
    )


@given(D=RATIONALS, power=RATIONALS)
def test_at_the_chosen_power_the_exponent_is_an_eighth(D, power):
    epsilon = D * (power + Fraction(1, 2))

    assert under_one(D, epsilon, power) == -RIGHT.share * D * bracket(D, epsilon) ** 2
    assert under_zero(D, epsilon, power) == under_one(D, epsilon, power) - D * power


@given(
    weights=st.lists(st.tuples(st.integers(1, 50), st.integers(1, 50)), min_size=2, max_size=6),
    epsilon=st.floats(0, 3),
    power=st.floats(0.05, 6),
)
def test_the_moment_bound_holds_for_discrete_laws(weights, epsilon, power):
    one, zero = (np.array(column, float) / sum(column) for column in zip(*weights, strict=True))
    least = np.maximum(one - exp(epsilon) * zero, 0).sum()
    moment = (one * (one / zero * exp(-epsilon)) ** power).sum()

    assert least <= moment * power**power / (power + 1) ** (power + 1) * (1 + 1e-12)


def test_the_bound_in_closed_form():
    place = (Fraction(1), Fraction(1), Fraction(2))

    assert float(moment_bound(under_zero, place)) == pytest.approx(4 / 27 * exp(-1))
    assert log(float(moment_bound(under_one, place))) == pytest.approx(log(4 / 27) + 1)
