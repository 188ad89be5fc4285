"""Releases answer alike, and expected returns agree with simulation and with a closed form."""

import numpy as np
import pytest

from tabular.dpdqn.environment import MIDDLE, IntervalWalk, knots, reward
from tabular.dpdqn.evaluation import best_return, expected_return, returns_of_policies
from tabular.dpdqn.networks import MLP
from tabular.dpdqn.options import BRACKETED, NON_PRIVATE
from tabular.dpdqn.release import Release, release
from tabular.dpdqn.training import Training, train
from tabular.errors import InputError
from tabular.noise import OrnsteinUhlenbeckFunction


@pytest.fixture(scope="module")
def training():
    return train(BRACKETED.but(horizon=128, noise_level=0.4, kernel_rate=5.0), 2, 3, jobs=1)


def test_a_release_answers_a_query_always_alike(training):
    private = release(training, 1, key=9)
    states = np.array([0.1, 0.9, 0.1, 0.5])
    answers = private.values(states)

    np.testing.assert_array_equal(answers[0], answers[2])
    np.testing.assert_array_equal(answers[::-1], private.values(states[::-1]))
    np.testing.assert_array_equal(private.table(3)[:, 1:], private.values([0.0, 0.5, 1.0]))
    np.testing.assert_array_equal(private.actions(states), answers.argmax(axis=1))


def test_the_noise_of_a_release_is_a_path_of_its_key(training):
    states, plain = np.linspace(0, 1, 7), release(training, 0, noise="none")
    path = OrnsteinUhlenbeckFunction(5, 5.0, 0.4, actions=2, bits="chacha20")
    noise = np.stack([path.many(states, a) for a in (0, 1)], axis=1)

    np.testing.assert_array_equal(release(training, 0, key=5).values(states), plain.values(states) + noise)
    np.testing.assert_array_equal(
        plain.values(states), MLP().population_values(training.parameters, states[:, None])[0]
    )


def test_a_release_is_not_changed_by_later_training(training):
    options = NON_PRIVATE.but(horizon=128)
    early = train(options, 1, 3, jobs=1)
    before = release(early, noise="none")
    early.memories[0].theta[:] = 0.0

    assert before.values([0.5]).any()


def test_expected_returns_agree_with_simulation():
    rng, world, policy = np.random.default_rng(1), IntervalWalk(), lambda s: (s < 0.6).astype(int)
    states, total = world.starts(rng.random(20_000)), np.zeros(20_000)
    for _ in range(world.episode):
        states = world.step(states, policy(states), rng.random(states.size))
        total += reward(states)

    error = total.std() / np.sqrt(total.size)
    assert abs(expected_return(policy, world) - total.mean()) < 6 * error


@pytest.mark.parametrize("reward_at", ["state", "next"])
def test_expected_returns_of_other_rewards_agree_with_those_of_a_training(reward_at):
    """A network that is not changed by its updates acts by one policy, and every episode is a sample of its return."""
    table, world = np.array([[0.0, 1.0, 0.0, -2.0], [0.5, 0.0, 0.0, 3.0]]), IntervalWalk(0.4, 6)
    options = NON_PRIVATE.but(horizon=120, batch_size=60, step_size=1e-300, reward_at=reward_at)
    start = {"network": MLP((1, 2)), "initial": [[1.0, -1.0, -0.6, 0.6]]}
    runs = train(options, 1500, 8, rewards=table, environment=world, jobs=1, **start)
    policy = release(runs, 0, noise="none").actions

    worth = expected_return(policy, world, rewards=table, reward_at=reward_at)
    assert len(set(policy(np.linspace(0, 1, 50)))) == 2
    assert abs(worth - runs.returns.mean()) < 6 * runs.returns.std() / np.sqrt(runs.returns.size)
    assert worth <= best_return(world, rewards=table, reward_at=reward_at)


def test_rewards_are_met_on_the_grid_whatever_its_cells():
    """One step that reads the reward where it began: the mean of the tent over [0, 1], whatever the grid."""
    tent, once = [[0.0, 3.0, 0.0, 0.0]] * 2, IntervalWalk(episode=1)

    for cells in (1, 2, 3, 100):
        assert best_return(once, rewards=tent, cells=cells, reward_at="state") == pytest.approx(1.0, abs=1e-12)


def test_the_usual_reward_by_its_knots_is_the_usual_reward():
    policy = release(train(NON_PRIVATE.but(horizon=128), 1, 3, jobs=1), noise="none").actions

    for at in ("state", "next"):
        usual, knotted = (expected_return(policy, rewards=r, reward_at=at) for r in (None, MIDDLE))
        assert knotted == pytest.approx(usual, abs=1e-9)
        assert best_return(rewards=0.5 - MIDDLE, reward_at=at) > 0.5 * 50 - usual
        shifted = expected_return(policy, rewards=MIDDLE - 3.0, reward_at=at)
        assert shifted == pytest.approx(usual - 3.0 * 50, abs=1e-9)


def test_one_step_in_closed_form():
    """Always right with reach 1, read after the step: E r = int int r(min(s + u, 1)) du ds = int 2 x r(x) / 2 ..."""
    world = IntervalWalk(reach=1.0, episode=1)
    # min(s + u, 1) has density x on [0, 1) and an atom of weight 1/2 at 1, where the reward is 0.
    # int_0^1 x (1/2 - |x - 1/2|) dx = 1/8.
    assert abs(expected_return(lambda s: np.ones(s.shape, int), world, cells=2000) - 0.125) < 1e-6
    assert expected_return(lambda s: np.ones(s.shape, int), world, reward_at="state") == pytest.approx(0.25, abs=1e-6)


@pytest.mark.parametrize("reward_at", ["state", "next"])
def test_policies_side_by_side_are_worth_what_each_is_worth_alone(reward_at):
    policies = [lambda s, c=c: (s < c).astype(int) for c in (0.2, 0.5, 1.1)]
    alone = [expected_return(policy, rewards=MIDDLE, cells=50, reward_at=reward_at) for policy in policies]

    assert returns_of_policies(policies, rewards=MIDDLE, cells=50, reward_at=reward_at) == alone
    assert len(set(alone)) == 3


def test_no_policy_beats_the_best():
    best = best_return()
    rng = np.random.default_rng(0)

    assert best == pytest.approx(expected_return(lambda s: (s < 0.5).astype(int)), abs=1e-9)
    for _ in range(20):
        assert expected_return(lambda s: rng.integers(0, 2, s.size)) <= best


def test_knots_of_a_function():
    table = knots(lambda s, a: s * a, 4)

    np.testing.assert_array_equal(table, [[0, 0, 0, 0, 0], [0, 0.25, 0.5, 0.75, 1]])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda t: release(t, 2), "run must be from 0 to 1"),
        (lambda t: release(t, 0.5), "run must be an integer of at least 0, got 0.5"),
        (lambda t: release(t, "a"), "run must be an integer of at least 0, got 'a'"),
        (lambda t: release(t, True), "run must be an integer of at least 0, got True"),
        (lambda t: release(t, -1), "run must be an integer of at least 0, got -1"),
        (lambda t: release(t, None), "run must be an integer of at least 0, got None"),
        (lambda t: release(t, 0, noise="old"), "noise must be none or fresh"),
        (lambda t: release(Training(NON_PRIVATE)), "noise must be none where the noise level is 0, got 'fresh'"),
        (lambda t: release(t, 0).table(10**11), "points must be at most 1000000, got 100000000000"),
        (lambda t: best_return(rewards=np.zeros((2, 1))), "rewards must have shape (2, k)"),
        (lambda t: best_return(reward_at="end"), "reward_at must be one of state, next"),
        (lambda t: expected_return(lambda s: s > 0.5, rewards=[[0, np.nan]] * 2), "rewards must be finite"),
        (lambda t: release(t, 0).values([1.5]), "states must be numbers in [0, 1]"),
        (lambda t: release(t, 0).values([np.nan]), "states must be numbers in [0, 1]"),
        (lambda t: Release(MLP(), np.zeros(3)), "parameters must have shape"),
        (lambda t: Release(MLP(), np.zeros(338), OrnsteinUhlenbeckFunction(1, 1.0)), "noise must have 2 paths"),
        (lambda t: IntervalWalk(reach=0), "reach must be in (0, 1]"),
        (lambda t: IntervalWalk(episode=0), "episode must be an integer"),
        (lambda t: IntervalWalk().step([0.5], [2], [0.1]), "actions must be integers 0 or 1"),
        (lambda t: IntervalWalk().step([1.5], [1], [0.1]), "states must be in [0, 1]"),
        (lambda t: IntervalWalk().step([0.5], [1], [0.1, 0.2]), "actions and uniforms must have the shape"),
    ],
)
def test_bad_input_gets_one_sentence(training, call, message):
    with pytest.raises(InputError) as caught:
        call(training)
    assert message in str(caught.value)
