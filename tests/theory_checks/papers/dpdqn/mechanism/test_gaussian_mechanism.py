"""The printed noise of the Gaussian mechanism against mpmath, and the sides of the critical epsilon."""

from fractions import Fraction
from itertools import pairwise
from math import exp, log, sqrt

import pytest
from mpmath import mp, mpf, ncdf
from scipy.stats import norm

from theory_checks.papers.dpdqn.mechanism._gaussian_release import multiplier
from theory_checks.papers.dpdqn.mechanism.gaussian_mechanism import critical_epsilon, nominal_delta


def exact_delta(epsilon, mu):
    with mp.workdps(60):
        ratio = mpf(epsilon) / mpf(mu)
        return ncdf(mpf(mu) / 2 - ratio) - mp.exp(mpf(epsilon)) * ncdf(-mpf(mu) / 2 - ratio)


@pytest.mark.parametrize(("epsilon", "delta"), [(0.5, 1e-5), (1.0, 0.9), (10.0, 1e-5), (20.0, 1e-5)])
def test_the_delta_of_the_printed_noise_agrees_with_mpmath(epsilon, delta):
    with mp.workdps(60):
        mu = mpf(epsilon) / mp.sqrt(2 * mp.log(mpf(1.25) / mpf(delta)))
        expected = float(exact_delta(epsilon, mu))

    assert float(nominal_delta(Fraction(epsilon), Fraction(delta))) == pytest.approx(expected, rel=1e-13)


@pytest.mark.parametrize("delta", [Fraction(9, 10), Fraction(1, 10), Fraction(1, 10**6)])
def test_the_critical_epsilon_is_between_its_two_sides(delta):
    low, high = critical_epsilon(delta)
    c = sqrt(2 * log(1.25 / float(delta)))

    assert high - low == Fraction(1, 10**6)
    assert exact_delta(float(low), float(low) / c) < float(delta) < exact_delta(float(high), float(high) / c)


def test_the_exact_delta_of_the_printed_noise_increases_with_epsilon():
    """This is what makes the critical epsilon unique."""
    delta = Fraction(1, 1000)
    found = [nominal_delta(Fraction(k, 4), delta) for k in range(1, 60)]

    assert all(a < b for a, b in pairwise(found))


def test_the_proof_holds_at_its_two_ends():
    c = sqrt(2 * log(1.25))

    assert float(multiplier(Fraction(1))) == pytest.approx(c, rel=1e-15)
    assert 2 * norm.cdf(1 / c / 2) - 1 < 1.25 * exp(-0.25)
    assert 0.4 * exp(0.5) < 1


def test_no_epsilon_up_to_the_end_of_the_proof_is_critical():
    """The proof reaches 2 ln(5/2) = 1.83; the smallest critical epsilon on this list is far above it."""
    smallest = min(critical_epsilon(Fraction(k, 50))[0] for k in range(40, 50))

    assert 2 * log(2.5) < 3.7 < smallest < 3.8


def test_the_proof_has_a_third_of_delta_to_spare():
    assert 2 / 5 * exp(1 / 2) < 2 / 3
    assert 2 * norm.cdf(1 / sqrt(2 * log(1.25)) / 2) - 1 < 0.546 < 2 / 3 * 1.25 * exp(-1 / 4)
