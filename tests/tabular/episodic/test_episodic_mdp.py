"""Tests for tabular/episodic/mdp.py."""

import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from tabular import FiniteMDP, InputError
from tabular.episodic import EpisodicMDP, optimal
from tabular.episodic.instances import random_episodic
from tabular.mdp.instances import dyadic_random, grid_lake
from tabular.mdp.solvers.finite_horizon import backward_induction

P = np.array([[[[0.5, 0.5], [1.0, 0.0]], [[0.25, 0.75], [0.0, 1.0]]]] * 3)
R = np.array([[[0.0, 1.0], [0.5, 0.25]]] * 3)


def changed(array, place, value):
    result = array.copy()
    result[place] = value
    return result


def test_the_tables_are_copied_and_read_only():
    transitions, start = P.copy(), np.array([1.0, 0.0])
    mdp = EpisodicMDP(transitions, R, start)
    transitions[:] = 7
    start[:] = 7

    assert np.array_equal(mdp.transitions, P)
    assert np.array_equal(mdp.start, [1, 0])
    for table in (mdp.transitions, mdp.rewards, mdp.start):
        with pytest.raises(ValueError, match="read-only"):
            table[0] = 1
    assert (mdp.horizon, mdp.n_actions, mdp.n_states, mdp.is_exact) == (3, 2, 2, False)
    assert repr(mdp) == "<EpisodicMDP float, H=3 steps, n=2 states, m=2 actions, bernoulli rewards>"


def test_a_state_is_a_start():
    assert np.array_equal(EpisodicMDP(P, R, 1).start, [0, 1])
    assert np.array_equal(EpisodicMDP(P, R, np.int64(0)).start, [1, 0])


def test_lists_fractions_and_integers_are_read():
    law = [[[Fraction(1, 3), Fraction(2, 3)], [1, 0]]]
    mdp = EpisodicMDP([law, law], [[[0, 1]], [[Fraction(1, 2), 0]]], [0, 1], "mean")

    assert mdp.is_exact
    assert mdp.transitions[1, 0, 0, 1] == Fraction(2, 3)
    assert isinstance(mdp.start[1], Fraction)
    assert mdp.reward_law == "mean"


@given(st.integers(1, 4), st.integers(1, 3), st.integers(1, 4), st.integers(0, 2**40))
def test_floats_and_their_rationals_are_the_same_mdp(n, m, horizon, seed):
    exact = random_episodic(n, m, horizon, seed, exact=True)

    back = exact.to_float().exact()

    for one, other in zip(tables(exact), tables(back), strict=True):
        assert (one == other).all()
    assert exact.exact() is exact
    assert random_episodic(n, m, horizon, seed).to_float().is_exact is False


def test_numbers_that_do_not_sum_to_one_exactly_have_no_exact_mdp():
    mdp = EpisodicMDP([[[[0.1] * 10] * 10]], [[[0.0] * 10]], 0)  # ten times the double 0.1 is no 1

    with pytest.raises(InputError, match=r"^P\[0\]\[0\] must have rows that sum to 1, got .* in row 0$"):
        mdp.exact()


def test_a_copy_by_pickle_is_read_only_and_equal():
    mdp = pickle.loads(pickle.dumps(random_episodic(3, 2, 2, 5, exact=True, reward_law="mean")))

    assert (mdp.transitions == random_episodic(3, 2, 2, 5, exact=True).transitions).all()
    assert not mdp.rewards.flags.writeable
    assert mdp.reward_law == "mean"


@pytest.mark.parametrize("sparse", [False, True])
def test_a_finite_mdp_repeats_its_step(sparse):
    finite = dyadic_random(4, 2, 0.5, 8, 1, exact=False)
    finite = finite.with_rewards(np.abs(finite.rewards))
    if sparse:
        from scipy.sparse import csr_array

        finite = FiniteMDP([csr_array(block) for block in finite.transitions], finite.rewards, 0.5)

    mdp = EpisodicMDP.from_finite(finite, 5, start=2)

    plan = backward_induction(finite, 5, discount=1)
    np.testing.assert_array_equal(optimal(mdp).values, plan.value)
    assert np.array_equal(mdp.start, [0, 0, 1, 0])


def test_a_gymnasium_table_starts_where_the_environment_does():
    import gymnasium

    env = gymnasium.make("FrozenLake-v1", is_slippery=True)
    mdp = EpisodicMDP.from_gymnasium(env, 12)

    lake = grid_lake(4, 0.5)  # the same map is not promised: only sizes and laws are compared
    assert mdp.n_actions == lake.n_actions
    assert mdp.n_states == 16
    assert np.array_equal(mdp.start, np.arange(16) == 0)
    v = np.zeros(16)
    for _ in range(12):
        q = [
            [sum(p * (r + v[t] * (not end)) for p, t, r, end in env.unwrapped.P[s][a]) for a in range(4)]
            for s in range(16)
        ]
        v = np.max(q, axis=1)
    # twelve steps of at most twelve roundings each
    np.testing.assert_allclose(optimal(mdp).values[0], v, rtol=0, atol=1e-14)


def test_a_table_without_a_start_needs_one():
    table = {0: {0: [(1.0, 0, 0.5, False)]}}

    assert optimal(EpisodicMDP.from_gymnasium(table, 4, start=0)).expected_return == 2
    with pytest.raises(InputError, match=r"^start must be given for an environment without initial_state_distrib"):
        EpisodicMDP.from_gymnasium(table, 4)


test_what_is_no_episodic_mdp_is_refused_in_one_sentence = refusals(
    ((P[0], R, 0), "P must have 4 axes, got shape (2, 2, 2)"),
    ((P[:0], R[:0], 0), "P must have at least one step, one action and one state, got 0 steps, 2 actions and 2 states"),
    ((P[..., :1], R, 0), "P must have square matrices (H, m, n, n), got shape (3, 2, 2, 1)"),
    ((P, R[:2], 0), "r must have shape (3, 2, 2) to match P, got (2, 2, 2)"),
    ((P, R[0], 0), "r must have 3 axes, got shape (2, 2)"),
    ((changed(P, (1, 0, 1), [0.5, 0.4]), R, 0), "P[1][0] must have rows that sum to 1, got 0.9 in row 1"),
    ((changed(P, (2, 1, 0), [-0.5, 1.5]), R, 0), "P[2][1] must have probabilities between 0 and 1, got -0.5 in row 0"),
    ((changed(P, (0, 0, 0), np.nan), R, 0), "P[0][0] must have probabilities between 0 and 1, got nan in row 0"),
    ((P, changed(R, (2, 1, 0), 1.5), 0), "r[2][1] must lie in [0, 1], got 1.5 in state 0"),
    ((P, changed(R, (0, 0, 1), -0.1), 0), "r[0][0] must lie in [0, 1], got -0.1 in state 1"),
    ((P, changed(R, (0, 0, 1), np.nan), 0), "r[0][0] must lie in [0, 1], got nan in state 1"),
    ((P, changed(R, (0, 0, 1), np.inf), 0), "r[0][0] must lie in [0, 1], got inf in state 1"),
    ((P, R, 2), "start must be a state from 0 to 1 or a law of 2 probabilities, got 2"),
    ((P, R, -1), "start must be a state from 0 to 1 or a law of 2 probabilities, got -1"),
    ((P, R, True), "start must be an array or nested lists with 1 axes, got a bool"),
    ((P, R, [1.0]), "start must have one probability for each of 2 states, got shape (1,)"),
    ((P, R, [0.5, 0.4]), "start must sum to 1, got 0.9"),
    ((P, R, [1.5, -0.5]), "start must have probabilities between 0 and 1, got 1.5 in state 0"),
    ((P, R, [np.nan, 1.0]), "start must have probabilities between 0 and 1, got nan in state 0"),
    ((P, R, "0"), "start must be an array or nested lists with 1 axes, got a str"),
    ((P, R, 0, "normal"), 'reward_law must be "bernoulli" or "mean", got \'normal\''),
    ((P, R, 0, ["mean"]), 'reward_law must be "bernoulli" or "mean", got [\'mean\']'),
    ((P, R.astype(object) * Fraction(1), [Fraction(1), 0]), "P, r and start must be all exact or all floats, got "),
    (("P", R, 0), "P must be an array or nested lists with 4 axes, got a str"),
    ((P, None, 0), "r must be an array or nested lists with 3 axes, got a NoneType"),
    calling=lambda arguments: EpisodicMDP(*arguments),
    says="start",
)


test_what_cannot_become_an_episodic_mdp_is_refused = refusals(
    (
        lambda horizon: EpisodicMDP.stationary(P[0], R[0], 0, horizon),
        "^horizon must be an integer of at least 1, got ",
        [0, -1, 2.0, True, "3", None],
    ),
    (
        lambda: EpisodicMDP.from_finite(FiniteMDP([[[1.0]]], [[-1.0]], 0.5), 3),
        r"^r\[0\]\[0\] must lie in \[0, 1\], got -1.0 in state 0$",
    ),
    (lambda: EpisodicMDP.from_finite(3, 3), "^mdp must be a FiniteMDP, got 3$"),
)


def tables(mdp):
    return mdp.transitions, mdp.rewards, mdp.start
