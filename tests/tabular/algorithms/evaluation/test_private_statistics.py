"""Private statistics against plain numpy, exact Gaussian curves, and enumeration of neighbouring data sets."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from evaluation_worlds import DISCOUNT, STORAGES, features_of, random_data, records_of
from refusals import refusals

from tabular.algorithms.evaluation import Records, lstd
from tabular.algorithms.evaluation.level import level_basis
from tabular.algorithms.evaluation.private_statistics import PrivateStatistics
from tabular.errors import InputError
from tabular.evaluation import Tabular, Trajectories, trajectory_moments
from tabular.privacy.calibrate import calibrate_gaussian, is_private
from tabular.privacy.gaussian_curve import mu_of


def exact(clip, ridge=0.0, **options):
    return PrivateStatistics(math.inf, 1e-5, clip, ridge=ridge, private=False, **options)


@pytest.mark.parametrize("storage", STORAGES)
@pytest.mark.parametrize("clip", [0.5, 3.0, math.inf])
@pytest.mark.parametrize("columns", [1, 2])
def test_means_are_those_of_clipped_matrices(storage, clip, columns):
    data, ratios = random_data(40)
    records = records_of(data, ratios, storage)
    A, b, _ = trajectory_moments(data, ratios, features_of(storage), DISCOUNT, "sum")
    basis = np.random.Generator(np.random.Philox(5)).normal(size=(b.shape[1], columns))
    x = np.concatenate([A @ basis, 2.5 * b[:, :, None]], axis=2)
    norms = np.sqrt((x**2).sum(axis=(1, 2)))
    expected = (x / np.maximum(1, norms / clip)[:, None, None]).mean(axis=0)

    release = exact(clip, basis=basis, emphasis=2.5).run(records)

    assert release.noiseless == pytest.approx(expected, abs=1e-12)
    assert release.clipped == (norms > clip).sum()
    assert pytest.approx(expected[:, :-1], abs=1e-12) == release.A
    assert release.b == pytest.approx(expected[:, -1] / 2.5, abs=1e-12)


@pytest.mark.parametrize("storage", STORAGES)
def test_without_noise_clip_and_ridge_it_is_off_policy_lstd(storage):
    data, ratios = random_data(60)
    release = exact(math.inf).run(records_of(data, ratios, storage))
    expected = lstd(data, ratios, features_of(storage), DISCOUNT).theta
    assert release.theta == pytest.approx(expected, rel=1e-9)
    assert release.scale == 0.0


def test_one_replaced_trajectory_moves_the_release_by_at_most_2_clip_over_m_and_attains_it():
    """All data sets of three trajectories out of eight, all neighbours."""
    data, ratios = random_data(8, seed=3)
    records = {
        key: records_of(data.subset(key), _ratios(data, ratios, key), "pairs")
        for key in itertools.product(range(8), repeat=3)
        if list(key) == sorted(key)
    }
    clip = 1.5
    means = {key: exact(clip, 1.0).run(value).noiseless for key, value in records.items()}
    for here, there in itertools.combinations(means, 2):
        if len(set(here) ^ set(there)) <= 2 and sum(a != b for a, b in zip(here, there, strict=True)) == 1:
            assert np.linalg.norm(means[here] - means[there]) <= 2 * clip / 3 * (1 + 1e-12)
    # one state, rewards of opposite signs that outweigh A: the clipped vectors are opposite
    opposite = [
        Records.of(
            Trajectories.from_episodes([[(0, 0, r, 0)], [(0, 0, 0.0, 0)]], terminal=True), None, Tabular(1), 0.5, "sum"
        )
        for r in (1e9, -1e9)
    ]
    one, two = (exact(clip, 1.0).run(value).noiseless for value in opposite)
    assert np.linalg.norm(one - two) == pytest.approx(2 * clip / 2, rel=1e-9)


def _ratios(data, ratios, key):
    return np.concatenate([ratios[data.offsets[i] : data.offsets[i + 1]] for i in key])


@pytest.mark.parametrize(("epsilon", "delta", "m"), [(0.1, 1e-5, 100), (1.0, 1e-8, 7), (5.0, 0.01, 1)])
def test_noise_is_the_smallest_double_that_is_proved_private(epsilon, delta, m):
    scale = PrivateStatistics(epsilon, delta, 0.3).noise_scale(m)
    sensitivity = 2 * Fraction(0.3) / m
    assert is_private(scale, epsilon, delta, sensitivity)
    assert not is_private(math.nextafter(scale, 0), epsilon, delta, sensitivity)
    # mu_of is another route to the same number, in doubles
    assert scale == pytest.approx(2 * 0.3 / m / mu_of(epsilon, delta), rel=1e-9)


def test_released_numbers_have_the_noise_that_was_promised():
    """Across neighbours the law moves by at most mu standard deviations, and here by exactly mu."""
    data = [
        Records.of(Trajectories.from_episodes([[(0, 0, r, 0)]], terminal=True), None, Tabular(1), 0.5, "sum")
        for r in (1e9, -1e9)
    ]
    learner = PrivateStatistics(0.5, 1e-3, 2.0)
    runs = [[learner.run(records, seed).b[0] for seed in range(2000)] for records in data]
    deviation = np.std(runs[0] - np.mean(runs[0]))
    gap = (np.mean(runs[0]) - np.mean(runs[1])) / learner.noise_scale(1)
    # means and deviations of 2000 draws: five standard deviations
    assert deviation == pytest.approx(learner.noise_scale(1), rel=5 / math.sqrt(4000))
    assert gap == pytest.approx(mu_of(0.5, 1e-3), abs=5 * math.sqrt(2 / 2000))


def test_ridge_follows_the_noise_and_theta_tends_to_its_limits():
    data, ratios = random_data(60)
    records = records_of(data, ratios, "pairs")
    release = PrivateStatistics(0.5, 1e-3, 4.0).run(records)
    assert release.ridge == pytest.approx(3 * release.scale**2)
    expected = np.linalg.solve(release.A.T @ release.A + release.ridge * np.eye(3), release.A.T @ release.b)
    assert release.theta == pytest.approx(expected)
    clipped = exact(4.0).run(records).theta
    nearly = PrivateStatistics(1e8, 1e-3, 4.0).run(records).theta
    assert nearly == pytest.approx(clipped, rel=1e-2)  # noise of 1e-5 in entries of order 1, condition below 100
    heavy = PrivateStatistics(0.5, 1e-3, 4.0, ridge=1e12).run(records).theta
    assert np.abs(heavy).max() < 1e-9


def test_basis_of_the_level_is_a_change_of_coordinates():
    """Without noise, clip and ridge, every basis of the whole space gives the same theta."""
    data, ratios = random_data(60)
    records = records_of(data, ratios, "pairs")
    plain, level = (exact(math.inf, basis=basis).run(records).theta for basis in (None, level_basis(np.ones(3), 0.9)))
    assert level == pytest.approx(plain, rel=1e-9)
    narrow = exact(math.inf, basis=np.ones((3, 1)), emphasis=1.0).run(records)
    assert np.ptp(narrow.theta) == 0.0
    columns = narrow.A[:, 0]
    assert narrow.theta[0] == pytest.approx(columns @ narrow.b / (columns @ columns))


def test_again_repeats_runs_of_the_same_seed():
    data, ratios = random_data(20)
    release = PrivateStatistics(0.5, 1e-3, 4.0).run(records_of(data, ratios, "rows"), seed=9)
    further = release.again(5, seed=9)
    assert further.shape == (5, 2)
    assert further[0] == pytest.approx(release.theta)
    assert np.ptp(further, axis=0).min() > 0


test_bad_arguments_are_refused = refusals(
    ((math.inf, 1e-5, 1.0), {}, r"epsilon must be positive and finite \(or inf with private=False\)"),
    ((0.0, 1e-5, 1.0), {}, "epsilon must be positive"),
    ((-1.0, 1e-5, 1.0), {}, "epsilon must be positive"),
    ((math.nan, 1e-5, 1.0), {}, "epsilon must be positive"),
    ((0.1, 0.0, 1.0), {}, r"delta must lie in \(0, 1\)"),
    ((0.1, 1e-5, 0.0), {}, "clip must be positive"),
    ((0.1, 1e-5, math.inf), {}, "clip must be positive and finite"),
    ((0.1, 1e-5, math.inf), {"private": False}, "clip must be finite where epsilon is"),
    ((0.1, 1e-5, 1.0), {"ridge": -1.0}, "ridge must be finite and at least 0"),
    ((0.1, 1e-5, 1.0), {"emphasis": 0.0}, "emphasis must be positive"),
    ((0.1, 1e-5, 1.0), {"basis": [[1.0, 2.0]]}, "basis must be a finite matrix"),
    ((0.1, 1e-5, 1.0), {"basis": [[math.inf], [1.0]]}, "basis must be a finite matrix"),
    calling=lambda arguments, options: PrivateStatistics(*arguments, **options),
)


def test_bad_records_are_refused():
    data, ratios = random_data(5)
    with pytest.raises(InputError, match="records must be Records"):
        PrivateStatistics(0.1, 1e-5, 1.0).run(data)
    with pytest.raises(InputError, match="basis must have 3 rows, one for each feature, got 2"):
        PrivateStatistics(0.1, 1e-5, 1.0, basis=np.eye(2)).run(records_of(data, ratios, "pairs"))
    huge = Trajectories.from_episodes([[(0, 0, 1e300, 0)]], terminal=True)
    with pytest.raises(InputError, match="within the range of doubles"):
        PrivateStatistics(0.1, 1e-5, 1.0).run(Records.of(huge, None, Tabular(1), 0.5, "sum"))
    unseen = Records.of(Trajectories.from_episodes([[(0, 0, 1.0, 0)]], terminal=True), None, Tabular(2), 0.5, "sum")
    with pytest.raises(InputError, match="A must be invertible, of rank 2, or get a regularisation > 0, got rank 1"):
        exact(math.inf).run(unseen)


def test_calibration_matches_the_paper_task():
    """m = 1000, epsilon = .1, delta = 1e-5: the noise of one entry in units of the clip."""
    scale = PrivateStatistics(0.1, 1e-5, 1.0).noise_scale(1000)
    assert scale == pytest.approx(calibrate_gaussian(0.1, 1e-5, 1).sigma * 2 / 1000, rel=1e-12)
