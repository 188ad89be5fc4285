"""Tests for tabular/episodic/planning.py."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabular import InputError
from tabular.episodic import (
    every_policy,
    expected_return,
    gap,
    occupancy,
    optimal,
    policy_values,
    read_policy,
)
from tabular.episodic.instances import combination_lock, random_episodic

SEEDS = st.integers(0, 2**40)
SIZES = st.sampled_from([(1, 1, 1), (1, 3, 3), (2, 2, 1), (2, 2, 2), (3, 2, 2), (2, 3, 2), (2, 2, 3)])


def by_paths(mdp, policy):
    """Return the expected sum of rewards by adding over all sequences of states."""
    total = 0
    for states in product(range(mdp.n_states), repeat=mdp.horizon):
        weight, earned = mdp.start[states[0]], 0
        for h, s in enumerate(states):
            a = policy[h, s]
            earned += mdp.rewards[h, a, s]
            if h + 1 < mdp.horizon:
                weight *= mdp.transitions[h, a, s, states[h + 1]]
        total += weight * earned
    return total


@given(SIZES, SEEDS)
@settings(max_examples=25)
def test_the_optimal_return_is_the_best_of_all_policies(sizes, seed):
    mdp = random_episodic(*sizes, seed, bits=4, exact=True)

    plan = optimal(mdp)

    returns = [expected_return(mdp, policy) for policy in every_policy(mdp)]
    assert max(returns) == plan.expected_return == expected_return(mdp, plan.policy)
    assert all(gap(mdp, policy) >= 0 for policy in (plan.policy, np.zeros_like(plan.policy)))
    assert gap(mdp, plan.policy) == 0
    assert len(returns) == mdp.n_actions ** (mdp.n_states * mdp.horizon)


@given(SIZES, SEEDS, st.data())
def test_the_return_of_a_policy_is_the_sum_over_all_paths(sizes, seed, data):
    mdp = random_episodic(*sizes, seed, bits=4, exact=True)
    policy = draw_policy(data, mdp)

    assert expected_return(mdp, policy) == by_paths(mdp, policy)
    assert isinstance(expected_return(mdp, policy), Fraction)


@given(SIZES, SEEDS, st.data())
def test_a_mixture_at_one_place_mixes_the_returns(sizes, seed, data):
    """The return is linear in the probabilities of each state and step."""
    mdp = random_episodic(*sizes, seed, bits=4, exact=True)
    policy, other = draw_policy(data, mdp), draw_policy(data, mdp)
    h, s = data.draw(st.integers(0, mdp.horizon - 1)), data.draw(st.integers(0, mdp.n_states - 1))
    moved = policy.copy()
    moved[h, s] = other[h, s]
    mixed = read_policy(mdp, policy).copy()
    mixed[h, :, s] = (
        Fraction(1, 3) * read_policy(mdp, policy)[h, :, s] + Fraction(2, 3) * read_policy(mdp, moved)[h, :, s]
    )

    expected = Fraction(1, 3) * by_paths(mdp, policy) + Fraction(2, 3) * by_paths(mdp, moved)
    assert expected_return(mdp, mixed) == expected


@given(SIZES, SEEDS, st.data())
def test_occupancies_are_laws_that_give_the_return(sizes, seed, data):
    mdp = random_episodic(*sizes, seed, exact=True)
    policy = draw_policy(data, mdp)

    w = occupancy(mdp, policy)

    assert (w >= 0).all()
    assert all(step.sum() == 1 for step in w)
    assert (w[0].sum(axis=0) == mdp.start).all()
    assert (w * mdp.rewards).sum() == expected_return(mdp, policy)


@given(SIZES, SEEDS)
def test_floats_follow_the_rationals(sizes, seed):
    exact = random_episodic(*sizes, seed, bits=20, exact=True)
    mdp = exact.to_float()

    # sums of at most 3 products of numbers below 4, over at most 3 steps
    for have, want in (
        (optimal(mdp).values, optimal(exact).values),
        (optimal(mdp).q, optimal(exact).q),
        (occupancy(mdp, optimal(exact).policy), occupancy(exact, optimal(exact).policy)),
        (policy_values(mdp, optimal(exact).policy), policy_values(exact, optimal(exact).policy)),
    ):
        np.testing.assert_allclose(have, want.astype(float), rtol=0, atol=1e-14)


def test_optimal_values_satisfy_their_equations():
    mdp = random_episodic(3, 2, 4, 9, exact=True)

    plan = optimal(mdp)

    assert (plan.values[-1] == 0).all()
    for h in range(4):
        expected = mdp.rewards[h] + np.array(
            [[row @ plan.values[h + 1] for row in block] for block in mdp.transitions[h]]
        )
        assert (plan.q[h] == expected).all()
        assert (plan.values[h] == expected.max(axis=0)).all()


def test_the_first_maximiser_is_taken():
    lock = combination_lock(1, 3, seed=0, exact=True)
    shut = np.zeros((1, 3, 2), np.int64)
    shut[:, 0] = 1

    assert optimal(lock).policy[0, 1] == 0  # nothing matters once the lock is shut
    assert (optimal(lock).policy.dtype, optimal(lock).policy.shape) == (np.intp, (1, 2))
    assert expected_return(lock, shut) == lock.rewards[0, 0, 0]


def test_results_are_read_only():
    mdp = random_episodic(2, 2, 2, 1)
    plan = optimal(mdp)

    for table in (plan.values, plan.q, plan.policy, policy_values(mdp, plan.policy), occupancy(mdp, plan.policy)):
        assert not table.flags.writeable


THIRDS = [[[0.5, 0.5], [0.5, 0.5]], [[1, 0], [0.25, 1]]]
BAD = [
    ([[0, 0]], "policy must have shape (2, 2) (step, state), got (1, 2)"),
    ([[0, 2], [0, 0]], "policy must take actions 0 to 1, got 2 at step 0 in state 1"),
    ([[0, 0], [-1, 0]], "policy must take actions 0 to 1, got -1 at step 1 in state 0"),
    ([[0.0, 0], [1, 0]], "a deterministic policy must hold integers, got float numbers"),
    ([0, 1], "policy[0] must be a list or an array, got 0"),
    ([], "policy must have shape"),
    (3, "policy must be an array or nested lists with 2 axes, got a int"),
    (np.zeros(4), "policy must have 2 axes, got shape (4,)"),
    (np.full((2, 3, 2), 1 / 3), "policy must have shape (2, 2) or (2, 2, 2) (step, action, state), got (2, 3, 2)"),
    (THIRDS, "policy must have probabilities that sum to 1, got 1.25 at step 1 in state 0"),
    (
        np.full((2, 2, 2), -1.0),
        "policy must have probabilities between 0 and 1, got -1.0 for action 0 in state 0 at step 0",
    ),
    (np.full((2, 2, 2), np.nan), "policy must have probabilities between 0 and 1, got nan for action 0 in state 0 at"),
    (np.full((2, 2, 2), Fraction(1, 2)), "policy must have float numbers, got exact numbers"),
]


@pytest.mark.parametrize(("policy", "message"), BAD)
def test_what_is_no_policy_is_refused_in_one_sentence(policy, message):
    mdp = random_episodic(2, 2, 2, 1)
    for function in (policy_values, expected_return, gap, occupancy):
        with pytest.raises(InputError) as caught:
            function(mdp, policy)
        assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    "function", [optimal, lambda mdp: policy_values(mdp, [[0]]), lambda mdp: list(every_policy(mdp))]
)
def test_only_episodic_mdps_are_planned(function):
    with pytest.raises(InputError, match=r"^mdp must be an EpisodicMDP, got 'M'$"):
        function("M")


def draw_policy(data, mdp):
    actions = st.lists(st.integers(0, mdp.n_actions - 1), min_size=mdp.n_states, max_size=mdp.n_states)
    return np.array(data.draw(st.lists(actions, min_size=mdp.horizon, max_size=mdp.horizon)))
