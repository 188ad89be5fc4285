"""Tests for tabular/mdp/solvers/flow.py; networkx is the oracle for distances."""

import networkx as nx
import numpy as np

from tabular.mdp import FiniteMDP
from tabular.mdp.instances import chain, garnet, grid_lake
from tabular.mdp.solvers.flow import flow_order, is_local


def distances(mdp):
    """The number of transitions from each state to the nearest one of the highest reward."""
    graph = nx.DiGraph()
    graph.add_nodes_from(range(mdp.n_states))
    for block in mdp.transitions:
        rows, columns = block.nonzero()
        graph.add_edges_from(zip(columns.tolist(), rows.tolist(), strict=True))  # backwards
    best = mdp.rewards.max(axis=0)
    return nx.multi_source_dijkstra_path_length(graph, set(np.flatnonzero(best == best.max()).tolist()))


def test_the_order_is_that_of_the_distance_to_the_rewards():
    for mdp in (grid_lake(8, 0.9, seed=4, sparse=True), garnet(90, 3, 2, 0.9, 1), chain(20, 0.9, sparse=True)):
        order, distance = flow_order(mdp), distances(mdp)
        assert sorted(order.tolist()) == list(range(mdp.n_states))
        actual = [distance.get(s, np.inf) for s in order.tolist()]
        assert actual == sorted(actual)


def test_grids_are_local_and_random_graphs_are_not():
    lake = grid_lake(20, 0.9)
    place = np.random.default_rng(0).permutation(400)
    shuffled = FiniteMDP([block[place][:, place] for block in lake.transitions], lake.rewards[:, place], 0.9)
    assert is_local(lake)
    assert is_local(chain(30, 0.9, sparse=True))
    assert not is_local(shuffled)
    assert not is_local(garnet(1000, 2, 3, 0.9, 0))
