"""The minimisation in the proof of Theorem 1, against a numerical minimiser."""

from fractions import Fraction

import pytest
from scipy.optimize import minimize_scalar

from theory_checks.papers.gpope.privacy.theorem1_minimum import CASES, exponent, over_four, over_sixteen


@pytest.mark.parametrize("z", CASES, ids=lambda z: z.name)
@pytest.mark.parametrize(("factor", "least"), [(1, over_four), (4, over_sixteen)])
def test_least_values(z, factor, least):
    A, epsilon = float(factor * z.unit), float(z.epsilon)
    found = minimize_scalar(lambda order: A * order**2 - epsilon * order, bracket=(0, epsilon / A))

    assert float(least(z)) == pytest.approx(found.fun, rel=1e-9)


def test_printed_example():
    z = CASES[1]

    assert float(over_four(z)) == -25
    assert over_sixteen(z) == Fraction(-25, 4)


def test_exponent_with_the_next_order():
    assert exponent(Fraction(2), Fraction(3), Fraction(5), 1) == 2 * 3 * 4 - 15
