"""The composition of Theorem 5: the change of variables, the interval bounds and the critical epsilon."""

from fractions import Fraction
from math import e, exp, log, sqrt

import numpy as np
import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.stats import norm

from tabular.privacy import delta_of, log_delta_of
from theory_checks.papers.dpdqn.density._gaussian_curves import (
    BELOW,
    closed_factor,
    crossing,
    printed_factor,
    reached_delta,
    supremum,
)
from theory_checks.papers.dpdqn.density.composed_curve import (
    integrated_delta,
    largest_ratio,
    middle_bound,
    plain_sum,
    ratio_bound,
    root_sum,
    steep_bound,
)

EPSILONS = st.floats(0.01, 20).map(Fraction)
ROOTS = st.floats(1.5, 8).map(Fraction)


def log_ratio(epsilon, s):
    """ln(delta_G/delta) in the variables of the proof, by the doubles of the library."""
    return log_delta_of(epsilon, epsilon / s) - log(epsilon / (exp(s * s / 2) - e))


@given(epsilon=EPSILONS, s=ROOTS)
def test_the_ratio_is_that_of_the_exact_delta_to_the_claimed_one(epsilon, s):
    found = float(ratio_bound(epsilon, s, s))

    assert log(found) == pytest.approx(log_ratio(float(epsilon), float(s)), abs=1e-6)  # erfc cancels for large s


@given(epsilon=EPSILONS, s=ROOTS, width=st.floats(0, 0.5).map(Fraction), place=st.floats(0, 1).map(Fraction))
def test_the_bound_of_an_interval_covers_its_points(epsilon, s, width, place):
    inner = s + width * place

    assert not ratio_bound(epsilon, s, s + width) < ratio_bound(epsilon, inner, inner)


@given(s=st.floats(1.5, 8), first=st.floats(0.01, 1), second=st.floats(0.01, 1))
def test_at_fixed_s_the_ratio_increases_with_epsilon_up_to_twice_the_square(s, first, second):
    low, high = sorted((first * 2 * s * s, second * 2 * s * s))

    assert log_ratio(low, s) <= log_ratio(high, s) + 1e-9  # doubles


def test_a_scan_by_another_library_finds_no_violation_in_the_region_and_its_boundary():
    epsilons = np.linspace(0.05, float(BELOW), 300)[:, None]
    deltas = np.concatenate([10.0 ** -np.linspace(0.001, 30, 1500), 1 - 10.0 ** -np.linspace(0.5, 6, 300)])[None, :]
    s = np.sqrt(2 * np.log(e + epsilons / deltas))
    t = s - epsilons / (2 * s)
    exact = norm.sf(t) - np.exp(epsilons + norm.logsf(t + epsilons / s))

    assert (exact <= deltas * (1 + 1e-9)).all()  # near-equality at the boundary, in doubles


def test_the_critical_epsilon_is_the_smallest_over_delta():
    def critical(delta):
        def excess(epsilon):
            return delta_of(epsilon, epsilon / sqrt(2 * log(e + epsilon / delta))) - delta

        return brentq(excess, 5, 20, xtol=1e-12)

    values = [critical(delta) for delta in np.geomspace(0.02, 0.04, 200)]

    assert 12.6439 < min(values) < 12.64392
    assert critical(0.1) == pytest.approx(12.8027182, abs=1e-6)
    assert critical(1e-10) > critical(1e-5) > critical(1e-2) > min(values)


def test_the_interval_proof_is_tight_and_notices_a_larger_epsilon():
    assert 0.9999 < float(largest_ratio(BELOW)) < 1
    assert not largest_ratio(Fraction(127, 10)) < 1


@given(q=st.floats(2.5, 3.16).map(Fraction), width=st.floats(0, 0.1).map(Fraction))
def test_where_t_is_negative_the_bound_exceeds_the_ratio(q, width):
    s, epsilon = sqrt(2 * float(q)), float(BELOW)
    exact = delta_of(epsilon, epsilon / s) * (exp(float(q)) - e) / epsilon

    assert float(steep_bound(BELOW, q, q + width)) >= exact


@pytest.mark.parametrize("epsilon", [Fraction(6), Fraction(8), Fraction(12)])
def test_where_t_is_zero_the_bound_exceeds_the_ratio(epsilon):
    s = sqrt(float(epsilon) / 2)

    assert float(middle_bound(epsilon)) > exp(log_ratio(float(epsilon), s))


def test_a_supremum_is_bounded_or_enclosed():
    def hill(top):
        return lambda low, high: arb(top) - arb(0 if low <= 0 <= high else float(min(abs(low), abs(high)))) ** 2

    below = supremum(hill(0.999), Fraction(-1), Fraction(2), 8)
    above = supremum(hill(1.5), Fraction(-1), Fraction(2), 8)

    assert 0.999 <= float(below) < 1
    assert above.contains(arb(1.5))


@given(log_epsilon=st.floats(-6, 6), log_delta=st.floats(-60, -0.001))
def test_the_closed_form_is_always_enough(log_epsilon, log_delta):
    epsilon, delta = Fraction(exp(log_epsilon)), Fraction(exp(log_delta))

    assert reached_delta(epsilon, delta, closed_factor) <= float(delta)
    assert closed_factor(epsilon, delta) > printed_factor(epsilon, delta)


def test_composed_mechanisms_have_the_likelihood_ratio_of_one():
    noise = np.random.default_rng(5).standard_normal((100_000, 9))
    ratio = (0.3 * noise + 0.3**2 / 2).sum(axis=1)  # log likelihood ratios of nine mechanisms with mu = 0.3
    mu = float(root_sum(9, Fraction(3, 10), Fraction(1)))

    assert mu == pytest.approx(0.9)
    assert ratio.mean() == pytest.approx(mu**2 / 2, abs=6 * mu / sqrt(100_000))  # six standard errors
    assert ratio.var() == pytest.approx(mu**2, rel=6 * sqrt(2 / 100_000))
    assert float(plain_sum(9, Fraction(3, 10), Fraction(1))) == pytest.approx(2.7)


@pytest.mark.parametrize(("epsilon", "mu"), [(0, 1), (1, 2), (3, 0.5), (100, 12)])
def test_the_least_delta_is_an_integral(epsilon, mu):
    assert float(integrated_delta(Fraction(epsilon), arb(mu))) == pytest.approx(delta_of(epsilon, mu), rel=1e-9)


def test_a_crossing_is_bracketed_to_four_digits():
    def above(epsilon, delta):
        return epsilon * epsilon > delta

    assert crossing(Fraction(2), above, Fraction(1), Fraction(2)) == Fraction(14143, 10**4)
