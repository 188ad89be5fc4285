"""Tests for tabular/evaluation/continuous/collect.py: both ways of collecting agree, and the data obey the dynamics."""

import numpy as np
import pytest
from refusals import refusals

from tabular import InputError
from tabular.evaluation.continuous import (
    ActionValues,
    FourierFeatures,
    HivTreatment,
    MountainCar,
    RecoveryChain,
    collect,
    epsilon_greedy,
    fourier_features,
    greedy,
    softmax,
    total_rewards,
    uniform,
)
from tabular.evaluation.trajectories import Trajectories

CAR, HIV, CHAIN = MountainCar(), HivTreatment(), RecoveryChain()
# q_0 = cos(pi s_2) = -q_2 for the scaled velocity s_2: push the way the car rolls
SWING = ActionValues([[0.0, 1.0], [0.0, 0.0], [0.0, -1.0]], FourierFeatures([[0, 0], [0, 1]], CAR.low, CAR.high))
TREAT = ActionValues(np.random.default_rng(1).normal(size=(4, 22)), fourier_features(HIV, 1, coupled=2))
CASES = {
    "chain": (CHAIN, uniform(1), 40, None),
    "car greedy": (CAR, greedy(SWING), 10, 3000),
    "car exploring": (CAR, epsilon_greedy(SWING, 0.2), 10, 3000),
    "car cut": (CAR, uniform(3), 10, 30),
    "patients": (HIV, softmax(TREAT, 0.5), 5, 12),
    "patients at random": (HIV, uniform(4), 5, None),
}


def fields(data):
    return {name: array.tolist() for name, array in vars(data).items()}


@pytest.mark.parametrize("case", CASES)
def test_compiled_and_step_by_step_collect_the_same_data(case):
    environment, policy, m, limit = CASES[case]
    compiled = collect(environment, policy, m, 7, limit)
    stepped = collect(environment, policy.__call__, m, 7, limit)

    assert isinstance(compiled, Trajectories)
    assert fields(compiled) == fields(stepped)


@pytest.mark.parametrize("case", CASES)
def test_an_episode_depends_on_the_seed_and_its_number_only(case):
    environment, policy, m, limit = CASES[case]
    few, many = collect(environment, policy, 3, 7, limit), collect(environment, policy, m + 3, 7, limit)

    assert fields(few) == fields(many.subset([0, 1, 2]))
    assert fields(few) != fields(collect(environment, policy, 3, 8, limit))


@pytest.mark.parametrize("case", ["car exploring", "car cut", "patients"])
def test_rows_are_steps_of_the_environment(case):
    environment, policy, m, limit = CASES[case]
    data = collect(environment, policy, m, 7, limit)
    step = environment.step(data.states, data.actions)

    assert data.next_states.tolist() == step.next_states.tolist()
    assert data.rewards.tolist() == step.rewards.tolist()
    assert data.terminal.tolist() == step.terminal.tolist()


def test_the_car_swings_to_the_goal_and_an_episode_ends_there():
    data = collect(CAR, greedy(SWING), 100, 7)
    last = data.offsets[1:] - 1

    assert data.terminal[last].all()
    assert (data.next_states[last, 0] == 0.5).all()
    assert total_rewards(data).tolist() == (-data.lengths).tolist()
    assert data.lengths.max() < 300


def test_episodes_that_are_cut_do_not_end():
    assert collect(CAR, uniform(3), 4, 7, 30).lengths.tolist() == [30] * 4
    assert not collect(CAR, uniform(3), 4, 7, 30).terminal.any()
    assert collect(HIV, uniform(4), 2, 7).lengths.tolist() == [200, 200]
    assert not collect(HIV, uniform(4), 2, 7).terminal.any()


def test_actions_have_the_frequencies_of_the_policy():
    """Five standard deviations of 5000 draws of probability 1 - .3 + .3 / 3."""
    data = collect(CAR, epsilon_greedy(SWING, 0.3), 50, 7, 100)
    agree = data.actions == greedy(SWING)(data.states).argmax(axis=1)

    assert abs(agree.mean() - 0.8) < 5 * np.sqrt(0.8 * 0.2 / agree.size)


def test_a_policy_of_the_callers_own_sees_states_as_the_data_have_them():
    seen = []

    def policy(states):
        seen.append(states)
        return np.ones((len(states), 1))

    data = collect(CHAIN, policy, 5, 7)

    assert np.issubdtype(seen[0].dtype, np.integer)
    assert seen[0].tolist() == data.states[data.offsets[:-1]].tolist()


def test_discounted_sums_of_rewards():
    data = Trajectories([0, 1, 0], [0, 0, 0], [1.0, 2.0, 4.0], [1, 2, 1], [False, True, False], [0, 2, 3])

    assert total_rewards(data, 0.5).tolist() == [2.0, 4.0]
    assert total_rewards(data).tolist() == [3.0, 4.0]


test_bad_requests_are_refused = refusals(
    ((CAR, uniform(3), 0, 1), "count must be an integer of at least 1, got 0"),
    ((CAR, uniform(3), 2.0, 1), "count must be an integer of at least 1, got 2.0"),
    ((CAR, uniform(3), 2**60, 1), "count must be at most"),
    ((CAR, uniform(3), 2, -1), "seed must be an integer of at least 0, got -1"),
    ((CAR, uniform(3), 2, 1, 0), "max_length must be an integer of at least 1, got 0"),
    ((CAR, uniform(3), 2, 1, 2**40), "max_length must be at most"),
    ((CAR, uniform(4), 2, 1), "policy must have the 3 actions of the environment, got 4"),
    ((HIV, greedy(SWING), 2, 1), "policy must have the 4 actions of the environment, got 3"),
    (
        (CAR, lambda states: np.ones((len(states), 2)) / 2, 2, 1),
        "policy(states) must have shape (2, 3), got (2, 2)",
    ),
    ((CAR, lambda states: np.ones((len(states), 3)), 2, 1), "policy(states) must have rows that are distributions"),
    ((CAR, lambda states: [[2.0, -1.0, 0.0]] * 2, 2, 1), "policy(states) must have rows that are distributions"),
    ((CAR, lambda states: [[np.nan, 0.5, 0.5]] * 2, 2, 1), "policy(states) must have rows that are distributions"),
    ((CAR, lambda states: "left", 2, 1), "policy(states) must be numbers, got 'left'"),
    ((CAR, "left", 2, 1), "policy must be callable, got 'left'"),
    calling=lambda arguments: collect(*arguments),
    says="start",
)


def test_values_of_another_dimension_are_refused():
    line = fourier_features(CHAIN, 2)

    with pytest.raises(InputError, match="policy must be for states of 2 numbers, got 1"):
        collect(CAR, greedy(ActionValues(np.zeros((3, 3)), line)), 2, 1)


def test_bad_discounts_are_refused():
    data = collect(CHAIN, uniform(1), 1, 1)
    for discount in (1.5, -0.5, float("nan"), "half"):
        with pytest.raises(InputError, match="discount must be between 0 and 1"):
            total_rewards(data, discount)
