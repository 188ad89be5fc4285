"""Tests for tabular/evaluation/continuous/{fourier,policies}.py, against numpy and the full basis of evaluation."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from tabular.evaluation.continuous import (
    ActionValues,
    FourierFeatures,
    HivTreatment,
    MountainCar,
    epsilon_greedy,
    fourier_features,
    greedy,
    no_values,
    softmax,
    uniform,
)
from tabular.evaluation.features import Fourier

CAR = MountainCar()
RNG = np.random.default_rng(0)
VALUES = ActionValues(RNG.normal(size=(3, 36)), fourier_features(CAR, 5))
STATES = CAR.low + RNG.random((200, 2)) * (CAR.high - CAR.low)


def test_all_coefficients_give_the_full_basis():
    """Last bits of cosines of arguments up to 10 pi differ."""
    ours, theirs = fourier_features(CAR, 5), Fourier(5, CAR.low, CAR.high, outside="clip")
    outside = STATES * 1.5

    assert np.array_equal(ours.coefficients, theirs.coefficients)
    assert np.allclose(ours(STATES), theirs(STATES), rtol=0, atol=1e-14)
    assert np.allclose(ours(outside), theirs(outside), rtol=0, atol=1e-14)


@pytest.mark.parametrize(("order", "coupled"), [(0, 0), (0, None), (1, 2), (2, 1), (3, 2), (2, 6), (1, 9)])
def test_coupling_limits_how_many_coordinates_a_feature_depends_on(order, coupled):
    features = fourier_features(HivTreatment(), order, coupled)
    most = 6 if coupled is None else min(coupled, 6)

    assert features.size == sum(math.comb(6, k) * order**k for k in range(most + 1))
    assert len({tuple(c) for c in features.coefficients}) == features.size
    assert (np.count_nonzero(features.coefficients, axis=1) <= most).all()


@given(st.lists(st.lists(st.floats(-3, 3), min_size=2, max_size=2), min_size=1, max_size=5))
def test_any_coefficients_give_the_cosines(states):
    coefficients = np.array([[0, 0], [0.5, -1], [3, 2.25]])
    features = FourierFeatures(coefficients, np.array([-1.0, -2.0]), np.array([1.0, 2.0]))
    s = np.clip((np.array(states) - [-1, -2]) / [2, 4], 0, 1)

    assert np.allclose(features(states), np.cos(np.pi * s @ coefficients.T), rtol=0, atol=1e-14)


def test_values_are_linear_in_the_features():
    assert np.allclose(VALUES(STATES), VALUES.features(STATES) @ VALUES.weights.T, rtol=0, atol=1e-12)
    assert not no_values(CAR, VALUES.features)(STATES).any()


def test_greedy_takes_the_best_action_and_the_first_of_equals():
    p = greedy(VALUES)(STATES)

    assert np.array_equal(p.argmax(axis=1), VALUES(STATES).argmax(axis=1))
    assert set(p.ravel()) == {0.0, 1.0}
    assert greedy(no_values(CAR, VALUES.features))(STATES[:2]).tolist() == [[1, 0, 0]] * 2


@pytest.mark.parametrize("exploration", [0, 0.1, 1])
def test_epsilon_greedy_mixes_greedy_with_uniform(exploration):
    mixture = (1 - exploration) * greedy(VALUES)(STATES) + exploration * uniform(3)(STATES)

    assert np.allclose(epsilon_greedy(VALUES, exploration)(STATES), mixture, rtol=1e-14)


@pytest.mark.parametrize("temperature", [1e-3, 1.0, 100.0])
def test_softmax_is_the_normalised_exponential(temperature):
    q = VALUES(STATES) / temperature
    weights = np.exp(q - q.max(axis=1, keepdims=True))

    assert np.allclose(softmax(VALUES, temperature)(STATES), weights / weights.sum(axis=1, keepdims=True), rtol=1e-10)


def test_softmax_does_not_overflow():
    steep = ActionValues(VALUES.weights * 1e6, VALUES.features)

    assert np.array_equal(softmax(steep, 1e-3)(STATES), greedy(steep)(STATES))


def test_every_policy_gives_distributions():
    for policy in (greedy(VALUES), epsilon_greedy(VALUES, 0.3), softmax(VALUES, 0.7), uniform(3)):
        p = policy(STATES)
        assert p.shape == (200, 3)
        assert policy.n_actions == 3
        assert (p >= 0).all()
        assert np.abs(p.sum(axis=1) - 1).max() <= 4 * 2.0**-52  # three terms and their sum, each rounded


def test_the_uniform_policy_reads_no_state():
    assert uniform(4)(np.zeros((2, 9))).tolist() == [[0.25] * 4] * 2
    assert uniform(1)(np.arange(3)).tolist() == [[1.0]] * 3


def test_values_and_their_arrays_cannot_be_changed_from_outside():
    weights = np.zeros((3, 36))
    values = ActionValues(weights, VALUES.features)
    weights[:] = 1

    assert not values(STATES).any()
    with pytest.raises(ValueError, match="read-only"):
        values.weights[0, 0] = 1
    with pytest.raises(ValueError, match="read-only"):
        values.features.low[0] = 1


test_bad_values_and_policies_are_refused = refusals(
    (lambda: epsilon_greedy(VALUES, 1.5), "exploration must be between 0 and 1, got 1.5"),
    (lambda: epsilon_greedy(VALUES, float("nan")), "exploration must be between 0 and 1, got nan"),
    (lambda: softmax(VALUES, 0), "temperature must be positive and finite, got 0"),
    (lambda: softmax(VALUES, float("inf")), "temperature must be positive and finite, got inf"),
    (lambda: softmax(VALUES, "hot"), "temperature must be positive and finite, got 'hot'"),
    (lambda: uniform(0), "n_actions must be an integer of at least 1, got 0"),
    (lambda: greedy(VALUES)(STATES[:, :1]), "states must have shape (k, 2), got (200, 1)"),
    (lambda: VALUES([[0.0, np.nan]]), "states must be finite, got a number that is not"),
    (lambda: VALUES("x"), "states must be numbers, got 'x'"),
    (lambda: ActionValues(np.zeros((3, 35)), VALUES.features), "weights must have shape (n_actions, 36)"),
    (lambda: ActionValues(np.full((3, 36), np.nan), VALUES.features), "weights must be finite"),
    (lambda: fourier_features(CAR, -1), "order must be an integer of at least 0, got -1"),
    (lambda: fourier_features(HivTreatment(), 9), "(order + 1) ** dimension must be at most 100000"),
    (lambda: FourierFeatures(np.zeros((1, 2)), np.zeros(2), np.zeros(2)), "low < high must hold for 2 pairs"),
    (lambda: FourierFeatures(np.zeros((1, 2)), np.zeros(1), np.ones(1)), "low < high must hold for 2 pairs"),
    (lambda: FourierFeatures(np.zeros((0, 2)), np.zeros(2), np.ones(2)), "coefficients must have shape (size, d)"),
    (lambda: FourierFeatures(np.full((1, 1), np.inf), np.zeros(1), np.ones(1)), "coefficients must be finite"),
    says="start",
)


def test_coefficients_are_in_the_order_of_the_full_basis():
    expected = list(itertools.product(range(3), repeat=2))

    assert [tuple(c) for c in fourier_features(CAR, 2).coefficients] == expected
