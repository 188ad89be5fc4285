"""The private mathematics of the Bellman conditions: optimality by trying all policies, and the two conditions."""

from fractions import Fraction

import numpy as np

from tabular.mdp import FiniteMDP
from tabular.mdp.instances import bandit, chain, dyadic_random
from theory_checks.papers.dpdqn.algorithm.bellman import (
    LOOP,
    all_actions_but_the_last,
    bellman_iff,
    fixed_by_largest_reward,
    fixed_by_maximum,
    inequality,
)
from theory_checks.papers.dpdqn.common.policies import best_over_policies


def value_iteration(mdp, steps):
    v = np.zeros(mdp.n_states)
    for _ in range(steps):
        v = np.max([mdp.rewards[a] + mdp.discount * mdp.transitions[a] @ v for a in range(mdp.n_actions)], axis=0)
    return v


def test_the_best_over_all_policies_is_the_limit_of_value_iteration():
    for seed in range(5):
        mdp = dyadic_random(3, 3, Fraction(1, 2), 4, seed)

        # 60 iterations leave at most 2^-60 of a start that is at most 2 away; what remains is float rounding
        assert np.abs(best_over_policies(mdp).astype(float) - value_iteration(mdp.to_float(), 60)).max() < 1e-14


def test_the_best_over_all_policies_of_a_chain_is_its_closed_form():
    g, p = Fraction(9, 10), Fraction(3, 4)
    ratio = g * p / (1 - g * (1 - p))

    assert best_over_policies(chain(4, g, 1 - p)).tolist() == [ratio ** (3 - s) / (1 - g) for s in range(4)]


def test_the_inequality_admits_more_than_the_optimal_value():
    mdp = bandit([1, 3], Fraction(1, 2))
    values = {v: (inequality(mdp, as_vector(v)), fixed_by_maximum(mdp, as_vector(v))) for v in (5, 6, 7)}

    assert values == {5: (False, False), 6: (True, True), 7: (True, False)}


def test_the_maximum_over_the_reward_alone_ignores_what_follows():
    """In state 0, action 0 pays 1 and stays, action 1 pays 0 and moves to a state that pays 3 for ever."""
    mdp = FiniteMDP([[[1, 0], [0, 1]], [[0, 1], [0, 1]]], [[1, 3], [0, 3]], Fraction(1, 2))
    optimal, myopic = (np.array([Fraction(x), Fraction(6)], dtype=object) for x in (3, 2))

    assert best_over_policies(mdp).tolist() == [3, 6]
    assert [fixed_by_maximum(mdp, v) for v in (optimal, myopic)] == [True, False]
    assert [fixed_by_largest_reward(mdp, v) for v in (optimal, myopic)] == [False, True]


def test_the_inequality_without_the_last_action_admits_too_little_value():
    mdp = bandit([1, 3], Fraction(1, 2))

    assert all_actions_but_the_last(mdp, as_vector(2))
    assert not all_actions_but_the_last(mdp, as_vector(1))


def test_the_counterexample_is_the_only_failure_and_carries_its_certificate(failing, answer):
    (failed,) = failing(bellman_iff, "dpdqn/bellman-iff")

    assert answer(failed.certificate, "dpdqn/bellman-iff")["accepted"]
    assert inequality(LOOP, as_vector(1))


def as_vector(value):
    return np.array([Fraction(value)], dtype=object)
