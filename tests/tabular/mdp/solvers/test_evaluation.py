"""Tests for tabular/mdp/solvers/evaluation.py and the Krylov iteration behind it."""

import numpy as np
import pytest

from tabular.mdp.bellman import residual
from tabular.mdp.instances import chain, dense_random, garnet, grid_lake
from tabular.mdp.policies import policy_matrix, policy_value
from tabular.mdp.solvers import _kernels_krylov as kernels
from tabular.mdp.solvers.evaluation import DenseEvaluator, KrylovEvaluator, PlainEvaluator, evaluator_of
from tabular.mdp.solvers.flow import flow_order
from tabular.mdp.solvers.gauss_seidel import AlternatingSweep


def random_policies(mdp, count):
    rng = np.random.default_rng(0)
    return [rng.integers(0, mdp.n_actions, mdp.n_states).astype(np.int32) for _ in range(count)]


@pytest.mark.parametrize(
    "mdp",
    [grid_lake(12, 0.99, seed=2), garnet(300, 3, 6, 0.99, 0), chain(40, 0.99, slip=0.2, sparse=True)],
    ids=["lake", "garnet", "chain"],
)
def test_the_residual_is_as_small_as_asked(mdp):
    """One Gauss-Seidel sweep over all actions follows, which can only raise a value: compare without it."""
    evaluator = KrylovEvaluator(mdp)
    evaluator._sweep = lambda v: 0.0
    for policy in random_policies(mdp, 3):  # each changes most rows of the one before
        v = evaluator.evaluate(policy, np.zeros(mdp.n_states), 1e-9)
        P, r = policy_matrix(mdp, policy)
        assert np.abs(r + mdp.discount * (P @ v) - v).max() <= 1.1e-9


def test_the_sweep_afterwards_does_not_lower_values():
    mdp = grid_lake(10, 0.9)
    (policy,) = random_policies(mdp, 1)
    v = KrylovEvaluator(mdp).evaluate(policy, np.zeros(100), 1e-12)
    assert (v >= policy_value(mdp, policy) - 1e-11).all()


def test_a_krylov_iteration_that_fails_is_replaced(monkeypatch):
    mdp = grid_lake(10, 0.9)
    (policy,) = random_policies(mdp, 1)
    monkeypatch.setattr(kernels, "bicgstab", lambda A, factors, b, x, stop, most: x.fill(np.nan) or 0.0)
    evaluator = KrylovEvaluator(mdp)
    evaluator._sweep = lambda v: 0.0
    v = evaluator.evaluate(policy, np.zeros(100), 1e-9)
    assert np.abs(v - policy_value(mdp, policy)).max() <= 1e-12


def test_rewards_that_are_felt_nearby_only_need_no_equations():
    mdp = grid_lake(60, 0.5, seed=1)
    v = KrylovEvaluator(mdp).prepare(mdp.rewards.max(axis=0), 1e-13)
    assert float(residual(mdp, v)) <= 1e-12


def test_rewards_that_are_felt_everywhere_are_left_to_the_equations():
    """Four sweeps and no more: the news of a longer list of updates would be good in some places and bad in others."""
    mdp = grid_lake(60, 0.999, seed=1)
    v, sweep = mdp.rewards.max(axis=0), AlternatingSweep(mdp)
    expected = v.copy()
    for _ in range(4):
        sweep(expected)
    assert (KrylovEvaluator(mdp).prepare(v, 1e-13) == expected).all()


def assembled(mdp, policy):
    evaluator = KrylovEvaluator(mdp)
    evaluator.evaluate(policy, np.zeros(mdp.n_states), 1.0)
    return evaluator._A, evaluator._factors, evaluator._order


def as_dense(A, entries):
    _, columns, start, end, _ = A
    n = start.size
    matrix = np.zeros((n, n))
    for i in range(n):
        matrix[i, columns[start[i] : end[i]]] = entries[start[i] : end[i]]
    return matrix


def test_the_assembled_matrix_is_the_renumbered_one():
    mdp = garnet(70, 3, 4, 0.9, 5)
    (policy,) = random_policies(mdp, 1)
    A, _, order = assembled(mdp, policy)
    P, _ = policy_matrix(mdp, policy)
    expected = (np.eye(70) - 0.9 * P.toarray())[np.ix_(order, order)]
    assert np.abs(as_dense(A, A[0]) - expected).max() <= 1e-15
    assert (order == flow_order(mdp)).all()


def test_incomplete_factors_reproduce_the_matrix_on_its_pattern():
    """The defining property of ILU(0): (L U)[i, j] = A[i, j] wherever A has an entry."""
    mdp = grid_lake(9, 0.95, seed=3, sparse=True)
    (policy,) = random_policies(mdp, 1)
    A, (lower, upper, inverse), _ = assembled(mdp, policy)
    matrix = as_dense(A, A[0])
    L = as_dense(A, lower) + np.eye(81)
    U = as_dense(A, upper) + np.diag(1 / inverse)
    assert np.abs((L @ U - matrix)[matrix != 0]).max() <= 1e-6  # the factors are in single precision


def test_the_evaluator_suits_the_storage():
    assert isinstance(evaluator_of(dense_random(3, 2, 0.9, 0), 3), DenseEvaluator)
    assert isinstance(evaluator_of(garnet(70, 2, 3, 0.9, 0), 3), KrylovEvaluator)
    assert isinstance(evaluator_of(garnet(200, 2, 150, 0.9, 0), 150), PlainEvaluator)


@pytest.mark.parametrize("mdp", [dense_random(30, 3, 0.9, 0), garnet(200, 2, 150, 0.9, 0)], ids=["dense", "long rows"])
def test_the_other_evaluators_solve_the_equations(mdp):
    evaluator = evaluator_of(mdp, mdp.n_states)
    for policy in random_policies(mdp, 2):
        v = evaluator.evaluate(policy, evaluator.prepare(np.zeros(mdp.n_states), 0.0), 1.0)
        assert np.abs(v - policy_value(mdp, policy)).max() <= 1e-12
