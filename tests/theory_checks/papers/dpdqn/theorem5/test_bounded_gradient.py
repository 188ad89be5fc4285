"""Runs with a bounded gradient: from which batch on a release that carries noise breaks the promise."""

from math import e, exp, log, sqrt

import pytest
from scipy.optimize import minimize

from tabular.privacy import mu_of
from theory_checks.core.formula import num
from theory_checks.papers.dpdqn.theorem5._bounded_gradient_runs import STILL, by_batch, mu_of_update, runs
from theory_checks.papers.dpdqn.theorem5._releases import FRESH, LEVELS, numbers


@pytest.mark.parametrize(("batch", "u", "v"), [(64, 5, 0.01), (960, 6.5, 2)])
def test_mu_is_that_of_the_run_with_the_least_noise(batch, u, v):
    k = 4.34 * sqrt(2 * log(e + 9000) * (1 + v)) / 0.9 + u / 2
    alpha = v * batch / (4 * (k + 1))
    exact = {name: num(round(x * 10**12)) / 10**12 for name, x in (("k", k), ("alpha", alpha))}
    constants = numbers(T=batch, B=batch, L=1, **exact, sigma=LEVELS["$C$ under the root"])
    run = STILL.run(constants, FRESH)

    assert mu_of_update(batch, u, v) == pytest.approx(float(run.mu()), rel=1e-9)


def test_small_rates_are_the_limit():
    assert mu_of_update(186, 5, 1e-9) == pytest.approx(mu_of_update(186, 5, 0), rel=1e-6)


@pytest.mark.parametrize(("batch", "broken"), [(185, False), (186, True)])
def test_no_other_rate_or_spare_breaks_the_promise_of_a_smaller_batch(batch, broken):
    def margin(x):
        return -mu_of_update(batch, x[0], abs(x[1])) / mu_of(0.9, 1e-4 + exp(-x[0] * x[0] / 2))

    starts = [(u, v) for u in (4.2, 5, 6) for v in (1e-6, 1e-2, 1.0)]
    best = max(-minimize(margin, start, method="Nelder-Mead").fun for start in starts)

    assert (best > 1) == broken
    assert ({row[0]: row[3] for row in by_batch().rows}[str(batch)] == "broken") == broken


def test_the_slope_is_that_of_the_gradient_and_there_is_no_discount():
    for run in runs():
        assert run.constants["L"] == 1
        assert run.constants["gamma"] == 0
