"""The quoted noise: monotonicity, critical epsilon, and the smaller noises that were known."""

from fractions import Fraction
from math import e, log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from tabular.privacy import delta_of
from theory_checks.papers.dpdqn.density._gaussian_curves import reached_delta
from theory_checks.papers.dpdqn.density.general_composition import (
    BELOW,
    exact_factor,
    quoted_factor,
    renyi_factor,
    share_bound,
    single_factor,
)


def reached(epsilon, delta):
    """The least delta of the composition in doubles."""
    return delta_of(epsilon, epsilon / sqrt(2 * log(1.25 / delta) * log(e + epsilon / delta)))


@given(delta=st.floats(0.6, 0.999), first=st.floats(0.01, 30), second=st.floats(0.01, 30))
def test_for_large_delta_it_increases_with_epsilon(delta, first, second):
    low, high = sorted((first, second))

    assert reached(low, delta) <= reached(high, delta) + 1e-12


@given(delta=st.floats(0.45, 0.6), first=st.floats(5 / 3, 30), second=st.floats(5 / 3, 30))
def test_for_middle_delta_it_increases_from_five_thirds_on(delta, first, second):
    low, high = sorted((first, second))

    assert reached(low, delta) <= reached(high, delta) + 1e-12


def test_a_scan_by_another_library_finds_no_violation_in_the_region():
    epsilons = np.linspace(0.02, float(BELOW), 300)[:, None]
    deltas = np.concatenate([np.linspace(0.3, 0.9999, 700), 10.0 ** -np.linspace(0.5, 12, 300)])[None, :]
    s = np.sqrt(2 * np.log(1.25 / deltas) * np.log(e + epsilons / deltas))
    t = s - epsilons / (2 * s)
    exact = norm.sf(t) - np.exp(epsilons + norm.logsf(t + epsilons / s))

    assert (exact <= deltas).all()


@given(delta=st.floats(0.45, 0.98).map(Fraction), width=st.floats(0, 0.02).map(Fraction), place=st.floats(0, 1))
def test_the_bound_of_an_interval_covers_its_points(delta, width, place):
    inner = float(delta + width * Fraction(place))

    assert float(share_bound(delta, delta + width)) >= reached(float(BELOW), inner) / inner - 1e-12


@given(epsilon=st.floats(0.01, 5).map(Fraction), delta=st.floats(1e-9, 0.9).map(Fraction))
def test_the_renyi_noise_is_the_best_over_all_orders(epsilon, delta):
    mu = float(epsilon) / float(renyi_factor(epsilon, delta))
    b = -log(delta)
    order = 1 + sqrt(2 * b) / mu  # where alpha mu^2/2 + b/(alpha - 1) is stationary

    for alpha in (order, 1 + (order - 1) * 1.01, 1 + (order - 1) * 0.99):
        assert alpha * mu**2 / 2 + b / (alpha - 1) >= float(epsilon) * (1 - 1e-9)
    assert order * mu**2 / 2 + b / (order - 1) == pytest.approx(float(epsilon), rel=1e-9)
    assert delta_of(float(epsilon), mu) < delta


@pytest.mark.parametrize("epsilon", [Fraction(1, 10), Fraction(9, 20), Fraction(9, 10)])
@pytest.mark.parametrize("delta", [Fraction(5, 10**5), Fraction(1, 100)])
def test_each_known_noise_is_enough_and_none_is_below_the_exact_one(epsilon, delta):
    for factor in (single_factor, renyi_factor, quoted_factor):
        assert reached_delta(epsilon, delta, factor) < float(delta)
        assert factor(epsilon, delta) > exact_factor(epsilon, delta)
