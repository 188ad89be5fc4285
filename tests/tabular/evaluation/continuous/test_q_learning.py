"""Tests for tabular/evaluation/continuous/q_learning.py: the recursion written once more, and what it learns."""

from dataclasses import replace

import numpy as np
import pytest
from refusals import refusals

from tabular import InputError
from tabular.evaluation.continuous import (
    ActionValues,
    HivTreatment,
    MountainCar,
    RecoveryChain,
    Schedule,
    collect,
    fourier_features,
    greedy,
    learned_car,
    learned_treatment,
    no_values,
    q_learning,
    softmax,
    total_rewards,
    uniform,
)
from tabular.evaluation.continuous._kernels_environments import FIRST_STEP_SLOT
from tabular.evaluation.continuous.environment import draws
from tabular.evaluation.continuous.q_learning import PATIENT_SCHEDULE

CAR, HIV = MountainCar(), HivTreatment()
SHORT = Schedule(20, 0.01, max_length=50)


def by_hand(environment, values, schedule, seed):
    """Watkins's Q(lambda), in matrices."""
    weights, features = values.weights.copy(), values.features
    norms = np.maximum(np.sqrt((features.coefficients**2).sum(axis=1)), 1)
    returns, m = [], environment.n_actions
    for k in range(schedule.episodes):
        alpha = (1 - k / schedule.episodes) * schedule.step_size / norms
        x = environment.starts(draws(seed, [k], 0, environment.dimension))
        trace, total = np.zeros_like(weights), 0.0
        for t in range(schedule.max_length):
            u, noise = draws(seed, [k], FIRST_STEP_SLOT + 2 * t, 2)[0]
            phi = features(x)[0]
            q = weights @ phi
            exploring = u < schedule.exploration
            a = int(u / schedule.exploration * m) if exploring else int(q.argmax())
            keep = schedule.discount * schedule.trace if q[a] == q.max() else 0.0
            trace = keep * trace
            trace[a] += phi
            step = environment.step(x, [a], [noise])
            reward = step.rewards[0]
            total += reward
            if schedule.log_rewards:
                reward = np.sign(reward) * np.log10(1 + abs(reward))
            after = 0.0 if step.terminal[0] else schedule.discount * (weights @ features(step.next_states)[0]).max()
            weights += (reward + after - q[a]) * alpha * trace
            if step.terminal[0]:
                break
            x = step.next_states
        returns.append(total)
    return weights, returns


@pytest.mark.parametrize(
    ("environment", "schedule"),
    [
        (CAR, Schedule(3, 0.02, max_length=400)),
        (CAR, Schedule(3, 0.005, trace=0.9, discount=0.99, max_length=400)),
        (CAR, Schedule(3, 0.005, trace=0.8, exploration=0.3, max_length=400)),
        (HIV, Schedule(2, 0.02, trace=0.8, exploration=0.1, discount=0.98, log_rewards=True, max_length=40)),
        (HIV, Schedule(2, 1e-6, exploration=0.5, discount=0.9, max_length=30)),
        (RecoveryChain(5), Schedule(5, 0.1, trace=0.5, discount=0.9, max_length=100)),
    ],
)
def test_the_recursion_is_that_of_watkins(environment, schedule):
    """Sums of some tens of products, in another order, over some hundred steps of a stable recursion."""
    values = no_values(environment, fourier_features(environment, 2, coupled=2))
    learned = q_learning(environment, values, schedule, seed=4)
    weights, returns = by_hand(environment, values, schedule, 4)

    assert np.allclose(learned.values.weights, weights, rtol=1e-8, atol=1e-9)
    assert np.allclose(learned.returns, returns, rtol=1e-12)


def test_learning_is_a_function_of_its_arguments():
    once, again, other = (learned_car(seed, schedule=SHORT) for seed in (1, 1, 2))

    assert once.values.weights.tobytes() == again.values.weights.tobytes()
    assert once.returns.tobytes() == again.returns.tobytes()
    assert once.values.weights.tobytes() != other.values.weights.tobytes()


def test_learning_goes_on_from_given_values_and_leaves_them_alone():
    first = learned_car(1, schedule=SHORT).values
    before = first.weights.copy()
    second = q_learning(CAR, first, SHORT, 2).values

    assert np.array_equal(first.weights, before)
    assert not np.array_equal(second.weights, before)


def test_lengths_and_returns_of_training():
    learned = learned_car(1, schedule=SHORT)

    assert learned.lengths.tolist() == (-learned.returns).tolist()
    assert learned.lengths.max() <= 50
    assert learned_treatment(1, schedule=Schedule(2, 0.01)).lengths.tolist() == [200, 200]


@pytest.mark.parametrize("seed", range(4))
def test_mountain_car_is_learned_within_a_thousand_episodes(seed):
    """Every start reaches the goal; a random policy takes thousands of steps."""
    learned = learned_car(seed)
    data = collect(CAR, greedy(learned.values), 300, 99, 1000)

    assert learned.values.features.size == 36
    assert data.terminal[data.offsets[1:] - 1].all()
    assert total_rewards(data).mean() > -145
    assert learned.returns[-100:].mean() > 3 * learned.returns[:3].mean()


def test_a_treatment_is_learned_that_beats_every_constant_one():
    """Less than half of the episodes of the full schedule are enough."""
    learned = learned_treatment(0, schedule=replace(PATIENT_SCHEDULE, episodes=400))
    policies = [greedy(learned.values), softmax(learned.values, 0.1), uniform(4)]
    constant = [lambda states, a=a: np.tile(np.eye(4)[a], (len(states), 1)) for a in range(4)]
    learnt, soft, at_random, *always = (total_rewards(collect(HIV, p, 20, 99)).mean() for p in policies + constant)

    assert learned.values.features.size == 154
    assert min(learnt, soft) > 1.2 * max(at_random, *always)


test_bad_schedules_are_refused = refusals(
    ({"episodes": 0}, "episodes must be an integer of at least 1, got 0"),
    ({"episodes": 1e3}, "episodes must be an integer of at least 1, got 1000.0"),
    ({"episodes": 2**60}, "episodes must be at most"),
    ({"step_size": 0}, "step_size must be positive and finite, got 0"),
    ({"step_size": float("nan")}, "step_size must be positive and finite, got nan"),
    ({"step_size": "small"}, "step_size must be positive and finite, got 'small'"),
    ({"trace": 1.1}, "trace must be between 0 and 1, got 1.1"),
    ({"exploration": -0.1}, "exploration must be between 0 and 1, got -0.1"),
    ({"discount": float("nan")}, "discount must be between 0 and 1, got nan"),
    ({"max_length": 0}, "max_length must be an integer of at least 1, got 0"),
    ({"max_length": 2**40}, "max_length must be at most"),
    calling=lambda arguments: Schedule(**{"episodes": 1, "step_size": 0.1, **arguments}),
    says="start",
)


def test_steps_that_diverge_are_refused():
    with pytest.raises(InputError, match="step_size must be small enough for the weights to stay finite, got 1000"):
        learned_car(1, schedule=Schedule(5, 1000, exploration=0.5, max_length=2000))


def test_values_of_another_environment_are_refused():
    with pytest.raises(InputError, match="values must be of 4 actions in 6 dimensions, got 3 actions in 2"):
        q_learning(HIV, no_values(CAR, fourier_features(CAR, 1)), SHORT, 1)
    wrong = ActionValues(np.zeros((3, 22)), fourier_features(HIV, 1, coupled=2))
    with pytest.raises(InputError, match="values must be of 3 actions in 2 dimensions, got 3 actions in 6"):
        q_learning(CAR, wrong, SHORT, 1)
    with pytest.raises(InputError, match="seed must be an integer of at least 0, got -1"):
        learned_car(-1, schedule=SHORT)
