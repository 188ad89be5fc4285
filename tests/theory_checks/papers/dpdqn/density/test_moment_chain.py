"""The moment bound for discrete laws, and the algebra of the displays."""

from fractions import Fraction
from math import exp, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from theory_checks.core.formal import formal_of
from theory_checks.core.interpret import exact
from theory_checks.papers.dpdqn.density import moment_chain
from theory_checks.papers.dpdqn.density.moment_chain import (
    COMPLETE,
    INSIDE,
    OUTSIDE,
    RIGHT,
    UNDER_ONE,
    UNDER_ZERO,
    at,
    moment_bound,
)

RATIONALS = st.fractions(Fraction(1, 50), Fraction(50), max_denominator=60)


@given(D=RATIONALS, epsilon=RATIONALS, power=RATIONALS)
def test_the_completed_square_is_the_moment(D, epsilon, power):
    moment, c = (power**2 + power) * D / 2 - power * epsilon, 1 - 2 * epsilon / D
    one, complete, outside, inside = (exact(x, at(D, epsilon, power)) for x in (UNDER_ONE, COMPLETE, OUTSIDE, INSIDE))

    assert one == complete == moment
    assert (outside == moment) == (D in (2, 2 * epsilon))
    assert inside - moment == D / 2 * (power + c**2 / 4 - power**2 - power * c)


@given(D=RATIONALS, power=RATIONALS)
def test_at_the_chosen_power_the_exponent_is_an_eighth(D, power):
    epsilon = D * (power + Fraction(1, 2))

    one, zero, second = (exact(x, at(D, epsilon, power)) for x in (UNDER_ONE, UNDER_ZERO, RIGHT["second"]))

    assert one == second == -((D - 2 * epsilon) ** 2) / (8 * D)
    assert zero == one - D * power


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

    printed, repaired = (
        formal_of(moment_chain.__file__, id_).right
        for id_ in ("dpdqn/thm5-moment-bound", "dpdqn/thm5-moment-bound/repaired")
    )

    for bound in (printed, repaired):
        assert float(moment_bound(bound, UNDER_ZERO, place)) == pytest.approx(4 / 27 * exp(-1))
        assert log(float(moment_bound(bound, UNDER_ONE, place))) == pytest.approx(log(4 / 27) + 1)
