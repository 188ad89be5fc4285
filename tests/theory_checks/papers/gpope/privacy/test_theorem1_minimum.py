"""The minimisation in the proof of Theorem 1, against a numerical minimiser."""

from fractions import Fraction

import pytest
from scipy.optimize import minimize_scalar

from tabular.privacy.subsampled import SubsampledGaussian, binomial_log_moment
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


@pytest.mark.parametrize("sigma", [0.5, 1, 3.5, 20])
@pytest.mark.parametrize("m", [1, 2, 10, 1000])
def test_what_the_log_moment_of_opposite_gradients_is_not_below(m, sigma, lemma_value):
    """At all integer orders; the pair of the proof may be below the displayed exponent, so that it refutes nothing."""
    for order in range(1, 60):
        far, near = (binomial_log_moment(SubsampledGaussian(Fraction(1, m), sigma, shift), order) for shift in (2, 1))
        assert far >= 2 * order * (order + 1) / (m * sigma) ** 2 * (1 - 1e-9) - 1e-13
        epsilon = Fraction(1, 2)
        least = lemma_value("opposite-gradients-exponent", m=m, steps=7, sigma=Fraction(sigma), epsilon=epsilon)
        assert 7 * far - order / 2 > least
        if order > 1 and m > 1 and order < sigma**2 / 10:
            assert near < order**2 / (m * sigma) ** 2


def test_exponent_with_the_next_order():
    assert exponent(Fraction(2), Fraction(3), Fraction(5), 1) == 2 * 3 * 4 - 15
