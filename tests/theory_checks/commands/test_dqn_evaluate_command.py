"""`theory-checks dqn evaluate`: what runs have learned, finished or not."""

import json
import threading

import numpy as np
import pytest
from dqn_calls import OPTIONS, call, refused

from tabular.dpdqn.environment import MIDDLE, IntervalWalk
from tabular.dpdqn.evaluation import best_return, expected_return
from tabular.dpdqn.options import PRINTED
from tabular.dpdqn.release import release
from tabular.dpdqn.saving import save
from tabular.dpdqn.training import Training, train


def test_evaluate_tells_people_and_programs_the_same(trained):
    text = call("evaluate", trained).output
    data = json.loads(call("evaluate", trained, "--json").output)

    assert f"{np.mean(data['expected_return']):.3f}" in text
    assert data["steps"] == [200, 200, 200]
    assert np.all(np.less(data["expected_return"], data["best"]))


def test_evaluate_is_about_the_rewards_and_the_environment_of_the_file(tmp_path):
    file, world = tmp_path / "own.npz", IntervalWalk(0.5, 7)
    tables = np.stack([MIDDLE, 0.5 - MIDDLE])
    training = train(PRINTED.but(horizon=70, batch_size=7), 2, 0, rewards=tables, environment=world, jobs=1)
    save(training, file)

    data = json.loads(call("evaluate", file, "--json").output)
    for i, table in enumerate(tables):
        policy = release(training, i, noise="none").actions
        assert data["expected_return"][i] == expected_return(policy, world, rewards=table, reward_at="state")
        assert data["best"][i] == best_return(world, rewards=table, reward_at="state")
        assert data["expected_return"][i] <= data["best"][i] <= 3.5


@pytest.mark.parametrize(("steps", "told"), [(120, "60 taken by each"), (30, "not all of which have ended an episode")])
def test_evaluate_of_a_training_on_its_way_speaks_of_what_all_runs_have_done(tmp_path, recwarn, steps, told):
    file, training = tmp_path / "half.npz", Training(OPTIONS, 2, 0).advance(min(steps, 60))
    training._run([0], steps, False, threading.Event(), [])
    save(training, file)
    shown = call("evaluate", file)

    assert shown.exit_code == 0
    assert told in shown.output
    assert "nan" not in shown.output
    assert not recwarn.list


def test_a_network_of_no_numbers_has_no_policy_that_is_worth_something(tmp_path):
    file, training = tmp_path / "nan.npz", Training(OPTIONS, 2, 0)
    training.memories[1].theta[:] = np.nan
    save(training, file)

    refused("the weights of run 1 must be finite", "evaluate", file)
    for noise in ("fresh", "none"):
        refused("the weights of run 1 must be finite", "release", file, "--run", 1, "--noise", noise)
    assert call("release", file, "--run", 0).exit_code == 0
    assert call("release", file, "--run", 1, "--private", 1).exit_code == 0  # a refusal would tell of what is private


def test_values_that_are_no_numbers_are_not_released(tmp_path):
    file, training = tmp_path / "huge.npz", Training(OPTIONS, 1, 0)
    training.memories[0].theta[:] = 1e300
    save(training, file)

    refused("the released values must be finite", "release", file)
