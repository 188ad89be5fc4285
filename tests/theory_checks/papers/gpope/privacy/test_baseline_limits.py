"""The numbers used of the baselines, against the baselines themselves."""

from fractions import Fraction
from math import log, sqrt

import numpy as np
import pytest
from scipy.stats import norm

from tabular.algorithms.evaluation.dp_lsl import DPLSL
from tabular.algorithms.evaluation.dp_lsw import DPLSW
from tabular.numbers.balls import ball
from theory_checks.core.formal import formal_of
from theory_checks.core.interpret import enclose
from theory_checks.papers.gpope.privacy import baseline_limits
from theory_checks.papers.gpope.privacy.baseline_limits import (
    LEVELS,
    RETURNS,
    RIDGE,
    VISITS,
    calibration,
    least_delta,
    one_state,
    visited_norm,
)

ONE_STATE = np.ones((1, 1))
METHODS = ("off-policy-data", "continuous-actions")  # DP-LSW, DP-LSL
USED = [(float(e), float(d)) for e, d in LEVELS]


@pytest.mark.parametrize(("epsilon", "delta"), LEVELS)
def test_the_calibration_is_that_of_the_baselines(epsilon, delta):
    learner = DPLSW(ONE_STATE, 0.5, float(epsilon), float(delta))

    assert float(calibration(epsilon, delta)) == pytest.approx(learner.setting.alpha)
    assert float(calibration(epsilon, delta)) == pytest.approx(5 * sqrt(2 * log(2 / delta)) / float(epsilon))


@pytest.mark.parametrize(("epsilon", "delta"), USED)
@pytest.mark.parametrize("m", [1, 10, 1000])
def test_the_noise_of_dp_lsw_for_one_state_is_between_the_bounds_used(epsilon, delta, m):
    learner = DPLSW(ONE_STATE, 0.5, epsilon, delta)
    V = learner.setting.return_range

    assert V / m <= learner.smooth_sensitivity(np.array([m])) <= V


@pytest.mark.parametrize(("epsilon", "delta"), USED)
@pytest.mark.parametrize("bound", ["printed", "sharp"])
def test_the_noise_of_dp_lsl_for_one_state_is_above_the_bound_used(epsilon, delta, bound):
    m, lam = 10, 8.0
    learner = DPLSL(ONE_STATE, 0.5, epsilon, delta, lam, bound=bound)
    V = learner.setting.return_range

    moved = learner.estimate(np.array([V]), np.array([m])) - learner.estimate(np.array([V - V / m]), np.array([m]))
    assert moved[0] == pytest.approx(V / (m + lam / 2))
    assert moved[0] <= 2 * V / lam <= learner.smooth_sensitivity(np.array([m]), m)


@pytest.mark.parametrize(("epsilon", "delta"), LEVELS)
def test_the_distances_of_the_certificates_by_hand(epsilon, delta):
    a, V, m, lam = float(calibration(epsilon, delta)), float(RETURNS), VISITS, float(RIDGE)
    readings = [formal_of(baseline_limits.__file__, "gpope/baseline-limits", name) for name in METHODS]
    lsw, lsl = (float(enclose(reading.let["distance"], one_state(epsilon, delta))) for reading in readings)

    assert lsw == pytest.approx((V / m) / (a * V / m))
    assert lsl == pytest.approx((V / (m + lam / 2)) / (2 * a * V / lam))
    assert lsl < lsw


def test_the_noise_of_dp_lsl_is_proportional_to_the_norm_of_the_features():
    large, small = (
        DPLSL(scale * ONE_STATE, 0.5, 0.1, 1e-5, 1000.0).smooth_sensitivity(np.array([3]), 3) for scale in (1.0, 1e-9)
    )

    # up to the factor that tends to |rho|_2 from above
    assert small <= 1e-9 * large


def test_the_least_delta_meets_scipy():
    found = least_delta(Fraction(1), ball(Fraction(3)))

    assert float(found) == pytest.approx(norm.cdf(1.5 - 1 / 3) - np.e * norm.cdf(-1.5 - 1 / 3), rel=1e-12)


def test_visits_where_the_features_vanish_have_norm_zero():
    assert visited_norm((Fraction(0), Fraction(0))) == 0
    assert visited_norm((Fraction(0), Fraction(-2))) == 2
