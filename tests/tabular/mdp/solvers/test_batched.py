"""Tests for tabular/mdp/solvers/batched.py."""

import dataclasses
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rational_oracle import distance, optimal_value, value_of
from refusals import refusals

from tabular.mdp import FiniteMDP
from tabular.mdp.instances import dense_random, dyadic_random, garnet
from tabular.mdp.solvers import _kernels_batch as kernels
from tabular.mdp.solvers import rounding, solve, solve_batch, solve_rewards
from tabular.mdp.solvers.solution import ToleranceError


def batch(count, n, m, seed=0):
    rng = np.random.default_rng(seed)
    P = rng.standard_exponential((count, m, n, n))
    return P / P.sum(axis=-1, keepdims=True), rng.standard_normal((count, m, n))


@pytest.mark.parametrize(("n", "m"), [(1, 1), (2, 3), (5, 2), (16, 3), (17, 3), (40, 4)])
@pytest.mark.parametrize("gamma", [0.0, 0.5, 0.99])
def test_every_instance_is_solved_like_alone(n, m, gamma):
    P, r = batch(7, n, m)
    got = solve_batch(P, r, gamma)
    assert got.value.shape == got.policy.shape == (7, n)
    assert (got.error_bound <= 1e-8).all()
    for i in range(7):
        alone = solve(FiniteMDP(P[i], r[i], gamma), "value-iteration")
        assert np.abs(got.value[i] - alone.value).max() <= got.error_bound[i] + alone.error_bound


@settings(max_examples=40)
@given(seed=st.integers(0, 10**6), n=st.integers(1, 4), m=st.integers(1, 3), gamma=st.sampled_from([0.0, 0.9, 0.999]))
def test_the_bounds_hold(seed, n, m, gamma):
    mdps = [dyadic_random(n, m, gamma, 8, seed + i, exact=False) for i in range(3)]
    got = solve_batch(np.stack([x.transitions for x in mdps]), np.stack([x.rewards for x in mdps]), gamma)
    for mdp, value, policy, bound in zip(mdps, got.value, got.policy, got.error_bound, strict=True):
        assert distance(value, optimal_value(mdp)) <= Fraction(bound) <= 1e-8
        assert distance(value, value_of(mdp, policy.tolist())) <= Fraction(bound)


@pytest.mark.parametrize("n", [4, 25])
def test_splitting_a_batch_changes_no_bit(n):
    P, r = batch(11, n, 3, seed=5)
    whole = solve_batch(P, r, 0.95)
    for begin, end in [(0, 1), (1, 6), (6, 11)]:
        part = solve_batch(P[begin:end], r[begin:end], 0.95)
        for name in ("value", "policy", "error_bound", "iterations"):
            assert getattr(part, name).tobytes() == getattr(whole, name)[begin:end].tobytes()


def test_many_rewards_on_one_mdp_are_the_same_as_copies_of_it():
    mdp = dense_random(9, 3, 0.9, 1)
    r = np.random.default_rng(0).standard_normal((6, 3, 9))
    shared = solve_rewards(mdp, r)
    copied = solve_batch(np.tile(mdp.transitions, (6, 1, 1, 1)), r, 0.9)
    assert shared.value.tobytes() == copied.value.tobytes()
    assert shared.policy.tobytes() == copied.policy.tobytes()


def test_each_instance_may_have_its_own_discount():
    P, r = batch(3, 5, 2)
    gammas = [0.1, 0.5, 0.9]
    together = solve_batch(P, r, gammas)
    for i, gamma in enumerate(gammas):
        assert together.value[i].tobytes() == solve_batch(P[i : i + 1], r[i : i + 1], gamma).value[0].tobytes()


def test_instances_that_plain_sums_cannot_certify_are_solved_alone():
    """Between what plain sums and what compensated sums prove there is room for a tolerance."""
    P, r = batch(2, 40, 2)
    plain = solve_batch(P, r, 0.99, tol=1e-8).error_bound.max()
    got = solve_batch(P, r, 0.99, tol=plain / 8)
    assert (got.error_bound <= plain / 8).all()


def test_impossible_tolerances_name_the_instance():
    P, r = batch(2, 3, 2)
    with pytest.raises(ToleranceError, match=r"^tol must be at least .*, got 1e-20 in instance 0$"):
        solve_batch(P, r, 0.9, tol=1e-20)


def test_the_result_is_frozen_and_read_only():
    got = solve_batch(*batch(2, 3, 2), 0.5)
    with pytest.raises(dataclasses.FrozenInstanceError):
        got.value = 0
    for name in ("value", "policy", "error_bound", "iterations"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(got, name)[0] = 0


@given(st.floats(-1, 1), st.floats(0, 1), st.floats(0, 0.999), st.floats(0, 10))
def test_the_compiled_bound_is_the_one_of_the_error_analysis(low, width, gamma, reward):
    v, out = np.array([1.0, -2.0]), np.array([0.5, 3.0])
    shift, bound, eta = kernels.bound_of(low, low + width, out, v, reward, gamma)
    assert eta == rounding.sweep_noise(reward, 3.0, gamma, rounding.sweep_rounding(2))
    slack = rounding.row_slack(2)
    assert bound == rounding.shifted_bound(low, low + width, 3.0, eta, gamma, slack, shift)
    assert shift == pytest.approx((low + width / 2) / (1 - gamma), abs=1e-9)


def test_the_one_state_batch_takes_its_row_literally():
    gamma, total = 1 - 2**-20, 1 + 2**-52
    got = solve_batch([[[[total]]]], [[[1.0]]], gamma, tol=1e-2)
    v_star = 1 / (1 - Fraction(gamma) * Fraction(total))
    assert abs(Fraction(got.value[0, 0]) - v_star) <= Fraction(got.error_bound[0])


def test_ties_end():
    P, _ = batch(3, 6, 1)
    got = solve_batch(np.tile(P, (1, 4, 1, 1)), np.ones((3, 4, 6)), 0.9)
    assert np.abs(got.value - 10).max() < 1e-8


def changed(array, place, value):
    copy = array.copy()
    copy[place] = value
    return copy


P, R = batch(3, 4, 2)


test_bad_input_is_one_sentence = refusals(
    ((changed(P, (2, 1, 3, 0), -0.5), R, 0.9), r"P\[2\]\[1\] must have probabilities between 0 and 1, got -0.5"),
    ((changed(P, (1, 0, 2, 1), np.nan), R, 0.9), r"P\[1\]\[0\] must have probabilities between 0 and 1, got nan"),
    (
        ([[[[-1.0, 2.0], [0.5, 0.5]]]], [[[0.0, 0.0]]], 0.5),
        r"P\[0\]\[0\] must have probabilities .*, got -1.0 in row 0",
    ),
    ((changed(P, (0, 0, 0), 0.5), R, 0.9), r"P\[0\]\[0\] must have rows that sum to 1, got 2.0 in row 0"),
    ((P, changed(R, (1, 1, 1), np.inf), 0.9), r"r must be finite and at most 1e\+300, got inf"),
    ((P, R[:2], 0.9), r"P must have shape \(instances, m, n, n\) to match r of shape \(2, 2, 4\)"),
    ((P[0], R, 0.9), "P must have 4 axes"),
    ((P, R[0], 0.9), "r must have 3 axes"),
    ((P, R, 1.0), "discount must be one number or 3 numbers, at least 0 and less than 1, got 1.0"),
    ((P, R, [0.5, 0.5]), "discount must be one number or 3 numbers"),
    ((P, R, "0.5"), "discount must"),
    ((P, R, 0.9, -1), "tol must be a positive number, got -1"),
    ((np.empty((0, 2, 4, 4)), np.empty((0, 2, 4)), 0.9), "r must have at least one instance, action and state"),
    (([[[[Fraction(1)]]]], [[[1.0]]], 0.9), "P must have float numbers, got fractions"),
    ((P, R, Fraction(1, 2)), "discount must have float numbers, got fractions"),
    calling=lambda arguments: solve_batch(*arguments),
)


test_rewards_of_the_wrong_shape_and_sparse_or_exact_mdps_are_refused = refusals(
    (
        dense_random(4, 2, 0.9, 0),
        np.zeros((3, 4, 2)),
        r"rewards must have shape \(instances, m, n\) with m, n = \(2, 4\)",
    ),
    (garnet(80, 2, 3, 0.9, 0), np.zeros((1, 2, 80)), "the MDP of a batch must be dense, got a sparse one"),
    (
        dyadic_random(2, 2, Fraction(1, 2), 3, 0),
        np.zeros((1, 2, 2)),
        "the MDP of batched must have float numbers",
    ),
    calling=solve_rewards,
)
