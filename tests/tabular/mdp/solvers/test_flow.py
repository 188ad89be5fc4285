"""Tests for tabular/mdp/solvers/flow.py; networkx is the oracle for distances."""

import networkx as nx
import numpy as np

from tabular.mdp import FiniteMDP
from tabular.mdp.instances import chain, garnet, grid_lake
from tabular.mdp.solvers.flow import flow_order, is_local, sources_of, stays_near


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


def test_the_sources_of_a_state_are_those_with_a_transition_to_it():
    for mdp in (grid_lake(8, 0.9, seed=4, sparse=True), garnet(90, 3, 2, 0.9, 1), chain(20, 0.9, sparse=True)):
        lists, first = sources_of(mdp)
        for t in range(mdp.n_states):
            stored = [block.tocoo() for block in mdp.transitions]
            leads_there = [s for block in stored for s in block.row[block.col == t].tolist()]
            assert sorted(lists[first[t] : first[t + 1]].tolist()) == sorted(leads_there)


def test_what_stays_near_is_discounted_away_on_a_way_through_the_grid():
    lake = grid_lake(20, 0.5).with_rewards(np.full((4, 400), -3.0))  # 40 steps, and 3 * 0.5**40 = 2.7e-12
    assert stays_near(lake, 2.8e-12)
    assert not stays_near(lake, 2.7e-12)
    assert not stays_near(lake.with_discount(0.9), 2.8e-12)


def test_grids_are_local_and_random_graphs_are_not():
    lake = grid_lake(20, 0.9)
    place = np.random.default_rng(0).permutation(400)
    shuffled = FiniteMDP([block[place][:, place] for block in lake.transitions], lake.rewards[:, place], 0.9)
    assert is_local(lake)
    assert is_local(chain(30, 0.9, sparse=True))
    assert not is_local(shuffled)
    assert not is_local(garnet(1000, 2, 3, 0.9, 0))
