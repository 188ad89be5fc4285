"""WIS-LSTD against its forward view, its recursion on traces, and the estimates that it reduces to."""

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from tabular.algorithms.evaluation import lstd, wis_lstd
from tabular.evaluation import Table, Tabular, Trajectories, sample
from tabular.mdp.instances import dyadic_random

PHI = Table([[1.0, 2.0], [0.5, 1.0], [3.0, -1.0]])


def off_policy(m=15, terminal=True, seed=0):
    mdp = dyadic_random(4, 2, 0.9, 5, seed=2, exact=False)
    data = sample(mdp, np.full((4, 2), 0.5), m, seed=seed, max_length=9, absorbing=[3])
    if terminal:
        ended = np.flatnonzero(data.terminal[data.offsets[1:] - 1])
        data = data.subset(ended)
    return data, np.random.default_rng(seed).uniform(0, 2, data.n_transitions)


def rows_of(data, features, i):
    part = slice(data.offsets[i], data.offsets[i + 1])
    phi, following = features(data.states[part]), np.zeros((part.stop - part.start, features.size))
    goes_on = ~data.terminal[part]
    following[goes_on] = features(data.next_states[part][goes_on])
    return part, phi, following


def forward_view(data, rho, features, gamma, decay):
    """Every truncated return with its weight, term by term."""
    n, c = features.size, gamma * decay
    A, b = np.zeros((n, n)), np.zeros(n)
    for i in range(data.n_trajectories):
        part, phi, following = rows_of(data, features, i)
        r, R, T = rho[part], data.rewards[part], part.stop - part.start
        for k in range(T):
            weight, target, constant = 0.0, np.zeros(n), 0.0
            for j in range(k + 1, T + 1):  # the return is cut at S_j
                chain = np.prod(c * r[k + 1 : j])
                stops, bootstraps = (1.0, gamma) if j == T else (1 - c, gamma * (1 - decay))
                weight += chain * stops
                constant += chain * stops * R[k:j].sum()
                target += chain * bootstraps * following[j - 1]
            A += r[k] * np.outer(phi[k], weight * phi[k] - target)
            b += r[k] * constant * phi[k]
    return A / data.n_trajectories, b / data.n_trajectories


def recursion_on_traces(data, rho, features, gamma, decay):
    """Forwards in time, with a trace z and corrections u, V that come in when a ratio is not 1."""
    n = features.size
    A, b = np.zeros((n, n)), np.zeros(n)
    for i in range(data.n_trajectories):
        z, u, V = np.zeros(n), np.zeros(n), np.zeros((n, n))
        part, phi, following = rows_of(data, features, i)
        last = part.stop - part.start - 1
        for t, (p, R) in enumerate(zip(rho[part], data.rewards[part], strict=True)):
            ahead = 0.0 if t == last else gamma  # the end stops all returns
            z = p * (gamma * decay * z + phi[t])
            b += R * z + (p - 1) * u
            A += np.outer(z, phi[t] - ahead * following[t]) + (p - 1) * V
            u = ahead * decay * (p * u + R * z)
            V = ahead * decay * (p * V + np.outer(z, phi[t] - following[t]))
    return A / data.n_trajectories, b / data.n_trajectories


@pytest.mark.parametrize("terminal", [True, False])
@pytest.mark.parametrize(("gamma", "decay"), [(0.9, 0.0), (0.9, 0.4), (0.9, 1.0), (1.0, 1.0), (1.0, 0.5), (0.0, 1.0)])
def test_backward_sums_are_the_forward_view(gamma, decay, terminal):
    data, rho = off_policy(terminal=terminal)
    got, (A, b) = wis_lstd(data, rho, PHI, gamma, decay, regularisation=1.0), forward_view(data, rho, PHI, gamma, decay)

    np.testing.assert_allclose(got.A, A, rtol=0, atol=1e-11)
    np.testing.assert_allclose(got.b, b, rtol=0, atol=1e-11)
    np.testing.assert_allclose((got.A + np.eye(2)) @ got.theta, got.b, rtol=0, atol=1e-11)


@given(st.floats(0, 1), st.floats(0, 1), st.integers(0, 20))
def test_backward_sums_are_the_recursion_on_traces(gamma, decay, seed):
    data, rho = off_policy(seed=seed)
    got, (A, b) = (
        wis_lstd(data, rho, PHI, gamma, decay, regularisation=1e9),
        recursion_on_traces(data, rho, PHI, gamma, decay),
    )

    np.testing.assert_allclose(got.A, A, rtol=0, atol=1e-10)
    np.testing.assert_allclose(got.b, b, rtol=0, atol=1e-10)


def test_without_traces_it_is_lstd_with_ratios():
    data, rho = off_policy(terminal=False)

    np.testing.assert_allclose(wis_lstd(data, rho, PHI, 0.9).theta, lstd(data, rho, PHI, 0.9).theta, rtol=1e-12)


def test_on_policy_it_is_lstd_with_eligibility_traces():
    """A = sum z_t (phi_t - gamma phi_{t+1})', b = sum z_t R_t, z_t = gamma lambda z_{t-1} + phi_t."""
    data, _ = off_policy(terminal=False)
    A, b = np.zeros((2, 2)), np.zeros(2)
    for i in range(data.n_trajectories):
        part, phi, following = rows_of(data, PHI, i)
        z = np.zeros(2)
        for t, R in enumerate(data.rewards[part]):
            z = 0.9 * 0.6 * z + phi[t]
            A += np.outer(z, phi[t] - 0.9 * following[t])
            b += R * z

    np.testing.assert_allclose(wis_lstd(data, None, PHI, 0.9, trace=0.6).theta, np.linalg.solve(A, b), rtol=1e-11)


def test_with_full_traces_a_table_holds_weighted_importance_sampling_estimates():
    """gamma = lambda = 1: theta_s = sum W G / sum W over all visits of s, W the product of all ratios to come."""
    data, rho = off_policy(m=200)
    above, below = np.zeros(3), np.zeros(3)
    for i in range(data.n_trajectories):
        part = slice(data.offsets[i], data.offsets[i + 1])
        for t in range(part.start, part.stop):
            W, G = np.prod(rho[t : part.stop]), data.rewards[t : part.stop].sum()
            above[data.states[t]] += W * G
            below[data.states[t]] += W

    np.testing.assert_allclose(wis_lstd(data, rho, Tabular(3), 1.0, trace=1.0).theta, above / below, rtol=1e-10)


def test_discounting_counts_as_a_chance_to_end():
    """gamma < 1, lambda = 1: the flat return to h has weight (1 - gamma) gamma^(h-t-1) times the ratios of t..h-1."""
    data, rho = off_policy(m=200)
    gamma, above, below = 0.8, np.zeros(3), np.zeros(3)
    for i in range(data.n_trajectories):
        end = data.offsets[i + 1]
        for t in range(data.offsets[i], end):
            for h in range(t + 1, end + 1):
                chance = gamma ** (h - t - 1) * (1.0 if h == end else 1 - gamma)
                W = chance * np.prod(rho[t:h])
                above[data.states[t]] += W * data.rewards[t:h].sum()
                below[data.states[t]] += W

    np.testing.assert_allclose(wis_lstd(data, rho, Tabular(3), gamma, trace=1.0).theta, above / below, rtol=1e-10)


def test_batches_do_not_matter(monkeypatch):
    data, rho = off_policy()
    whole = wis_lstd(data, rho, PHI, 0.9, 0.5)
    monkeypatch.setattr(sys.modules[wis_lstd.__module__], "_CHUNK", 3)

    np.testing.assert_allclose(wis_lstd(data, rho, PHI, 0.9, 0.5).A, whole.A, rtol=1e-13)


DATA, RATIOS = off_policy()
test_broken_calls_get_one_sentence = refusals(
    ({"trace": 1.5}, r"trace must lie in \[0, 1\], got 1.5"),
    ({"trace": np.nan}, r"trace must lie in \[0, 1\], got nan"),
    ({"discount": -0.1}, r"discount must lie in \[0, 1\], got -0.1"),
    ({"ratios": [1.0]}, "ratios must have one entry for each of"),
    ({"features": Tabular(1)}, "states of the features must lie between 0 and 0"),
    (
        {"features": Table(np.ones((3, 2)))},
        "A must be invertible, of rank 2, or get a regularisation > 0, got rank 1",
    ),
    calling=lambda change: wis_lstd(DATA, **{"ratios": RATIOS, "features": PHI, "discount": 0.9} | change),
)


def test_one_transition_is_its_reward():
    data = Trajectories([0], [0], [3.0], [1], [True], [0, 1])

    assert wis_lstd(data, [0.5], Tabular(1), 0.9, trace=0.7).theta.tolist() == [3.0]
