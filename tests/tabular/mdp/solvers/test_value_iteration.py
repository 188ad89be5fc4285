"""Tests for tabular/mdp/solvers/value_iteration.py."""

from fractions import Fraction

import numpy as np
import pytest
from rational_oracle import distance, optimal_value

from tabular.errors import InputError
from tabular.mdp.instances import chain, dense_random, dyadic_random, garnet
from tabular.mdp.solvers import value_iteration
from tabular.mdp.solvers.solution import ConvergenceError
from tabular.mdp.solvers.value_iteration import halving_time


@pytest.mark.parametrize("norm", ["span", "sup"])
def test_both_bounds_hold(norm):
    mdp = dyadic_random(4, 2, Fraction(9, 10), 12, seed=1).to_float()
    solution = value_iteration(mdp, 1e-6, norm=norm)
    assert distance(solution.value, optimal_value(mdp)) <= Fraction(solution.error_bound)


def test_the_span_needs_a_few_dozen_sweeps_where_the_norm_needs_thousands():
    mdp = garnet(200, 4, 5, 0.999, 0)
    span, sup = value_iteration(mdp, 1e-6), value_iteration(mdp, 1e-6, norm="sup")
    assert span.iterations < 100
    assert sup.iterations > 10_000
    assert np.abs(span.value - sup.value).max() <= span.error_bound + sup.error_bound


def test_the_number_of_sweeps_in_the_sup_norm_is_the_textbook_one():
    """On a chain of one-way steps every sweep finds exactly one more state, then the norm shrinks by gamma."""
    gamma, tol = 0.5, 2.0**-20
    solution = value_iteration(chain(3, gamma), tol, norm="sup")
    assert solution.iterations == pytest.approx(np.log2(2 / tol), abs=3)


def test_running_out_of_sweeps_is_an_error_with_the_best_bound():
    with pytest.raises(ConvergenceError, match=r"^the error bound must come down to tol=1e-08, got \d.* after 3 iter"):
        value_iteration(garnet(50, 2, 3, 0.99, 0), 1e-8, max_iterations=3)


def test_without_a_tolerance_the_last_sweep_is_answered_with_what_it_proves():
    mdp = garnet(50, 2, 3, 0.99, 0)
    early, late = value_iteration(mdp, max_iterations=3), value_iteration(mdp, 1e-10)

    assert np.abs(early.value - late.value).max() <= early.error_bound + late.error_bound
    assert 1e-8 < early.error_bound < np.inf


@pytest.mark.parametrize("norm", ["l2", None, 3])
def test_unknown_norms_are_refused(norm):
    with pytest.raises(InputError, match=r"^norm must be 'span' or 'sup', got "):
        value_iteration(dense_random(2, 2, 0.5, 0), norm=norm)


def test_halving_times():
    assert halving_time(0.5) == 6
    assert 0.9 ** halving_time(0.9) < 0.5
    assert halving_time(0.0) >= 1
    assert halving_time(1 - 1e-9) == 10_000
