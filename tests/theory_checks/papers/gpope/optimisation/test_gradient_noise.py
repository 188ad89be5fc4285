"""Noise, its constants, the variance and the mean of the gradient, by sampling-free independent routes."""

from fractions import Fraction

import numpy as np
import pytest

from tabular.evaluation.saddle import lyapunov_norm
from theory_checks.core.claim import Trial
from theory_checks.core.exhibits import Figure
from theory_checks.papers.gpope.common.data_sets import TWO, data_set, proved_growth
from theory_checks.papers.gpope.optimisation.gradient_error import assumption1, enumerated_variance, moment_variance
from theory_checks.papers.gpope.optimisation.mean_error import BETA, fresh, population_error, with_replacement
from theory_checks.papers.gpope.optimisation.noise import (
    BY_FROBENIUS,
    BY_TRACE,
    PLANS,
    PRINTED_BOUND,
    mean_square,
    noise_values,
)

PAIR = data_set("two", TWO)


@pytest.mark.parametrize("n", [1, 3])
@pytest.mark.parametrize(("h", "sigma"), [(Fraction(1, 2), Fraction(3)), (Fraction(2), Fraction(1, 5))])
def test_trace_and_frobenius_norm_by_numpy(n, h, sigma):
    covariance = float(h * sigma) ** 2 * np.eye(2 * n)

    assert float(mean_square(n, h, sigma)) == pytest.approx(np.trace(covariance), rel=1e-14)
    values = noise_values(BY_FROBENIUS, n, h, sigma)
    share = float(values["c"] * values["N"] / values["m"] ** 2)
    assert share == pytest.approx(np.linalg.norm(covariance, "fro") ** 2, rel=1e-14)


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_constants_from_the_printed_formulas(plan):
    sigma = plan.c2 * (plan.N * float(plan.ell)) ** 0.5 / (plan.m * float(plan.epsilon))
    covariance = (float(plan.h) * sigma) ** 2 * np.eye(2 * plan.n)

    by_norm = plan.m**2 * np.linalg.norm(covariance, "fro") ** 2 / plan.N
    assert float(plan.worth(BY_FROBENIUS)) == pytest.approx(by_norm, rel=1e-12)
    assert float(plan.worth(BY_TRACE)) == pytest.approx(plan.m**2 * np.trace(covariance) / plan.N, rel=1e-12)
    assert float(plan.worth(PRINTED_BOUND)) == pytest.approx(
        2 * plan.n * 4 * float(plan.ell / plan.epsilon**2), rel=1e-12
    )


def test_variance_of_two_trajectories_by_hand():
    """E ||Delta||^2 = d'd/4 for two equally likely gradients that differ by d."""
    for theta, w in ((1, 0), (10, 0), (-2, 3)):
        x = np.array([Fraction(theta), Fraction(w)], dtype=object)
        d = np.array([-Fraction(4, 5) * w, Fraction(4, 5) * theta + w - 1])
        expected = (d @ d) / 4

        assert moment_variance(PAIR, x, Fraction(0)) == expected
        assert enumerated_variance(PAIR, x, Fraction(3)) == expected + 2 * 9


def test_growth_constant_bounds_random_directions():
    P = lyapunov_norm(PAIR.Q).P
    bound, rng = float(proved_growth(PAIR, P)) / 2, np.random.default_rng(0)
    ratios = []
    for x in rng.normal(size=(2000, 2)):
        spread = [(q - PAIR.Q).astype(float) @ x for q in PAIR.matrices]
        ratios.append(np.mean([e @ P.astype(float) @ e for e in spread]) / (x @ P.astype(float) @ x))

    assert max(ratios) <= bound
    assert max(ratios) >= 0.999 * bound  # directions this dense in the plane come close


def test_figure_grows_quadratically_or_not_at_all():
    figure = next(e for e in assumption1(Trial(claim_id="gpope/assumption1")) if isinstance(e, Figure))
    growing, flat = (series.y for series in figure.series)

    assert growing[-1] / growing[-9] == pytest.approx((799 / 79) ** 2, rel=1e-8)  # (4 t/5 - 1)^2/4, t = 1000 and 100
    assert max(flat) == min(flat)


@pytest.mark.parametrize("m", [1, 2, 3])
def test_second_error_has_the_mean_of_the_proof(m, worth):
    lemma = worth("second-error-mean", m=m, beta=BETA, theta=1, p=Fraction(1, 2))
    assert lemma == pytest.approx(float(BETA / m), rel=1e-14)
    assert population_error(m, 1, with_replacement).tolist() == [0, 0]
    assert population_error(m, 2, with_replacement).tolist() == [BETA / m, 0]
    assert m == 1 or population_error(m, 2, fresh).tolist() == [0, 0]
