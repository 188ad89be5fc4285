"""`theory-checks dqn` as people call it."""

from __future__ import annotations

import json

import numpy as np
import pytest
from click.testing import CliRunner

from tabular.dpdqn.options import BRACKETED
from tabular.dpdqn.repaired import private_release
from tabular.dpdqn.saving import load, save
from tabular.dpdqn.training import Training, train
from theory_checks.__main__ import cli

SMALL = ("--runs", 3, "--set", "horizon=200", "--set", "batch_size=20", "--set", "noise_level=0.3")
OPTIONS = BRACKETED.but(horizon=200, batch_size=20, noise_level=0.3)


def call(*arguments):
    return CliRunner().invoke(cli, ["dqn", *map(str, arguments)])


@pytest.fixture
def trained(tmp_path):
    file = tmp_path / "training.npz"
    answer = call("train", file, *SMALL)
    assert answer.exit_code == 0, answer.output
    return file


def test_training_is_saved_and_is_that_of_the_library(trained):
    np.testing.assert_array_equal(load(trained).parameters, train(OPTIONS, 3, 0, jobs=1).parameters)


def test_an_interrupted_training_is_resumed_to_the_same_bits(tmp_path):
    file = tmp_path / "half.npz"
    save(Training(OPTIONS, 3, 0).advance(77), file)

    assert call("train", file, "--resume").exit_code == 0
    np.testing.assert_array_equal(load(file).parameters, train(OPTIONS, 3, 0, jobs=1).parameters)


def test_ctrl_c_saves_what_was_done(tmp_path, monkeypatch):
    file = tmp_path / "cut.npz"

    def interrupted(self, **_):
        super(Training, self).__init__()
        raise KeyboardInterrupt

    monkeypatch.setattr(Training, "advance", interrupted)
    answer = call("train", file, *SMALL)
    monkeypatch.undo()

    assert answer.exit_code == 130
    assert "repeat the command with --resume" in answer.output
    assert load(file).steps.tolist() == [0, 0, 0]


def test_evaluate_tells_people_and_programs_the_same(trained):
    text = call("evaluate", trained).output
    data = json.loads(call("evaluate", trained, "--json").output)

    assert f"{np.mean(data['expected_return']):.3f}" in text
    assert data["steps"] == [200, 200, 200]
    assert max(data["expected_return"]) <= data["best"]


def test_the_same_key_gives_the_same_answers(trained, tmp_path):
    key = tmp_path / "key"
    table = call("release", trained, "--key", key, "--points", 3)
    again = call("release", trained, "--key", key, "--at", 0.5, "--at", 0.0)
    other = call("release", trained, "--at", 0.5)

    lines = table.output.splitlines()
    assert lines[0] == "state,action 0,action 1"
    assert again.output.splitlines()[1:] == [lines[2], lines[1]]
    assert other.output.splitlines()[1] != lines[2]
    assert key.stat().st_mode & 0o077 == 0


def test_a_private_release_is_that_of_the_library(trained, tmp_path):
    key = tmp_path / "key"
    shown = call("release", trained, "--run", 1, "--private", 0.9, "--delta", 1e-4, "--key", key, "--points", 5)
    secret = bytes.fromhex(key.read_text())
    answer = private_release(load(trained), 1, epsilon=0.9, delta=1e-4, key=secret)

    lines = shown.output.splitlines()
    assert lines[0] == "state,action 0,action 1"
    np.testing.assert_array_equal([[float(x) for x in line.split(",")] for line in lines[1:]], answer.table(5))
    assert (
        call("release", trained, "--private", 0.9, "--key", key).output
        == call("release", trained, "--private", 0.9, "--delta", 0, "--key", key).output
    )


def test_private_releases_are_public_value_functions_whatever_the_training(trained):
    public = {("0.25", "-0.25"), ("-0.25", "0.25")}
    shown = {
        tuple(call("release", trained, "--private", 0, "--at", 0.75).output.split()[-1].split(",")[1:])
        for _ in range(40)
    }

    assert shown == public


def test_help_says_what_a_private_release_is():
    told = " ".join(call("release", "--help").output.split())

    assert "(EPSILON, DELTA)-private for every pair of reward functions" in told
    assert "spends EPSILON and DELTA again" in told


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--private", "1", "--noise", "fresh"], "--private must go without --noise, got '--noise fresh'"),
        (["--private", "1", "--noise", "none"], "--private must go without --noise, got '--noise none'"),
        (["--delta", "0.1"], "--delta must go with --private EPSILON, got 0.1"),
        (["--private", "nan"], "epsilon must be a number of at least 0, got nan"),
        (["--private", "-1"], "epsilon must be a number of at least 0, got -1.0"),
        (["--private", "1", "--delta", "nan"], "delta must be a number between 0 and 1, got nan"),
        (["--private", "1", "--delta", "-0.1"], "delta must be a number between 0 and 1, got -0.1"),
        (["--private", "much"], "'much' is not a valid float"),
        (["--private", "1", "--run", "3"], "run must be from 0 to 2, got 3"),
    ],
)
def test_mistakes_about_private_releases_get_one_sentence(trained, arguments, message):
    answer = call("release", trained, *arguments)

    assert answer.exit_code == 2
    assert message in " ".join(answer.output.split())
    assert "Traceback" not in answer.output


def test_options_are_shown():
    shown = call("train", "unused", "--preset", "released-code", "--options").output

    assert "replay = 10000" in shown
    assert "separate_paths = True" in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["train", "x.npz", "--set", "sigma=1"], "option must be one of"),
        (["train", "x.npz", "--set", "noise_level"], "--set must be NAME=VALUE"),
        (["train", "x.npz", "--set", "noise_level=-1"], "noise_level must be finite and at least 0"),
        (["train", "x.npz", "--set", 'noise_level="much"'], "noise_level must be finite and at least 0"),
        (["train", "x.npz", "--runs", "0"], "runs must be an integer of at least 1"),
        (["train", "missing.npz", "--resume"], "--resume must go without --set and with a FILE that exists"),
        (["evaluate", "missing.npz"], "path must name a file"),
        (["release", "missing.npz"], "path must name a file"),
        (["train", "no/such/folder/x.npz", *map(str, SMALL)], "No such file or directory"),
    ],
)
def test_mistakes_get_one_sentence_and_status_2(arguments, message):
    answer = call(*arguments)

    assert answer.exit_code == 2
    assert message in " ".join(answer.output.split())
    assert "Traceback" not in answer.output


def test_bad_queries_and_keys_are_refused(trained, tmp_path):
    bad = tmp_path / "bad"
    bad.write_text("secret")

    assert "states must be numbers in [0, 1]" in call("release", trained, "--at", 2).output
    assert "run must be from 0 to 2" in call("release", trained, "--run", 7).output
    assert "--key must name a file of 64 hexadecimal digits" in call("release", trained, "--key", bad).output
