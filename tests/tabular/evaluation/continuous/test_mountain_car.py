"""Tests for tabular/evaluation/continuous/mountain_car.py: Gymnasium's MountainCar-v0 is the oracle of the dynamics."""

import gymnasium
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from tabular import InputError
from tabular.evaluation.continuous import MountainCar


def swing(states):
    """Push the way the car rolls: reaches the goal from rest."""
    return np.where(states[:, 1] < 0, 0, 2)


def test_every_step_is_that_of_gymnasium():
    """Its right wall stands at .6. The tolerance is some last bits of two cosines, carried along 1000 steps."""
    theirs = gymnasium.make("MountainCar-v0").unwrapped
    ours = MountainCar(right_wall=0.6)
    rng = np.random.default_rng(1)
    theirs.reset(seed=1)
    state = np.array([theirs.state])
    for t in range(1000):
        action = int(swing(state)[0]) if t % 100 < 50 else int(rng.integers(3))
        theirs.step(action)
        step = ours.step(state, [action])
        state = step.next_states
        assert np.allclose(state[0], theirs.state, rtol=0, atol=1e-12)
        assert step.rewards[0] == -1
        assert step.terminal[0] == (theirs.state[0] >= theirs.goal_position)
        if step.terminal[0]:
            theirs.reset(seed=t)
            state = np.array([theirs.state])


def test_our_constants_are_those_of_gymnasium():
    theirs = gymnasium.make("MountainCar-v0").unwrapped

    assert MountainCar(right_wall=0.6).low.tolist() == [theirs.min_position, -theirs.max_speed]
    assert MountainCar(right_wall=0.6).high.tolist() == [theirs.max_position, theirs.max_speed]
    assert MountainCar().high[0] == theirs.goal_position


def test_one_step_by_hand():
    step = MountainCar().step([[-0.5, 0.01]], [2])
    velocity = 0.01 + 0.001 - 0.0025 * np.cos(-1.5)

    assert np.allclose(step.next_states, [[-0.5 + velocity, velocity]], rtol=1e-15)


def test_the_left_wall_stops_the_car():
    step = MountainCar().step([[-1.19, -0.05]], [0])

    assert step.next_states.tolist() == [[-1.2, 0.0]]
    assert not step.terminal[0]


def test_the_goal_ends_the_episode_at_the_right_wall():
    step = MountainCar().step([[0.49, 0.05], [0.44, 0.05]], [2, 2])

    assert step.next_states[0, 0] == 0.5
    assert step.terminal.tolist() == [True, False]
    assert step.rewards.tolist() == [-1, -1]


@given(st.lists(st.tuples(st.floats(-1.2, 0.5), st.floats(-0.07, 0.07), st.integers(0, 2)), min_size=1, max_size=20))
def test_many_cars_are_many_single_cars_within_the_bounds(rows):
    car = MountainCar()
    states, actions = np.array([row[:2] for row in rows]), np.array([row[2] for row in rows])
    together = car.step(states, actions)
    alone = [car.step(states[[i]], actions[[i]]).next_states[0].tolist() for i in range(len(rows))]

    assert together.next_states.tolist() == alone
    assert ((together.next_states >= car.low) & (together.next_states <= car.high)).all()


def test_starts_fill_their_interval_at_rest():
    u = np.array([[0.0, 0.3], [0.5, 0.9], [1 - 2.0**-53, 0.0]])

    assert np.allclose(MountainCar().starts(u), [[-0.6, 0], [-0.5, 0], [-0.4, 0]], atol=1e-15)
    assert MountainCar(start=(-0.5, -0.5)).starts(u).tolist() == [[-0.5, 0]] * 3


test_bad_cars_are_refused = refusals(
    (lambda: MountainCar(start=(-0.4, -0.6)), "start must be two rising positions in [-1.2, 0.5), got (-0.4, -0.6)"),
    (lambda: MountainCar(start=(-0.4, 0.5)), "start must be two rising positions"),
    (lambda: MountainCar(start=(float("nan"), 0.1)), "start must be two rising positions"),
    (lambda: MountainCar(start=(-1.3, 0.1)), "start must be two rising positions"),
    (lambda: MountainCar(start="middle"), "start must be two rising positions"),
    (lambda: MountainCar(right_wall=0.4), "right_wall must be finite and at least 0.5, got 0.4"),
    (lambda: MountainCar(right_wall=float("inf")), "right_wall must be finite"),
    says="start",
)


test_bad_steps_are_refused = refusals(
    (lambda: MountainCar().step([[0.0, 0.0]], [3]), "actions must be between 0 and 2, got 3 at 0"),
    (lambda: MountainCar().step([[0.0, 0.0]], [-1]), "actions must be between 0 and 2, got -1 at 0"),
    (lambda: MountainCar().step([[0.0, 0.0]], [0.5]), "actions must be 1 integers, got float64 of shape (1,)"),
    (lambda: MountainCar().step([[0.0, 0.0]], [0, 1]), "actions must be 1 integers, got int64 of shape (2,)"),
    (lambda: MountainCar().step([[0.0, np.nan]], [0]), "states must be finite, got [0.0, nan] in row 0"),
    (lambda: MountainCar().step([[0.0]], [0]), "states must have shape (k, 2), got (1, 1)"),
    (lambda: MountainCar().step([0.0, 0.0], [0]), "states must have shape (k, 2), got (2,)"),
    (lambda: MountainCar().step("car", [0]), "states must be numbers, got 'car'"),
    says="sentence",
)


@pytest.mark.parametrize("uniforms", [[[1.0, 0.0]], [[-0.1, 0.0]], [[np.nan, 0.0]], [[0.5]], [0.5, 0.5]])
def test_bad_start_numbers_are_refused(uniforms):
    with pytest.raises(InputError, match="uniforms must"):
        MountainCar().starts(uniforms)
