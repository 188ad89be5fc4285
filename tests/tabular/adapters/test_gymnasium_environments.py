"""Tests for tabular/adapters/gymnasium_environments.py: Gymnasium's own checks, and the dynamics of the simulators."""

import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.seeding import np_random

from tabular import InputError
from tabular.adapters.gymnasium_environments import IDS, SimulatedEnv, make_world, register_environments
from tabular.evaluation.continuous import HivTreatment, MountainCar, RecoveryChain

register_environments()


@pytest.mark.parametrize("name", IDS)
def test_gymnasium_approves(name):
    with warnings.catch_warnings(record=True) as complaints:
        warnings.simplefilter("always")
        check_env(gymnasium.make(name).unwrapped)

    assert [str(complaint.message) for complaint in complaints] == []


@pytest.mark.parametrize("name", IDS)
def test_an_episode_is_that_of_the_simulator_with_the_same_random_numbers(name):
    env = gymnasium.make(name)
    simulator, (rng, _) = env.unwrapped.environment, np_random(5)
    actions = np.random.default_rng(1).integers(0, simulator.n_actions, 150)
    observation, _ = env.reset(seed=5)
    state = simulator.starts(rng.random((1, simulator.dimension)))
    for action in actions:
        assert np.array_equal(observation, simulator.observed(state)[0])
        observation, reward, terminated, truncated, _ = env.step(action)
        step = simulator.step(state, [action], rng.random(1) if simulator.is_random else None)
        state = step.next_states
        assert (reward, terminated, truncated) == (step.rewards[0], step.terminal[0], False)
        if terminated:
            break
    assert np.array_equal(observation, simulator.observed(state)[0])
    assert env.observation_space.contains(observation)


def test_the_chain_pays_once_on_arrival():
    env = gymnasium.make(IDS[0])
    env.reset(seed=1)
    rewards, terminated = [], False
    while not terminated:
        observation, reward, terminated, truncated, _ = env.step(0)
        rewards.append(reward)

    assert not truncated
    assert observation == 39
    assert (rewards[-1], sum(rewards)) == (1, 1)


def test_episodes_are_truncated_after_200_decisions():
    env = gymnasium.make("tabular/HivTreatment-v0")
    env.reset(seed=1)
    ends = [env.step(3)[2:4] for _ in range(200)]

    assert ends == [(False, False)] * 199 + [(False, True)]


@pytest.mark.parametrize("treatments", [[0, 1, 2, 3], [3], [0, 3]])
def test_patients_stay_far_inside_the_space_of_observations(treatments):
    env, rng = gymnasium.make("tabular/HivTreatment-v0"), np.random.default_rng(1)
    for seed in range(3):
        env.reset(seed=seed)
        seen = [env.step(rng.choice(treatments))[0] for _ in range(200)]
        assert np.abs(seen).max() < env.observation_space.high.min() / 1.5


def test_arguments_reach_the_environment():
    assert gymnasium.make(IDS[1], start=(-0.5, -0.5)).reset()[0].tolist() == [-0.5, 0]
    assert gymnasium.make(IDS[0], states=7).observation_space.n == 7
    assert make_world(IDS[2], spread=(1, 1)).environment == HivTreatment(spread=(1, 1))


def test_spaces():
    spaces = [(gymnasium.make(name).observation_space, gymnasium.make(name).action_space) for name in IDS]

    assert [action.n for _, action in spaces] == [1, 3, 4]
    assert spaces[0][0].n == RecoveryChain().states
    assert spaces[1][0].low.tolist() == MountainCar().low.tolist()
    assert spaces[1][0].high.tolist() == MountainCar().high.tolist()
    assert spaces[2][0].shape == (6,)


def test_the_same_seed_gives_the_same_episode():
    def play(seed):
        env = gymnasium.make(IDS[2])
        start, _ = env.reset(seed=seed)
        return [start.tolist(), *(env.step(a)[0].tolist() for a in (0, 3, 1))]

    assert play(1) == play(1)
    assert play(1) != play(2)


def test_registering_twice_does_no_harm():
    register_environments()

    assert set(IDS) <= set(gymnasium.registry)
    assert all(gymnasium.spec(name).to_json() for name in IDS)


def test_other_environments_run_in_parallel():
    envs = gymnasium.make_vec(IDS[1], num_envs=3, vectorization_mode="sync")
    observations, _ = envs.reset(seed=3)

    assert observations.shape == (3, 2)
    assert envs.step(np.array([0, 1, 2]))[0].shape == (3, 2)


def test_bad_calls_are_refused():
    with pytest.raises(InputError, match="reset must be called before step, got no call"):
        SimulatedEnv(MountainCar()).step(0)
    with pytest.raises(InputError, match=r"world must be one of tabular/RecoveryChain-v0, .*, got 'moon'"):
        make_world("moon")
    with pytest.raises(InputError, match="render_mode must be None, got 'human'"):
        make_world(IDS[0], render_mode="human")
    env = SimulatedEnv(MountainCar())
    env.reset(seed=1)
    for action in (3, -1, 0.5, None):
        with pytest.raises(InputError, match="actions must be"):
            env.step(action)


def test_the_simulators_need_no_gymnasium():
    code = "import sys, tabular.evaluation.continuous; print('gymnasium' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert answer.stdout == "False\n"
