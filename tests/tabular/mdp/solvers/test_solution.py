"""Tests for tabular/mdp/solvers/solution.py."""

import dataclasses
from fractions import Fraction

import numpy as np
import pytest
from refusals import refusals

from tabular.errors import InputError
from tabular.mdp.instances import dense_random, dyadic_random
from tabular.mdp.solvers import solve
from tabular.mdp.solvers.solution import (
    ConvergenceError,
    Solution,
    ToleranceError,
    check_float,
    check_limit,
    check_tol,
    not_converged,
    too_tight,
)


def test_a_solution_is_frozen_and_its_arrays_are_read_only():
    solution = Solution(np.zeros(2), np.zeros(2, dtype=int), 0.0, 1, "m", np.zeros((1, 2)))
    with pytest.raises(dataclasses.FrozenInstanceError):
        solution.method = "other"
    for array in (solution.value, solution.policy, solution.occupancy):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


@pytest.mark.parametrize("tol", [1e-8, 1, Fraction(1, 7), np.float64(0.5), np.int64(2)])
def test_positive_numbers_are_tolerances(tol):
    assert check_tol(tol) == float(tol)


test_other_arguments_are_refused_in_one_sentence = refusals(
    (
        check_tol,
        "^tol must be a positive number, got .*$",
        [0, -1, 0.0, float("nan"), -float("inf"), None, "1e-8", True, [1e-8], 1j],
    ),
    (
        lambda limit: check_limit("max_iterations", limit),
        "^max_iterations must be a positive integer, got ",
        [0, -3, 1.5, None, "9", True],
    ),
    (lambda: check_float("no", "value-iteration"), "^mdp must be a FiniteMDP, got 'no'$"),
    (
        lambda: check_float(dyadic_random(2, 2, Fraction(1, 2), 3, 0), "value-iteration"),
        "the MDP of value-iteration must have float numbers",
    ),
)


def test_refusals_are_one_sentence_with_the_best_bound():
    tight, slow = str(too_tight(1e-20, 3e-15)), str(not_converged(1e-8, 0.25, 7))
    assert tight == "tol must be at least 3e-15, which is all that float64 proves here, got 1e-20"
    assert slow == "the error bound must come down to tol=1e-08, got 0.25 after 7 iterations"
    assert isinstance(too_tight(1e-20, 1.0), ToleranceError)
    assert isinstance(not_converged(1.0, 2.0, 1), ConvergenceError)
    assert issubclass(ToleranceError, InputError)
    assert issubclass(ConvergenceError, InputError)


def test_types_do_not_leak_numpy_scalars():
    solution = solve(dense_random(20, 3, 0.9, 0))
    assert type(solution.error_bound) is float
    assert type(solution.iterations) is int
    assert solution.policy.dtype == np.intp
