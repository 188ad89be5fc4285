"""Records: every form holds the same trajectories, gradients and moments."""

import math

import numpy as np
import pytest
from refusals import refusals

from tabular.algorithms.evaluation import GPOPE, Records
from tabular.algorithms.evaluation._kernels_gpope import gradient_of_matrices, gradient_of_pairs, gradient_of_rows
from tabular.evaluation import Fourier, Table, Tabular, Trajectories, mean_moments, sample, trajectory_moments
from tabular.mdp.instances import dyadic_random

N = 5
FORMS = ((Tabular(N), "pairs"), (Table(np.eye(N)), "rows"), (Table(np.eye(N)), "matrices"))


def off_policy(max_length=12, absorbing=(N,)):
    """Forty trajectories of N transient states and an end, with ratios."""
    mdp = dyadic_random(N + 1, 2, 0.9, 5, seed=3, exact=False)
    data = sample(mdp, np.full((N + 1, 2), 0.5), 40, seed=1, max_length=max_length, absorbing=list(absorbing))
    return data, np.random.default_rng(0).uniform(0, 2, data.n_transitions)


def gradient(records, i, theta, w):
    """B_i(theta, w) from the kernel of the records' form."""
    state = GPOPE(1.0, 1.0, 0.1, 1, initial=(theta, w))._walk(records, 0, 0).state
    packed, n = records.packed, records.size
    if records.storage == "rows":
        gradient_of_rows(packed, i, state)
    else:
        kernel = gradient_of_pairs if records.storage == "pairs" else gradient_of_matrices
        kernel(packed, i, state.theta, state.w, state.g_theta, state.g_w)
    return np.concatenate([state.g_theta[:n], state.g_w[:n]])


@pytest.mark.parametrize(("features", "storage"), FORMS)
@pytest.mark.parametrize("weighting", ["1/length", "sum", "1/horizon"])
def test_gradients_are_those_of_the_matrices(features, storage, weighting):
    data, rho = off_policy()
    records = Records.of(data, rho, features, 0.9, weighting, horizon=20, storage=storage)
    A, b, C = trajectory_moments(data, rho, features, 0.9, weighting, horizon=20)
    theta, w = np.random.default_rng(1).normal(size=(2, N))
    for i in range(data.n_trajectories):
        wanted = np.concatenate([-A[i].T @ w, A[i] @ theta + C[i] @ w - b[i]])
        np.testing.assert_allclose(gradient(records, i, theta, w), wanted, rtol=0, atol=1e-13)


@pytest.mark.parametrize("storage", ["rows", "matrices"])
@pytest.mark.parametrize("n", [1, 7, 8, 9, 39])
def test_any_number_of_dense_features(storage, n):
    data, rho = off_policy()
    features = Table(np.random.default_rng(2).normal(size=(N + 1, n)))
    records = Records.of(data, rho, features, 0.9, storage=storage)
    A, b, C = trajectory_moments(data, rho, features, 0.9)
    theta, w = np.random.default_rng(1).normal(size=(2, n))
    wanted = np.concatenate([-A[7].T @ w, A[7] @ theta + C[7] @ w - b[7]])

    np.testing.assert_allclose(gradient(records, 7, theta, w), wanted, rtol=0, atol=1e-12)


@pytest.mark.parametrize(("features", "storage"), FORMS)
def test_moments_are_the_means(features, storage, monkeypatch):
    monkeypatch.setattr("tabular.algorithms.evaluation.records._CHUNK", 7)
    data, rho = off_policy()
    got = Records.of(data, rho, features, 0.9, storage=storage).moments()
    wanted = mean_moments(data, rho, features, 0.9)
    for name in "AbC":
        np.testing.assert_allclose(getattr(got, name), getattr(wanted, name), rtol=0, atol=1e-14)


@pytest.mark.parametrize(("features", "storage"), FORMS)
def test_a_trajectory_that_was_cut_off_counts_its_last_state(features, storage):
    data = Trajectories([0, 1, 2], [0, 0, 0], [1.0, 2.0, 3.0], [1, 2, 3], np.zeros(3, bool), [0, 2, 3])
    A, b, C = trajectory_moments(data, None, features, 0.5)
    records = Records.of(data, None, features, 0.5, storage=storage)
    theta, w = np.arange(1.0, N + 1), np.arange(2.0, N + 2)
    for i in range(2):
        wanted = np.concatenate([-A[i].T @ w, A[i] @ theta + C[i] @ w - b[i]])
        np.testing.assert_allclose(gradient(records, i, theta, w), wanted, rtol=0, atol=1e-14)


def test_the_form_is_chosen_for_speed():
    short, long = off_policy(max_length=2)[0], off_policy(max_length=60, absorbing=())[0]

    assert Records.of(short, None, Tabular(N), 0.9).storage == "pairs"
    assert Records.of(short, None, Table(np.eye(N)), 0.9).storage == "rows"
    assert Records.of(long, None, Table(np.eye(N + 1)), 0.9).storage == "matrices"


def test_equal_pairs_are_kept_once():
    data = Trajectories([0] * 50, [0] * 50, [1.0] * 50, [0] * 49 + [1], [False] * 49 + [True], [0, 50])
    packed = Records.of(data, None, Tabular(1), 0.9, weighting="sum").packed

    assert packed.weight.tolist() == [49, 1]
    assert packed.following.tolist() == [0, 1]


def test_pairs_in_order_are_the_sorted_ones(monkeypatch):
    """The states of a chain never go down; those of random data do."""
    rng = np.random.Generator(np.random.Philox(3))
    steps = rng.integers(0, 2, size=(200, 8))
    paths = (np.minimum(np.cumsum(row), N - 1).tolist() for row in steps)
    episodes = [[(path[t], 0, float(rng.normal()), path[t + 1]) for t in range(7)] for path in paths]
    data = Trajectories.from_episodes(episodes, terminal=rng.integers(0, 2, 200).astype(bool))
    ratios = rng.exponential(size=data.n_transitions)
    quick = Records.of(data, ratios, Tabular(N), 0.9).packed
    monkeypatch.setattr("tabular.algorithms.evaluation.records.pairs_in_order", lambda *_: -1)
    sorted_ones = Records.of(data, ratios, Tabular(N), 0.9).packed

    assert quick.state.size < data.n_transitions
    for one, other in zip(quick, sorted_ones, strict=True):
        np.testing.assert_array_equal(one, other)


def test_states_of_numbers():
    data = Trajectories.from_episodes([[([0.25], 0, 2.0, [0.5]), ([0.5], 0, 1.0, [1.0])]], terminal=True)
    features = Fourier(3, [0.0], [1.0])

    assert np.allclose(Records.of(data, None, features, 0.5).moments().A, mean_moments(data, None, features, 0.5).A)
    assert repr(Records.of(data, None, features, 0.5)) == "<Records m=1, n=4, rows>"


DATA = Trajectories([0, 1], [0, 0], [1.0, 1.0], [1, 2], [False, True], [0, 2])


test_broken_records_get_one_sentence = refusals(
    (lambda: Records.of(DATA, None, Table(np.eye(2)), 0.9, storage="pairs"), 'storage must be "rows" or "matrices"'),
    (lambda: Records.of(DATA, None, Tabular(2), 0.9, storage="disk"), 'storage must be "auto", "pairs"'),
    (lambda: Records.of(DATA, None, Tabular(1), 0.9), "states of the features must lie between 0 and 0, got 1"),
    (lambda: Records.of(DATA, [1.0, math.inf], Tabular(2), 0.9), "ratios must be finite and at least 0, got inf"),
    (lambda: Records.of(DATA.transitions(), None, Tabular(2), 0.9, divisor="tau"), "trajectory 0 must have at least 2"),
    (lambda: Records.of(DATA, None, lambda s: np.ones((len(s), 50_000)), 0.9, storage="matrices"), "records must take"),
)
