"""Small data sets with several features, importance ratios and lengths, in every storage of records."""

import numpy as np

from tabular.algorithms.evaluation import Records
from tabular.evaluation import Table, Tabular, Trajectories

DISCOUNT = 0.9
STORAGES = ("pairs", "rows", "matrices")


def random_data(m, n=3, seed=0, longest=5):
    """Return m trajectories over n states and their ratios; about half of them end."""
    rng = np.random.Generator(np.random.Philox(seed))
    episodes, ends = [], []
    for _ in range(m):
        length = int(rng.integers(1, longest + 1))
        states = rng.integers(0, n, length + 1).tolist()
        episodes.append([(states[t], 0, float(rng.normal()), states[t + 1]) for t in range(length)])
        ends.append(bool(rng.integers(2)))
    data = Trajectories.from_episodes(episodes, terminal=ends)
    return data, rng.exponential(size=data.n_transitions)


def features_of(storage, n=3):
    """Return one feature a state for pairs, and a table that mixes them otherwise."""
    if storage == "pairs":
        return Tabular(n)
    return Table(np.random.Generator(np.random.Philox(99)).normal(size=(n, 2)))


def records_of(data, ratios, storage, weighting="sum"):
    return Records.of(data, ratios, features_of(storage), DISCOUNT, weighting, storage=storage)
