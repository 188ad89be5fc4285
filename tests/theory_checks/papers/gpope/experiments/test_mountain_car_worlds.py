"""Mountain car: that theta = 0 has MSPBE 1, the two tasks, and the delta that the printed noise needs at least."""

import math

import numpy as np
import pytest
from scipy.stats import norm

from tabular.privacy.subsampled import Adjacency, delta_interval
from theory_checks.core.claim import Trial
from theory_checks.papers.gpope.experiments._car import off_policy, on_policy, trials
from theory_checks.papers.gpope.experiments._trajectory_worlds import SHORT_CLIP, Setting
from theory_checks.papers.gpope.experiments.mountain_car import needed_delta, tuned_runs


def test_theta_0_has_mspbe_1_on_policy():
    np.testing.assert_allclose(on_policy(0, "evaluation").zero, 1.0, rtol=1e-9)


@pytest.mark.parametrize("kind", ["valid", "printed"])
def test_no_gradient_is_clipped_but_with_a_short_clip(kind):
    setting, trial = Setting(1000, 1000, 1.0, kind), Trial(claim_id="gpope/fig2a-mountain-car")

    assert tuned_runs(trial, setting).clipped == 0
    assert tuned_runs(trial, setting, SHORT_CLIP).clipped > 0.5 * setting.steps * trials(trial)


def test_tuning_data_are_other_data():
    first, second = on_policy(0, "tuning").data, on_policy(0, "evaluation").data

    assert first.n_trajectories == second.n_trajectories
    assert not np.array_equal(first.states[0], second.states[0])


def test_the_reference_off_policy_is_near_the_moments_of_other_trajectories():
    world = off_policy(0, "evaluation")
    own = world.records.moments()

    # ratios up to 10 and 500 trajectories: an entry of the mean has a standard error of a few per cent
    assert np.abs(own.C - world.reference.C).max() < 0.2
    assert world.zero == pytest.approx(1.0, abs=0.1)


@pytest.mark.parametrize("setting", [Setting(100, 100, 1.0, "printed"), Setting(1000, 1000, 0.1, "printed")])
def test_the_needed_delta_is_that_of_the_accountant(setting):
    exact = delta_interval(setting.m, setting.sigma, setting.steps, setting.epsilon, Adjacency.REPLACE)

    assert needed_delta(setting) == exact.lower


def test_with_little_noise_the_record_shows_once_it_is_drawn():
    setting = Setting(10_000, 10_000, 1.0, "printed")
    drawn = 1 - (1 - 1 / setting.m) ** setting.steps

    assert setting.sigma < 0.1
    assert drawn - math.e * setting.steps * norm.sf(1 / setting.sigma) - 1e-9 <= needed_delta(setting) <= drawn + 1e-9
