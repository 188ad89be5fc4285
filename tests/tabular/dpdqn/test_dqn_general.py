"""The general loop takes the same steps as the compiled one where both can, and plugs in other networks and states."""

from __future__ import annotations

import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from tabular.adapters.interval_walk import ID, IntervalWalkEnv, register_interval_walk
from tabular.adapters.torch_networks import TorchNetwork
from tabular.dpdqn.environment import IntervalWalk, reward
from tabular.dpdqn.general import train_any
from tabular.dpdqn.memory import run_key
from tabular.dpdqn.networks import MLP
from tabular.dpdqn.options import BRACKETED, NON_PRIVATE, PRINTED
from tabular.dpdqn.training import train
from tabular.errors import InputError
from tabular.noise._kernels_words import fast_word
from tabular.noise.field import Exponential, GaussianField

register_interval_walk()
NETWORK = MLP((1, 4, 2))
SHORT = {"horizon": 120, "batch_size": 8, "step_size": 0.05, "discount": 0.9}


class Replayed:
    """The interval walk with the random numbers of a compiled run."""

    def __init__(self, seed, run):
        self.key, self.t, self.left = run_key(seed, run), 0, 50

    def uniform(self, purpose):
        word = fast_word(self.key[0], self.key[1], np.uint64(8 * self.t + purpose))
        return int(word >> np.uint64(11)) * 2.0**-53

    def start(self, rng):
        self.left = 50
        return np.array([self.uniform(3)])

    def step(self, rng, state, action):
        after = IntervalWalk().step(state, np.array([action]), np.array([self.uniform(2)]))
        self.t, self.left = self.t + 1, self.left - 1
        return after, float(reward(state)[0]), float(reward(after)[0]), self.left == 0


@pytest.mark.parametrize(
    "options",
    [
        NON_PRIVATE.but(**SHORT),
        NON_PRIVATE.but(**SHORT, reward_at="state", rmsprop=0.9, huber=True, target_network=2),
        PRINTED.but(**SHORT, target="none"),
        NON_PRIVATE.but(**SHORT, clip=0.1),
    ],
)
def test_both_loops_take_the_same_steps(options):
    compiled = train(options, 2, 5, network=NETWORK, jobs=1)
    for run in (0, 1):
        theta = NETWORK.initial(5, 2)[run]
        general = train_any(options, NETWORK, Replayed(5, run), theta, np.random.default_rng(0))

        # Sums in another order, over 120 steps.
        np.testing.assert_allclose(general.theta, compiled.parameters[run], rtol=1e-9, atol=1e-11)
        np.testing.assert_allclose(general.returns, compiled.returns[run], rtol=1e-12)


class Square:
    """A walk in the unit square: four actions, the reward is the distance from the border in the first coordinate."""

    def start(self, rng):
        self.left = 20
        return rng.random(2)

    def step(self, rng, state, action):
        move = np.array([[0.2, 0], [-0.2, 0], [0, 0.2], [0, -0.2]])[action] * rng.random()
        after, self.left = np.clip(state + move, 0, 1), self.left - 1
        return after, 0.5 - abs(state[0] - 0.5), 0.5 - abs(after[0] - 0.5), self.left == 0


class Quadratic:
    """A network of the user's: one quadratic form for each of four actions."""

    n_parameters, n_actions = 24, 4

    def features(self, state):
        x, y = state
        return np.array([1, x, y, x * x, x * y, y * y])

    def values(self, theta, state):
        return theta.reshape(4, 6) @ self.features(state)

    def gradient(self, theta, state, action):
        slope = np.zeros((4, 6))
        slope[action] = self.features(state)
        return slope.ravel()


@pytest.mark.parametrize(
    "changes", [{}, {"resets": "episode"}, {"replay": 50, "update_every": 2}, {"separate_paths": True}]
)
def test_a_network_and_states_of_the_user_plug_in(changes):
    options = BRACKETED.but(horizon=400, batch_size=10, step_size=0.05, discount=0.8, noise_level=0.1, **changes)
    fields = [GaussianField(Exponential(1.0), 0.1, 2, 4, seed=i) for i in (1, 2)]
    ends = [
        train_any(
            options,
            Quadratic(),
            Square(),
            np.zeros(24),
            np.random.default_rng(3),
            noise=field,
            target_noise=fields[1],
        )
        for field in (fields[0], GaussianField(Exponential(1.0), 0.1, 2, 4, seed=1))
    ]

    assert np.isfinite(ends[0].theta).all()
    assert ends[0].theta.any()
    assert len(ends[0].returns) == 20
    if not changes:
        np.testing.assert_array_equal(ends[0].theta, ends[1].theta)


def test_ctrl_c_ends_a_run_where_it_is():
    class Stopping(Square):
        def step(self, rng, state, action):
            if self.left == 10:
                raise KeyboardInterrupt
            return super().step(rng, state, action)

    options = NON_PRIVATE.but(horizon=100, batch_size=5)
    end = train_any(options, Quadratic(), Stopping(), np.zeros(24), np.random.default_rng(0))

    assert end.theta.any()
    assert end.returns.size == 0


def test_bad_input_gets_one_sentence(monkeypatch):
    rng = np.random.default_rng(0)
    with pytest.raises(InputError, match=r"theta must have shape \(24,\)"):
        train_any(NON_PRIVATE, Quadratic(), Square(), np.zeros(3), rng)
    with pytest.raises(InputError, match="target_noise must be given with separate_paths"):
        train_any(BRACKETED.but(separate_paths=True), Quadratic(), Square(), np.zeros(24), rng)
    monkeypatch.setitem(sys.modules, "torch", None)  # as if it were not there
    with pytest.raises(InputError, match="torch must be installed"):
        TorchNetwork(None, 2)


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


def test_the_environment_refuses_misuse():
    with pytest.raises(InputError, match="reset must be called before step"):
        IntervalWalkEnv().step(0)
    with pytest.raises(InputError, match="render_mode must be None"):
        IntervalWalkEnv(render_mode="human")
    env = IntervalWalkEnv()
    env.reset(seed=0)
    with pytest.raises(InputError, match="actions must be integers 0 or 1"):
        env.step(2)
