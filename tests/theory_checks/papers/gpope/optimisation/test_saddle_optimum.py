"""The printed optimum and gradient against optimisation in floats and hand-made numbers."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import approx_fprime

from theory_checks.papers.gpope.common.linear_evaluation import random_moments
from theory_checks.papers.gpope.optimisation.gradient import derivative, gtd2, objective, printed_gradient
from theory_checks.papers.gpope.optimisation.optimum import absorbing_pair, printed_theta, printed_w, right_w


def exact(values):
    return np.array([Fraction(int(x)) for x in values], dtype=object)


@pytest.mark.parametrize("seed", range(5))
def test_theta_minimises_the_projected_error(seed):
    rng = np.random.default_rng(seed)
    A, C = random_moments(rng, 2)
    b = exact(rng.integers(-5, 6, 2))
    theta = printed_theta(A, C, b).astype(float)
    inverse = np.linalg.inv(C.astype(float))

    def mspbe(x):
        gap = b.astype(float) - A.astype(float) @ x
        return gap @ inverse @ gap

    assert mspbe(theta) == pytest.approx(0, abs=1e-20)  # A is invertible
    for step in rng.normal(size=(20, 2)):
        assert mspbe(theta + step) > mspbe(theta)


def test_the_chain_of_the_certificate_by_hand():
    problem = absorbing_pair()
    theta = printed_theta(problem.A, problem.C, problem.b)

    assert theta.tolist() == [1, 2]
    assert printed_w(problem.A, problem.C, problem.b, theta).tolist() == [-1, Fraction(1, 2)]
    assert right_w(problem.A, problem.C, problem.b, theta).tolist() == [0, 0]


def test_a_tall_a_has_a_dual_vector_that_is_not_zero():
    A, C, b = np.array([[Fraction(1)], [Fraction(2)]]), np.diag([1, 3]) * Fraction(1), exact([1, 0])
    theta = printed_theta(A, C, b)
    w = right_w(A, C, b, theta)

    assert theta.tolist() == [Fraction(3, 7)]
    assert w.any()
    assert not (A.T @ w).any()


@pytest.mark.parametrize("seed", range(4))
def test_gradient_is_that_of_finite_differences(seed):
    rng = np.random.default_rng(seed)
    A, C = random_moments(rng, 2)
    b, x = exact(rng.integers(-5, 6, 2)), exact(rng.integers(-3, 4, 4))
    floats = approx_fprime(
        x.astype(float), lambda y: float(objective(A.astype(float), b.astype(float), C.astype(float), y)), 1e-6
    )
    expected = np.concatenate([floats[:2], -floats[2:]])

    assert np.allclose(printed_gradient(A, b, C, x).astype(float), expected, atol=1e-3)  # forward differences of 1e-6
    assert (derivative(A, b, C, x) == printed_gradient(A, b, C, x)).all()
    assert (gtd2(A, b, C, x, Fraction(1, 9)) == x - Fraction(1, 9) * printed_gradient(A, b, C, x)).all()
