"""The level of all errors and the undefined failure probability, by independent routes."""

from fractions import Fraction
from math import exp, log, log2

import pytest
from flint import arb

from tabular.noise.counters import failure_probability
from theory_checks.papers.pucb.counters import _levels, accuracy, beta_prime, uniform_error


@pytest.mark.parametrize("T", [2, 3, 10, 1000])
def test_the_level_is_the_printed_one_over_the_scale(T):
    S, A, H, epsilon, beta = 2, 3, 4, 0.7, 0.05
    C = 2 * S * A * H + S * S * A * H
    s = 3 * H * T.bit_length() / epsilon
    natural = 3 / epsilon * H * log(C / beta) * log(T) ** 2.5
    base2 = 3 / epsilon * H * log2(C / beta) * log2(T) ** 2.5
    y = arb(log(C / beta))

    assert float(uniform_error.PRINTED["natural-log"].level(T, y)) * s == pytest.approx(natural, rel=1e-12)
    assert float(uniform_error.PRINTED["log2"].level(T, y)) * s == pytest.approx(base2, rel=1e-12)


def test_the_bound_of_one_counter_is_four_times_as_large():
    y = arb(6)
    for T in (2, 9, 100):
        ratio = accuracy.PRINTED["natural-log"].level(T, y) / uniform_error.PRINTED["natural-log"].level(T, y)
        assert ratio.overlaps(arb(4))


def test_nine_episodes_are_too_few_and_ten_enough_for_three_counters():
    def failure(T, steps):
        level = float(uniform_error.PRINTED["natural-log"].level(T, arb(30).log()))
        return failure_probability(steps, level, counters=3)

    assert failure(9, 8) > 0.12
    assert failure(10, 10) < 0.1


@pytest.mark.parametrize("beta", [0.1434, 0.12, 0.1, 0.05, 1e-3])
@pytest.mark.parametrize("C", [3, 6, 32, 4800])
@pytest.mark.parametrize("T", [10, 16, 33, 64, 1000])
def test_the_region_holds_on_a_grid(T, C, beta):
    level = float(uniform_error.PRINTED["natural-log"].level(T, arb(log(C / beta))))

    assert failure_probability(T - 1, level, counters=C) <= beta


@pytest.mark.parametrize(("most", "holds"), [("0.1434", True), ("0.1435", False), ("0.15", False)])
def test_the_corner_of_the_region_is_decided_to_its_last_digit(most, holds):
    largest = uniform_error.three_counters(uniform_error.PRINTED["natural-log"], 10, Fraction(most))

    assert bool(largest <= 1) is holds
    assert bool(largest > 1) is not holds


def test_other_sizes_have_at_least_six_counters():
    counters = {S * A * H * (S + 2) for S in range(1, 9) for A in range(1, 9) for H in range(1, 9)}

    assert sorted(counters)[:2] == [3, 6]


def test_the_corrected_level_needs_the_union_over_the_episodes():
    T, beta = 2**14, 0.99
    levels = [level(T, arb(log(3 / beta))) for level in (_levels.chernoff_level, _levels.chernoff_level_of_one_time)]
    all_times, one_time = (failure_probability(T, float(level), counters=3) for level in levels)

    assert all_times <= beta < one_time


@pytest.mark.parametrize("beta", [0.999, 0.5, 1e-3])
@pytest.mark.parametrize("C", [3, 4800])
@pytest.mark.parametrize("T", [3, 4, 8, 17])
def test_the_region_of_base_two_holds_on_a_grid(T, C, beta):
    level = float(uniform_error.PRINTED["log2"].level(T, arb(log(C / beta))))

    assert failure_probability(T, level, counters=C) <= beta


def test_half_of_the_failure_probability_suffices_and_all_of_it_does_not():
    for n, T, beta in beta_prime.cases():
        assert n <= T**3
        assert beta_prime.failure(n, T, beta_prime.half(beta)) <= beta
        assert beta_prime.failure(n, T, beta) > beta


def test_the_share_for_short_runs_suffices():
    for n in (1, 2, 10, 1000):
        for beta in (Fraction(1, 100), Fraction(99, 100)):
            assert beta_prime.failure(n, 1, beta / (n + 1)) <= beta


def test_hoeffding_at_the_printed_bonus():
    """2 exp(-2 n d^2/H^2) at d = (H + 1) sqrt(2 ln(T/b)/n) is at most 2 (b/T)^4, whatever n."""
    H, T, b = 3, 50, 0.05
    for n in (1, 7, 50):
        d = (H + 1) * (2 * log(T / b) / n) ** 0.5
        assert 2 * exp(-2 * n * d * d / H**2) <= 2 * (b / T) ** 4
