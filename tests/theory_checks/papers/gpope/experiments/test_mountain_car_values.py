"""Errors of values in mountain car against the definition."""

import numpy as np
import pytest

from tabular.evaluation import Trajectories
from theory_checks.papers.gpope.experiments._car import DISCOUNT, features, on_policy
from theory_checks.papers.gpope.experiments._car_values import MIDDLE, returns_of, row_weights, values


def test_returns_by_hand():
    episodes = [[(0, 0, 1.0, 1), (1, 0, 2.0, 2)], [(0, 0, 4.0, 2)]]
    data = Trajectories.from_episodes(episodes, True)

    assert returns_of(data, 0.5).tolist() == [2.0, 2.0, 4.0]
    assert row_weights(data).tolist() == [0.25, 0.25, 0.5]


def test_the_errors_are_weighted_squares_of_what_values_are_off():
    place, world = values(0, "evaluation"), on_policy(0, "evaluation")
    returns, weights = returns_of(world.data, DISCOUNT), row_weights(world.data)
    thetas = np.random.default_rng(1).normal(size=(3, world.records.size))
    off = features()(world.data.states) @ thetas.T - returns[:, None]

    # The pseudo-inverse cuts directions of C below 1e-12 of the largest.
    assert place.roots(place.world.errors(thetas)) == pytest.approx(np.sqrt(weights @ off**2), rel=1e-4)


def test_a_reward_of_minus_one_in_each_of_many_decisions_gives_geometric_sums():
    world = on_policy(0, "evaluation")
    first = world.data.offsets[:-1]

    expected = -(1 - DISCOUNT**world.data.lengths) / (1 - DISCOUNT)
    assert returns_of(world.data, DISCOUNT)[first] == pytest.approx(expected)
    assert pytest.approx(-50.0) == MIDDLE
