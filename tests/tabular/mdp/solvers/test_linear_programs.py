"""Tests for tabular/mdp/solvers/lp_primal.py, lp_dual.py, linear_programs.py and the adapters highs_lp and cvxpy_lp."""

from fractions import Fraction

import numpy as np
import pytest
from rational_oracle import distance, optimal_value
from scipy import sparse

from tabular.errors import InputError
from tabular.mdp import FiniteMDP
from tabular.mdp.instances import chain, dense_random, dyadic_random, garnet, one_state_loop
from tabular.mdp.solvers import cvxpy_lp, highs_lp, lp_dual, lp_dual_constrained, lp_primal, solve
from tabular.mdp.solvers.linear_programs import BACKENDS, certified_solution, constraint_matrix
from tabular.mdp.solvers.lp_answer import LpAnswer
from tabular.mdp.solvers.solution import ConvergenceError
from tabular.mdp.solvers.sweeps import sweeps_of

PROGRAMS = [lp_primal, lp_dual, lp_dual_constrained]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("program", PROGRAMS)
def test_every_program_and_backend_finds_the_optimum(program, backend):
    mdp = dyadic_random(4, 3, Fraction(9, 10), 8, seed=2).to_float()
    blocks = FiniteMDP([sparse.csr_array(block) for block in mdp.transitions], mdp.rewards, mdp.discount)
    for stored in (mdp, blocks):
        solution = program(stored, backend=backend)
        assert distance(solution.value, optimal_value(mdp)) <= Fraction(solution.error_bound) <= 1e-8
        assert solution.method == program.__name__.replace("_", "-")


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("program", PROGRAMS)
def test_the_occupancy_satisfies_the_dual_program(program, backend):
    mdp = garnet(30, 3, 4, 0.9, 1)
    lam = program(mdp, backend=backend).occupancy
    flow = lam.sum(axis=0) - mdp.discount * (mdp.stacked.T @ lam.reshape(-1))
    assert lam.shape == (3, 30)
    assert lam.min() >= 0
    assert np.abs(flow - 1).max() <= 1e-6  # the feasibility that was asked of the solvers, and some
    assert lam.sum() == pytest.approx(30 / 0.1, rel=1e-7)
    assert (mdp.rewards * lam).sum() == pytest.approx(solve(mdp).value.sum(), rel=1e-6)


def test_the_constraint_matrix_is_the_printed_one():
    mdp = dense_random(3, 2, 0.9, 0)
    C = constraint_matrix(mdp).toarray()
    for a in range(2):
        assert np.allclose(C[3 * a : 3 * a + 3], np.eye(3) - 0.9 * mdp.transitions[a], rtol=0, atol=1e-16)


@pytest.mark.parametrize("adapter", ["highs", "HIGHS", "CLARABEL"])
def test_the_bound_of_program_5_does_not_move_the_value(adapter):
    """The bound is implied, so its multiplier is arbitrary; the value must not depend on which one is found."""
    mdp = dense_random(4, 2, 0.5, 3)
    C, r, total = constraint_matrix(mdp), mdp.rewards.reshape(-1), 4 / 0.5
    if adapter == "highs":
        free, bound = highs_lp.dual(C, r, 1e-10), highs_lp.dual(C, r, 1e-10, total)
    else:
        free, bound = cvxpy_lp.dual(C, r, 1e-10, adapter), cvxpy_lp.dual(C, r, 1e-10, adapter, total)
    assert free.is_optimal
    assert bound.is_optimal
    assert np.abs(free.value - bound.value).max() < 1e-7


@pytest.mark.parametrize("solver", ["HIGHS", "CLARABEL"])
def test_an_infeasible_program_is_not_an_answer(solver):
    """A total below n / (1 - gamma) contradicts the equations."""
    mdp = one_state_loop(0.5)
    C, r = constraint_matrix(mdp), mdp.rewards.reshape(-1)
    assert not highs_lp.dual(C, r, 1e-9, total=1.0).is_optimal
    assert not cvxpy_lp.dual(C, r, 1e-9, solver, total=1.0).is_optimal


def test_a_solver_that_gives_up_is_one_sentence():
    answer = LpAnswer(np.empty(0), np.empty(0), 0, "infeasible", False)
    with pytest.raises(
        ConvergenceError, match=r"^the linear program of lp-dual must be solved to optimality, got infeas"
    ):
        certified_solution(sweeps_of(one_state_loop(0.5)), answer, 1e-8, "lp-dual")


def test_a_poor_answer_is_repaired_by_its_policy():
    mdp = chain(5, 0.9)
    v = np.round(solve(mdp).value, 2)  # good enough to see the best actions
    answer = LpAnswer(v, np.full(10, -1e-11), 1, "optimal", True)
    solution = certified_solution(sweeps_of(mdp), answer, 1e-8, "lp-primal")
    assert distance(solution.value, optimal_value(mdp)) <= Fraction(solution.error_bound) <= 1e-8
    assert (solution.occupancy == 0).all()


def test_a_wrong_answer_is_refused():
    answer = LpAnswer(np.zeros(5), np.zeros(10), 1, "optimal", True)
    with pytest.raises(ConvergenceError, match="the error bound must come down to tol=1e-08"):
        certified_solution(sweeps_of(chain(5, 0.9)), answer, 1e-8, "lp-primal")


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("backend", ["glpk", None, 1])
def test_unknown_backends_are_told_the_known_ones(program, backend):
    with pytest.raises(InputError, match=r"^backend must be one of highs, cvxpy-highs, cvxpy-clarabel, got "):
        program(one_state_loop(0.5), backend=backend)
