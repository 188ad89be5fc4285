"""Privacy and sensitivity by brute force: all subsets of a fine partition, and value iteration in doubles."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy.stats import norm

from tabular.mdp.instances import bandit, identity_mdp
from tabular.privacy import delta_of
from theory_checks.papers.dpdqn.mechanism.definitions import euclidean_square, probability


@pytest.mark.parametrize(("epsilon", "mu"), [(0.0, 1.0), (0.5, 1.0), (1.0, 3.0)])
def test_no_union_of_cells_is_worth_more_than_the_curve(epsilon, mu):
    edges = np.array([-np.inf, -2, -1, 0, 0.5, 1, 1.5, 2, 3, 4, np.inf])
    gains = np.diff(norm.cdf(edges - mu)) - np.exp(epsilon) * np.diff(norm.cdf(edges))
    best = max(
        sum(gain for gain, kept in zip(gains, cells, strict=True) if kept) for cells in product((0, 1), repeat=10)
    )

    assert best <= delta_of(epsilon, mu) + 1e-15
    assert best == pytest.approx(delta_of(epsilon, mu), rel=0.1)  # the partition is coarse


def test_probabilities_of_intervals_agree_with_scipy():
    found = probability(Fraction(1, 2), Fraction(-1), Fraction(2))

    assert float(found) == pytest.approx(norm.cdf(1.5) - norm.cdf(-1.5), rel=1e-14)


@pytest.mark.parametrize("mdp", [bandit([0, 1, 1], Fraction(1, 2)), identity_mdp(2, 2, Fraction(3, 4))])
def test_action_values_of_neighbours_by_value_iteration(mdp):
    """Adding 1 to all rewards shifts every action value by 1/(1 - gamma)."""
    P, r, gamma = mdp.to_float().transitions, mdp.to_float().rewards, float(mdp.discount)

    def optimal(rewards):
        q = np.zeros_like(rewards)
        for _ in range(400):
            q = rewards + gamma * P @ q.max(axis=0)
        return q

    distance = np.linalg.norm(optimal(r + 1) - optimal(r))

    assert distance == pytest.approx(np.sqrt(r.size) / (1 - gamma), rel=1e-12)
    assert euclidean_square(np.array([[Fraction(3), Fraction(4)]], dtype=object)) == 25
