"""Tests for tabular/algorithms/episodic/users.py and the kernels that draw users."""

import gymnasium
import numpy as np
import pytest
from gymnasium.spaces import Box, Discrete
from refusals import refusals

from tabular import InputError
from tabular.algorithms.episodic import UBEV, Fixed, GymnasiumUsers, Keep, Uniform, sampled_tree, sampled_users
from tabular.algorithms.episodic._kernels_episodes import MOST_STEPS, uniform
from tabular.algorithms.episodic.loop import environment_key, tables_of
from tabular.episodic import EpisodicMDP, occupancy, optimal, policy_values
from tabular.episodic.instances import combination_lock, random_episodic
from tabular.episodic.protocol import TreeUser, interact, paths


def test_a_sampled_user_is_a_tree():
    mdp = random_episodic(3, 2, 3, 4)
    user, tree = sampled_users(mdp, 7)(5), sampled_tree(mdp, 7, 5)

    assert isinstance(tree, TreeUser)
    assert all(user.state(path) == tree.state(path) for path in paths(2, 0, 2))
    assert all(user.reward(path) == tree.reward(path) for path in paths(2, 1, 3))
    agents = [UBEV(3, 2, 3, 1).agent() for _ in range(2)]
    assert np.array_equal(interact(agents[0], [user]).states, interact(agents[1], [tree]).states)


def test_states_and_rewards_have_the_law_of_the_mdp():
    """40000 episodes of a fixed policy; counts within 6 standard deviations of their exact expectations, one seed."""
    mdp, T = random_episodic(3, 2, 3, 11), 40_000
    policy = np.array([[0, 1, 0], [1, 0, 1], [1, 1, 0]])
    run = Fixed(3, 2, 3, T, policy).run(mdp, 1, keep=Keep(transcript=True))
    w = occupancy(mdp, policy)
    seen, earned = np.zeros(w.shape), np.zeros(w.shape)
    moves = np.zeros(mdp.transitions.shape)
    told = run.transcript
    for h in range(3):
        np.add.at(seen[h], (told.actions[:, h], told.states[:, h]), 1)
        np.add.at(earned[h], (told.actions[:, h], told.states[:, h]), told.rewards[:, h])
        if h < 2:
            np.add.at(moves[h], (told.actions[:, h], told.states[:, h], told.states[:, h + 1]), 1)

    def within_six(counts, p):
        assert (np.abs(counts - T * p) <= 6 * np.sqrt(T * p * (1 - p))).all()

    within_six(seen, w)
    within_six(earned, w * mdp.rewards)
    within_six(moves[:2], (w[..., None] * mdp.transitions)[:2])
    # an episode's return has a standard deviation of at most 3 / 2
    assert abs(run.returns.mean() - policy_values(mdp, policy)[0] @ mdp.start) <= 6 * 1.5 / np.sqrt(T)


def test_the_numbers_of_an_episode_are_uniform_and_unrelated():
    """Means, variances and correlations of 6 streams of 20000; 6 standard errors, one fixed seed."""
    key = environment_key(3)
    streams = [[uniform.py_func(*key, t, h, kind) for t in range(20_000)] for h in range(3) for kind in (0, 1)]
    u = np.array(streams)

    assert ((u >= 0) & (u < 1)).all()
    assert (np.abs(u.mean(axis=1) - 1 / 2) <= 6 * np.sqrt(1 / 12 / 20_000)).all()
    assert (np.abs(u.var(axis=1) - 1 / 12) <= 6 * np.sqrt(1 / 180 / 20_000)).all()
    assert (np.abs(np.corrcoef(u) - np.eye(6)) <= 6 / np.sqrt(20_000)).all()


def test_rewards_may_be_their_means():
    mdp = random_episodic(2, 2, 2, 3, reward_law="mean")
    told = Uniform(2, 2, 2, 200).run(mdp, 1, keep=Keep(transcript=True)).transcript

    for h in range(2):
        assert np.array_equal(told.rewards[:, h], mdp.rewards[h, told.actions[:, h], told.states[:, h]])


def test_impossible_states_are_never_drawn():
    P = np.zeros((1, 1, 3, 3))
    P[..., 1] = 1.0
    mdp = EpisodicMDP(np.concatenate([P, P]), np.zeros((2, 1, 3)), [0.0, 1.0, 0.0])

    told = Uniform(3, 1, 2, 500).run(mdp, keep=Keep(transcript=True)).transcript

    assert (told.states == 1).all()
    assert (tables_of(mdp).cumulated[0, 0, 0] == [0, 2, 2]).all()


class Corridor(gymnasium.Env):
    """A finite environment: action 1 goes on, action 0 stays; the last state ends the episode with reward 1."""

    def __init__(self, length=4, first=0, start=0):
        self.observation_space = Discrete(length, start=start)
        self.action_space = Discrete(2, start=first)
        self.length, self.first, self.start, self.at = length, first, start, 0

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.at = 0
        return self.start, {}

    def step(self, action):
        self.at += action - self.first
        over = self.at == self.length - 1
        return self.start + self.at, float(over), over, False, {}


@pytest.mark.parametrize(("first", "start"), [(0, 0), (3, 5)])
@pytest.mark.parametrize("extra", [0, 1])
def test_an_ended_episode_stays_where_it_ended_or_in_the_extra_state(first, start, extra):
    right = np.ones((6, 4 + extra), np.int64)

    run = Fixed(4 + extra, 2, 6, 3, right).run(Corridor(first=first, start=start), keep=Keep(transcript=True))

    assert run.transcript.states.tolist() == [[0, 1, 2, *[3 + extra] * 3]] * 3
    assert run.returns.tolist() == [1] * 3


def test_a_learner_solves_a_gymnasium_environment_and_gaps_are_those_of_the_model():
    env = gymnasium.make("FrozenLake-v1", is_slippery=False, desc=["SF", "HG"])
    model = EpisodicMDP.from_gymnasium(env, 3)

    run = UBEV(4, 4, 3, 4000).run(env, seed=3, model=model)

    assert optimal(model).expected_return == 1
    assert run.total_regret < Uniform(4, 4, 3, 4000).run(env, seed=3, model=model).total_regret / 2
    assert run.gaps[2000:].sum() < run.gaps[:2000].sum() / 2
    assert run.mistakes(0.5) == int((run.gaps > 0.5).sum())
    # here a policy decides the return: what an episode lost is its gap
    np.testing.assert_allclose(run.gaps, 1 - run.returns, rtol=0, atol=1e-15)


def test_the_same_seed_gives_the_same_run_on_gymnasium():
    def returns(seed):
        env = gymnasium.make("FrozenLake-v1", is_slippery=True)
        return Uniform(16, 4, 20, 300).run(env, seed=seed).returns.tolist()

    assert returns(1) == returns(1)
    assert returns(1) != returns(2)


def patched(**changes):
    env = Corridor()
    for name, value in changes.items():
        setattr(env, name, value)
    return env


def answer(*values):
    return patched(step=lambda _: values)


test_an_environment_that_breaks_its_spaces_is_named = refusals(
    (answer(1, 2.0, False, False, {}), "reward must be a number in [0, 1], got 2.0 at step 0 of episode 0"),
    (answer(1, -1, False, False, {}), "reward must be a number in [0, 1], got -1 at step 0 of episode 0"),
    (answer(4, 0.0, False, False, {}), "state must be an integer from 0 to 3, got 4 at step 1 of episode 0"),
    (answer(0.5, 0.0, False, False, {}), "state must be an integer from 0 to 3, got 0.5 at step 1 of episode 0"),
    (patched(reset=lambda **_: (-1, {})), "state must be an integer from 0 to 3, got -1 at step 0 of episode 0"),
    (
        answer(1, 0.0, False, True, {}),
        "environment must not truncate an episode before the horizon 3, got an end after 1 steps in episode 0",
    ),
    (
        answer(0, 0.0, True, False, {}),
        "environment must not both end in a state and go on from it, unless the learner has 5 states, "
        "the last for ended ones, got state 0",
    ),
    (patched(observation_space=Box(0, 1)), "environment.observation_space must be a Discrete space, got "),
    (patched(action_space=None), "environment.action_space must be a Discrete space, got None"),
    (
        patched(observation_space=Discrete(7)),
        "states must be the 7 of the environment, or one more for ended episodes, got 4",
    ),
    (patched(action_space=Discrete(3)), "actions must be the 3 of the environment, got 2"),
    calling=Uniform(4, 2, 3, 5).run,
    says="start",
)


def test_a_state_that_was_an_end_is_not_gone_on_from():
    """Episode 0 ends in state 1, episode 1 starts there."""
    env = patched(step=lambda _: (1, 0.0, True, False, {}))
    starts = iter([0, 1])
    env.reset = lambda **_: (next(starts), {})

    with pytest.raises(
        InputError, match=r"^environment must not both end in a state and go on from it, .* got state 1$"
    ):
        Uniform(4, 2, 2, 2).run(env)


def test_a_path_is_walked_step_by_step():
    user = GymnasiumUsers(Corridor(), 3, 4, 2)(0)

    assert (user.state(()), user.reward((1,)), user.state((1,))) == (0, 0.0, 1)
    with pytest.raises(InputError, match=r"^actions must continue those of the episode, got \(0, 1\) after \(1,\)$"):
        user.reward((0, 1))


test_bad_input_is_refused_in_one_sentence = refusals(
    (
        lambda: sampled_tree(combination_lock(30)),
        r"^n_actions \*\* horizon must be at most 1048576 for a complete tree, got ",
    ),
    (lambda: sampled_users(3), r"^mdp must be an EpisodicMDP, got 3$"),
    (lambda: Uniform(1, 1, MOST_STEPS + 1, 1), rf"^horizon must be at most {MOST_STEPS}, got {MOST_STEPS + 1}$"),
)
