"""First-visit Monte Carlo against a plain loop."""

from itertools import pairwise

import numpy as np
import pytest

from tabular import InputError
from tabular.algorithms.evaluation import first_visit
from tabular.evaluation import Trajectories, sample
from tabular.mdp.instances.graphs import recovery_chain, recovery_chain_value


def by_hand(data, n, gamma, rho, weighted):
    sums, weights, counts = np.zeros(n), np.zeros(n), np.zeros(n, int)
    for i in range(data.n_trajectories):
        seen = set()
        for t in range(data.offsets[i], data.offsets[i + 1]):
            if data.states[t] not in seen:
                seen.add(data.states[t])
                rest = data.rewards[t : data.offsets[i + 1]]
                W = np.prod(rho[t : data.offsets[i + 1]])
                sums[data.states[t]] += W * rest @ gamma ** np.arange(len(rest))
                weights[data.states[t]] += W
                counts[data.states[t]] += 1
    return sums / (weights if weighted else counts), counts, weights


def returning():
    """Trajectories that come back to states."""
    rng, episodes = np.random.default_rng(0), []
    for length in rng.integers(1, 12, size=60):
        path = rng.integers(0, 4, size=length + 1)
        episodes.append([(int(s), 0, float(rng.normal()), int(t)) for s, t in pairwise(path)])
    return Trajectories.from_episodes(episodes, terminal=True)


@pytest.mark.parametrize("weighted", [True, False])
def test_estimates_are_those_of_a_plain_loop(weighted):
    data = returning()
    rho = np.random.default_rng(1).uniform(0, 2, data.n_transitions)
    got, (mean, counts, weights) = first_visit(data, 4, 0.9, rho, weighted), by_hand(data, 4, 0.9, rho, weighted)

    np.testing.assert_allclose(got.mean, mean, rtol=1e-12)
    np.testing.assert_allclose(got.weights, weights, rtol=1e-12)
    assert got.counts.tolist() == counts.tolist()


def test_on_policy_weights_are_counts():
    got = first_visit(returning(), 4, 0.9)

    assert got.weights.tolist() == got.counts.tolist()
    assert np.allclose(got.mean, by_hand(returning(), 4, 0.9, np.ones(returning().n_transitions), True)[0], rtol=1e-12)


def test_the_chain_comes_near_its_value():
    """Returns lie in [0, 1]: means of at least 500 are within 6 / (2 sqrt 500) of the value."""
    R = np.zeros((1, 6, 6))
    R[0, 4, 5] = 1
    data = sample(recovery_chain(6, exact=False), np.ones((6, 1)), 4000, rewards=R)
    got, value = first_visit(data, 5, 0.99), [float(v) for v in recovery_chain_value(6)[:5]]

    assert got.counts.min() > 500
    assert np.abs(got.mean - value).max() < 6 / (2 * np.sqrt(500))


def test_states_that_nobody_visits_have_no_mean():
    got = first_visit(Trajectories([1], [0], [2.0], [0], [True], [0, 1]), 3, 0.9)

    assert got.counts.tolist() == [0, 1, 0]
    assert np.isnan(got.mean).tolist() == [True, False, True]


def test_broken_calls_get_one_sentence():
    cut = Trajectories([0, 0], [0, 0], [1.0, 1.0], [1, 1], [True, False], [0, 1, 2])
    with pytest.raises(InputError, match=r"trajectories must end in a terminal row, .* got one cut off at 1"):
        first_visit(cut, 1, 0.9)
    with pytest.raises(InputError, match="states of first visits must lie between 0 and 0, got 1 in row 0"):
        first_visit(Trajectories([1], [0], [1.0], [0], [True], [0, 1]), 1, 0.9)
    with pytest.raises(InputError, match="n_states must be an integer of at least 1, got 0"):
        first_visit(cut, 0, 0.9)
