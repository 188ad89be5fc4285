"""Private tables of the interval walk: the noise that is proved to be enough, and what they learn with little noise."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from tabular.dpdqn.baselines import PrivateRewardFit
from theory_checks.papers.dpdqn.experiments._learner_tables import (
    _means,
    best_by_tables,
    carried_on,
    fits,
    worth_of_tables,
)
from theory_checks.papers.dpdqn.experiments._training_runs import best

BELOW = np.arange(8) < 4


def delta_of_gaussian(epsilon, mu):
    return stats.norm.cdf(mu / 2 - epsilon / mu) - math.exp(epsilon) * stats.norm.cdf(-mu / 2 - epsilon / mu)


@pytest.mark.parametrize("epsilon", [0.9, 0.45])
def test_noise_carried_on_keeps_the_target(epsilon):
    """78 updates with step size 1/8 move 16 entries by 1/8 each."""
    tables = carried_on(epsilon, 2, 0)

    assert tables.mu == pytest.approx(math.sqrt(78 * 16 / 64) / tables.noise[0], rel=1e-12)
    assert delta_of_gaussian(epsilon, tables.mu) == pytest.approx(1e-4, rel=1e-9)
    assert carried_on(epsilon, 2, 1).values[0, 0, 0] != tables.values[0, 0, 0]


def test_with_little_noise_the_table_learns():
    tables = carried_on(1e4, 3, 0, 0.5)

    assert worth_of_tables(tables).min() > 0.9 * best()
    assert best_by_tables(tables).tolist() == [0, 0, 0]


def test_with_the_noise_of_the_target_it_does_not():
    assert worth_of_tables(carried_on(0.9, 100, 0)).mean() < 0.6 * best()


def test_the_two_calibrations_of_the_fit():
    one, everything = fits(0.9, 2, 0), fits(0.9, 2, 0, protects_all=True)

    assert everything.mu < 0.3 < 100 < one.mu
    assert delta_of_gaussian(0.9, everything.mu) == pytest.approx(1e-4, rel=1e-6)


def test_transitions_are_laws_and_go_where_the_action_goes():
    rewards, moves = _means(2, np.random.default_rng(0))
    left, right = moves[:, 0], moves[:, 1]

    np.testing.assert_allclose(moves.sum(axis=3), 1.0, atol=1e-12)
    assert np.all(np.triu(left, 1) == 0)
    assert np.all(np.tril(right, -1) == 0)
    assert np.all(np.triu(right, 3) == 0)
    assert np.all((rewards > 0) & (rewards < 0.5))


def test_the_better_candidate_of_a_table_by_hand():
    to_the_middle = np.array([~BELOW, BELOW], dtype=float)
    tables = PrivateRewardFit(np.array([to_the_middle, 1 - to_the_middle]), np.zeros(2), 0.0)

    assert best_by_tables(tables).tolist() == [0, 1]
    assert worth_of_tables(tables)[0] == pytest.approx(best(), rel=1e-3)
