"""Chains with features against linear algebra in floats, exact values of policies and hand-made eigenvalues."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabular.mdp.policies import policy_value
from tabular.numbers.rational import solve_exact
from theory_checks.papers.gpope.common.linear_evaluation import (
    Problem,
    hessian,
    one_state,
    random_moments,
    swapping,
    two_states,
)

HALF = Fraction(1, 2)
SOLVABLE = [
    one_state(Fraction(1, 6)),
    one_state(Fraction(7, 10)),
    swapping(Fraction(3, 10)),
    two_states(Fraction(5, 16), Fraction(1, 6)),
    two_states(Fraction(13, 14), Fraction(7, 10)),
]


@given(st.fractions(0, 1, max_denominator=9), st.fractions(0, Fraction(8, 9), max_denominator=9))
def test_tabular_features_solve_for_the_value_of_the_policy(stay, discount):
    problem = two_states(stay, discount, (1, -3))

    assert (solve_exact(problem.A, problem.b) == policy_value(problem.mdp, [0, 0])).all()
    assert problem.C.tolist() == [[HALF, 0], [0, HALF]]


def test_one_feature_by_hand():
    loop, swap = one_state(Fraction(1, 6)), swapping(Fraction(3, 10))

    assert loop.Q.tolist() == [[0, -Fraction(5, 6)], [Fraction(5, 6), 1]]
    assert swap.Q.tolist() == [[0, -Fraction(13, 10)], [Fraction(13, 10), 1]]


@pytest.mark.parametrize("problem", SOLVABLE, ids=lambda p: p.name)
def test_modes_give_all_eigenvalues_of_q(problem):
    by_lapack = np.linalg.eigvals(problem.Q.astype(float))

    assert float(min(m.least_real_part for m in problem.modes)) == pytest.approx(by_lapack.real.min(), abs=1e-12)
    moduli = sorted(float(x) for mode in problem.modes for x in mode.moduli)
    assert moduli == pytest.approx(sorted(np.abs(by_lapack)), abs=1e-12)
    values = np.linalg.eigvalsh(hessian(problem.A, problem.C).astype(float))
    assert sorted(float(m.h) for m in problem.modes) == pytest.approx(values, abs=1e-12)


@pytest.mark.parametrize("problem", SOLVABLE, ids=lambda p: p.name)
def test_real_eigenpairs_are_eigenpairs(problem):
    for z, vector in (pair for mode in problem.modes if mode.is_real for pair in mode.pairs):
        assert (problem.Q @ np.array(vector) == z * np.array(vector)).all()


def test_what_cannot_be_solved_in_rationals_is_an_error():
    with pytest.raises(ValueError, match="rational eigenvalues"):
        assert one_state(Fraction(9, 10)).modes[0].moduli
    wrong = Problem("wrong", two_states(HALF, HALF).mdp, [HALF, HALF], [[1, 0], [0, 2]], [[Fraction(1), Fraction(1)]])
    with pytest.raises(ValueError, match="an eigenvector of A and C"):
        assert wrong.modes


def test_random_moments_are_admissible_and_repeatable():
    for seed in range(30):
        A, C = random_moments(np.random.default_rng(seed), 1 + seed % 3)
        again = random_moments(np.random.default_rng(seed), 1 + seed % 3)

        assert abs(np.linalg.det(A.astype(float))) > 1e-6
        assert np.linalg.eigvalsh(C.astype(float)).min() >= 0.5 - 1e-12  # C >= I/2 up to LAPACK's rounding
        assert A.tolist() == again[0].tolist()
