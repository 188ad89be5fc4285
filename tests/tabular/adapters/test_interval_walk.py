"""The interval walk through Gymnasium: what Gymnasium asks of an environment, and the simulator step by step."""

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from refusals import refusals

from tabular.adapters.interval_walk import ID, IntervalWalkEnv, register_interval_walk
from tabular.dpdqn.environment import IntervalWalk, reward

register_interval_walk()


def test_the_environment_obeys_gymnasium_and_is_the_simulator():
    env = gymnasium.make(ID)
    check_env(env.unwrapped, skip_render_check=True)
    observation, _ = env.reset(seed=7)
    rng, world = np.random.Generator(np.random.PCG64(np.random.SeedSequence(7))), IntervalWalk()
    state = world.starts(rng.random(1))
    assert observation[0] == state[0]
    for t in range(50):
        action = t % 2
        observation, gained, ended, cut, _ = env.step(action)
        state = world.step(state, np.array([action]), rng.random(1))
        assert (observation[0], gained) == (state[0], reward(state)[0])
        assert (ended, cut) == (False, t == 49)


def begun():
    env = IntervalWalkEnv()
    env.reset(seed=0)
    return env


test_misuse_is_refused = refusals(
    (lambda: IntervalWalkEnv().step(0), "reset must be called before step"),
    (lambda: IntervalWalkEnv(render_mode="human"), "render_mode must be None"),
    (lambda: begun().step(2), "actions must be integers 0 or 1"),
)
