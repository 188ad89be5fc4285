"""Tests for tabular/mdp/solvers/exact.py."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rational_oracle import optimal_value, value_of
from refusals import refusals

from tabular.mdp import FiniteMDP
from tabular.mdp.bellman import backup, greedy
from tabular.mdp.instances import bandit, chain, cycle_with_stay, dense_random, dyadic_random, rational_random
from tabular.mdp.solvers import exact_policy_iteration, solve


@settings(max_examples=50)
@given(
    seed=st.integers(0, 10**9),
    n=st.integers(1, 4),
    m=st.integers(1, 3),
    denominator=st.sampled_from([2, 3, 10, 997]),
    discount=st.fractions(0, Fraction(99, 100), max_denominator=100),
)
def test_it_is_the_brute_force_optimum(seed, n, m, denominator, discount):
    mdp = rational_random(n, m, discount, denominator, seed)
    solution = exact_policy_iteration(mdp)
    assert solution.value.tolist() == optimal_value(mdp)
    assert value_of(mdp, solution.policy.tolist()) == optimal_value(mdp)
    assert solution.error_bound == 0
    assert type(solution.error_bound) is Fraction


@pytest.mark.parametrize("start", [[0, 0, 0, 0], [1, 1, 1, 1], [1, 0, 1, 0]])
def test_every_start_leads_to_the_same_value(start):
    mdp = dyadic_random(4, 2, Fraction(9, 10), 20, seed=3)
    assert exact_policy_iteration(mdp, start).value.tolist() == optimal_value(mdp)


def test_from_the_worst_policy_a_chain_takes_a_round_for_each_state():
    mdp = chain(6, Fraction(1, 2))
    solution = exact_policy_iteration(mdp, [0] * 6)
    assert solution.iterations == 7
    assert solution.value.tolist() == [Fraction(2, 2 ** (5 - s)) for s in range(6)]
    assert exact_policy_iteration(mdp).iterations == 1


def test_among_optimal_actions_it_takes_the_first():
    mdp = cycle_with_stay(3, Fraction(1, 2), stays=2)
    assert exact_policy_iteration(mdp, [2, 1, 0]).policy.tolist() == [0, 0, 0]


def test_fifty_states_of_floats_taken_literally():
    """The value solves v = T v exactly, which float64 cannot even state."""
    mdp = dyadic_random(50, 4, 0.99, 52, seed=0, exact=False).exact()
    solution = exact_policy_iteration(mdp)
    assert (backup(mdp, solution.value) == solution.value).all()
    assert (greedy(mdp, solution.value) == solution.policy).all()


def test_a_tie_that_float64_cannot_see_is_decided():
    tiny = Fraction(1, 10**40)
    solution = solve(bandit([Fraction(1), 1 + tiny, Fraction(1)], Fraction(1, 3)))
    assert solution.policy.tolist() == [1]
    assert solution.value.tolist() == [(1 + tiny) * Fraction(3, 2)]


def test_discounts_and_rewards_beyond_float64():
    near_one = 1 - Fraction(1, 10**30)
    assert solve(bandit([Fraction(2), Fraction(1)], near_one)).value.tolist() == [2 * 10**30]
    huge = Fraction(10**400)
    assert solve(bandit([-huge, huge], Fraction(1, 2))).value.tolist() == [2 * huge]
    two_states = FiniteMDP([[[0, 1], [1, 0]]], [[huge, -huge]], Fraction(1, 2))
    assert solve(two_states).value.tolist() == [huge * Fraction(2, 3), -huge * Fraction(2, 3)]


def test_without_flint_the_numbers_are_the_same(monkeypatch):
    import tabular.numbers.rational

    mdp = dyadic_random(6, 3, Fraction(3, 4), 30, seed=7)
    fast = exact_policy_iteration(mdp)
    monkeypatch.setattr(tabular.numbers.rational, "flint", None)
    slow = exact_policy_iteration(mdp)
    assert fast.value.tolist() == slow.value.tolist()
    assert fast.policy.tolist() == slow.policy.tolist()


test_floats_and_stochastic_starts_are_refused = refusals(
    (dense_random(2, 2, 0.5, 0), r"^mdp must be an exact FiniteMDP \(mdp.exact\(\) converts\), got "),
    (None, "mdp must be an exact FiniteMDP"),
    (dyadic_random(2, 2, Fraction(1, 2), 3, 0), np.full((2, 2), Fraction(1, 2)), "policy must be deterministic"),
    calling=exact_policy_iteration,
)
