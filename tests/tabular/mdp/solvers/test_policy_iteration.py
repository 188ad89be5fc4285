"""Tests for tabular/mdp/solvers/policy_iteration.py."""

from fractions import Fraction

import numpy as np
import pytest
from rational_oracle import distance, optimal_value

from tabular.errors import InputError
from tabular.mdp.instances import chain, dense_random, dyadic_random, garnet, grid_lake
from tabular.mdp.solvers import gauss_seidel, policy_iteration
from tabular.mdp.solvers.solution import ConvergenceError


@pytest.mark.parametrize("gamma", [0.9, 0.99, 0.999])
def test_lakes_agree_with_gauss_seidel(gamma):
    mdp = grid_lake(25, gamma, seed=3)
    equations, sweeps = policy_iteration(mdp), gauss_seidel(mdp)
    assert np.abs(equations.value - sweeps.value).max() <= equations.error_bound + sweeps.error_bound
    assert equations.iterations < 30


def test_starting_at_the_solution_takes_one_improvement():
    mdp = dense_random(50, 3, 0.99, 0)
    solution = policy_iteration(mdp, 1e-9)
    assert policy_iteration(mdp, 1e-8, start=solution.value).iterations == 1


def test_the_start_is_not_changed():
    mdp = grid_lake(9, 0.9)
    start = np.ones(81)
    policy_iteration(mdp, start=start)
    assert (start == 1).all()


def test_a_chain_is_solved_one_state_at_a_time_without_sweeps():
    """Dense policy iteration improves one more state each time: the textbook's worst case, still exact."""
    mdp = chain(8, 0.5)
    solution = policy_iteration(mdp)
    assert solution.iterations == 8
    assert distance(solution.value, optimal_value(mdp)) <= Fraction(solution.error_bound)


def test_sparse_mdps_of_every_shape():
    for mdp in (
        garnet(70, 2, 40, 0.9, 0, sparse=True),
        garnet(150, 2, 120, 0.99, 1, sparse=True),
        chain(9, 0.9, sparse=True),
    ):
        reference = policy_iteration(type(mdp)([b.toarray() for b in mdp.transitions], mdp.rewards, mdp.discount))
        solution = policy_iteration(mdp)
        assert np.abs(solution.value - reference.value).max() <= solution.error_bound + reference.error_bound


def test_running_out_of_improvements_is_an_error():
    with pytest.raises(ConvergenceError, match="after 3 iterations"):
        policy_iteration(chain(30, 0.99), 1e-8, max_iterations=3)


@pytest.mark.parametrize("start", [np.zeros(3), [np.nan, 0.0], "no"])
def test_bad_starts_are_refused(start):
    with pytest.raises(InputError, match="start must"):
        policy_iteration(dyadic_random(2, 2, Fraction(1, 2), 3, 0).to_float(), start=start)
