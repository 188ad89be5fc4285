"""Tests for tabular/mdp/solvers/gauss_seidel.py."""

from fractions import Fraction

import numpy as np
import pytest
from rational_oracle import distance
from scipy import sparse

from tabular.mdp import FiniteMDP
from tabular.mdp.instances import chain, dyadic_random, grid_lake, identity_mdp
from tabular.mdp.solvers import gauss_seidel, value_iteration
from tabular.mdp.solvers.flow import sources_of
from tabular.mdp.solvers.gauss_seidel import AlternatingSweep
from tabular.mdp.solvers.solution import ConvergenceError


def swept_by_hand(mdp, v, order):
    v = [Fraction(x) for x in v]
    P = mdp.stacked.toarray() if mdp.is_sparse else mdp.stacked
    n = mdp.n_states
    gamma = Fraction(mdp.discount)
    for s in order:
        options = []
        for a in range(mdp.n_actions):
            row = [Fraction(p) for p in P[a * n + s]]
            others = sum(row[t] * v[t] for t in range(n) if t != s)
            options.append((Fraction(mdp.rewards[a, s]) + gamma * others) / (1 - gamma * row[s]))
        v[s] = max(options)
    return v


@pytest.mark.parametrize("stored", ["dense", "sparse"])
def test_a_sweep_is_the_formula_against_the_order_and_then_along_it(stored):
    mdp = dyadic_random(5, 3, Fraction(3, 4), 8, seed=6).to_float()
    if stored == "sparse":
        mdp = FiniteMDP([sparse.csr_array(block) for block in mdp.transitions], mdp.rewards, mdp.discount)
    v = np.linspace(-1, 2, 5)
    back = swept_by_hand(mdp, v, range(4, -1, -1))
    forth = swept_by_hand(mdp, back, range(5))
    sweep = AlternatingSweep(mdp)
    change = sweep(v)
    assert distance(v, back) <= 1e-14
    assert change == pytest.approx(float(max(abs(x - y) for x, y in zip(back, np.linspace(-1, 2, 5), strict=True))))
    sweep(v)
    assert distance(v, forth) <= 1e-14


def test_spreading_ends_where_no_update_changes_much():
    mdp = grid_lake(30, 0.5, seed=3)
    v = np.zeros(900)
    assert AlternatingSweep(mdp).spread(v, sources_of(mdp), 1e-12, most=20)
    exact = value_iteration(mdp, 1e-13)
    assert np.abs(v - exact.value).max() <= 1e-11  # changes of up to 1e-12 were not passed on


def test_spreading_passes_over_states_without_news():
    """Two updates of each state in the mean are enough, where a sweep over all of them repeats a dozen times."""
    mdp = grid_lake(60, 0.5, seed=3)
    sweep, v, sweeps = AlternatingSweep(mdp), np.zeros(3600), 1
    while sweep(v) > 1e-12:
        sweeps += 1
    assert sweeps > 10
    assert AlternatingSweep(mdp).spread(np.zeros(3600), sources_of(mdp), 1e-12, most=2)


def test_spreading_that_is_not_done_in_time_changes_nothing():
    mdp = grid_lake(30, 0.99, seed=3)
    v = np.linspace(0, 1, 900)
    assert not AlternatingSweep(mdp).spread(v, sources_of(mdp), 1e-12, most=2)
    assert (v == np.linspace(0, 1, 900)).all()


def test_states_that_are_never_left_are_solved_at_once():
    mdp = identity_mdp(4, 2, 0.99).with_rewards([[1, 2, 3, 4], [4, 3, 2, 1]])
    assert gauss_seidel(mdp).iterations == 1


def test_one_pair_of_sweeps_solves_a_chain_in_either_direction():
    forwards = chain(50, 0.99, sparse=True)
    turned = FiniteMDP([block[::-1][:, ::-1] for block in forwards.transitions], forwards.rewards[:, ::-1], 0.99)
    assert gauss_seidel(forwards).iterations <= 2
    assert gauss_seidel(turned).iterations <= 2


def test_it_beats_value_iteration_on_lakes():
    mdp = grid_lake(20, 0.99)
    seidel, plain = gauss_seidel(mdp), value_iteration(mdp)
    assert 2 * seidel.iterations < plain.iterations  # an iteration is two sweeps
    assert np.abs(seidel.value - plain.value).max() <= seidel.error_bound + plain.error_bound


def test_running_out_of_sweeps_is_an_error():
    with pytest.raises(ConvergenceError, match="after 2 iterations"):
        gauss_seidel(grid_lake(20, 0.99), 1e-8, max_iterations=2)
