"""Tests for tabular/mdp/solvers/rounding.py: the bounds must hold for exact numbers, which Fractions are."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabular.mdp.solvers.rounding import (
    UNIT,
    compensated_rounding,
    row_slack,
    shifted_bound,
    sweep_noise,
    sweep_rounding,
)

FINITE = st.floats(-1e3, 1e3)
DISCOUNT = st.floats(0, 0.9999)


def test_the_unit_is_half_the_distance_from_one_to_the_next_float():
    assert np.finfo(np.float64).eps == 2 * UNIT


@pytest.mark.parametrize("k", [1, 10, 1000, 10**6])
def test_longer_rows_round_more_and_compensation_nearly_stops_it(k):
    assert sweep_rounding(k) < sweep_rounding(k + 1)
    assert sweep_rounding(k) >= (k + 2) * UNIT
    assert 8 * UNIT <= compensated_rounding(k) <= max(9 * UNIT, 2 * sweep_rounding(k) ** 2)
    assert row_slack(k) >= 3 * k * UNIT


@given(seed=st.integers(0, 10**6), k=st.integers(1, 40), gamma=DISCOUNT, scale=st.sampled_from([1e-3, 1.0, 1e6]))
def test_a_computed_action_value_is_within_the_noise(seed, k, gamma, scale):
    rng = np.random.default_rng(seed)
    p = rng.dirichlet(np.ones(k))
    v, r = scale * rng.standard_normal(k), scale * rng.standard_normal()

    computed = r + gamma * float(p @ v)
    exact = Fraction(r) + Fraction(gamma) * sum(Fraction(x) * Fraction(y) for x, y in zip(p, v, strict=True))

    noise = sweep_noise(abs(r), float(np.abs(v).max()), gamma, sweep_rounding(k))
    assert abs(Fraction(computed) - exact) <= Fraction(noise)


@given(FINITE, st.floats(0, 1e3), FINITE, DISCOUNT, st.floats(0, 1e4), st.floats(0, 1e-6))
def test_the_bound_is_at_least_the_rational_one(low, width, shift, gamma, size, eta):
    high = low + width
    slack = row_slack(5)
    got = shifted_bound(low, high, size, eta, gamma, slack, shift)

    gap = (1 - Fraction(gamma)) * Fraction(shift)
    drift = abs(Fraction(shift)) * Fraction(gamma) * Fraction(slack) + Fraction(eta)
    residual = max(Fraction(high) - gap, gap - Fraction(low), Fraction(0)) + drift
    modulus = Fraction(gamma) * (1 + Fraction(slack))
    assert Fraction(got) >= modulus / (1 - modulus) * residual + drift


def test_a_perfect_sweep_is_off_by_rounding_only():
    assert shifted_bound(0.0, 0.0, 1.0, 0.0, 0.5, 0.0, 0.0) == pytest.approx(2 * UNIT)
    assert shifted_bound(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0) == 0.0


def test_a_modulus_that_may_be_one_proves_nothing():
    assert shifted_bound(0.0, 0.0, 1.0, 0.0, 1 - 2**-53, row_slack(10), 0.0) == math.inf


def test_centring_halves_the_span():
    gamma = 0.9
    centred = shifted_bound(1.0, 3.0, 0.0, 0.0, gamma, 0.0, 2.0 / (1 - gamma))
    sup = shifted_bound(1.0, 3.0, 0.0, 0.0, gamma, 0.0, 0.0)
    assert centred == pytest.approx(gamma / (1 - gamma) * 1)
    assert sup == pytest.approx(gamma / (1 - gamma) * 3)
