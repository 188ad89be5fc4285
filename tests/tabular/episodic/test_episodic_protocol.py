"""Tests for tabular/episodic/protocol.py."""

from fractions import Fraction

import numpy as np
import pytest
from refusals import refusals

from tabular import InputError
from tabular.algorithms.episodic import UBEV
from tabular.episodic.protocol import FunctionUser, Transcript, TreeUser, interact, paths


class Scripted:
    """An agent that takes given actions and writes down all that it is told."""

    horizon, n_actions, n_states = 2, 3, 4

    def __init__(self, actions):
        self.actions = iter(actions)
        self.heard = []

    def act(self, step, state):
        self.heard.append(("act", step, state))
        return next(self.actions)

    def observe(self, step, state, action, reward, next_state):
        self.heard.append(("observe", step, state, action, reward, next_state))

    def end_episode(self):
        self.heard.append(("end",))

    def policy(self):
        return np.zeros((2, 4), np.int64)


def echo(path):
    return len(path) + (path[-1] if path else 0)


def test_messages_come_in_the_order_of_the_protocol():
    agent = Scripted([2, 0])

    transcript = interact(agent, [FunctionUser(echo, lambda path: sum(path) / 4)])

    assert agent.heard == [
        ("act", 0, 0),
        ("observe", 0, 0, 2, 0.5, 3),
        ("act", 1, 3),
        ("observe", 1, 3, 0, 0.5, None),
        ("end",),
    ]
    assert transcript.states.tolist() == [[0, 3]]
    assert transcript.actions.tolist() == [[2, 0]]
    assert transcript.rewards.tolist() == [[0.5, 0.5]]
    assert not transcript.actions.flags.writeable


def test_a_tree_answers_every_path():
    tree = TreeUser(2, 2, {(): 3, (0,): 1, (1,): 2}, dict.fromkeys(paths(2, 1, 2), Fraction(1, 2)) | {(1, 0): 1})

    assert [tree.state(path) for path in paths(2, 0, 1)] == [3, 1, 2]
    assert [tree.reward(path) for path in paths(2, 1, 2)] == [0.5, 0.5, 0.5, 0.5, 1, 0.5]


def test_a_constant_user_says_the_same_whatever_is_done():
    tree = TreeUser.constant([2, 0], [1, 0.25], 3)

    assert {tree.state(path) for path in paths(3, 1, 1)} == {0}
    assert {tree.reward(path) for path in paths(3, 2, 2)} == {0.25}
    assert tree.reward((2,)) == 1


def test_the_view_of_the_others_leaves_out_one_row():
    actions, policy = np.arange(6).reshape(3, 2), np.zeros((2, 1))
    transcript = Transcript(actions, actions, actions, policy)

    seen, released = transcript.view_without(1)

    assert seen.tolist() == [[0, 1], [4, 5]]
    assert released is policy
    for user in (-1, 3):
        with pytest.raises(InputError, match=rf"^user must be from 0 to 2, got {user}$"):
            transcript.view_without(user)


def test_no_users_is_an_empty_transcript():
    transcript = interact(Scripted([]), [])

    assert transcript.states.shape == transcript.rewards.shape == (0, 2)


def test_an_adversary_may_shape_a_later_user_by_what_it_saw():
    """Users may share an object: the second one answers with what the first one saw."""
    seen = []

    def spy(path):
        seen.extend(path[-1:])
        return 0

    first, second = FunctionUser(spy, lambda _: 0), FunctionUser(lambda _: seen[-1], lambda _: 1)

    assert interact(Scripted([2, 1, 0, 0]), [first, second]).states.tolist() == [[0, 0], [2, 2]]


test_a_user_who_breaks_the_rules_is_named = refusals(
    (lambda _: 4, lambda _: 0, "state must be an integer from 0 to 3, got 4 at step 0 of episode 0"),
    (lambda p: -len(p), lambda _: 0, "state must be an integer from 0 to 3, got -1 at step 1 of episode 0"),
    (lambda _: 1.0, lambda _: 0, "state must be an integer from 0 to 3, got 1.0 at step 0 of episode 0"),
    (lambda _: True, lambda _: 0, "state must be an integer from 0 to 3, got True at step 0 of episode 0"),
    (lambda _: None, lambda _: 0, "state must be an integer from 0 to 3, got None at step 0 of episode 0"),
    (
        lambda _: np.array([1]),
        lambda _: 0,
        "state must be an integer from 0 to 3, got array([1]) at step 0 of episode 0",
    ),
    (lambda _: 0, lambda _: 1.5, "reward must be a number in [0, 1], got 1.5 at step 0 of episode 0"),
    (lambda _: 0, lambda p: 1 - len(p), "reward must be a number in [0, 1], got -1 at step 1 of episode 0"),
    (lambda _: 0, lambda _: float("nan"), "reward must be a number in [0, 1], got nan at step 0 of episode 0"),
    (lambda _: 0, lambda _: "1", "reward must be a number in [0, 1], got '1' at step 0 of episode 0"),
    (lambda _: 0, lambda _: None, "reward must be a number in [0, 1], got None at step 0 of episode 0"),
    (lambda _: 0, lambda _: True, "reward must be a number in [0, 1], got True at step 0 of episode 0"),
    calling=lambda state, reward: interact(Scripted([0, 0]), [FunctionUser(state, reward)]),
    says="sentence",
)


@pytest.mark.parametrize("action", [3, -1, 0.0, None])
def test_an_agent_who_breaks_the_rules_is_named(action):
    with pytest.raises(InputError, match=r"^action must be an integer from 0 to 2, got .* at step 1 of episode 0$"):
        interact(Scripted([0, action]), [FunctionUser(echo, lambda _: 0)])


def test_numpy_numbers_are_numbers():
    user = FunctionUser(lambda _: np.int32(1), lambda _: np.float32(0.5))

    assert interact(Scripted([np.int64(0), 1]), [user]).rewards.tolist() == [[0.5, 0.5]]


GOOD = {(0,): 0, (1,): 0}
test_a_tree_must_be_complete = refusals(
    ((0, 2, {}, {}), "horizon must be an integer of at least 1, got 0"),
    ((1, 0, {}, {}), "n_actions must be an integer of at least 1, got 0"),
    ((1, 2, {}, GOOD), "states must have an entry for every path of actions and no other, got no entry for ()"),
    (
        (1, 2, {(): 0}, {(0,): 0}),
        "rewards must have an entry for every path of actions and no other, got no entry for (1,)",
    ),
    (
        (1, 2, {(): 0, (0,): 1}, GOOD),
        "states must have an entry for every path of actions and no other, got one for (0,)",
    ),
    ((1, 2, {(): 0}, {(0,): 2, (1,): 0}), "reward must be a number in [0, 1], got 2 after the actions (0,)"),
    ((1, 2, [0], GOOD), "states must map paths of actions to answers, got [0]"),
    calling=lambda arguments: TreeUser(*arguments),
    says="sentence",
)


def test_a_constant_user_needs_one_reward_for_each_state():
    with pytest.raises(InputError, match=r"^rewards must have one entry for each of 2 states, got 1$"):
        TreeUser.constant([0, 1], [0], 2)


def test_a_learner_runs_on_a_list_of_trees():
    users = [TreeUser.constant([0, t % 2], [1, 0], 2) for t in range(5)]

    run = UBEV(2, 2, 2, 5).run(users)

    assert run.returns.tolist() == [1] * 5
    assert run.gaps is None
    with pytest.raises(InputError, match=r"^users must be one for each of 6 episodes, got 5$"):
        UBEV(2, 2, 2, 6).run(users)
