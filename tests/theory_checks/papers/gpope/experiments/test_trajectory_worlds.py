"""Worlds of recorded trajectories: errors, data sets, cells, the exact mean error of output perturbation, noises."""

import math

import numpy as np
import pytest

from tabular.algorithms.evaluation import GPOPE, Records, lstd
from tabular.algorithms.evaluation.private_statistics import PrivateStatistics
from tabular.evaluation import Fourier, Trajectories, mspbe
from theory_checks.papers.gpope.experiments._trajectory_worlds import (
    Cells,
    Grid,
    OutputPerturbation,
    Setting,
    Steps,
    World,
    gpope_errors,
    gpope_runs,
    least_squares,
    names,
    output_perturbation,
    statistics_errors,
    tuned,
)

PHI = Fourier(2, [0.0, 0.0], [1.0, 1.0])


def episodes(count, seed=0):
    """Return walks in the unit square with reward -1, all of which end."""
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(count):
        x = rng.random((int(rng.integers(3, 9)), 2))
        found.append([(x[t], 0, -1.0, x[t + 1]) for t in range(len(x) - 1)])
    return Trajectories.from_episodes(found, terminal=True)


@pytest.fixture(scope="module")
def world():
    data = episodes(40)
    records = Records.of(data, None, PHI, 0.9, storage="matrices")
    return World(data, records, records.moments())


def test_errors_are_the_mspbe_and_infinite_where_a_run_diverged(world):
    thetas = np.random.default_rng(1).normal(size=(3, 9))

    np.testing.assert_allclose(world.errors(thetas), mspbe(world.reference, thetas), rtol=1e-9)
    assert world.errors(np.full(9, np.nan)).tolist() == [math.inf]


def test_theta_0_has_error_1_where_all_rewards_are_minus_1_and_a_feature_is_constant(world):
    # b = -C e_1, so that b'C^{-1}b = e_1'C e_1 = 1; the solves of size 9 leave some units of rounding times cond(C)
    np.testing.assert_allclose(world.zero, 1.0, rtol=1e-10)
    np.testing.assert_allclose(world.constant(-2.0), mspbe(world.reference, -2.0 * np.eye(9)[0]), rtol=1e-9)


def test_a_small_data_set_is_what_records_of_its_trajectories_are(world):
    chosen = world.chosen(7, 5)
    direct = Records.of(world.data.subset(chosen), None, PHI, 0.9, storage="matrices")
    learner = GPOPE(1.0, 0.5, 0.1, 50)

    np.testing.assert_array_equal(learner.run(world.data_set(7, 5), 3).theta, learner.run(direct, 3).theta)
    assert len(chosen) == 7
    assert world.chosen(40, 5) is None
    assert world.data_set(80, 5) is world.records


def test_records_that_are_no_matrices_are_refused(world):
    rows = World(world.data, Records.of(world.data, None, PHI, 0.9, storage="rows"), world.reference)

    with pytest.raises(ValueError, match="records must be kept as matrices, got rows"):
        rows.data_set(3, 0)


def test_least_squares_on_much_data_is_that_of_the_population(world):
    assert mspbe(world.reference, lstd(world.data, None, PHI, 0.9, weighting="1/length").theta) < 1e-20
    assert np.median(least_squares(world, 10**6, 5, 1)) < 1e-2 * np.median(least_squares(world, 100, 5, 1))


def test_trials_do_not_depend_on_how_many_there_are(world):
    setting, steps = Setting(20, 30, 1.0), Steps(1.0, 0.01)

    np.testing.assert_array_equal(
        gpope_errors(world, setting, steps, 2, 4), gpope_errors(world, setting, steps, 5, 4)[:2]
    )


def test_the_length_of_a_clipped_step_does_not_depend_on_the_clip(world):
    setting = Setting(1000, 20, 1.0)
    small, smaller = (gpope_errors(world, setting, Steps(clip, 0.01), 2, 4) for clip in (1e-6, 1e-7))

    # far below every gradient the direction alone matters, up to gradients that change by less than 1e-6 of their size
    np.testing.assert_allclose(small, smaller, rtol=1e-6)
    assert Steps(0.5, 0.1).times(10).step_size == pytest.approx(2.0)


def test_tuning_takes_the_best_of_the_grid(world):
    grid, setting = Grid((0.1, 1.0), (1e-4, 1e-2, 10.0), 3), Setting(1000, 50, 1.0)
    best = tuned(world, setting, grid, 7)
    medians = {
        (clip, length): np.median(gpope_errors(world, setting, Steps(clip, length), 9, 7))
        for clip in np.array(grid.clips) * world.longest
        for length in grid.lengths
    }

    assert min(medians, key=medians.get) == (best.clip, best.length)


def test_the_longest_gradient_at_the_start_is_clipped_by_whatever_is_shorter(world):
    still = Setting(1000, 300, 1.0)  # steps that lead nowhere: every gradient is one of the start

    assert gpope_runs(world, still, Steps(1.001 * world.longest, 1e-12), 1, 3).clipped == 0
    assert 0 < gpope_runs(world, still, Steps(0.999 * world.longest, 1e-12), 1, 3).clipped < 300


def test_the_printed_noise_is_the_formula_of_theorem_1_with_c2_2():
    assert Setting(1000, 400, 0.1, "printed").sigma == pytest.approx(2 * math.sqrt(400 * math.log(1e5)) / 100)
    assert Setting(100, 100, 1.0).sigma > 2 * Setting(100, 100, 1.0, "printed").sigma
    assert "valid noise" in Setting(1, 1, 1.0).shown()
    assert "as printed" in Setting(1, 1, 1.0, "printed").shown()


def test_cells_number_their_centres():
    cells = Cells(np.array([0.0, -1.0]), np.array([1.0, 3.0]), 4)

    np.testing.assert_array_equal(cells.of(cells.centres()), np.arange(16))
    np.testing.assert_array_equal(cells.of(np.array([[-5.0, -5.0], [1.0, 3.0]])), [0, 15])
    assert cells.centres()[1].tolist() == [0.375, -0.5]


def test_output_perturbation_has_the_mean_error_that_its_formula_says(world):
    found = OutputPerturbation(np.full(9, 0.1), 2.0, np.ones(1))
    errors = found.errors(world, 20_000, 3)

    # five standard errors of the mean
    assert abs(errors.mean() - found.mean_error(world)) < 5 * errors.std() / math.sqrt(len(errors))


def test_more_data_of_the_same_kind_shrinks_the_noise_of_output_perturbation(world):
    cells = Cells(np.zeros(2), np.ones(2), 3)
    scales = [output_perturbation(world, cells, PHI, 0.9, Setting(m, m, 1.0)).scale for m in (40, 4000, 400_000)]

    assert scales[0] >= scales[1] > 10 * scales[2]


def test_private_statistics_improve_with_the_data(world):
    few, many = (statistics_errors(world, PrivateStatistics(1.0, 1e-5, 5.0), m, 20, 1) for m in (10**4, 10**7))

    assert np.median(many) < 0.1 * np.median(few)


def test_seeds_have_names():
    assert names(0, "a") != names(0, "b") != names(1, "b")
    assert names(3, "x", 4) == names(3, "x", 4)
