"""Importance ratios: the quotient of what the two policies do, and who may have none."""

from fractions import Fraction

import numpy as np
from refusals import refusals

from tabular.evaluation import Trajectories, importance_ratios
from tabular.evaluation.ratios import read_policy_table

TARGET = np.array([[0.25, 0.75], [1.0, 0.0]])
BEHAVIOUR = np.array([[0.5, 0.5], [0.25, 0.75]])


def data(actions=(0, 1, 1)):
    return Trajectories([0, 0, 1], list(actions), [0, 0, 0], [0, 1, 1], [False, False, True], [0, 3])


def test_ratios_are_quotients_of_probabilities():
    assert importance_ratios(data(), TARGET, BEHAVIOUR).tolist() == [0.5, 1.5, 0.0]


def test_on_policy_ratios_are_1():
    assert importance_ratios(data(), BEHAVIOUR, BEHAVIOUR).tolist() == [1.0, 1.0, 1.0]


def test_callables_and_matrices_agree():
    assert np.array_equal(
        importance_ratios(data(), lambda s: TARGET[s], lambda s: BEHAVIOUR[s]),
        importance_ratios(data(), TARGET, BEHAVIOUR),
    )


def test_policies_of_vectors():
    rows = Trajectories.from_episodes([[([0.5], 0, 0, [1.5]), ([1.5], 1, 0, [0.5])]], terminal=False)

    def softmax(states):
        weights = np.exp(np.stack([states[:, 0], -states[:, 0]], axis=1))
        return weights / weights.sum(axis=1, keepdims=True)

    uniform = importance_ratios(rows, softmax, lambda s: np.full((len(s), 2), 0.5))
    wanted = [2 / (1 + np.exp(-1.0)), 2 / (1 + np.exp(3.0))]

    np.testing.assert_allclose(uniform, wanted, rtol=1e-15)


def test_exact_tables():
    table = read_policy_table("target", [[Fraction(1, 3), Fraction(2, 3)]], 1, 2, "exact")

    assert table.tolist() == [[Fraction(1, 3), Fraction(2, 3)]]


test_broken_policies_get_one_sentence = refusals(
    (
        TARGET,
        [[1.0, 0.0], [0.25, 0.75]],
        (0, 0, 1),
        "behaviour must take every action that target takes, got probability 0 for action 1 in state 0",
    ),
    (
        [[1.0, 0.0], [1.0, 0.0]],
        [[1.0, 0.0], [1.0, 0.0]],
        (0, 1, 0),
        "every action that was taken a positive probability, got 0 for action 1 in state 0, row 1",
    ),
    (
        [[0.5, 0.4], [1.0, 0.0]],
        BEHAVIOUR,
        (0, 0, 0),
        "target must have rows .one for each state. that sum to 1, got 0.9 in row 0",
    ),
    (
        [[1.5, -0.5], [1.0, 0.0]],
        BEHAVIOUR,
        (0, 0, 0),
        "target must have probabilities between 0 and 1, got 1.5 for action 0 in row 0",
    ),
    ([[np.nan, 0.5], [1.0, 0.0]], BEHAVIOUR, (0, 0, 0), "target must have probabilities between 0 and 1, got nan"),
    ([[1.0], [1.0]], BEHAVIOUR, (0, 0, 0), "target and behaviour must have as many actions, got 1 and 2"),
    (TARGET, BEHAVIOUR, (0, 2, 0), "actions must lie between 0 and 1, got 2 in row 1"),
    (TARGET[:1], BEHAVIOUR, (0, 0, 0), "states of the target policy must lie between 0 and 0, got 1 in row 2"),
    (lambda s: np.ones(len(s)), BEHAVIOUR, (0, 0, 0), "target must have 2 axes"),
    (lambda s: np.ones((1, 1)), BEHAVIOUR, (0, 0, 0), r"target must return shape \(3, n_actions\)"),
    calling=lambda target, behaviour, actions: importance_ratios(data(actions), target, behaviour),
)
