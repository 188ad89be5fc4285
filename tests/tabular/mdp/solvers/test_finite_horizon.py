"""Tests for tabular/mdp/solvers/finite_horizon.py."""

from fractions import Fraction
from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refusals
from scipy import sparse

from tabular.mdp import FiniteMDP
from tabular.mdp.instances import bandit, chain, dense_random, dyadic_random
from tabular.mdp.solvers import backward_induction

HALF = Fraction(1, 2)


def best_over_plans(stages, gamma, terminal):
    """Brute force: the best value of every state over all plans (an action for each step and state)."""
    n, m = stages[0].n_states, stages[0].n_actions
    best = None
    for plan in product(product(range(m), repeat=n), repeat=len(stages)):
        v = list(terminal)
        for stage, policy in zip(reversed(stages), reversed(plan), strict=True):
            P, r = stage.transitions, stage.rewards
            v = [
                Fraction(r[policy[s], s]) + gamma * sum(Fraction(P[policy[s]][s, t]) * v[t] for t in range(n))
                for s in range(n)
            ]
        best = v if best is None else [max(x, y) for x, y in zip(best, v, strict=True)]
    return best


def stages_of(seed, horizon, gamma=HALF):
    return [dyadic_random(2, 2, gamma, 4, seed=seed + h) for h in range(horizon)]


@settings(max_examples=15)
@given(seed=st.integers(0, 10**6), horizon=st.integers(1, 3), gamma=st.sampled_from([0, HALF, 1]))
def test_exact_stages_give_the_best_of_all_plans(seed, horizon, gamma):
    stages = stages_of(seed, horizon)
    terminal = [Fraction(1, 3), Fraction(-2)]
    solution = backward_induction(stages, terminal=terminal, discount=gamma)
    assert solution.value[0].tolist() == best_over_plans(stages, Fraction(gamma), terminal)
    assert solution.value[-1].tolist() == terminal
    assert solution.value.shape == (horizon + 1, 2)
    assert solution.policy.shape == (horizon, 2)
    assert solution.error_bound == 0
    assert solution.method == "backward-induction"


@settings(max_examples=25)
@given(seed=st.integers(0, 10**6), horizon=st.integers(1, 40), gamma=st.sampled_from([0.0, 0.5, 1.0]))
def test_float_values_are_within_their_bound(seed, horizon, gamma):
    exact = stages_of(seed, horizon)
    floats = [stage.to_float() for stage in exact]
    truth = backward_induction(exact, discount=Fraction(gamma)).value
    for stages in (floats, [as_sparse(stage) for stage in floats]):
        solution = backward_induction(stages, discount=gamma)
        errors = [abs(Fraction(x) - y) for x, y in zip(solution.value.flat, truth.flat, strict=True)]
        assert max(errors) <= Fraction(solution.error_bound)
        assert solution.error_bound < 1e-12 * horizon**2


def test_the_bound_adds_up_the_rounding_of_all_steps():
    """v <- 1/10 + (1 + 2^-52) v rounds in the same direction for long stretches."""
    horizon, gain = 3000, 1 + 2.0**-52
    solution = backward_induction(FiniteMDP([[[gain]]], [[0.1]], 0.0), horizon, discount=1)
    v = Fraction(0)
    for _ in range(horizon):
        v = Fraction(0.1) + Fraction(gain) * v
    error = abs(Fraction(solution.value[0, 0]) - v)
    one_step = 10 * 2.0**-53 * (0.1 + solution.value[0, 0])
    assert one_step < error <= solution.error_bound


def as_sparse(mdp):
    return FiniteMDP([sparse.csr_array(block) for block in mdp.transitions], mdp.rewards, mdp.discount)


def test_one_mdp_for_all_steps_uses_its_own_discount():
    solution = backward_induction(bandit([HALF, Fraction(1)], HALF), horizon=4)
    assert solution.value[:, 0].tolist() == [Fraction(15, 8), Fraction(7, 4), Fraction(3, 2), 1, 0]
    assert solution.policy[:, 0].tolist() == [1, 1, 1, 1]


def test_undiscounted_episodes_count_rewards():
    """From the first of four states the last is three steps away: of seven steps, four can be paid."""
    solution = backward_induction(chain(4, 0.5), horizon=7, discount=1)
    assert solution.value[0, 0] == 4
    assert solution.value[0, 3] == 7


def test_the_first_of_equal_actions_is_taken():
    solution = backward_induction(bandit([1.0, 1.0], 0.5), horizon=2)
    assert solution.policy.tolist() == [[0], [0]]


def test_long_horizons_approach_the_discounted_optimum():
    mdp = dense_random(5, 3, 0.5, 0)
    v = backward_induction(mdp, horizon=60).value[0]
    from tabular.mdp.solvers import solve

    assert np.abs(v - solve(mdp).value).max() < 1e-8


test_bad_input_is_one_sentence = refusals(
    ({"stages": dense_random(2, 2, 0.5, 0)}, "horizon must be given if one MDP stands for all steps, got none"),
    ({"stages": dense_random(2, 2, 0.5, 0), "horizon": 0}, "horizon must be a positive integer, got 0"),
    ({"stages": []}, "stages must be a FiniteMDP or a list of them"),
    ({"stages": 7}, "stages must be a FiniteMDP or a list of them, got 7"),
    ({"stages": ["x"]}, r"stages\[0\] must be a FiniteMDP, got 'x'"),
    (
        {"stages": [dense_random(2, 2, 0.5, 0), dense_random(3, 2, 0.5, 0)]},
        r"stages\[1\] must have the states, actions and number type of stages\[0\]",
    ),
    (
        {"stages": [dense_random(2, 2, 0.5, 0), dyadic_random(2, 2, HALF, 3, 0)]},
        r"stages\[1\] must have the states, actions and number type",
    ),
    ({"stages": [dense_random(2, 2, 0.5, 0)], "horizon": 2}, "horizon must be the number of stages 1, got 2"),
    ({"stages": [dense_random(2, 2, 0.5, 0)], "discount": 1.5}, "discount must be between 0 and 1, got 1.5"),
    ({"stages": [dense_random(2, 2, 0.5, 0)], "discount": -1}, "discount must be between 0 and 1, got -1"),
    ({"stages": [dense_random(2, 2, 0.5, 0)], "discount": HALF}, "discount must be float like the stages"),
    ({"stages": [dyadic_random(2, 2, HALF, 3, 0)], "discount": 0.5}, "discount must be exact like the stages"),
    ({"stages": [dense_random(2, 2, 0.5, 0)], "terminal": [1.0]}, "terminal must have shape"),
    ({"stages": [dense_random(2, 2, 0.5, 0)], "terminal": [1.0, np.inf]}, "terminal must be finite"),
    calling=lambda arguments: backward_induction(**arguments),
)
