"""DP-LSL against brute force over all data sets of a tiny world, closed forms and limits."""

import math

import numpy as np
import pytest
from balle_worlds import DISCOUNT, EPISODES, data_sets, first_returns, smooth_sensitivities, trajectories
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from tabular.algorithms.evaluation.dp_lsl import DPLSL
from tabular.evaluation import Table, Tabular

WORLDS = [
    (np.eye(2), None),
    (np.array([[1.0], [2.0]]), None),
    (np.array([[1.0, 1.0], [1.0, -0.5]]), [0.3, 2.0]),
]


def estimate(phi, weights, regularisation, episodes):
    """Least squares with rows sqrt(lambda/2) e_j added, target 0."""
    returns, counts = first_returns(episodes)
    roots = np.sqrt((np.ones(2) if weights is None else np.array(weights)) * counts)
    rows = np.vstack([roots[:, None] * phi, math.sqrt(regularisation / 2) * np.eye(phi.shape[1])])
    target = np.concatenate([roots * returns, np.zeros(phi.shape[1])])
    return np.linalg.lstsq(rows, target, rcond=None)[0], counts


@pytest.mark.parametrize(("phi", "weights"), WORLDS)
@pytest.mark.parametrize("m", [1, 2, 4])
@pytest.mark.parametrize("regularisation", [0.05, 1.0, 20.0])
def test_sharp_bound_covers_every_data_set_for_every_lambda(phi, weights, m, regularisation):
    learner = DPLSL(Table(phi), DISCOUNT, 0.8, 1e-3, regularisation, weights=weights, bound="sharp")
    worlds = {key: estimate(phi, weights, regularisation, [EPISODES[i] for i in key]) for key in data_sets(m)}
    thetas = {key: theta for key, (theta, _) in worlds.items()}
    smooth, local = smooth_sensitivities(thetas, learner.setting.beta / 2)
    for key, (_, counts) in worlds.items():
        assert local[key] <= smooth[key] <= learner.smooth_sensitivity(counts, m) * (1 + 1e-12)


@given(
    st.lists(st.integers(0, 50), min_size=2, max_size=2),
    st.floats(1.01, 1e6),
    st.sampled_from(["operator", "frobenius"]),
)
def test_printed_bound_is_never_below_the_sharp_one(counts, factor, norm):
    smallest = 1.0 if norm == "operator" else 2.0  # ||Phi||^2 rho_max
    printed, sharp = (
        DPLSL(Tabular(2), 0.5, 0.5, 1e-3, factor * smallest, norm=norm, bound=bound) for bound in ("printed", "sharp")
    )
    here, there = (learner.smooth_sensitivity(np.array(counts), 50) for learner in (printed, sharp))
    assert here == pytest.approx(there * factor / (factor - 1), rel=1e-9)


def test_estimate_is_that_of_plain_loops():
    for phi, weights in WORLDS:
        learner = DPLSL(Table(phi), DISCOUNT, 0.8, 1e-3, 30.0, weights=weights)
        for key in data_sets(3):
            episodes = [EPISODES[i] for i in key]
            theta, counts = estimate(phi, weights, 30.0, episodes)
            release = learner.run(trajectories(episodes), seed=3)
            assert release.noiseless == pytest.approx(theta, abs=1e-12)
            assert (release.counts == counts).all()


def test_sensitivity_in_closed_form():
    rho, lam, m = [0.5, 0.25], 3.0, 40
    learner = DPLSL(Tabular(2), 0.9, 0.1, 1e-5, lam, weights=rho)
    beta = 0.025 / (2 + math.log(2e5))
    counts = (5, 33)
    largest = max(
        math.exp(-k * beta)
        * (
            0.5 / math.sqrt(2 * lam) * math.sqrt(sum(r * min(c + k, m) for r, c in zip(rho, counts, strict=True)))
            + math.hypot(*rho)
        )
        ** 2
        for k in range(m + 1)
    )
    expected = 2 * 10 / (lam - 0.5) * math.sqrt(largest)
    assert learner.smooth_sensitivity(np.array(counts), m) == pytest.approx(expected, rel=1e-12)


def test_large_lambda_gives_theta_zero_and_no_noise():
    data = trajectories(EPISODES)
    scales = []
    for lam in (1e2, 1e4, 1e8):
        release = DPLSL(Tabular(2), DISCOUNT, 0.5, 1e-3, lam).run(data, seed=0)
        scales.append(release.scale)
        assert np.abs(release.noiseless).max() <= 2 * 2 * len(EPISODES) / lam
    assert scales == sorted(scales, reverse=True)
    assert scales[-1] < 1e-4


def test_the_sharp_bound_holds_at_the_edge_of_the_printed_condition():
    DPLSL(Tabular(3), 0.5, 0.5, 1e-3, 2.0, weights=[1.0, 2.0, 0.5], bound="sharp")


test_lambda_and_bound_are_checked = refusals(
    (
        lambda: DPLSL(Tabular(3), 0.5, 0.5, 1e-3, 2.0, weights=[1.0, 2.0, 0.5]),
        r"regularisation must exceed \|Phi\|\^2 max rho = 2 for the printed bound, got 2.0",
    ),
    (lambda: DPLSL(Tabular(3), 0.5, 0.5, 1e-3, 2.9, norm="frobenius"), "regularisation must exceed"),
    (
        lambda value: DPLSL(Tabular(2), 0.5, 0.5, 1e-3, value, bound="sharp"),
        "regularisation must be",
        [0.0, -1.0, math.inf, math.nan, "1", None, True],
    ),
    (
        lambda: DPLSL(Tabular(2), 0.5, 0.5, 1e-3, 5.0, bound="loose"),  # pyright: ignore[reportArgumentType]
        'bound must be "printed" or "sharp"',
    ),
)
