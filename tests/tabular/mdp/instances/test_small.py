"""Tests for tabular/mdp/instances/small.py: the closed forms of their docstrings."""

from fractions import Fraction

from refusals import refusals

from tabular.mdp.bellman import residual
from tabular.mdp.instances import bandit, identity_mdp, one_state_loop

HALF = Fraction(1, 2)


def test_a_bandit_is_worth_its_best_arm():
    assert residual(bandit([1, Fraction(5, 2), -3], Fraction(3, 4)), [10]) == 0
    assert bandit([0.5, 1.5], 0.5).transitions.tolist() == [[[1.0]], [[1.0]]]


def test_a_loop_collects_its_reward_for_ever():
    assert residual(one_state_loop(HALF), [2]) == 0
    assert residual(one_state_loop(0.5, 3.0), [6.0]) == 0


def test_states_that_are_never_left_stand_alone():
    mdp = identity_mdp(3, 2, HALF).with_rewards([[1, 2, 3], [0, 4, -1]])

    assert residual(mdp, [2, 8, 6]) == 0
    assert identity_mdp(3, 2, 0.5).rewards.tolist() == [[0, 0, 0]] * 2


test_bad_arguments_are_refused = refusals(
    (lambda: bandit([], HALF), "P must have at least one action and one state"),
    (lambda: bandit([1.0], HALF), "all exact or all floats"),
    (lambda: bandit([1], 1), "discount must be at least 0 and less than 1"),
    (lambda: identity_mdp(0, 1, HALF), "n must be an integer of at least 1, got 0"),
    (lambda: identity_mdp(1, 1.5, HALF), "m must be an integer of at least 1, got 1.5"),
)
