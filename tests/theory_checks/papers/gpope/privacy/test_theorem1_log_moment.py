"""The bound on the log moment of N steps: against integration, enumeration and its own limits."""

from fractions import Fraction
from itertools import product
from math import comb, exp, log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import brentq

from tabular.numbers.balls import ball as ball_of
from tabular.privacy.subsampled import Direction, log_moment
from theory_checks.papers.gpope.privacy._log_moments import kappa, lemma_step, proved_step
from theory_checks.papers.gpope.privacy._one_step import Step, pair_moment
from theory_checks.papers.gpope.privacy.theorem1_log_moment import fails_from, printed_step
from theory_checks.papers.gpope.privacy.theorem1_order import condition, condition_orders, true_limit


def test_binomial_mean_is_the_moment():
    step = Step(4, 2, 3)
    y, a, q = 1.0, 4, 0.25
    mean = sum(comb(a, k) * q**k * (1 - q) ** (a - k) * exp(y * k * (k - 1) / 2) for k in range(a + 1))

    assert float(pair_moment(step)) == pytest.approx(log(mean), rel=1e-13)


def test_one_step_of_the_induction_of_the_proof():
    """S (S - 1) grows by 2 S' X when X is added to S': checked on all sequences of four draws."""
    for draws in product((0, 1), repeat=4):
        before, last = sum(draws[:-1]), draws[-1]
        after = before + last
        assert after * (after - 1) == before * (before - 1) + 2 * before * last


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 300), st.fractions(Fraction(1, 2), 30, max_denominator=8), st.integers(1, 60))
def test_bounds_hold_for_one_order_and_for_the_dominating_pair(m, sigma, order):
    step = Step(m, sigma, order)
    if order * 4 / sigma**2 > 60:
        return

    assert pair_moment(step) <= proved_step(step) / 2
    assert log_moment(step.pair, order, Direction.DOMINATING) <= float(proved_step(step)) * (1 + 1e-9)


def test_bound_is_sharp_for_small_distances():
    ratio = pair_moment(Step(10, 10**4, 3)) / (proved_step(Step(10, 10**4, 3)) / 2)

    assert 0.99999 < float(ratio) < 1


def test_bounds_in_floats():
    step = Step(10, Fraction(5, 2), 4)

    assert float(printed_step(step)) == pytest.approx(4 * 16 / (100 * 6.25))
    assert float(lemma_step(step)) == pytest.approx(4 * 20 / (100 * 6.25))
    x = 4 * 4 / 6.25
    assert float(proved_step(step)) == pytest.approx(4 * ((exp(x) - 1) / x) ** 2 * 20 / (100 * 6.25))


def test_kappa_grows_from_one():
    values = [float(kappa(ball_of(Fraction(k, 10)))) for k in (1, 5, 9)]

    assert values == [pytest.approx((exp(x) - 1) / x) for x in (0.1, 0.5, 0.9)]
    assert 1 < values[0] < values[1] < values[2]


def test_first_failure_is_where_the_sign_changes():
    m, sigma = 100, Fraction(2)
    last = fails_from(m, sigma)

    assert pair_moment(Step(m, sigma, last - 1, 1)) <= printed_step(Step(m, sigma, last - 1, 1))
    assert pair_moment(Step(m, sigma, last, 1)) > printed_step(Step(m, sigma, last, 1))
    assert last < 2 * 4 * log(100) / (1 - 8 / 100**2) + 1


def test_condition_and_its_orders():
    assert float(condition(Step(100, 2, 1, 1))) == pytest.approx(4 * log(50))
    assert condition_orders(100, Fraction(2), Fraction(1))[-1] == 15
    assert float(true_limit(Step(10, 2, 1, 1))) == pytest.approx(4 * log(10) / (2 - 0.04))
    assert float(true_limit(Step(2, 2, 1, 1))) == pytest.approx(4 * log(2))


def test_noise_below_which_the_first_order_fails_at_distance_two():
    """The number of the text: e^y - 1 = 2 y, y = 4/sigma^2."""
    y = brentq(lambda x: exp(x) - 1 - 2 * x, 0.5, 3)

    assert 1.784 < (4 / y) ** 0.5 < 1.785
