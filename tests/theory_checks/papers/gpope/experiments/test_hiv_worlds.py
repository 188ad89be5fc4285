"""HIV treatment: units, ratios, and what the constant of the stated average reward is."""

import numpy as np
import pytest

from tabular.evaluation import mspbe
from theory_checks.core.claim import Trial
from theory_checks.papers.gpope.experiments._clinic import BASES, MORE_BASES, features, patients, stated_average, world
from theory_checks.papers.gpope.experiments._trajectory_worlds import Setting
from theory_checks.papers.gpope.experiments.hiv import tuned_runs, untreated

BASIS = next(iter(BASES))


def test_rewards_are_in_units_of_the_stated_average():
    data, ratios = patients(0, "tuning", 20, 0.3)

    assert 0.1 < data.rewards.mean() < 10
    # the mean of the ratios is 1; 4000 rows of ratios up to 4 have a standard error below .02 if they were independent
    assert abs(ratios.mean() - 1) < 0.1


def test_the_first_feature_of_every_basis_is_constant():
    states = patients(0, "tuning", 20, 0.3)[0].states

    for basis in BASES | MORE_BASES:
        np.testing.assert_array_equal(features(basis)(states)[:, 0], 1.0)


def test_the_stated_average_is_the_value_fifty_units_everywhere():
    place = world(0, "evaluation", BASIS)
    theta = np.zeros(place.records.size)
    theta[0] = 50.0

    np.testing.assert_allclose(stated_average(place), mspbe(place.reference, theta), rtol=1e-6)
    assert stated_average(place) < place.zero


@pytest.mark.parametrize("basis", BASES)
def test_no_gradient_is_clipped(basis):
    assert tuned_runs(Trial(claim_id="gpope/fig4-hiv"), basis, Setting(1000, 1000, 1.0, "printed")).clipped == 0


def test_untreated_patients_get_no_drug():
    assert untreated(np.zeros((3, 6))).tolist() == [[1.0, 0.0, 0.0, 0.0]] * 3
