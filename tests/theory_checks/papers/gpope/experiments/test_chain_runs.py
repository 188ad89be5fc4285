"""The chain's metric and the closed forms of output perturbation, by independent routes."""

from math import log, sqrt

import numpy as np
import pytest

from tabular.algorithms.evaluation import GPOPE, Records
from tabular.algorithms.evaluation.dp_lsl import DPLSL
from tabular.evaluation import Tabular, mspbe
from tabular.evaluation.continuous import RecoveryChain, collect, uniform
from tabular.mdp.instances import recovery_chain_value
from tabular.privacy.subsampled import Adjacency, delta_interval
from theory_checks.papers.gpope.experiments._chain_data import whole
from theory_checks.papers.gpope.experiments._chain_runs import (
    DISCOUNT,
    EPSILON,
    LARGE_CLIP,
    STATES,
    Estimate,
    MonteCarlo,
    Nothing,
    Perturbed,
    Repaired,
    RidgeRegression,
    Setting,
    Unperturbed,
    chain_errors,
    fixed_moments,
)
from theory_checks.papers.gpope.experiments._chain_tuning import tuned, tuned_perturbed, tuning_errors
from theory_checks.papers.gpope.experiments._noise import DELTA, noise_multiplier


def test_the_value_function_alone_has_no_error():
    value = np.array([float(v) for v in recovery_chain_value(40, 0.5, DISCOUNT)])[:STATES]

    # The entries of b - A theta are differences of numbers of order 1: 1e-28 is their squared rounding.
    assert mspbe(fixed_moments("transitions"), value) < 1e-28
    assert mspbe(fixed_moments("expectation"), value) > 1e-8


def test_the_trivial_error_is_a_quarter_of_the_weight_of_the_last_state():
    harmonic = sum(1 / i for i in range(1, STATES + 1))
    errors = chain_errors(0, 5, 2, {"nothing": Nothing()})["nothing"]

    assert errors == pytest.approx([harmonic / STATES / 4] * 2, rel=1e-12)


def test_the_mean_over_the_noise_is_that_of_many_releases():
    data = collect(RecoveryChain(), uniform(1), 50, 3)
    release = DPLSL(Tabular(STATES), DISCOUNT, EPSILON, DELTA, 1e5).run(data, 1)

    sampled = mspbe(fixed_moments("transitions"), release.again(4000, 5))
    standard_error = float(np.std(sampled)) / sqrt(4000)
    exact = Estimate(release.noiseless, release.scale).error(fixed_moments("transitions"))
    assert abs(float(np.mean(sampled)) - exact) < 5 * standard_error


def test_a_run_without_noise_is_the_learner_without_privacy():
    data = whole(20, 3)
    alone = GPOPE(np.inf, 0.0, 2.0, 30, private=False).run(data.records, 5)

    assert np.abs(alone.theta).max() > 0
    assert Unperturbed(30).estimate(data, 5).theta.tolist() == alone.theta.tolist()


def test_the_errors_of_a_data_set_do_not_depend_on_who_else_is_tried():
    alone = chain_errors(1, 20, 3, {"mc": MonteCarlo()})["mc"]
    together = chain_errors(1, 20, 3, {"nothing": Nothing(), "ridge": RidgeRegression(1e4), "mc": MonteCarlo()})["mc"]

    assert alone.tolist() == together.tolist()


def test_valid_noise_keeps_its_promise_and_the_printed_one_is_its_formula():
    sigma = noise_multiplier(100, 50, EPSILON, "valid")

    assert delta_interval(100, sigma, 50, EPSILON, Adjacency.REPLACE).upper <= DELTA
    assert noise_multiplier(100, 50, EPSILON, "printed") == pytest.approx(2 * sqrt(50 * log(1e5)) / 10)


@pytest.mark.parametrize("accounting", ["valid", "printed"])
def test_the_large_clip_shortens_no_gradient_even_with_ten_times_the_step(accounting):
    setting, trajectories = Setting(1000, 3000, accounting, LARGE_CLIP), collect(RecoveryChain(), uniform(1), 1000, 3)
    step = tuned_perturbed(0, setting, 10.0).step_size
    records = Records.of(trajectories, None, Tabular(STATES), DISCOUNT)

    assert GPOPE(LARGE_CLIP, setting.sigma, step, setting.steps).run(records, 5).clipped == 0


def test_small_clips_matter_only_in_their_product_with_the_step():
    """Every gradient is clipped as long as h is below all of them: then h beta alone counts."""
    errors = {
        clip: chain_errors(2, 30, 2, {"run": Perturbed(Setting(30, 40, "valid", clip), 0.1)})["run"]
        for clip in (1e-5, 1e-4)
    }

    assert errors[1e-5] == pytest.approx(errors[1e-4], rel=1e-9)


def test_tuning_takes_the_best_of_its_grid():
    setting = Setting(40, 30)
    errors = tuning_errors(0, setting)

    assert errors[tuned(0, setting)] == min(errors.values())


def test_the_repaired_learner_improves_on_nothing_with_much_data():
    errors = chain_errors(0, 1000, 2, {"repaired": Repaired(), "nothing": Nothing()})

    assert (errors["repaired"] < errors["nothing"] / 3).all()


def test_a_constant_of_one_leaves_only_the_discount():
    """b - A 1 is -(1 - gamma) D_s, and (1/2 - (1 - gamma/2)) D_s in the last state."""
    last = sum(1 / i for i in range(1, STATES + 1)) / STATES
    (error,) = chain_errors(0, 5, 1, {"one": Nothing(1.0)})["one"]

    assert error == pytest.approx((1 - last) * 0.01**2 + last * 0.005**2, rel=1e-9)


def test_a_run_starts_where_it_is_told_to():
    """With a step that is all but zero the start is what comes out."""
    settings = {"run": Perturbed(Setting(10, 2), 1e-9, 1.0), "one": Nothing(1.0)}
    errors = chain_errors(0, 10, 2, settings)

    assert errors["run"] == pytest.approx(errors["one"], rel=1e-4)  # kappa = 1e-9 beside residuals of 1e-2


def test_errors_of_values_are_weighted_squares():
    """Against the definition; the weights of a state are those of the (2.2) matrix C."""
    theta = np.linspace(-1.0, 2.0, STATES)
    value = np.array([float(v) for v in recovery_chain_value(40, 0.5, DISCOUNT)])[:STATES]
    weights = np.diag(fixed_moments("expectation").C)
    expected = float(np.sum(weights * (theta - value) ** 2))

    assert Estimate(theta).error(fixed_moments("values")) == pytest.approx(expected, rel=1e-12)
    noisy = Estimate(theta, 3.0).error(fixed_moments("values"))
    assert noisy == pytest.approx(expected + 9.0, rel=1e-12)  # the weights sum to 1
    assert Estimate(theta).largest(0) == pytest.approx(float(np.max(np.abs(theta - value))))
    assert Estimate(np.full(STATES, np.nan)).error(fixed_moments("values")) == np.inf


def test_steps_for_values_are_tuned_on_values():
    setting = Setting(40, 30)
    errors = tuning_errors(0, setting, "values")

    assert errors[tuned(0, setting, "values")] == min(errors.values())
