"""Sampling: the law of the trajectories, their ends, their seeds, finite MDPs and Gymnasium environments."""

import gymnasium as gym
import numpy as np
import pytest
from refusals import refusals

from tabular import FiniteMDP
from tabular.evaluation import Tabular, absorbing_states, exact_moments, mean_moments, sample
from tabular.evaluation._kernels_sampling import uniform
from tabular.evaluation.sampling import TRAJECTORIES
from tabular.mdp.instances import dyadic_random
from tabular.mdp.instances.graphs import recovery_chain
from tabular.noise.keys import seed_bytes, source

UNIFORM = np.full((3, 2), 0.5)


def walk_to_the_end():
    """State 2 is absorbing; action 1 goes on, action 0 gambles."""
    P = [[[0.5, 0.25, 0.25], [0.5, 0.0, 0.5], [0, 0, 1]], [[0, 1, 0], [0, 0, 1], [0, 0, 1]]]
    return FiniteMDP(P, [[1.0, 2.0, 0.0], [3.0, 4.0, 0.0]], 0.9)


def reference(mdp, policy, start, seed, i, limit):
    """Trajectory i by plain cumulated sums of the same numbers."""
    key = source(seed_bytes(seed), 0, TRAJECTORIES, "fast").key

    def draw(law, step, kind):
        return int(np.searchsorted(np.cumsum(law), uniform(*key, i, step, kind), side="right"))

    ended, rows, s = absorbing_states(mdp), [], draw(start, -1, 0)
    while len(rows) < limit and not ended[s]:
        a = draw(policy[s], len(rows), 0)
        t = draw(mdp.transitions[a][s], len(rows), 1)
        rows.append((s, a, mdp.rewards[a, s], t))
        s = t
    return rows


@pytest.mark.parametrize("sparse", [False, True])
def test_the_kernel_walks_as_a_plain_loop_does(sparse):
    mdp, start = walk_to_the_end(), [0.75, 0.25, 0.0]
    from scipy.sparse import csr_array

    world = FiniteMDP([csr_array(P) for P in mdp.transitions], mdp.rewards, 0.9) if sparse else mdp
    data = sample(world, UNIFORM, 50, seed=3, start=start, max_length=4)

    for i in range(50):
        part = data.trajectory(i)
        rows = zip(
            *(getattr(part, name).tolist() for name in ("states", "actions", "rewards", "next_states")), strict=True
        )
        assert list(rows) == reference(mdp, UNIFORM, start, 3, i, 4)
        assert part.terminal[-1] == (part.next_states[-1] == 2)


def test_a_larger_sample_begins_with_the_smaller():
    small, large = (sample(walk_to_the_end(), UNIFORM, count, seed=1) for count in (5, 50))

    assert np.array_equal(large.subset(range(5)).states, small.states)
    assert not np.array_equal(sample(walk_to_the_end(), UNIFORM, 50, seed=2).states, large.states)


def test_the_law_is_the_one_of_the_process():
    """Means of m numbers in an interval lie within six standard deviations, each at most length / (2 sqrt m)."""
    mdp, m = walk_to_the_end(), 100_000
    target = np.array([[0.25, 0.75], [0.5, 0.5], [0.5, 0.5]])
    data = sample(mdp, UNIFORM, m, seed=0, start=0, max_length=6)
    from tabular.evaluation import importance_ratios

    got = mean_moments(data, importance_ratios(data, target, UNIFORM), Tabular(2), 0.9)
    wanted = exact_moments(mdp, target, UNIFORM, Tabular(2), horizon=6, start=0)
    # Entries of A, b, C of one trajectory lie in an interval of length 1.5 * 1.9, 1.5 * 4 and 1.
    for name, spread in (("A", 2.85), ("b", 6.0), ("C", 1.0)):
        assert np.abs(getattr(got, name) - getattr(wanted, name)).max() <= 6 * spread / 2 / np.sqrt(m)


def test_all_trajectories_end_by_themselves_without_a_limit():
    data = sample(walk_to_the_end(), UNIFORM, 1000)

    assert data.terminal.sum() == 1000
    assert (data.next_states[data.terminal] == 2).all()
    assert (data.states < 2).all()


def test_a_limit_cuts_off_without_an_end():
    mdp = dyadic_random(3, 2, 0.5, 4, 0, exact=False)
    data = sample(mdp, UNIFORM, 10, max_length=7)

    assert data.lengths.tolist() == [7] * 10
    assert not data.terminal.any()


def test_the_start_is_uniform_on_states_that_go_on_unless_it_is_said():
    data = sample(walk_to_the_end(), UNIFORM, 400)

    assert set(data.states[data.offsets[:-1]].tolist()) == {0, 1}
    assert set(sample(walk_to_the_end(), UNIFORM, 50, start=1).states[0:1].tolist()) == {1}


def test_named_states_end_a_trajectory():
    data = sample(walk_to_the_end(), UNIFORM, 100, start=0, absorbing=[1, 2])

    assert set(data.states.tolist()) == {0}
    assert data.terminal.sum() == 100


def test_rewards_may_depend_on_the_next_state():
    R = np.zeros((1, 5, 5))
    R[0, 3, 4] = 1
    data = sample(recovery_chain(5, exact=False), np.ones((5, 1)), 200, rewards=R)

    assert np.array_equal(data.rewards, data.terminal.astype(float))


def test_absorbing_states_earn_nothing():
    assert absorbing_states(walk_to_the_end()).tolist() == [False, False, True]
    paid = FiniteMDP(np.eye(2)[None], [[1.0, 0.0]], 0.5)
    assert absorbing_states(paid).tolist() == [False, True]


def test_gymnasium_episodes_depend_on_seed_and_number_only():
    env, policy = gym.make("FrozenLake-v1"), np.full((16, 4), 0.25)
    small, large = sample(env, policy, 3, seed=5), sample(env, policy, 10, seed=5)

    assert np.array_equal(large.subset(range(3)).states, small.states)
    assert large.terminal.sum() == 10


def test_a_truncated_episode_is_cut_off():
    env = gym.make("MountainCar-v0", max_episode_steps=30)
    data = sample(env, lambda states: np.tile([0.0, 1.0, 0.0], (len(states), 1)), 2)

    assert data.lengths.tolist() == [30, 30]
    assert not data.terminal.any()
    assert (data.actions == 1).all()
    assert data.states.shape == (60, 2)


class Countdown:
    """Three steps with actions numbered from 5."""

    action_space = gym.spaces.Discrete(2, start=5)

    def reset(self, seed):
        self.left = 3
        return self.left, {}

    def step(self, action):
        assert action in (5, 6)
        self.left -= 1
        return self.left, self.reward(action), self.left == 0, False, {}

    def reward(self, action):
        return float(action)


def test_actions_are_counted_from_0():
    data = sample(Countdown(), lambda s: np.tile([0.0, 1.0], (len(s), 1)), 2)

    assert data.actions.tolist() == [1] * 6
    assert data.rewards.tolist() == [6.0] * 6
    assert data.states.tolist() == [3, 2, 1] * 2


class Broken(Countdown):
    def reward(self, action):
        return float("nan")


class Text(Countdown):
    def reset(self, seed):
        return "here", {}


test_broken_calls_get_one_sentence = refusals(
    (lambda m: sample(m, UNIFORM, 0), "count must be an integer of at least 1, got 0"),
    (lambda m: sample(m, UNIFORM, 1, max_length=0), "max_length must be an integer of at least 1, got 0"),
    (lambda m: sample(m, UNIFORM, 1, max_length=1 << 40), "max_length must be at most 2147483646"),
    (lambda m: sample(m, UNIFORM.T, 1), r"policy must have shape \(3, 2\) \(state, action\), got \(2, 3\)"),
    (lambda m: sample(m, UNIFORM, 1, start=2), "start must avoid absorbing states, got probability 1.0 in state 2"),
    (lambda m: sample(m, UNIFORM, 1, start=3), "start must be a state from 0 to 2"),
    (lambda m: sample(m, UNIFORM, 1, start=[0.5, 0.4, 0.0]), "start must sum to 1, got 0.9"),
    (lambda m: sample(m, UNIFORM, 1, start=[1.5, -0.5, 0.0]), "start must have probabilities between 0 and 1"),
    (lambda m: sample(m, UNIFORM, 1, start=[1.0]), "start must have one probability for each of 3 states"),
    (lambda m: sample(m, UNIFORM, 1, absorbing=[0, 1, 2]), "absorbing must leave at least one state to start in"),
    (lambda m: sample(m, UNIFORM, 1, absorbing=[7]), "absorbing must be states from 0 to 2, got 7"),
    (lambda m: sample(m, UNIFORM, 1, absorbing=[0.5]), "absorbing must be states"),
    (lambda m: sample(m, UNIFORM, 1, absorbing=[]), "max_length must be given where a trajectory may never end"),
    (
        lambda m: sample(m, UNIFORM, 1, rewards=np.zeros((2, 3, 3))),
        r"rewards\[0\] must have the mean r\[0\] = 1.0 over the next states, got 0.0 in state 0",
    ),
    (lambda m: sample(m, UNIFORM, 1, rewards=np.zeros((2, 3))), "rewards must have 3 axes"),
    (lambda m: sample(m, UNIFORM, 1, rewards=np.full((2, 3, 3), np.nan)), r"rewards\[0\] must be finite"),
    (lambda m: sample("chain", UNIFORM, 1), "world must be a FiniteMDP or a Gymnasium environment, got 'chain'"),
    (lambda m: sample(Countdown(), UNIFORM, 1, start=0), "start must be left to the environment, got 0"),
    (lambda m: sample(Countdown(), None, 1), "policy must be a callable or a matrix"),
    (
        lambda m: sample(Countdown(), lambda s: np.ones((len(s), 1)), 1),
        "policy must have one probability for each action",
    ),
    (
        lambda m: sample(Broken(), lambda s: np.full((len(s), 2), 0.5), 1),
        "environment must give finite rewards, got nan at step 0 of episode 0",
    ),
    (
        lambda m: sample(Text(), lambda s: np.full((len(s), 2), 0.5), 1),
        "environment must give observations that are numbers, got 'here'",
    ),
    calling=lambda make: make(walk_to_the_end()),
)
