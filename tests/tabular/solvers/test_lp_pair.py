"""Tests for tabular/solvers/lp_pair.py."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rational_oracle import distance, optimal_value
from scipy import sparse

from tabular.errors import InputError
from tabular.instances import dense_random, dyadic_random, identity_mdp, one_state_loop, rational_random
from tabular.mdp import FiniteMDP
from tabular.policies import occupancy, policy_value
from tabular.solvers import lp_dual, lp_primal, solve, verify_lp_pair


def test_an_optimal_policy_is_proved_optimal():
    mdp = rational_random(5, 3, Fraction(4, 5), 12, seed=1)
    pair = verify_lp_pair(mdp, solve(mdp).policy)
    assert pair.is_optimal
    assert pair.error_bound == 0
    assert pair.value.tolist() == solve(mdp).value.tolist()


def test_other_policies_have_zero_gap_but_are_infeasible():
    """Any policy's value and occupancy have equal objectives; only an optimal one has a feasible value."""
    mdp = rational_random(3, 2, Fraction(1, 2), 7, seed=3)
    best = solve(mdp)
    worse = 1 - best.policy
    pair = verify_lp_pair(mdp, worse)
    assert (pair.gap, pair.negativity, pair.imbalance) == (0, 0, 0)
    assert pair.infeasibility > 0
    assert not pair.is_optimal
    assert distance(pair.value, optimal_value(mdp)) <= pair.error_bound


def test_each_violation_is_measured():
    loop = one_state_loop(Fraction(1, 2), Fraction(1))  # v* = 2, lambda = 2
    two = Fraction(2)
    assert verify_lp_pair(loop, (np.array([two]), np.array([[two]]))).is_optimal
    low = verify_lp_pair(loop, (np.array([Fraction(1)]), np.array([[two]])))
    assert (low.infeasibility, low.gap) == (Fraction(1, 2), 1)
    unbalanced = verify_lp_pair(loop, (np.array([two]), np.array([[Fraction(3)]])))
    assert (unbalanced.imbalance, unbalanced.gap) == (Fraction(1, 2), 1)
    negative = verify_lp_pair(loop, (np.array([two]), np.array([[Fraction(-2)]])))
    assert (negative.negativity, negative.imbalance) == (2, 2)


@settings(max_examples=80)
@given(
    seed=st.integers(0, 10**6), n=st.integers(1, 3), m=st.integers(1, 3), noise=st.sampled_from([0.0, 1e-12, 1e-3, 1.0])
)
def test_the_bound_of_a_float_pair_holds(seed, n, m, noise):
    rng = np.random.default_rng(seed)
    mdp = dense_random(n, m, 0.75, seed)
    policy = solve(mdp).policy if seed % 2 else rng.integers(0, m, n)
    value = policy_value(mdp, policy) + noise * rng.standard_normal(n)
    lam = occupancy(mdp, policy) + noise * rng.standard_normal((m, n))
    pair = verify_lp_pair(mdp, (value, lam))
    assert distance(value, optimal_value(mdp)) <= Fraction(pair.error_bound)


@pytest.mark.parametrize("solver", [lp_primal, lp_dual])
def test_what_an_lp_solver_returns_is_proved_by_the_pair_alone(solver):
    mdp = dense_random(10, 3, 0.9, 5)
    solution = solver(mdp)
    pair = verify_lp_pair(mdp, (solution.value, solution.occupancy))
    assert pair.error_bound < 1e-6
    assert np.abs(solution.value - solve(mdp).value).max() <= pair.error_bound + solve(mdp).error_bound


def test_sparse_and_dense_agree():
    mdp = dense_random(6, 2, 0.9, 2)
    blocks = FiniteMDP([sparse.csr_array(block) for block in mdp.transitions], mdp.rewards, mdp.discount)
    policy = solve(mdp).policy
    assert verify_lp_pair(blocks, policy).error_bound == pytest.approx(verify_lp_pair(mdp, policy).error_bound, rel=0.5)


def test_floats_never_claim_optimality():
    """Zero in floats may be rounding; is_optimal is for exact numbers, bounds are for floats."""
    mdp = dense_random(4, 2, 0.9, 0)
    pair = verify_lp_pair(mdp, solve(mdp).policy)
    assert not pair.is_optimal
    assert 0 < pair.error_bound < 1e-9


def test_what_is_missing_in_other_states_counts():
    """Two states too low and one too high by as much: the objective shows nothing."""
    mdp = identity_mdp(3, 1, Fraction(1, 2))
    x = Fraction(1, 100)
    pair = verify_lp_pair(mdp, (np.array([-x, -x, 2 * x]), np.full((1, 3), Fraction(2))))
    assert (pair.gap, pair.infeasibility) == (0, x / 2)
    assert pair.error_bound == 2 * x


def test_computed_zeros_are_not_taken_for_zeros():
    loop = one_state_loop(0.5)
    pair = verify_lp_pair(loop, (np.array([2.0]), np.array([[2.0]])))
    assert 0 < pair.infeasibility < 1e-14
    assert 0 < pair.imbalance < 1e-14
    assert 0 < pair.gap < 1e-14


def test_float_bounds_are_plain_floats():
    pair = verify_lp_pair(dense_random(3, 2, 0.9, 0), [0, 0, 0])
    for number in (pair.infeasibility, pair.negativity, pair.imbalance, pair.gap, pair.error_bound):
        assert type(number) is float
        assert number >= 0


def test_what_is_no_mdp_is_refused():
    with pytest.raises(InputError, match="mdp must be a FiniteMDP, got None"):
        verify_lp_pair(None, [0])


def test_two_states_policies_given_as_tuples_are_policies():
    mdp = dyadic_random(2, 2, Fraction(1, 2), 4, seed=0)
    policy = tuple(solve(mdp).policy.tolist())
    assert verify_lp_pair(mdp, policy).is_optimal


@pytest.mark.parametrize(
    ("candidate", "message"),
    [
        ((np.zeros(2), np.zeros((3, 3))), r"occupancy must have shape \(2, 3\)"),
        ((np.zeros(2), np.zeros((2, 3))), r"value must have shape \(3,\)"),
        ((np.zeros(3), np.full((2, 3), np.nan)), "occupancy must be finite"),
        ((np.zeros(3), "no"), "occupancy must be an array"),
        ([0, 0, 5], "policy must take actions 0 to 1, got 5 in state 2"),
    ],
)
def test_bad_candidates_are_refused(candidate, message):
    with pytest.raises(InputError, match=message):
        verify_lp_pair(dense_random(3, 2, 0.5, 0), candidate)
