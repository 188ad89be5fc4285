"""The probabilities behind the proved lower bounds, against enumeration and against a joint-privacy audit by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import exp, log

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from theory_checks.pucb.learning.proved_lower_bounds import (
    enough,
    informed,
    largest,
    majority,
    mean_failures,
    regret_floor,
    slope,
    uniform,
)

RHO = Fraction(3, 2)


@given(st.integers(0, 30))
def test_majority_is_the_binomial_tail(m: int) -> None:
    p = 0.6
    tie = binom.pmf(m / 2, m, p) / 2 if m % 2 == 0 else 0
    assert float(majority(m, 2, RHO)) == pytest.approx(binom.sf(m // 2, m, p) + tie, rel=1e-12)


def test_failures_by_enumeration_of_starting_states() -> None:
    k, T = 2, 4
    found = mean_failures(majority, k, 2, RHO, Fraction(1), T)
    for t in range(T):
        mean = sum(1 - majority(sum(x == 0 for x in states), 2, RHO) for states in product(range(k), repeat=t))
        assert found[t] == mean / k**t


def test_failures_with_rare_visits() -> None:
    share = Fraction(1, 6)
    found = mean_failures(largest, 3, 5, RHO, Fraction(1, 2), 3)
    assert found[0] == Fraction(4, 5)
    assert found[1] == (1 - share) * Fraction(4, 5) + share * (1 - RHO / 5)


def test_randomised_responses_are_private() -> None:
    """All views of the later actions, for two users: the ratio of their laws is at most rho, and attains it."""
    p = RHO / (1 + RHO)
    law = {right: {bit: p if bit == right else 1 - p for bit in (0, 1)} for right in (0, 1)}
    assert max(law[a][bit] / law[b][bit] for a, b, bit in product((0, 1), repeat=3)) == RHO


@given(st.integers(1, 5), st.integers(2, 6), st.fractions(Fraction(1), Fraction(3)), st.integers(1, 12))
def test_no_private_agent_is_below_the_floor(k: int, A: int, rho: Fraction, T: int) -> None:
    floor = regret_floor(k, A, rho, T)
    for agent in (uniform, majority, largest):
        assert sum(mean_failures(agent, k, A, rho, Fraction(1), T)) >= floor


def test_an_agent_without_privacy_is_below_it() -> None:
    assert sum(mean_failures(informed, 1, 2, Fraction(11, 10), Fraction(1), 10)) == Fraction(1, 2)
    assert regret_floor(1, 2, Fraction(11, 10), 10) > Fraction(1, 2)


def test_the_floor_reaches_its_linear_part_in_time() -> None:
    for k, A, rho in product((1, 3), (2, 9), (Fraction(11, 10), Fraction(2))):
        expected = (log(A) - 1 + 1 / A) / (float(rho) - 1)
        assert float(slope(A, rho)) == pytest.approx(expected, rel=1e-12)
        assert float(regret_floor(k, A, rho, enough(k, A, rho))) >= k * expected


def test_the_mean_of_the_exponential() -> None:
    epsilon, k, t = 0.3, 4, 7
    mean = sum(binom.pmf(m, t, 1 / k) * exp(epsilon * m) for m in range(t + 1))
    assert mean == pytest.approx((1 + (exp(epsilon) - 1) / k) ** t, rel=1e-12)
