"""Tests for tabular/mdp/networkx_graphs.py."""

from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from tabular import FiniteMDP, InputError
from tabular.mdp.instances import dense_random, garnet, rational_random
from tabular.mdp.networkx_graphs import mdp_from_graph

HALF = Fraction(1, 2)


@given(st.integers(1, 6), st.integers(1, 3), st.integers(1, 9), st.integers(0, 10**6))
def test_an_exact_mdp_comes_back_exactly(n, m, denominator, seed):
    mdp = rational_random(n, m, HALF, denominator, seed)

    other = FiniteMDP.from_networkx(mdp.to_networkx(), HALF)

    assert other.transitions.tolist() == mdp.transitions.tolist()
    assert other.rewards.tolist() == mdp.rewards.tolist()
    assert other.is_exact


@pytest.mark.parametrize("mdp", [dense_random(6, 3, 0.9, 1), garnet(6, 3, 2, 0.9, 1, sparse=True)])
def test_a_float_mdp_comes_back_bit_for_bit_and_as_it_was_stored(mdp):
    other = FiniteMDP.from_networkx(mdp.to_networkx(), 0.9)

    assert other.is_sparse == mdp.is_sparse
    assert np.array_equal(*(x.stacked.toarray() if x.is_sparse else x.stacked for x in (other, mdp)))
    assert other.rewards.tobytes() == mdp.rewards.tobytes()


def test_the_graph_has_an_edge_for_every_way_an_action_can_go():
    graph = FiniteMDP([[[HALF, HALF], [0, 1]]], [[3, 4]], HALF).to_networkx()

    assert list(graph.edges(data=True)) == [
        (0, 0, {"action": 0, "probability": HALF, "reward": 3}),
        (0, 1, {"action": 0, "probability": HALF, "reward": 3}),
        (1, 1, {"action": 0, "probability": 1, "reward": 4}),
    ]


def edges(*lines, nodes=()):
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(nodes)
    for source, target, action, probability, reward in lines:
        graph.add_edge(source, target, action=action, probability=probability, reward=reward)
    return graph


def test_states_are_the_nodes_in_their_order():
    graph = edges(("b", "a", 0, 1, 5), ("a", "a", 0, 1, 7))

    mdp = FiniteMDP.from_networkx(graph, HALF)

    assert mdp.transitions.tolist() == [[[0, 1], [0, 1]]]
    assert mdp.rewards.tolist() == [[5, 7]]


def test_parallel_edges_add_up_and_rewards_are_expectations():
    third = Fraction(1, 3)
    graph = edges((0, 0, 0, third, 6), (0, 0, 0, third, 0), (0, 1, 0, third, 3), (1, 1, 0, 1, 2))

    mdp = FiniteMDP.from_networkx(graph, HALF)

    assert mdp.transitions.tolist() == [[[2 * third, third], [0, 1]]]
    assert mdp.rewards.tolist() == [[3, 2]]


@pytest.mark.parametrize("as_sparse", [False, True])
def test_a_state_with_fewer_actions_may_repeat_its_first(as_sparse):
    """State 1 has action 1 alone: its first, which action 0 repeats."""
    graph = edges((0, 1, 0, 1.0, 2.0), (0, 0, 1, 1.0, 3.0), (1, 0, 1, 1.0, 5.0))

    mdp = mdp_from_graph(graph, 0.5, as_sparse=as_sparse, missing="repeat")

    P = mdp.stacked.toarray() if as_sparse else mdp.stacked
    assert mdp.is_sparse == as_sparse
    assert P.tolist() == [[0, 1], [1, 0], [1, 0], [1, 0]]
    assert mdp.rewards.tolist() == [[2, 5], [3, 5]]


def test_a_state_without_actions_has_none_to_repeat():
    with pytest.raises(InputError, match="every state must have at least one action, got none in state 1"):
        FiniteMDP.from_networkx(edges((0, 1, 0, 1.0, 2.0)), 0.5, missing="repeat")


def test_a_common_reward_is_kept_without_rounding():
    """0.1 + 0.2 + 0.7 times 0.3 is not 0.3 in floats."""
    graph = edges((0, 0, 0, 0.1, 0.3), (0, 0, 0, 0.2, 0.3), (0, 0, 0, 0.7, 0.3))

    assert FiniteMDP.from_networkx(graph, 0.5).rewards.tolist() == [[0.3]]


def test_a_plain_digraph_will_do():
    graph = nx.DiGraph()
    graph.add_edge(0, 0, action=0, probability=1, reward=1)

    assert mdp_from_graph(graph, HALF, as_sparse=False).rewards.tolist() == [[1]]


test_a_graph_that_is_no_mdp_is_refused = refusals(
    (nx.MultiDiGraph(), "P must have at least one action and one state"),
    (nx.MultiGraph([(0, 1)]), "graph must be directed, got a MultiGraph"),
    (
        nx.MultiDiGraph([(0, 1)]),
        r"edge must have the attribute 'action', got attributes \[\] on the edge from 0 to 1",
    ),
    (edges((0, 0, -1, 1, 0)), "action must be an integer of at least 0, got -1 on the edge from 0 to 0"),
    (edges((0, 0, True, 1, 0)), "action must be an integer of at least 0, got True"),
    (edges((0, 0, "up", 1, 0)), "action must be an integer of at least 0, got 'up'"),
    (
        edges((0, 0, 0, 1, 0), nodes=[0, 1]),
        "every state must have edges for all 1 actions, got none for action 0 in state 1",
    ),
    (
        edges((0, 0, 10**18, 1, 0)),
        "every state must have edges for all 10{17}1 actions, got none for action 0 in state 0",
    ),
    (edges((0, 0, 0, 0.5, 0)), r"P\[0\] must have rows that sum to 1, got 0.5 in row 0"),
    (
        edges((0, 0, 0, "1", 0)),
        r"the probability of the edges must hold integers, Fractions or floats, got the str '1' at \[0\]",
    ),
    (
        edges((0, 0, 0, 0.5, 0), (0, 0, 0, HALF, 0)),
        "the probability of the edges must be all exact or all floats, got 1/2 at .* and 0.5",
    ),
    (
        edges((0, 0, 0, HALF, 0), (0, 0, 0, HALF, 0)),
        "got fractions in the probability of the edges and floats in discount",
    ),
    (
        edges((0, 0, 0, 1, None)),
        "the reward of the edges must hold integers, Fractions or floats, got the NoneType None",
    ),
    (edges((0, 0, 0, 1, float("nan"))), r"r\[0\] must be finite, got nan"),
    calling=lambda graph: FiniteMDP.from_networkx(graph, 0.5),
)
