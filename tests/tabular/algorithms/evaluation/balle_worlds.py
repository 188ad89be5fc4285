"""All data sets of a tiny world, and estimates by plain loops: what smooth sensitivity is compared with."""

import itertools

import numpy as np

from tabular.evaluation import Trajectories

DISCOUNT = 0.5
EPISODES = (
    ((0, 1.0),),
    ((0, 0.0),),
    ((1, 1.0),),
    ((0, 0.0), (1, 1.0)),
    ((1, 0.0), (0, 0.0)),
    ((1, 1.0), (1, 1.0), (0, 1.0)),
)


def trajectories(episodes):
    """Episodes of (state, reward); the state after the last is 0 and counts for nothing."""
    rows = []
    for episode in episodes:
        states = [state for state, _ in episode] + [0]
        rows.append([(states[t], 0, reward, states[t + 1]) for t, (_, reward) in enumerate(episode)])
    return Trajectories.from_episodes(rows, terminal=True)


def first_returns(episodes, n=2):
    """Return F and the counts, one episode after another."""
    sums, counts = np.zeros(n), np.zeros(n, dtype=int)
    for episode in episodes:
        seen = set()
        for t, (state, _) in enumerate(episode):
            if state in seen:
                continue
            seen.add(state)
            sums[state] += sum(DISCOUNT**k * reward for k, (_, reward) in enumerate(episode[t:]))
            counts[state] += 1
    return np.where(counts > 0, sums / np.maximum(counts, 1), 0.0), counts


def data_sets(m):
    return list(itertools.combinations_with_replacement(range(len(EPISODES)), m))


def neighbours(data):
    """Return the data sets with one episode replaced."""
    actual = set()
    for place, other in itertools.product(range(len(data)), range(len(EPISODES))):
        actual.add(tuple(sorted((*data[:place], *data[place + 1 :], other))))
    return actual - {tuple(sorted(data))}


def smooth_sensitivities(estimates, beta):
    """Return max over data sets of e^(-beta distance) times the local sensitivity, by enumeration."""
    keys = list(estimates)
    local = {key: max(np.linalg.norm(estimates[key] - estimates[near]) for near in neighbours(key)) for key in keys}
    return {key: max(np.exp(-beta * _distance(key, far)) * local[far] for far in keys) for key in keys}, local


def _distance(one, two):
    """Return how many episodes must be replaced."""
    rest = list(two)
    for episode in one:
        if episode in rest:
            rest.remove(episode)
    return len(rest)
