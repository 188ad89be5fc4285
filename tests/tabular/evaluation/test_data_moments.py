"""Moments of data: of one trajectory by its definition, of all by sums, of a complete population exactly."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from tabular import FiniteMDP
from tabular.evaluation import (
    Fourier,
    Table,
    Tabular,
    Trajectories,
    exact_moments,
    importance_ratios,
    mean_moments,
    sample,
    trajectory_moments,
)
from tabular.evaluation.data_moments import trajectory_weights
from tabular.mdp.instances.graphs import recovery_chain

PHI = Table([[1.0, 2.0], [0.0, 1.0], [3.0, -1.0]])


def by_definition(data, rho, features, gamma, i, weight):
    """The sums of (2.2), row by row."""
    n = features.size
    A, b, C = np.zeros((n, n)), np.zeros(n), np.zeros((n, n))
    for t in range(data.offsets[i], data.offsets[i + 1]):
        phi = features(data.states[t : t + 1])[0]
        following = np.zeros(n) if data.terminal[t] else features(data.next_states[t : t + 1])[0]
        A += weight * rho[t] * np.outer(phi, phi - gamma * following)
        b += weight * rho[t] * phi * data.rewards[t]
        C += weight * np.outer(phi, phi)
    return A, b, C


@given(
    st.lists(st.lists(st.integers(0, 2), min_size=3, max_size=5), min_size=1, max_size=4),
    st.sampled_from(["1/length", "sum", "1/horizon"]),
    st.sampled_from(["terms", "tau"]),
    st.booleans(),
)
def test_each_trajectory_is_its_sums(paths, weighting, divisor, terminal):
    episodes = [[(s, 0, s - t / 2, t) for s, t in pairwise(path)] for path in paths]
    data = Trajectories.from_episodes(episodes, terminal=terminal)
    rho = np.arange(data.n_transitions) / 4
    A, b, C = trajectory_moments(data, rho, PHI, 0.9, weighting, divisor, horizon=7)
    less = 1 if divisor == "tau" else 0
    for i, length in enumerate(data.lengths.tolist()):
        weight = {"sum": 1.0, "1/length": 1 / (length - less), "1/horizon": 1 / (7 - less)}[weighting]
        for got, wanted in zip((A[i], b[i], C[i]), by_definition(data, rho, PHI, 0.9, i, weight), strict=True):
            np.testing.assert_allclose(got, wanted, rtol=1e-14, atol=1e-13)


def test_the_mean_is_the_mean_of_all_trajectories():
    data = sample(recovery_chain(6, exact=False), np.ones((6, 1)), 300)
    mean, parts = mean_moments(data, None, Tabular(5), 0.99), trajectory_moments(data, None, Tabular(5), 0.99)

    for got, part in zip((mean.A, mean.b, mean.C), parts, strict=True):
        np.testing.assert_allclose(got, part.mean(axis=0), rtol=0, atol=1e-14)


def test_rows_in_several_pieces_give_the_same_sums(monkeypatch):
    data = sample(recovery_chain(6, exact=False), np.ones((6, 1)), 300)
    whole, parts = mean_moments(data, None, Tabular(5), 0.99), trajectory_moments(data, None, Tabular(5), 0.99)
    monkeypatch.setattr("tabular.evaluation.data_moments._CHUNK", 7)
    pieces, again = mean_moments(data, None, Tabular(5), 0.99), trajectory_moments(data, None, Tabular(5), 0.99)

    np.testing.assert_allclose(pieces.A, whole.A, rtol=0, atol=1e-14)
    assert all(np.array_equal(x, y) for x, y in zip(parts, again, strict=True))


def test_a_data_set_of_all_paths_has_the_exact_moments():
    """Dyadic probabilities: every path is there as often as it is likely."""
    P = [[[0.5, 0.5, 0.0], [0.25, 0.25, 0.5], [0, 0, 1]], [[0.0, 0.5, 0.5], [0.5, 0.5, 0.0], [0, 0, 1]]]
    mdp = FiniteMDP(P, [[1.0, 2.0, 0.0], [3.0, -1.0, 0.0]], 0.75)
    behaviour, target = np.full((3, 2), 0.5), np.array([[0.25, 0.75], [1.0, 0.0], [0.5, 0.5]])
    episodes, ends = [], []

    def walk(s, path, copies):
        if len(path) == 3 or s == 2:
            episodes.extend([path] * round(copies))
            ends.extend([s == 2] * round(copies))
            return
        for a in range(2):
            for t in range(3):
                if P[a][s][t]:
                    walk(t, [*path, (s, a, mdp.rewards[a, s], t)], copies * 0.5 * P[a][s][t])

    walk(0, [], 512)
    data = Trajectories.from_episodes(episodes, terminal=ends)
    rho = importance_ratios(data, target, behaviour)
    assert data.n_trajectories == 512
    for weighting, horizon in (("1/length", None), ("sum", None), ("1/horizon", 3)):
        got = mean_moments(data, rho, PHI, 0.75, weighting, horizon=horizon)
        wanted = exact_moments(mdp, target, behaviour, PHI, horizon=3, start=0, weighting=weighting)
        for name in "AbC":
            np.testing.assert_allclose(getattr(got, name), getattr(wanted, name), rtol=0, atol=1e-13)


def test_the_printed_divisor_is_one_less_than_the_terms():
    data = Trajectories([0, 0, 1], [0, 0, 0], [1, 1, 1], [0, 1, 2], [False, False, True], [0, 3])

    assert trajectory_weights(data, divisor="tau").tolist() == [0.5]
    assert trajectory_weights(data).tolist() == [1 / 3]


def test_vectors_and_the_fourier_basis():
    data = Trajectories.from_episodes([[([0.25], 0, 2.0, [0.5]), ([0.5], 0, 1.0, [1.0])]], terminal=[False])
    features = Fourier(1, [0.0], [1.0])
    m = mean_moments(data, None, features, 0.5)

    for got, wanted in zip((m.A, m.b, m.C), by_definition(data, np.ones(2), features, 0.5, 0, 0.5), strict=True):
        np.testing.assert_allclose(got, wanted, rtol=0, atol=1e-15)


SINGLE = Trajectories([0, 1, 0], [0, 0, 0], [1, 1, 1], [1, 2, 2], [False, True, True], [0, 2, 3])


test_broken_calls_get_one_sentence = refusals(
    (
        lambda: mean_moments(SINGLE, None, PHI, 0.9, divisor="tau"),
        'trajectory 1 must have at least 2 transitions for divisor "tau", got 1',
    ),
    (
        lambda: mean_moments(SINGLE, None, PHI, 0.9, weighting="1/horizon"),
        'horizon must be given for weighting "1/horizon"',
    ),
    (
        lambda: mean_moments(SINGLE, None, PHI, 0.9, weighting="1/horizon", horizon=1),
        "horizon must be at least the longest trajectory, 2, got 1",
    ),
    (lambda: mean_moments(SINGLE, None, PHI, 0.9, weighting="w"), "weighting must be"),
    (lambda: mean_moments(SINGLE, [1.0], PHI, 0.9), "ratios must have one entry for each of 3 rows, got 1"),
    (
        lambda: mean_moments(SINGLE, [1.0, np.nan, 0.0], PHI, 0.9),
        "ratios must be finite and at least 0, got nan in row 1",
    ),
    (
        lambda: mean_moments(SINGLE, [1.0, -1.0, 0.0], PHI, 0.9),
        "ratios must be finite and at least 0, got -1.0 in row 1",
    ),
    (lambda: mean_moments(SINGLE, None, PHI, 1.5), r"discount must lie in \[0, 1\], got 1.5"),
    (lambda: mean_moments(SINGLE, None, PHI, float("nan")), r"discount must lie in \[0, 1\], got nan"),
    (lambda: mean_moments(SINGLE, None, Tabular(1), 0.9), "states of the features must lie between 0 and 0, got 1"),
    (
        lambda: trajectory_moments(SINGLE, None, Table(np.ones((3, 8200))), 0.9),
        "the matrices of all trajectories must have at most",
    ),
)
