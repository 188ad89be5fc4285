"""Lemma 1: the closed form of the moment against integration, first orders that fail, and the claim about one order."""

from fractions import Fraction
from math import exp, expm1, log, log1p, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad

from tabular.privacy.subsampled import Direction, SubsampledGaussian, log_moment
from theory_checks.core.evidence import Outcome
from theory_checks.papers.gpope.privacy._one_step import (
    Step,
    complete_bound,
    first_failing_order,
    in_doubles,
    pair_moment,
    printed_bound,
)
from theory_checks.papers.gpope.privacy.one_step_bound import PROOF_FAILS, WORST, compared_outcome

HALF = Fraction(1, 2)


def integrated(step):
    """E_null r^(lambda + 1) with r = 1 - q + q e^(mu x - mu^2/2), by quadrature."""
    q, mu, a = 1 / step.m, step.shift / float(step.sigma), int(step.order) + 1

    def integrand(x):
        return exp(-x * x / 2) * (1 - q + q * exp(mu * x - mu * mu / 2)) ** a

    value, _ = quad(integrand, -14, 14 + a * mu, limit=400, epsabs=0, epsrel=1e-12)
    return log(value / sqrt(2 * 3.141592653589793))


@pytest.mark.parametrize("step", [Step(2, 1, 1), Step(100, 2, 5), Step(8, HALF, 2, 1), Step(4, 1, 4, 1)])
def test_the_moment_of_a_step_is_the_integral(step):
    # the quadrature was asked for 12 digits of a number whose logarithm is taken
    assert float(pair_moment(step)) == pytest.approx(integrated(step), rel=1e-8)


@pytest.mark.parametrize("step", [*WORST[1:2], *PROOF_FAILS])
def test_the_refuting_steps_exceed_the_bound_by_quadrature_too(step):
    assert integrated(step) > float(printed_bound(step))


@pytest.mark.parametrize("step", [step for step in WORST if step.order == 1])
def test_the_refuting_steps_of_order_one_exceed_the_bound_in_doubles_too(step):
    assert log1p(expm1(4 / float(step.sigma) ** 2) / step.m**2) > float(printed_bound(step)) * (1 + 1e-9)


def test_the_smallest_counterexample_by_hand():
    # two records, gradients (1, -1) against (-1, -1), sigma = 1, lambda = 1
    assert integrated(Step(2, 1, 1)) == pytest.approx(log(1 + expm1(4) / 4))
    assert log(1 + expm1(4) / 4) > min(4 * expm1(1), 2 * exp(1)) / 4


def test_one_record_leaves_nothing_to_draw_and_the_bound_holds():
    for sigma in (Fraction(1, 3), Fraction(1), Fraction(7)):
        assert compared_outcome(Step(1, sigma, 1)) is Outcome.HOLDS


@pytest.mark.parametrize(
    ("m", "sigma", "order"), [(10, HALF, 2), (10, 1, 5), (100, 2, 37), (1000, Fraction(6, 5), 19), (10**6, 4, 441)]
)
def test_first_orders_that_fail_for_the_pair_of_the_proof(m, sigma, order):
    assert first_failing_order(m, sigma) == order
    assert compared_outcome(Step(m, sigma, order, 1)) is Outcome.FAILS
    assert compared_outcome(Step(m, sigma, order - 1, 1)) is Outcome.HOLDS


def test_an_order_that_is_out_of_reach_is_reported():
    with pytest.raises(ValueError, match="orders must hold the first one that fails"):
        first_failing_order(2, HALF, orders=range(1, 3))


@given(m=st.integers(1, 10**5), log_sigma=st.floats(-0.9, 3), log_order=st.floats(-2, 6))
def test_the_other_order_of_the_proof_s_pair_never_exceeds_the_bound(m, log_sigma, log_order):
    sigma, order = Fraction(round(exp(log_sigma), 3)), Fraction(round(exp(log_order), 3))
    alpha = log_moment(SubsampledGaussian(Fraction(1, m), sigma, 1), order, Direction.ADD)

    # doubles: the moment is computed to about nine digits, the bound is at least twice as large where m > 1
    assert alpha <= in_doubles(m, float(sigma), order) * (1 + 1e-9)


@given(m=st.integers(1, 2000), sigma=st.floats(0.5, 20), order=st.integers(1, 12))
def test_the_bound_with_all_terms_is_above_the_dominating_pair(m, sigma, order):
    step = Step(m, Fraction(sigma), order)
    alpha = log_moment(step.pair, order, Direction.DOMINATING)

    # nearly an equality for large orders
    assert alpha <= float(complete_bound(step)) * (1 + 1e-9)
