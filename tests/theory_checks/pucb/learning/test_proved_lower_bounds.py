"""The probabilities behind the proved lower bounds, against enumeration and against a joint-privacy audit by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import exp, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog
from scipy.stats import binom

from theory_checks.pucb.learning.proved_lower_bounds import (
    enough,
    first_response,
    informed,
    largest,
    largest_by_trying,
    long_run,
    majority,
    mean_failures,
    not_yet,
    total_failures,
    trying,
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
    assert found[1] == (1 - share) * Fraction(4, 5) + share * 4 / (4 + RHO)


def test_randomised_responses_are_private() -> None:
    """All views of the later actions, for two users: the ratio of their laws is at most rho, and attains it."""
    p = RHO / (1 + RHO)
    law = {right: {bit: p if bit == right else 1 - p for bit in (0, 1)} for right in (0, 1)}
    assert max(law[a][bit] / law[b][bit] for a, b, bit in product((0, 1), repeat=3)) == RHO


@pytest.mark.parametrize(("A", "m"), [(2, 1), (2, 3), (3, 1), (4, 2)])
def test_the_most_that_privacy_allows_by_linear_programming(A, m):
    """All laws P(action b | answer a) with ratios of at most rho^m, the mean of P(a | a) being maximised."""
    factor, pairs = float(RHO**m), list(product(range(A), repeat=3))
    ratios = np.zeros((len(pairs), A * A))
    for row, (a, other, b) in zip(ratios, pairs, strict=True):
        row[a * A + b] += 1
        row[other * A + b] -= factor
    found = linprog(
        -np.eye(A).ravel() / A,
        A_ub=ratios,
        b_ub=np.zeros(len(pairs)),
        A_eq=np.kron(np.eye(A), np.ones(A)),
        b_eq=np.ones(A),
    )
    assert -found.fun == pytest.approx(float(largest(m, A, RHO)), rel=1e-9)


@given(st.integers(1, 5), st.integers(2, 6), st.fractions(Fraction(1), Fraction(3)), st.integers(1, 12))
def test_no_private_agent_is_below_the_floor(k: int, A: int, rho: Fraction, T: int) -> None:
    floor = total_failures(largest, k, A, rho, T)
    for agent in (uniform, majority, first_response, largest_by_trying):
        assert total_failures(agent, k, A, rho, T) >= floor


def test_the_floor_is_attained_after_one_visit() -> None:
    for A in (2, 3, 7):
        assert first_response(1, A, RHO) == largest(1, A, RHO)


@given(st.integers(1, 4), st.integers(2, 6), st.fractions(Fraction(11, 10), Fraction(50)), st.integers(1, 12))
def test_the_floor_is_above_its_closed_form(k: int, A: int, rho: Fraction, T: int) -> None:
    u, epsilon = 1 - 1 / float(rho), log(rho)
    closed = k * (log(A) / epsilon - (A - 1) / u * exp(-T * u / k))

    assert k * float(long_run(0, A, rho) - not_yet(k, A, rho, T)) == pytest.approx(closed, rel=1e-9, abs=1e-12)
    assert float(total_failures(largest, k, A, rho, T)) >= closed


def test_an_agent_without_privacy_is_below_it() -> None:
    assert total_failures(informed, 1, 2, Fraction(11, 10), 10) == Fraction(1, 2)
    assert total_failures(largest, 1, 2, Fraction(11, 10), 10) > 2


def test_failures_by_states_are_those_by_episodes() -> None:
    """k E sum_(j < M) F(j), M ~ Bin(T, 1/k), the form in which the proof adds them up."""
    k, A, T = 3, 4, 9
    by_state = sum(
        k * binom.pmf(visits, T, 1 / k) * sum(1 - float(largest(j, A, RHO)) for j in range(visits))
        for visits in range(T + 1)
    )
    assert float(total_failures(largest, k, A, RHO, T)) == pytest.approx(by_state, rel=1e-12)


def test_trying_loses_half_of_the_other_actions() -> None:
    assert total_failures(trying, 1, 5, RHO, 8) == 2


@pytest.mark.parametrize(("A", "rho"), [(2, Fraction(3, 2)), (3, Fraction(5)), (4, Fraction(2)), (2, Fraction(50))])
def test_the_cost_of_privacy_is_linear_in_the_number_of_states(A, rho):
    ell, epsilon = float(long_run(A - 1, A, rho)), log(rho)
    assert ell == pytest.approx(log(1 + (A - 1) * exp(-epsilon * (A - 1))) / epsilon, rel=1e-12)
    for k in (1, 2, 3):
        T = enough(k, A, rho)
        assert k * enough(1, A, rho) == T
        cost = total_failures(largest_by_trying, k, A, rho, T) - total_failures(trying, k, A, rho, T)
        assert float(cost) >= k * ell / 2


def test_the_mean_of_the_exponential() -> None:
    epsilon, k, t = 0.3, 4, 7
    mean = sum(binom.pmf(m, t, 1 / k) * exp(epsilon * m) for m in range(t + 1))
    assert mean == pytest.approx((1 + (exp(epsilon) - 1) / k) ** t, rel=1e-12)
