"""Tests for tabular/mdp/policies.py: closed forms, duality, and series summed by hand."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals
from scipy import sparse

from tabular import FiniteMDP, InputError
from tabular.mdp.bellman import evaluate_backup
from tabular.mdp.instances import bandit, chain, dense_random, dyadic_random, garnet
from tabular.mdp.policies import occupancy, policy_from_occupancy, policy_matrix, policy_value

HALF = Fraction(1, 2)
MDPS = st.builds(
    dyadic_random,
    st.integers(1, 5),
    st.integers(1, 3),
    st.fractions(0, Fraction(9, 10)),
    st.just(4),
    st.integers(0, 10**6),
)


def policies(mdp, seed):
    """A deterministic and a stochastic policy with exact probabilities."""
    rng = np.random.default_rng(seed)
    weights = rng.integers(1, 9, (mdp.n_actions, mdp.n_states)).astype(object)
    return [rng.integers(0, mdp.n_actions, mdp.n_states), weights * Fraction(1) / weights.sum(axis=0)]


def sparse_copy(mdp):
    return FiniteMDP([sparse.csr_array(P) for P in mdp.transitions], mdp.rewards, mdp.discount)


@given(MDPS, st.integers(0, 10**6))
def test_the_value_is_the_fixed_point_of_the_policy_operator(mdp, seed):
    for policy in policies(mdp, seed):
        v = policy_value(mdp, policy)
        assert evaluate_backup(mdp, policy, v).tolist() == v.tolist()
        assert {type(x) for x in v} == {Fraction}


@given(MDPS, st.integers(0, 10**6))
def test_the_occupancy_solves_the_dual_constraint_and_pays_the_value(mdp, seed):
    n, e = mdp.n_states, np.ones(mdp.n_states, dtype=int)
    for policy in policies(mdp, seed):
        lam = occupancy(mdp, policy)
        flow = sum(lam[a] - mdp.discount * (mdp.transitions[a].T @ lam[a]) for a in range(mdp.n_actions))
        assert flow.tolist() == e.tolist()
        assert lam.sum() == n / (1 - mdp.discount)
        assert (lam * mdp.rewards).sum() == policy_value(mdp, policy).sum()
        assert (lam >= 0).all()


@given(MDPS, st.integers(0, 10**6))
def test_a_policy_comes_back_from_its_occupancy(mdp, seed):
    deterministic, stochastic = policies(mdp, seed)

    assert policy_from_occupancy(occupancy(mdp, stochastic)).tolist() == stochastic.tolist()
    recovered = policy_from_occupancy(occupancy(mdp, deterministic))
    assert recovered.argmax(axis=0).tolist() == deterministic.tolist()
    assert set(recovered.reshape(-1)) <= {0, 1}


@given(MDPS, st.integers(0, 10**6))
def test_floats_and_sparse_matrices_agree_with_fractions(mdp, seed):
    """The discount is at most 0.9, so rounding is amplified at most tenfold: values up to 10 leave 1e-12 far away."""
    floats = mdp.to_float()
    for policy in policies(mdp, seed):
        as_float = policy if policy.ndim == 1 else policy.astype(float)
        v, lam = policy_value(mdp, policy).astype(float), occupancy(mdp, policy).astype(float)
        for other in (floats, sparse_copy(floats)):
            assert np.allclose(policy_value(other, as_float), v, rtol=0, atol=1e-12)
            assert np.allclose(occupancy(other, as_float), lam, rtol=1e-12, atol=1e-12)


@given(MDPS, st.integers(0, 10**6))
def test_the_policy_matrix_is_a_mixture_of_rows(mdp, seed):
    for policy in policies(mdp, seed):
        P, r = policy_matrix(mdp, policy)
        weights = policy if policy.ndim == 2 else (np.arange(mdp.n_actions)[:, None] == policy).astype(int)
        for s in range(mdp.n_states):
            assert P[s].tolist() == sum(weights[a, s] * mdp.transitions[a, s] for a in range(mdp.n_actions)).tolist()
            assert r[s] == sum(weights[a, s] * mdp.rewards[a, s] for a in range(mdp.n_actions))


def test_sparse_policy_matrices_stay_sparse():
    mdp = garnet(100, 3, 4, 0.9, 1)
    uniform = np.full((3, 100), 1 / 3)

    for policy in (np.zeros(100, dtype=int), uniform):
        P, _ = policy_matrix(mdp, policy)
        assert sparse.issparse(P)
    assert np.allclose(P.toarray(), sum(block.toarray() for block in mdp.transitions) / 3, rtol=1e-14)


def test_the_occupancy_is_the_discounted_sum_of_visits():
    """From one start state, by summing gamma^t Pr(s_t = s) until the rest is below 2**-60."""
    mdp = dense_random(6, 2, 0.5, 4)
    policy, start = [0, 1, 0, 1, 0, 1], np.eye(6)[2]
    P, _ = policy_matrix(mdp, policy)

    visits, law = np.zeros(6), start
    for _ in range(60):
        visits, law = visits + law, 0.5 * (P.T @ law)
    lam = occupancy(mdp, policy, start)

    assert np.allclose(lam.sum(axis=0), visits, rtol=1e-13)
    assert (lam[[1, 0] * 3, range(6)] == 0).all()


def test_always_right_on_a_chain_has_a_closed_form():
    n, discount, slip = 6, Fraction(9, 10), Fraction(1, 4)
    step = discount * (1 - slip) / (1 - discount * slip)

    v = policy_value(chain(n, discount, slip), [1] * n)

    assert v.tolist() == [step ** (n - 1 - s) / (1 - discount) for s in range(n)]


def test_a_large_sparse_mdp_is_evaluated_to_rounding():
    mdp = garnet(20_000, 2, 3, 0.99, 3)
    policy = np.arange(20_000) % 2

    v, lam = policy_value(mdp, policy), occupancy(mdp, policy)

    # rewards are below 1, so v is below 100; a hundred roundings of that size
    assert np.abs(evaluate_backup(mdp, policy, v) - v).max() <= 100 * 2.0**-53 * 100
    assert abs((lam * mdp.rewards).sum() - v.sum()) <= 1e-10 * v.sum()


test_a_start_has_one_weight_for_each_state = refusals(
    ([1.0, 0.0], r"start must have shape \(3,\), got \(2,\)"),
    ([HALF, HALF, 0], "start must have float numbers, got exact numbers"),
    ([1.0, np.nan, 0.0], "start must be finite, got nan in state 1"),
    calling=lambda start: occupancy(dense_random(3, 2, 0.5, 1), [0, 0, 0], start),
)


def test_a_state_that_is_never_visited_needs_a_named_action():
    lam = np.array([[1.0, 0.0], [3.0, 0.0]])

    with pytest.raises(InputError, match="lambda must visit every state, got 0 in state 1"):
        policy_from_occupancy(lam)
    assert policy_from_occupancy(lam, unvisited=1).tolist() == [[0.25, 0.0], [0.75, 1.0]]
    assert policy_from_occupancy([[HALF, 0], [0, 0]], unvisited=0).tolist() == [[1, 1], [0, 0]]


test_an_occupancy_is_non_negative = refusals(
    ([[1.0, -0.5], [0.0, 1.0]], None, "lambda must be non-negative and finite, got -0.5"),
    ([[1.0, np.nan], [0.0, 1.0]], None, "lambda must be non-negative and finite, got nan"),
    ([[1.0, np.inf], [0.0, 1.0]], None, "lambda must be non-negative and finite, got inf"),
    ([[1.0, 0.0]], 1, "unvisited must be an action 0 to 0, got 1"),
    ([1.0, 2.0], None, r"lambda\[0\] must be a list or an array"),
    calling=policy_from_occupancy,
)


def test_one_state_with_two_arms():
    mdp = bandit([1, 3], HALF)

    assert policy_value(mdp, [[HALF], [HALF]]).tolist() == [4]
    assert occupancy(mdp, [1]).tolist() == [[0], [2]]
