"""Tests for tabular/mdp/instances/graphs.py: closed forms and walks."""

from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from tabular import InputError
from tabular.mdp.bellman import backup, greedy, residual
from tabular.mdp.instances import chain, cycle_with_stay, de_bruijn, recovery_chain, recovery_chain_value
from tabular.mdp.policies import policy_value

HALF = Fraction(1, 2)


@given(st.integers(1, 8), st.fractions(0, Fraction(99, 100)), st.fractions(0, 1))
def test_the_value_of_a_chain_is_its_closed_form(n, discount, slip):
    step = discount * (1 - slip) / (1 - discount * slip)
    v = [step ** (n - 1 - s) / (1 - discount) for s in range(n)]

    assert residual(chain(n, discount, slip), v) == 0


def test_going_right_is_optimal_on_a_chain():
    mdp = chain(4, HALF, Fraction(1, 4))
    v = [(Fraction(3, 8) / Fraction(7, 8)) ** (3 - s) * 2 for s in range(4)]

    assert greedy(mdp, v).tolist() == [1, 1, 1, 1]


def test_a_cycle_stays_or_goes_on():
    mdp = cycle_with_stay(4, HALF, stays=2)

    assert mdp.n_actions == 3
    assert mdp.transitions[0].tolist() == mdp.transitions[1].tolist() == np.eye(4).tolist()
    assert backup(mdp, [0, 1, 2, 3]).tolist() == [HALF, 1, Fraction(3, 2), Fraction(3, 2)]
    assert mdp.transitions[2, 3].tolist() == [1, 0, 0, 0]
    assert (mdp.rewards == 0).all()


def test_a_cycle_of_one_state_is_a_loop():
    assert cycle_with_stay(1, HALF).transitions.tolist() == [[[1]], [[1]]]
    assert cycle_with_stay(3, HALF, stays=0).n_actions == 1


@pytest.mark.parametrize("depth", [0, 1, 2, 5])
def test_every_word_is_reached_in_exactly_depth_shifts(depth):
    """Choosing the bits one by one writes any word: all paths of that length end differently."""
    mdp = de_bruijn(depth, HALF)
    n = 2**depth
    shifts = mdp.transitions[1].astype(int) + mdp.transitions[2].astype(int)

    assert (mdp.n_states, mdp.n_actions) == (n, 3)
    assert mdp.transitions[0].tolist() == np.eye(n).tolist()
    assert (np.linalg.matrix_power(shifts, depth) == 1).all()


def test_the_shifts_are_the_de_bruijn_graph():
    """B(2, D + 1) is the line graph of B(2, D): an independent construction, up to renaming."""
    mdp = de_bruijn(3, 0.5)
    graph = nx.from_numpy_array(mdp.transitions[1] + mdp.transitions[2], create_using=nx.DiGraph)
    peer = nx.DiGraph([(0, 0), (0, 1), (1, 0), (1, 1)])
    for _ in range(2):
        peer = nx.line_graph(peer)

    assert nx.is_isomorphic(graph, peer)


@pytest.mark.parametrize(
    "build",
    [
        lambda **k: chain(5, 0.9, 0.25, **k),
        lambda **k: cycle_with_stay(5, 0.9, **k),
        lambda **k: de_bruijn(3, 0.9, **k),
    ],
)
def test_dense_and_sparse_are_the_same_mdp(build):
    dense, stored = build(), build(sparse=True)

    assert stored.is_sparse
    assert np.array_equal(stored.stacked.toarray(), dense.stacked)
    assert np.array_equal(stored.rewards, dense.rewards)


@given(st.integers(2, 9), st.fractions(0, 1), st.fractions(0, Fraction(99, 100)))
def test_the_value_of_the_recovery_chain_is_its_closed_form(n, stay, discount):
    mdp = recovery_chain(n, stay, discount)
    v = recovery_chain_value(n, stay, discount)

    assert mdp.is_exact
    assert residual(mdp, v) == 0
    assert all(isinstance(x, Fraction) for x in v)


def test_the_recovery_chain_of_forty_states():
    """v[38] = (1/2) / (1 - .99/2) = 100/101, and every state before costs a factor 99/101."""
    mdp, v = recovery_chain(), recovery_chain_value()

    assert (mdp.n_states, mdp.n_actions, mdp.discount) == (40, 1, Fraction(99, 100))
    assert v == [Fraction(100, 101) * Fraction(99, 101) ** (38 - s) for s in range(39)] + [0]
    assert policy_value(mdp, [0] * 40).tolist() == v
    assert mdp.rewards[0].tolist() == [0] * 38 + [HALF, 0]


def test_the_recovery_chain_in_floats():
    mdp = recovery_chain(5, 0.3, 0.9, exact=False)

    assert mdp.transitions.dtype == float
    assert np.allclose(policy_value(mdp, [0] * 5), recovery_chain_value(5, 0.3, 0.9), rtol=1e-13)
    assert np.array_equal(recovery_chain(exact=False).transitions, recovery_chain().to_float().transitions)


test_bad_input_is_refused_in_one_sentence = refusals(
    (lambda: chain(0, HALF), "n must be an integer of at least 1, got 0"),
    (lambda: chain(3, HALF, Fraction(3, 2)), r"P\[0\] must have probabilities between 0 and 1, got -1/2"),
    (lambda: chain(3, HALF, 0.5), "all exact or all floats"),
    (lambda: cycle_with_stay(2, HALF, stays=-1), "stays must be an integer of at least 0, got -1"),
    (
        lambda: cycle_with_stay(2, HALF, sparse=True),
        "an exact MDP must be dense, as sparse matrices hold floats, got sparse=True",
    ),
    (lambda: de_bruijn(-1, HALF), "depth must be an integer of at least 0, got -1"),
    (lambda: recovery_chain(1), "states must be an integer of at least 2, got 1"),
    (lambda: recovery_chain(3, 0.5, 0.9), "stay and discount must be Fractions in an exact chain, got 0.5 and 0.9"),
    (lambda: recovery_chain(3, Fraction(3, 2)), "P\\[0\\] must have probabilities between 0 and 1"),
)


def test_bad_values_of_recovery_chains_are_refused():
    for stay, discount in ((2, HALF), (-1, HALF), (HALF, 1), (HALF, -1), (float("nan"), HALF)):
        with pytest.raises(InputError, match="stay and discount must be a probability and a number in"):
            recovery_chain_value(5, stay, discount)
