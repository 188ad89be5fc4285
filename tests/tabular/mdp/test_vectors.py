"""Tests for tabular/mdp/vectors.py."""

from fractions import Fraction

import numpy as np
import pytest
from refusals import refusals

from tabular.mdp.instances import dyadic_random
from tabular.mdp.vectors import as_stochastic, average_over_actions, read_policy, value_vector

HALF = Fraction(1, 2)
EXACT = dyadic_random(3, 2, HALF, 4, 1)
FLOAT = dyadic_random(3, 2, 0.5, 4, 1, exact=False)


def test_values_take_the_numbers_of_the_mdp():
    assert value_vector(FLOAT, [1, 2, 3]).dtype == np.float64
    assert value_vector(EXACT, [1, HALF, 3]).tolist() == [1, HALF, 3]
    assert {type(x) for x in value_vector(EXACT, np.arange(3))} == {Fraction}


@pytest.mark.parametrize("policy", [[0, 1, 1], (0, 1, 1), np.array([0, 1, 1], dtype=np.int8)])
def test_a_deterministic_policy_is_an_array_of_actions(policy):
    assert read_policy(EXACT, policy).tolist() == [0, 1, 1]
    assert read_policy(EXACT, policy).dtype == np.intp


test_bad_input_is_refused_in_one_sentence = refusals(
    (lambda: value_vector(FLOAT, [1.0, 2.0]), r"v must have shape \(3,\), got \(2,\)"),
    (lambda: value_vector(FLOAT, [[1.0, 2.0, 3.0]]), r"v must hold integers, Fractions or floats, got the list"),
    (lambda: value_vector(FLOAT, [HALF, 1, 1]), "v must have float numbers, got exact numbers"),
    (lambda: value_vector(EXACT, [0.5, 1, 1]), "v must have exact numbers, got float numbers"),
    (lambda: value_vector(FLOAT, [1.0, np.nan, 2.0]), "v must be finite, got nan in state 1"),
    (lambda: value_vector(FLOAT, np.array([1.0, 2.0, np.inf])), "v must be finite, got inf in state 2"),
    (lambda: value_vector(FLOAT, 3.0), "v must be an array or nested lists with 1 axes, got a float"),
    (lambda: read_policy(FLOAT, [0, 1]), r"policy must have one action for each of 3 states, got shape \(2,\)"),
    (lambda: read_policy(FLOAT, [0, 1, 2]), "policy must take actions 0 to 1, got 2 in state 2"),
    (lambda: read_policy(FLOAT, [0, -1, 1]), "policy must take actions 0 to 1, got -1 in state 1"),
    (lambda: read_policy(FLOAT, [0, 10**30, 1]), "policy must take actions 0 to 1, got 10{30} in state 1"),
    (lambda: read_policy(FLOAT, [0.0, 1.0, 1.0]), "a deterministic policy must hold integers, got float numbers"),
    (
        lambda: read_policy(FLOAT, [[0.5, 0.5], [1, 0], [0, 1]]),
        r"policy must have shape \(2, 3\) \(action, state\), got \(3, 2\)",
    ),
    (
        lambda: read_policy(FLOAT, [[0.5, 1, 0], [0.4, 0, 1]]),
        "policy must have probabilities that sum to 1, got 0.9 in state 0",
    ),
    (
        lambda: read_policy(FLOAT, [[0.5, 2, 0], [0.5, -1, 1]]),
        "policy must have probabilities between 0 and 1, got -1.0 for action 1 in",
    ),
    (lambda: read_policy(FLOAT, [[0.5, np.nan, 0], [0.5, 0, 1]]), "between 0 and 1, got nan for action 0 in state 1"),
    (lambda: read_policy(FLOAT, [[0.5, np.inf, 0], [0.5, 0, 1]]), "sum to 1, got inf in state 1"),
    (lambda: read_policy(EXACT, [[0.5, 1, 0], [0.5, 0, 1]]), "policy must have exact numbers, got float numbers"),
    (lambda: read_policy(EXACT, [[HALF, 1, 0], [Fraction(1, 3), 0, 1]]), "sum to 1, got 5/6 in state 0"),
    (lambda: read_policy(FLOAT, [[HALF, 1, 0], [HALF, 0, 1]]), "policy must have float numbers, got exact numbers"),
    (lambda: read_policy(FLOAT, "010"), "policy must be an array or nested lists"),
    (lambda: read_policy(FLOAT, []), "one action for each of 3 states"),
    (lambda: read_policy(FLOAT, np.zeros((1, 1, 1))), "policy must have 1 axis"),
)


def test_a_deterministic_policy_is_a_stochastic_one():
    for mdp in (EXACT, FLOAT):
        weights = as_stochastic(mdp, read_policy(mdp, [0, 1, 1]))
        assert weights.tolist() == [[1, 0, 0], [0, 1, 1]]
        assert weights.dtype == mdp.rewards.dtype
        assert as_stochastic(mdp, weights) is weights


def test_averages_weigh_each_action_by_its_probability():
    q = np.array([[HALF, 2, 3], [4, 5, 6]], dtype=object)

    assert average_over_actions(np.array([0, 1, 1]), q).tolist() == [HALF, 5, 6]
    assert average_over_actions(np.array([[HALF, 0, 1], [HALF, 1, 0]], dtype=object), q).tolist() == [
        Fraction(9, 4),
        5,
        3,
    ]
