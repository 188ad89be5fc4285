"""DP-LSW against brute force over all data sets of a tiny world, closed forms and limits."""

import math

import numpy as np
import pytest
from balle_worlds import DISCOUNT, EPISODES, data_sets, first_returns, smooth_sensitivities, trajectories

from tabular.algorithms.evaluation.dp_lsw import DPLSW
from tabular.errors import InputError
from tabular.evaluation import Table, Tabular, Trajectories

WORLDS = [
    (np.eye(2), None),
    (np.array([[1.0], [2.0]]), None),
    (np.array([[1.0, 1.0], [1.0, -0.5]]), [0.3, 2.0]),
]


def estimate(phi, weights, episodes):
    returns, counts = first_returns(episodes)
    roots = np.sqrt(np.ones(2) if weights is None else np.array(weights))
    return np.linalg.lstsq(roots[:, None] * phi, roots * returns, rcond=None)[0], counts


@pytest.mark.parametrize(("phi", "weights"), WORLDS)
@pytest.mark.parametrize("m", [1, 2, 3, 4])
def test_bound_covers_local_and_smooth_sensitivity_of_every_data_set(phi, weights, m):
    learner = DPLSW(Table(phi), DISCOUNT, 0.8, 1e-3, weights=weights)
    worlds = {key: estimate(phi, weights, [EPISODES[i] for i in key]) for key in data_sets(m)}
    # the root of a beta-smooth bound: a distance counts beta/2
    smooth, local = smooth_sensitivities({key: theta for key, (theta, _) in worlds.items()}, learner.setting.beta / 2)
    for key, (_, counts) in worlds.items():
        bound = learner.smooth_sensitivity(counts)
        assert local[key] <= smooth[key] <= bound * (1 + 1e-12)


@pytest.mark.parametrize(("phi", "weights"), WORLDS)
def test_estimate_and_counts_are_those_of_plain_loops(phi, weights):
    learner = DPLSW(Table(phi), DISCOUNT, 0.8, 1e-3, weights=weights)
    for key in data_sets(3):
        episodes = [EPISODES[i] for i in key]
        release = learner.run(trajectories(episodes), seed=3)
        theta, counts = estimate(phi, weights, episodes)
        assert release.noiseless == pytest.approx(theta, abs=1e-12)
        assert (release.counts == counts).all()


def test_sensitivity_in_closed_form():
    """Tabular features, w = 1: G sqrt(max_k e^(-k beta) sum_s 1/max(c_s - k, 1)^2)."""
    learner = DPLSW(Tabular(3), 0.9, 0.1, 1e-5)
    counts = np.array([4, 700, 30])
    beta = 0.025 / (3 + math.log(2e5))
    largest = max(
        math.exp(-k * beta) * sum(1 / max(int(c) - k, 1) ** 2 for c in counts) for k in range(2 * int(counts.max()))
    )
    assert learner.smooth_sensitivity(counts) == pytest.approx(10 * math.sqrt(largest), rel=1e-12)


def test_noise_of_many_visits_is_that_of_the_local_sensitivity():
    """Once e^(-beta c / 2) is below 1/c, the maximum is at k = 0 and the noise is alpha G sqrt(n) / c."""
    learner = DPLSW(Tabular(4), 0.5, 1.0, 1e-3)
    c = 10_000
    assert learner.smooth_sensitivity(np.full(4, c)) == pytest.approx(2 * 2 / c, rel=1e-12)
    # unvisited states: one trajectory can move a mean by all of G
    assert learner.smooth_sensitivity(np.zeros(4)) == pytest.approx(2 * 2)
    scales = [learner.smooth_sensitivity(np.full(4, k)) for k in (1, 10, 100, 1000, 10_000)]
    assert scales == sorted(scales, reverse=True)


def test_frobenius_reading_is_larger_by_at_most_the_root_of_d():
    phi = np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 2.0]])
    operator, frobenius = (DPLSW(phi, 0.5, 0.5, 1e-3, norm=norm) for norm in ("operator", "frobenius"))
    assert operator.inverse_norm < frobenius.inverse_norm <= math.sqrt(2) * operator.inverse_norm
    identity = DPLSW(Tabular(5), 0.5, 0.5, 1e-3, norm="frobenius")
    assert identity.inverse_norm == pytest.approx(math.sqrt(5))


def test_release_is_the_estimate_plus_its_noise_and_repeats():
    data = trajectories(EPISODES)
    learner = DPLSW(Tabular(2), DISCOUNT, 0.5, 1e-3)
    release = learner.run(data, seed=5)
    assert release.scale == pytest.approx(release.alpha * release.smooth_sensitivity)
    assert (learner.run(data, seed=5).theta == release.theta).all()
    assert (learner.run(data, seed=6).theta != release.theta).all()
    assert (release.again(4, seed=5)[0] == release.theta).all()
    noise = (release.again(5000, seed=1) - release.noiseless) / release.scale
    assert abs(noise.std() - 1) < 5 / math.sqrt(2 * 10_000)  # five standard deviations
    assert not release.theta.flags.writeable


def test_data_outside_the_public_range_or_cut_off_are_refused():
    learner = DPLSW(Tabular(2), DISCOUNT, 0.5, 1e-3, rewards=(0.0, 0.5))
    with pytest.raises(InputError, match=r"rewards must lie in the public range from 0 to 0.5, got 1.0 in row 0"):
        learner.run(trajectories(EPISODES))
    wide = DPLSW(Tabular(2), DISCOUNT, 0.5, 1e-3)
    cut = Trajectories.from_episodes([[(0, 0, 1.0, 1)]], terminal=False)
    with pytest.raises(InputError, match="trajectories must end in a terminal row"):
        wide.run(cut)
    with pytest.raises(InputError, match="data must be Trajectories"):
        wide.run(None)  # pyright: ignore[reportArgumentType]
    with pytest.raises(InputError, match="first visits must lie between 0 and 0"):
        DPLSW(Tabular(1), DISCOUNT, 0.5, 1e-3).run(trajectories(EPISODES))
