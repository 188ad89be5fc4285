"""Tests for tabular/mdp/instances/lakes.py: Gymnasium's FrozenLake is the oracle."""

from fractions import Fraction

import numpy as np
import pytest
from gymnasium.envs.toy_text.frozen_lake import MAPS, FrozenLakeEnv
from refusals import refusals

from tabular import FiniteMDP
from tabular.mdp.bellman import residual
from tabular.mdp.instances import grid_lake, lake

THIRD = Fraction(1, 3)


@pytest.mark.parametrize("name", ["4x4", "8x8"])
@pytest.mark.parametrize("slippery", [True, False])
def test_the_maps_of_gymnasium_are_the_same_mdp(name, slippery):
    holes = np.array([[cell == "H" for cell in row] for row in MAPS[name]])
    peer = FiniteMDP.from_gymnasium(FrozenLakeEnv(map_name=name, is_slippery=slippery), 0.99)

    ours = lake(holes, 0.99, 1 / 3 if slippery else 0.0)

    assert np.allclose(ours.stacked, peer.stacked, rtol=0, atol=2.0**-52)
    assert np.allclose(ours.rewards, peer.rewards, rtol=0, atol=2.0**-52)


def test_an_exact_lake_has_exact_thirds():
    mdp = lake(np.zeros((2, 2), dtype=bool), Fraction(9, 10), THIRD)

    assert mdp.is_exact
    assert mdp.transitions[1, 0].tolist() == [THIRD, THIRD, THIRD, 0]
    assert mdp.rewards.tolist() == [[0, THIRD, 0, 0], [0, THIRD, THIRD, 0], [0, THIRD, THIRD, 0], [0, 0, THIRD, 0]]


def test_without_slip_the_goal_is_as_near_as_its_distance():
    """v* of a state d steps from the goal is gamma^(d - 1); the goal itself pays nothing."""
    mdp = lake(np.zeros((3, 4), dtype=bool), Fraction(1, 2), 0)
    distance = [(2 - row) + (3 - column) for row in range(3) for column in range(4)]

    assert mdp.is_exact
    assert residual(mdp, [Fraction(1, 2) ** (d - 1) if d else 0 for d in distance]) == 0


def test_holes_and_the_goal_are_never_left():
    mdp = grid_lake(6, 0.9, holes=0.3, seed=5)
    stays = np.flatnonzero([all(P[s, s] == 1 for P in mdp.transitions) for s in range(36)])

    assert stays.size == int(0.3 * 36) + 1
    assert 35 in stays
    assert 0 not in stays
    assert (mdp.rewards[:, stays] == 0).all()


@pytest.mark.parametrize("holes", [np.zeros((20, 20), dtype=bool), np.arange(400).reshape(20, 20) % 7 == 3])
def test_dense_and_sparse_are_the_same_mdp(holes):
    stored, dense = lake(holes, 0.9, 0.2), lake(holes, 0.9, 0.2, sparse=False)

    assert stored.is_sparse
    assert not dense.is_sparse
    assert np.array_equal(stored.stacked.toarray(), dense.stacked)
    assert np.array_equal(stored.rewards, dense.rewards)


def test_the_large_lake_of_the_benchmarks():
    mdp = grid_lake(300, 0.999, seed=1)

    assert mdp.is_sparse
    assert mdp.n_states == 90_000
    assert np.count_nonzero(mdp.rewards) in (3, 6)
    assert int((mdp.transitions[0].diagonal() == 1).sum()) == 9001


def test_a_seed_decides_the_holes():
    one, same, other = (grid_lake(9, 0.9, 0.2, seed=seed) for seed in (1, 1, 2))

    assert np.array_equal(one.stacked.toarray(), same.stacked.toarray())
    assert not np.array_equal(one.stacked.toarray(), other.stacked.toarray())


@pytest.mark.parametrize("seed", range(30))
def test_there_is_always_a_way_to_the_goal(seed):
    """At this share of holes most draws have none."""
    mdp = grid_lake(5, 0.9, holes=0.44, slip=0.0, seed=seed)
    reached = {0}
    for _ in range(25):
        reached |= {int(t) for s in reached for P in mdp.transitions for t in np.flatnonzero(P[s])}

    assert 24 in reached
    assert mdp.rewards.sum() > 0


def test_the_smallest_lakes():
    assert grid_lake(1, Fraction(1, 2), slip=THIRD).transitions.tolist() == [[[1]]] * 4
    assert grid_lake(2, Fraction(1, 2), holes=0.3, slip=THIRD).n_states == 4


test_bad_arguments_are_refused = refusals(
    (lambda: grid_lake(0, 0.9), "side must be an integer of at least 1, got 0"),
    (lambda: grid_lake(3, 0.9, holes=1.0), "holes must be a share of the cells, at least 0 and less than 1, got 1.0"),
    (lambda: grid_lake(3, 0.9, holes=float("nan")), "holes must be a share of the cells"),
    (
        lambda: grid_lake(9, 0.9, holes=0.95),
        "holes must leave a way from start to goal, got none in 100 draws of 76 holes",
    ),
    (lambda: grid_lake(3, 0.9, slip=0.6), "slip must be between 0 and 1/2, as there are two sides, got 0.6"),
    (lambda: grid_lake(3, 0.9, slip=float("nan")), "slip must be between"),
    (lambda: grid_lake(3, Fraction(1, 2)), "all exact or all floats"),
    (lambda: grid_lake(3, 1.0), "discount must be at least 0 and less than 1"),
    (lambda: lake(np.zeros(4, dtype=bool), 0.9), "holes must be a two-dimensional array of truth values"),
    (lambda: lake(np.zeros((2, 2)), 0.9), "holes must be a two-dimensional array of truth values, got dtype float64"),
    (lambda: lake(np.zeros((0, 2), dtype=bool), 0.9), "holes must be a two-dimensional array"),
)
