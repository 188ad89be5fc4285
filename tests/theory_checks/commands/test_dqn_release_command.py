"""`theory-checks dqn release`: answers under a key, and private ones."""

import numpy as np
import pytest
from dqn_calls import call, refused

from tabular.dpdqn.release import release
from tabular.dpdqn.repaired import private_release
from tabular.dpdqn.saving import load


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


def test_bad_queries_and_keys_are_refused(trained, tmp_path):
    bad = tmp_path / "bad"
    bad.write_text("secret")

    assert "states must be numbers in [0, 1]" in call("release", trained, "--at", 2).output
    assert "run must be from 0 to 2" in call("release", trained, "--run", 7).output
    assert "--key must name a file of 64 hexadecimal digits" in call("release", trained, "--key", bad).output


def test_without_noise_nothing_is_called_fresh(tmp_path):
    file, key = tmp_path / "plain.npz", tmp_path / "key"
    assert call("train", file, "--runs", 1, "--set", "horizon=64").exit_code == 0

    told = "the release must have --noise none or --private EPSILON where the noise level is 0, got neither"
    refused(told, "release", file, "--key", key)
    refused("noise must be none where the noise level is 0", "release", file, "--noise", "fresh", "--key", key)
    assert not key.exists()
    assert call("release", file, "--noise", "none").exit_code == 0
    assert call("release", file, "--private", 1).exit_code == 0


def test_a_key_is_made_only_for_an_answer(trained, tmp_path):
    key = tmp_path / "key"
    for wrong in (
        ["--private", 1, "--delta", 5],
        ["--run", 9],
        ["--at", 2],
        ["--points", 10**11],
        ["--points", 1],
        ["--points", 5, "--at", 0.5],
        ["--noise", "none"],
    ):
        assert call("release", trained, "--key", key, *wrong).exit_code == 2
        assert not key.exists()
    refused("--points must go without --at, got 5", "release", trained, "--points", 5, "--at", 0.5)
    refused("points must be at most 1000000, got 100000000000", "release", trained, "--points", 10**11)
    refused("No such file or directory", "release", trained, "--key", tmp_path / "no" / "key")
    assert call("release", trained, "--key", key).exit_code == 0
    assert len(bytes.fromhex(key.read_text())) == 32


def test_networks_under_one_key_have_different_paths(trained, tmp_path):
    def noise(run):
        noisy = call("release", trained, "--run", run, "--key", tmp_path / "key", "--at", 0.5).output
        return [float(x) for x in noisy.split()[-1].split(",")[1:]] - release(load(trained), run, noise="none").values(
            0.5
        )

    assert np.abs(noise(0) - noise(1)).min() > 1e-6
    np.testing.assert_array_equal(noise(0), noise(0))
