"""Tests for tabular/mdp.py."""

import copy
import dataclasses
import pickle
from contextlib import suppress
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals
from scipy import sparse

from tabular import FiniteMDP, InputError
from tabular.mdp.bellman import q_values
from tabular.mdp.instances import dense_random, dyadic_random, garnet, grid_lake

HALF = Fraction(1, 2)
P = np.array([[[0.5, 0.5], [0.0, 1.0]], [[1.0, 0.0], [0.25, 0.75]], [[0.0, 1.0], [1.0, 0.0]]])
R = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, -6.0]])


def exact_lists():
    return [[[HALF, HALF], [0, 1]]], [[1, Fraction(-3, 2)]]


def test_a_dense_mdp_knows_its_sizes():
    mdp = FiniteMDP(P, R, 0.9)

    assert (mdp.n_actions, mdp.n_states, mdp.discount) == (3, 2, 0.9)
    assert not mdp.is_sparse
    assert not mdp.is_exact
    assert np.array_equal(mdp.transitions, P)
    assert np.array_equal(mdp.stacked[2 * 1 + 1], P[1, 1])
    assert np.shares_memory(mdp.stacked, mdp.transitions)
    assert repr(mdp) == "<FiniteMDP dense, n=2 states, m=3 actions, discount=0.9>"


def test_an_exact_mdp_holds_fractions_only():
    mdp = FiniteMDP(*exact_lists(), Fraction(9, 10))

    assert mdp.is_exact
    assert {type(x) for x in mdp.stacked.reshape(-1)} == {type(x) for x in mdp.rewards.reshape(-1)} == {Fraction}
    assert mdp.rewards.tolist() == [[1, Fraction(-3, 2)]]
    assert repr(mdp) == "<FiniteMDP exact, n=2 states, m=1 actions, discount=9/10>"


@pytest.mark.parametrize("given_as", ["blocks", "stacked", "tuple of coo", "one coo"])
def test_sparse_transitions_come_as_blocks_or_stacked(given_as):
    stacked = sparse.csr_array(P.reshape(6, 2))
    forms = {
        "blocks": [sparse.csr_array(block) for block in P],
        "stacked": stacked,
        "tuple of coo": tuple(sparse.coo_array(block) for block in P),
        "one coo": stacked.tocoo(),
    }

    mdp = FiniteMDP(forms[given_as], R, 0.9)

    assert mdp.is_sparse
    assert (mdp.n_actions, mdp.n_states) == (3, 2)
    assert all(np.array_equal(block.toarray(), P[a]) for a, block in enumerate(mdp.transitions))
    assert np.array_equal(mdp.stacked.toarray(), P.reshape(6, 2))
    assert all(np.shares_memory(block.data, mdp.stacked.data) for block in mdp.transitions)
    assert {block.indices.dtype for block in mdp.transitions} == {np.dtype(np.int32)}


def test_a_stacked_csr_array_is_taken_over_and_becomes_read_only():
    stacked = sparse.csr_array(P.reshape(6, 2))

    mdp = FiniteMDP(stacked, R, 0.9)

    assert np.shares_memory(mdp.stacked.data, stacked.data)
    with pytest.raises(ValueError, match="read-only"):
        stacked.data[0] = 2


def test_integers_alone_make_a_float_mdp_and_a_fraction_an_exact_one():
    assert not FiniteMDP([[[1]]], [[1]], 0).is_exact
    assert FiniteMDP([[[1]]], [[1]], Fraction(0)).is_exact
    assert FiniteMDP([[[1]]], [[Fraction(1)]], 0).is_exact


@pytest.mark.parametrize("mdp", [FiniteMDP(P, R, 0.9), garnet(80, 2, 3, 0.9, 1), FiniteMDP(*exact_lists(), HALF)])
def test_nothing_can_be_changed_afterwards(mdp):
    arrays = [mdp.rewards, mdp.stacked.data if mdp.is_sparse else mdp.transitions]

    for array in arrays:
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
    with pytest.raises(dataclasses.FrozenInstanceError):
        mdp.discount = 0.5


def test_the_callers_arrays_stay_the_callers():
    transitions, rewards = P.copy(), R.copy()
    mdp = FiniteMDP(transitions, rewards, 0.9)

    transitions[:], rewards[:] = 0, 0

    assert np.array_equal(mdp.transitions, P)
    assert np.array_equal(mdp.rewards, R)


test_what_is_no_mdp_is_refused_in_one_sentence = refusals(
    ([[[0.5, 0.4], [0, 1]]], [[1, 2]], 0.5, r"P\[0\] must have rows that sum to 1, got 0.9 in row 0"),
    ([], [], 0.5, "P must have at least one action and one state, got 0 actions and 0 states"),
    ([[]], [[]], 0.5, "P must have at least one action and one state, got 1 actions and 0 states"),
    (np.zeros((0, 2, 2)), np.zeros((0, 2)), 0.5, "at least one action"),
    (np.zeros((2, 0, 0)), np.zeros((2, 0)), 0.5, "at least one action and one state"),
    (P[:, :1], R, 0.5, r"P must have square matrices \(m, n, n\), got shape \(3, 1, 2\)"),
    (P[0], R, 0.5, r"P must have 3 axes, got shape \(2, 2\)"),
    (P, R.T, 0.5, r"r must have shape \(3, 2\) to match P, got \(2, 3\)"),
    (P, R[0], 0.5, r"r must have 2 axes, got shape \(2,\)"),
    (
        P,
        [[1, 2], [3], [4, 5]],
        0.5,
        r"r must be rectangular like r\[0\] of shape \(2,\), got shape \(1,\) at r\[1\]",
    ),
    (P, [[1, 2], [3, np.inf], [4, 5]], 0.5, r"r\[1\] must be finite, got inf in state 1"),
    (P, [[1, 2], [np.nan, 3], [4, 5]], 0.5, r"r\[1\] must be finite, got nan in state 0"),
    (P, R, 1, "discount must be at least 0 and less than 1, got 1.0"),
    (P, R, -0.1, "discount must be at least 0 and less than 1, got -0.1"),
    (P, R, np.nan, "discount must be at least 0 and less than 1, got nan"),
    (P, R, "0.9", "discount must hold integers, Fractions or floats, got the str '0.9'"),
    (P, R, True, "got the bool True"),
    (P, R, HALF, "P, r and discount must be all exact or all floats, got fractions in discount and floats in P"),
    (exact_lists()[0], exact_lists()[1], 0.5, "got fractions in P and floats in discount"),
    (exact_lists()[0], exact_lists()[1], Fraction(1), "discount must be at least 0 and less than 1, got 1"),
    (exact_lists()[0], exact_lists()[1], Fraction(-1, 3), "at least 0 and less than 1, got -1/3"),
    ([[[1, HALF], [0, 1.0]]], [[1, 2]], 0.5, r"P must be all exact or all floats, got 1/2 at \[0, 0, 1\] and 1.0"),
    (
        [sparse.eye_array(2), np.eye(2)],
        R[:2],
        0.5,
        r"P must be all sparse or all dense, got a dense matrix at P\[1\]",
    ),
    ([np.eye(2), sparse.eye_array(2)], R[:2], 0.5, r"all sparse or all dense, got a dense matrix at P\[0\]"),
    ([sparse.eye_array(2)], R, 0.5, "P must have one row for each action and state, got 2 rows for 3 rows of r"),
    (sparse.eye_array(2), [[HALF, 1]], 0.5, "got fractions in r and floats in P"),
    (
        sparse.csr_array((0, 0)),
        np.zeros((1, 0)),
        0.5,
        "at least one action and one state, got 0 rows and 0 columns",
    ),
    (
        sparse.csr_array(P.reshape(6, 2)) * 2,
        R,
        0.5,
        r"P\[0\] must have probabilities between 0 and 1, got 2.0 in row 1",
    ),
    (sparse.csr_array(P.reshape(6, 2)) / 2, R, 0.5, r"P\[0\] must have rows that sum to 1, got 0.5 in row 0"),
    (P.astype(complex), R, 0.5, "dtype complex128"),
    (P.astype(str), R, 0.5, "P must hold integers, Fractions or floats that float64 represents, got dtype <U"),
    (P.astype(bool), R, 0.5, "dtype bool"),
    (None, R, 0.5, "P must be an array or nested lists with 3 axes, got a NoneType"),
    (P, {0: 1}, 0.5, "r must be an array or nested lists with 2 axes, got a dict"),
    ([[[1]]], [[2**53 + 1]], 0.5, "r must hold integers that float64 represents exactly, got 9007199254740993"),
    calling=FiniteMDP,
)


@given(st.integers(1, 4), st.integers(1, 4), st.integers(0, 3), st.integers(0, 3), st.integers(0, 3), st.data())
def test_any_altered_entry_is_refused_at_its_place(n, m, a, s, t, data):
    """One entry of a valid MDP is moved off by more than rounding: dense, sparse and exact name the same row."""
    mdp = dyadic_random(n, m, HALF, 6, data.draw(st.integers(0, 999)))
    a, s, t = a % m, s % n, t % n
    off = data.draw(st.sampled_from([Fraction(-1, 3), Fraction(1, 3), Fraction(-2), Fraction(1, 10**6)]))
    P = mdp.transitions.copy()
    P[a, s, t] += off
    forms = [(P, mdp.rewards, HALF), (P.astype(float), mdp.rewards.astype(float), 0.5)]
    stacked = sparse.csr_array(P.astype(float).reshape(m * n, n))

    for form in [*forms, (stacked, mdp.rewards.astype(float), 0.5)]:
        with pytest.raises(InputError, match=rf"P\[{a}\] must have .* in row {s}"):
            FiniteMDP(*form)


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.text(max_size=2),
    st.integers(-2, 2),
    st.integers(),
    st.floats(),
    st.complex_numbers(),
    st.decimals(),
    st.fractions(),
    st.binary(max_size=2),
    st.just(np.zeros((0, 0))),
    st.just(np.eye(2)),
    st.just(np.eye(2)[None]),
    st.just(sparse.eye_array(2)),
    st.just(sparse.coo_array(np.array([1.0]))),
    st.just(object()),
    st.just(range(2)),
)


@given(*(st.recursive(JUNK, lambda x: st.lists(x, max_size=3) | st.tuples(x, x), max_leaves=8) for _ in range(3)))
def test_whatever_is_given_the_only_error_is_an_input_error(transitions, rewards, discount):
    """Any other exception fails the test, and so does an MDP that breaks a rule."""
    for arguments in (
        (transitions, rewards, discount),
        (P, rewards, 0.5),
        (transitions, [[1, 1]], 0.5),
        (P, R, discount),
    ):
        with suppress(InputError):
            mdp = FiniteMDP(*arguments)
            assert 0 <= mdp.discount < 1
            assert np.isfinite(mdp.rewards.astype(float)).all()


def test_rewards_can_be_exchanged_without_touching_transitions():
    mdp = FiniteMDP(P, R, 0.9)

    other = mdp.with_rewards([[0, 1], [2, 3], [4, 5]])

    assert other.transitions is mdp.transitions
    assert other.rewards.tolist() == [[0, 1], [2, 3], [4, 5]]
    assert mdp.rewards.tolist() == R.tolist()
    assert not other.rewards.flags.writeable


def test_the_discount_can_be_exchanged():
    mdp = FiniteMDP(*exact_lists(), HALF).with_discount(Fraction(1, 3))

    assert mdp.discount == Fraction(1, 3)
    assert mdp.with_discount(0).discount == Fraction(0)
    assert mdp.with_discount(0).is_exact


test_an_exchanged_part_is_checked = refusals(
    (lambda mdp: mdp.with_rewards(R.T), r"r must have shape \(3, 2\), got \(2, 3\)"),
    (lambda mdp: mdp.with_rewards(np.full((3, 2), np.nan)), r"r\[0\] must be finite, got nan in state 0"),
    (lambda mdp: mdp.with_rewards([[HALF, 0], [0, 0], [0, 0]]), "the MDP and r must be all exact or all floats"),
    (lambda mdp: mdp.with_discount(1.0), "discount must be at least 0 and less than 1, got 1.0"),
    (lambda mdp: mdp.with_discount(HALF), "the MDP and discount must be all exact or all floats"),
    calling=lambda change: change(FiniteMDP(P, R, 0.9)),
)


@given(st.integers(1, 5), st.integers(1, 3), st.integers(1, 52), st.integers(0, 10**6))
def test_dyadic_floats_and_their_exact_rationals_are_the_same_mdp(n, m, bits, seed):
    exact = dyadic_random(n, m, Fraction(7, 8), bits, seed)
    floats = dyadic_random(n, m, 7 / 8, bits, seed, exact=False)

    for mdp in (exact.to_float().exact(), floats.exact()):
        assert mdp.transitions.tolist() == exact.transitions.tolist()
        assert mdp.rewards.tolist() == exact.rewards.tolist()
        assert mdp.discount == exact.discount
    assert exact.exact() is exact
    assert floats.to_float() is floats


def test_a_sparse_mdp_becomes_exact_and_dense():
    mdp = FiniteMDP(sparse.csr_array(P.reshape(6, 2)), R, 0.5).exact()

    assert mdp.transitions.tolist() == P.tolist()
    assert mdp.is_exact


def test_float_rows_that_only_nearly_sum_to_one_have_no_exact_mdp():
    mdp = FiniteMDP([[[0.1, 0.2, 0.7], [0, 1, 0], [0, 0, 1]]], [[0, 0, 0]], 0.5)

    with pytest.raises(InputError, match=r"P\[0\] must have rows that sum to 1, got .*/.* in row 0"):
        mdp.exact()


def test_an_exact_copy_of_a_huge_mdp_is_a_mistake():
    with pytest.raises(InputError, match="an exact MDP must have at most 10000000 transition entries, got 40000000"):
        garnet(10**4, 4, 1, 0.5, 1).with_discount(0.25).exact()


def test_fractions_beyond_float64_are_refused_not_rounded_to_infinity():
    with pytest.raises(InputError, match="r must hold numbers within the range of float64"):
        FiniteMDP([[[1]]], [[10**400]], HALF).to_float()
    with pytest.raises(InputError, match=r"discount must be at least 0 and less than 1, got 1\.0"):
        FiniteMDP([[[1]]], [[1]], 1 - Fraction(1, 2**80)).to_float()


@given(st.integers(1, 6), st.integers(1, 4), st.integers(0, 10**6))
def test_state_action_order_is_the_same_mdp(n, m, seed):
    mdp = dense_random(n, m, 0.9, seed)
    R_sa, Q_sas = mdp.rewards.T, mdp.transitions.transpose(1, 0, 2)

    for Q in (
        Q_sas,
        Q_sas.tolist(),
        sparse.csr_array(Q_sas.reshape(n * m, n)),
        sparse.coo_array(Q_sas.reshape(n * m, n)),
    ):
        other = FiniteMDP.from_state_action(R_sa, Q, 0.9)
        stacked = other.stacked.toarray() if other.is_sparse else other.stacked
        assert np.array_equal(stacked, mdp.stacked)
        assert np.array_equal(other.rewards, mdp.rewards)


test_state_action_arrays_must_match = refusals(
    (np.zeros((2, 2, 3)), r"Q must have shape \(2, 3, 2\) to match R of shape \(2, 3\), got \(2, 2, 3\)"),
    (sparse.csr_array((2, 2)), r"Q must have shape \(6, 2\) to match R of shape \(2, 3\), got \(2, 2\)"),
    ([[[1]]], r"Q must have shape"),
    (None, "Q must be an array or nested lists with 3 axes"),
    calling=lambda Q: FiniteMDP.from_state_action(np.zeros((2, 3)), Q, 0.9),
)


def test_state_action_errors_speak_of_the_mdp():
    with pytest.raises(InputError, match=r"P\[1\] must have rows that sum to 1, got 0.5 in row 0"):
        FiniteMDP.from_state_action([[1, 2]], [[[1], [0.5]]], 0.9)


@pytest.mark.parametrize("copier", [copy.copy, copy.deepcopy, lambda mdp: pickle.loads(pickle.dumps(mdp))])
@pytest.mark.parametrize("mdp", [FiniteMDP(P, R, 0.9), garnet(80, 2, 3, 0.9, 1), FiniteMDP(*exact_lists(), HALF)])
def test_copies_and_travellers_between_processes_stay_frozen_and_shared(copier, mdp):
    other = copier(mdp)

    assert np.array_equal(q_values(other, [1] * mdp.n_states), q_values(mdp, [1] * mdp.n_states))
    assert not other.rewards.flags.writeable
    if mdp.is_sparse:
        assert np.shares_memory(other.transitions[1].data, other.stacked.data)


def test_an_mdp_is_compared_by_identity():
    assert FiniteMDP(P, R, 0.9) != FiniteMDP(P, R, 0.9)


def test_rows_that_a_computation_normalised_are_accepted():
    """Their sums miss 1 by rounding."""
    mdps = [dense_random(60, 3, 0.9, seed) for seed in range(20)] + [grid_lake(12, 0.9)]
    mdps += [garnet(100, 3, 70, 0.9, seed) for seed in range(20)]
    missed = [float(np.abs(mdp.stacked.sum(axis=1) - 1).max()) for mdp in mdps]

    assert 0 < max(missed) < 70 * 2**-52
