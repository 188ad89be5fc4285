"""The factor of term I: the ratio to its printed limit at the critical exponent, and with all powers."""

from fractions import Fraction
from math import exp

import numpy as np
import pytest

from theory_checks.papers.gpope.convergence.term_one import (
    all_powers,
    falling_sizes,
    log_factor,
    log_rate,
    planned_sizes,
    remainder_bound,
)

K_HALF = Fraction(1, 2)


@pytest.mark.parametrize("a", [Fraction(1, 2), Fraction(1), Fraction(2)])
def test_at_one_half_the_ratio_tends_to_a_gaussian_factor(a):
    N = 10**8

    ratio = float((log_factor(K_HALF, a, N) - log_rate(K_HALF, a, N, 1)).exp())

    # the next term, 2 a^3/(3 sqrt N), is 5e-4 at a = 2
    assert abs(ratio - exp(-(float(a) ** 2))) < 1e-3
    assert ratio < exp(-(float(a) ** 2))


def test_the_number_of_powers_is_the_floor_of_the_inverse():
    assert [all_powers(Fraction(*k)) for k in ((1, 10), (1, 3), (2, 5), (1, 2), (51, 100), (99, 100))] == [
        10,
        3,
        2,
        2,
        1,
        1,
    ]


@pytest.mark.parametrize("k", [Fraction(1, 4), Fraction(2, 5), K_HALF, Fraction(3, 4)])
def test_with_all_powers_the_logarithms_differ_by_at_most_the_remainder(k):
    for N in (100, 10**4, 10**6):
        off = log_factor(k, Fraction(1), N) - log_rate(k, Fraction(1), N, all_powers(k))

        assert off <= 0
        assert -off <= remainder_bound(k, Fraction(1), N)


def test_within_one_run_the_factor_is_geometric_and_with_falling_steps_it_is_not():
    runs = planned_sizes(Fraction(1), 64), falling_sizes(Fraction(1), 64)
    factors = [np.cumprod([float(1 - beta / 2) ** 2 for beta in sizes]) for sizes in runs]

    assert np.ptp(factors[0][1:] / factors[0][:-1]) < 1e-14
    assert (np.diff(factors[1][1:] / factors[1][:-1]) > 0).all()
