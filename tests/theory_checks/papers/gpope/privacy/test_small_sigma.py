"""Small noise: the closed form of the moment of order 2, and m near x^2/4; the branches of the minimum."""

from fractions import Fraction
from math import exp, expm1, log, log1p

import pytest
from scipy.optimize import brentq

from tabular.privacy.subsampled import Direction, log_moment
from theory_checks.engine.papers import load
from theory_checks.papers.gpope.privacy._log_moments import lemma_step
from theory_checks.papers.gpope.privacy._one_step import Step, in_doubles
from theory_checks.papers.gpope.privacy.small_sigma import FAR, LARGE, LARGE_ORDERS, OPPOSITE, SMALL, VACUOUS


@pytest.mark.parametrize("step", SMALL)
def test_the_moment_of_order_two_has_the_form_of_the_text(step):
    q, x = 1 / step.m, exp(1 / float(step.sigma) ** 2)
    expected = log1p(3 * q**2 * (x - 1) + q**3 * (x - 1) ** 2 * (x + 2))

    assert log_moment(step.pair, 2, Direction.REMOVE) == pytest.approx(expected, rel=1e-9)
    assert expected > in_doubles(step.m, float(step.sigma), 2)


@pytest.mark.parametrize("step", OPPOSITE)
def test_opposite_gradients_break_what_lemma_1_also_covers(step):
    """The claim that the catalogue quotes has an entry of its own, which counts."""
    x = exp(1 / float(step.sigma) ** 2)

    assert x > 2  # small noise
    assert log_moment(step.pair, 1, Direction.REMOVE) == pytest.approx(log1p((x**4 - 1) / step.m**2), rel=1e-9)
    assert log1p((x**4 - 1) / step.m**2) > 2 * x / step.m**2
    assert "covers" in load()["gpope/lemma1-small-sigma"].reading("also-covers").part


@pytest.mark.parametrize("step", SMALL)
def test_one_trajectory_less_is_not_refuted_at_the_same_noise(step):
    fewer = Step(step.m - 1, step.sigma, 2, 1)

    assert log_moment(fewer.pair, 2, Direction.REMOVE) <= in_doubles(fewer.m, float(step.sigma), 2)


@pytest.mark.parametrize("sigma", [Fraction(2, 5), Fraction(3, 10), Fraction(1, 5)])
def test_near_a_quarter_of_x_squared_the_bound_fails(sigma):
    m = int(exp(2 / float(sigma) ** 2) / 4)

    assert log_moment(Step(m, sigma, 2, 1).pair, 2, Direction.REMOVE) > in_doubles(m, float(sigma), 2)


@pytest.mark.parametrize("step", LARGE)
def test_the_simple_form_is_for_large_noise_and_above_the_minimum(step):
    assert float(step.sigma) ** 2 >= 1 / log(2)
    assert float(lemma_step(step)) >= in_doubles(step.m, float(step.sigma), step.order)
    assert 4 * expm1(1 / float(step.sigma) ** 2) <= 8 / float(step.sigma) ** 2


def test_the_far_case_is_within_the_limit_of_the_appendix():
    sigma = float(FAR.sigma)

    assert FAR.order <= sigma**2 * log(FAR.m / sigma)
    # the margin is for the rounding of doubles only
    assert log_moment(FAR.pair, 2, Direction.REMOVE) > in_doubles(FAR.m, sigma, 2) * (1 + 1e-9)


@pytest.mark.parametrize("step", [*VACUOUS, *LARGE_ORDERS])
def test_inside_the_bound_says_less_than_no_draw(step):
    y, order = 1 / float(step.sigma) ** 2, int(step.order)

    assert step.m**2 * y <= 2 * exp(y)
    assert log_moment(step.pair, order, Direction.REMOVE) <= order * (order + 1) * y / 2
    assert order * (order + 1) * y / 2 <= in_doubles(step.m, float(step.sigma), order)


@pytest.mark.parametrize("step", [*SMALL, FAR])
def test_the_refuting_steps_are_outside(step):
    y = 1 / float(step.sigma) ** 2

    assert step.m**2 * y > 2 * exp(y)


def test_the_second_zero_of_the_branch():
    assert 1.2564 < brentq(lambda y: expm1(y) - 2 * y, 1, 2) < 1.2565
