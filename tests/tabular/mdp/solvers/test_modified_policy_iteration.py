"""Tests for tabular/mdp/solvers/modified_policy_iteration.py."""

from fractions import Fraction

import numpy as np
import pytest
from rational_oracle import distance, optimal_value

from tabular.mdp.instances import chain, cycle_with_stay, dense_random, dyadic_random, garnet
from tabular.mdp.solvers import modified_policy_iteration, value_iteration
from tabular.mdp.solvers.solution import ConvergenceError


def test_it_needs_fewer_sweeps_than_value_iteration():
    mdp = garnet(500, 4, 5, 0.999, 3)
    modified, plain = modified_policy_iteration(mdp), value_iteration(mdp)
    assert modified.iterations < plain.iterations / 4
    assert np.abs(modified.value - plain.value).max() <= modified.error_bound + plain.error_bound


def test_chains_that_never_mix_converge_as_well():
    """The span of a deterministic cycle shrinks by the discount only."""
    mdp = cycle_with_stay(4, 0.75).with_rewards([[1, 0, -1, 0.5], [0, 2, 0, 0]])
    solution = modified_policy_iteration(mdp)
    assert distance(solution.value, optimal_value(mdp)) <= Fraction(solution.error_bound)


def test_few_steps_at_a_time_are_enough():
    mdp = dyadic_random(4, 3, Fraction(9, 10), 10, seed=4).to_float()
    solution = modified_policy_iteration(mdp, max_steps=1)
    assert distance(solution.value, optimal_value(mdp)) <= Fraction(solution.error_bound) <= 1e-8


def test_running_out_of_sweeps_is_an_error():
    with pytest.raises(ConvergenceError, match="after 2 iterations"):
        modified_policy_iteration(chain(40, 0.99), 1e-8, max_iterations=2)


def test_the_result_is_the_same_every_time():
    mdp = dense_random(30, 4, 0.99, 8)
    first, second = modified_policy_iteration(mdp), modified_policy_iteration(mdp)
    assert first.value.tobytes() == second.value.tobytes()
    assert first.error_bound == second.error_bound
