"""The mean of several transitions: enumeration against powers of the transition matrix."""

from fractions import Fraction

import numpy as np
import pytest

from theory_checks.papers.gpope.convergence.transitions import (
    ALTERNATING,
    FRESH,
    LAZY,
    NEVER_LEFT,
    correlated,
    correlation,
    divided,
    lazy,
    mean_square,
)


@pytest.mark.parametrize("case", [NEVER_LEFT, LAZY, FRESH, ALTERNATING], ids=lambda c: c[0])
@pytest.mark.parametrize("tau", [1, 2, 4, 6])
def test_enumeration_agrees_with_powers_of_the_matrix(case, tau):
    P, r = case[1].transitions[0].astype(float), np.array([1.0, -1.0])
    expected = sum(r @ np.linalg.matrix_power(P, abs(s - t)) @ r / 2 for s in range(tau) for t in range(tau)) / tau**2

    assert float(mean_square(case[1], tau)) == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize("stay", [Fraction(1, 2), Fraction(2, 3), Fraction(1)])
@pytest.mark.parametrize("tau", [1, 2, 5])
def test_lazy_chains_attain_the_bound_with_correlations(stay, tau):
    mdp = lazy(stay)

    assert mean_square(mdp, tau) == correlated(tau, correlation(mdp))


def test_the_bound_lies_between_that_of_independent_and_that_of_equal_errors():
    for tau in (1, 2, 9, 40):
        assert correlated(tau, Fraction(0)) == divided(tau, Fraction(0))
        assert correlated(tau, Fraction(1)) == 1
        for rho in (Fraction(1, 3), Fraction(9, 10)):
            assert divided(tau, rho) <= correlated(tau, rho) <= min(Fraction(1), (1 + rho) / (1 - rho) / tau)


def test_alternating_errors_cancel_in_pairs():
    assert [mean_square(ALTERNATING[1], tau) for tau in range(1, 6)] == [1, 0, Fraction(1, 9), 0, Fraction(1, 25)]
