"""`theory-checks dqn` as people call it."""

import json
import os
import signal
import threading

import numpy as np
import pytest
from click.testing import CliRunner

from tabular.dpdqn import saving
from tabular.dpdqn.environment import MIDDLE, IntervalWalk
from tabular.dpdqn.evaluation import best_return, expected_return
from tabular.dpdqn.options import BRACKETED, PRINTED
from tabular.dpdqn.release import release
from tabular.dpdqn.repaired import private_release
from tabular.dpdqn.saving import load, save
from tabular.dpdqn.training import Training, train
from theory_checks.commands.group import cli

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
    assert f"theory-checks dqn train {file} --resume" in answer.output
    assert load(file).steps.tolist() == [0, 0, 0]


def test_evaluate_tells_people_and_programs_the_same(trained):
    text = call("evaluate", trained).output
    data = json.loads(call("evaluate", trained, "--json").output)

    assert f"{np.mean(data['expected_return']):.3f}" in text
    assert data["steps"] == [200, 200, 200]
    assert np.all(np.less(data["expected_return"], data["best"]))


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
        (["train", "missing.npz", "--resume"], "--resume must go with a FILE that exists"),
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


def refused(message, *arguments):
    answer = call(*arguments)
    assert answer.exit_code == 2, answer.output
    assert message in " ".join(answer.output.split())
    assert "Traceback" not in answer.output


def test_ctrl_c_while_the_file_is_written_loses_nothing(tmp_path, monkeypatch):
    file, sync = tmp_path / "late.npz", os.fsync

    def impatient(number):
        for _ in range(3):
            signal.raise_signal(signal.SIGINT)
        sync(number)

    monkeypatch.setattr(saving.os, "fsync", impatient)
    answer = call("train", file, *SMALL)

    assert answer.exit_code == 130
    assert load(file).finished
    assert [path.name for path in tmp_path.iterdir()] == ["late.npz"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_while_training_stops_it_and_a_second_one_waits_for_the_file(tmp_path, monkeypatch):
    file, sync, heard = tmp_path / "cut.npz", os.fsync, []
    advance = Training.advance

    def interrupted(self, *, jobs, progress):
        def told(done, total):
            heard.append(done)
            signal.raise_signal(signal.SIGINT)
            progress(done, total)

        return advance(self, jobs=jobs, progress=told)

    def impatient(number):
        signal.raise_signal(signal.SIGINT)
        sync(number)

    with monkeypatch.context() as patched:
        patched.setattr(Training, "advance", interrupted)
        patched.setattr(saving.os, "fsync", impatient)
        answer = call("train", file, "--runs", 8, *SMALL[2:], "--jobs", 1)

    assert answer.exit_code == 130
    assert heard == [1]
    assert not load(file).finished
    assert call("train", file, "--resume").exit_code == 0
    np.testing.assert_array_equal(load(file).parameters, train(OPTIONS, 8, 0, jobs=1).parameters)


def test_a_place_that_cannot_be_written_is_found_before_the_training(tmp_path, monkeypatch):
    def never(self, **_):
        raise AssertionError

    monkeypatch.setattr(Training, "advance", never)
    (tmp_path / "folder").mkdir()

    missing = tmp_path / "no" / "x.npz"
    answer = call("train", missing, *SMALL)
    assert "No such file or directory" in answer.output
    assert str(missing) in answer.output
    assert ".part" not in answer.output
    refused("path must name a file and no folder or device or link", "train", tmp_path / "folder", *SMALL)
    refused("path must name a file and no folder or device or link", "train", "/", *SMALL)
    refused("path must name a file and no folder or device or link", "train", os.devnull, "--force", *SMALL)
    refused("File name too long", "train", tmp_path / ("x" * 252), *SMALL)
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_file_that_cannot_be_finished_leaves_nothing_behind_and_keeps_the_old_one(trained, monkeypatch):
    def full(_):
        raise OSError(28, "No space left on device")

    before = trained.read_bytes()
    monkeypatch.setattr(saving.os, "fsync", full)

    refused(f"{trained} must be usable, got: No space left on device", "train", trained, "--force", *SMALL)
    assert trained.read_bytes() == before
    assert [path.name for path in trained.parent.iterdir()] == [trained.name]


def test_a_training_is_not_overwritten_unless_told_so(trained):
    before = trained.read_bytes()

    refused("FILE must be new without --resume or --force", "train", trained, *SMALL, "--seed", 2)
    assert trained.read_bytes() == before
    assert call("train", trained, *SMALL, "--seed", 2, "--force").exit_code == 0
    assert load(trained).seed == 2


@pytest.mark.parametrize(
    "extra",
    [
        ["--runs", 10],
        ["--seed", 0],
        ["--preset", "bracketed"],
        ["--set", "discount=0.5"],
        ["--rewards", "x"],
        ["--force"],
    ],
)
def test_resume_refuses_what_it_would_ignore(trained, extra):
    message = "--resume must go without --preset, --set, --rewards, --runs, --seed, --force, got " + extra[0]

    refused(message, "train", trained, "--resume", *extra)
    assert call("train", trained, "--resume", "--jobs", 1).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--runs", "99999999999999"], "runs must be at most 100000"),
        (["--jobs", "1000000000"], "jobs must be at most 256"),
        (["--set", "horizon=10000000000000000"], "horizon must be at most 1000000000"),
        (["--set", "horizon=" + "9" * 400], "horizon must be at most 1000000000, got an integer of 1329 bits"),
        (["--set", "replay=100000000000"], "replay must be at most 10000000"),
        (["--set", "replay=10000000", "--runs", "100"], "the training must keep at most 1000000000 numbers"),
        (["--set", "target_network=1" + "0" * 30], "target_network must be at most 1000000000"),
        (["--set", "replay=10", "--set", "update_every=1" + "0" * 30], "update_every must be at most 1000000000"),
        (["--set", "step_size=" + "9" * 400], "step_size must be finite and positive"),
        (["--set", "discount=" + "[" * 100_000], "discount must be in [0, 1)"),
        (["--set", "noise_level=1", "--set", "resets=1", "--set", "horizon=1000000000"], "the training must keep"),
    ],
)
def test_sizes_that_no_machine_holds_get_one_sentence(tmp_path, arguments, message):
    refused(message, "train", tmp_path / "x.npz", *arguments)
    assert list(tmp_path.iterdir()) == []


def test_memory_that_runs_out_gets_one_sentence(tmp_path, monkeypatch):
    def none_left(*_, **__):
        raise MemoryError

    monkeypatch.setattr(Training, "_run", none_left)
    refused("must fit into memory", "train", tmp_path / "x.npz", *SMALL)
    assert list(tmp_path.iterdir()) == []


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


ENDS = "action 0,action 1\n0.5,0.5\n0,0\n0.5,0.5\n"


@pytest.mark.parametrize(
    ("name", "text", "table"),
    [
        ("r.csv", ENDS, 0.5 - MIDDLE),
        ("r.csv", "\ufeff1,2\r\n3,4\r\n\r\n", [[1, 3], [2, 4]]),
        ("r.json", "[[0.5, 0, 0.5], [0.5, 0, 0.5]]", 0.5 - MIDDLE),
        ("r.JSON", "[[0, 1], [2, 3]]", [[0, 1], [2, 3]]),
    ],
)
def test_rewards_come_from_a_file(tmp_path, name, text, table):
    rewards, file = tmp_path / name, tmp_path / "x.npz"
    rewards.write_text(text, encoding="utf-8")

    assert call("train", file, *SMALL, "--rewards", rewards).exit_code == 0
    expected = train(OPTIONS, 3, 0, rewards=table, jobs=1)
    np.testing.assert_array_equal(load(file).rewards, expected.rewards)
    np.testing.assert_array_equal(load(file).parameters, expected.parameters)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("r.csv", "a,b\n1,2\nnan,2\n", "rewards must be finite, got nan"),
        ("r.json", "[[0, 1], [NaN, 0]]", "rewards must be finite, got nan"),
        ("r.json", "[[0, 1], [Infinity, 0]]", "rewards must be finite, got inf"),
        ("r.csv", "1,2,3\n4,5,6\n", "rewards must have shape (2, k) with k >= 2, got (3, 2)"),
        ("r.csv", "1,2\n", "rewards must have shape (2, k) with k >= 2, got (2, 1)"),
        ("r.csv", "", "rewards must have shape (2, k) with k >= 2"),
        ("r.csv", "1,2\n3\n", "--rewards must hold a column (CSV) or a list (JSON) of numbers for each action"),
        ("r.csv", "1,2\na,b\n", "--rewards must hold a column"),
        ("r.json", "[[1, 2], [3]]", "--rewards must hold a column"),
        ("r.json", "[[1, 2], [true, 3]]", "--rewards must hold a column"),
        ("r.json", "[[1, 2], [1" + "0" * 400 + ", 3]]", "--rewards must hold a column"),
        ("r.json", "[" * 100_000, "--rewards must hold a column"),
        ("r.json", "3", "--rewards must hold a column"),
        ("r.csv", "1,2\n1e300,2\n", "rewards must be from -1e+09 to 1e+09, got 1e+300"),
        ("r.csv", "1,2\n" * 10_002, "rewards must be given at 10001 points at most, got 10002"),
    ],
)
def test_rewards_that_are_none_get_one_sentence(tmp_path, name, text, message):
    rewards = tmp_path / name
    rewards.write_text(text)

    refused(message, "train", tmp_path / "x.npz", *SMALL, "--rewards", rewards)


def test_rewards_must_be_a_file_of_text(tmp_path):
    binary = tmp_path / "r.csv"
    binary.write_bytes(b"\xff\xfe\x00\x01")

    refused("No such file or directory", "train", tmp_path / "x.npz", *SMALL, "--rewards", tmp_path / "missing")
    refused("Is a directory", "train", tmp_path / "x.npz", *SMALL, "--rewards", tmp_path)
    refused("--rewards must hold a column", "train", tmp_path / "x.npz", *SMALL, "--rewards", binary)


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
    training._run(0, steps, False, threading.Event())
    save(training, file)
    shown = call("evaluate", file)

    assert shown.exit_code == 0
    assert told in shown.output
    assert "nan" not in shown.output
    assert not recwarn.list


def test_help_speaks_of_keys_and_rewards():
    told = " ".join(call("release", "--help").output.split())
    assert "Keep one secret key per training" in told
    assert "equispaced states from 0 to 1" in " ".join(call("train", "--help").output.split())


def test_a_link_is_not_replaced(trained, tmp_path):
    link = tmp_path / "link.npz"
    link.symlink_to(trained)
    answer = call("train", link, "--force", *SMALL)

    assert answer.exit_code == 2
    assert link.is_symlink()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["evaluate", "PLACE"], "path must name an ordinary file"),
        (["release", "FILE", "--key", "PLACE"], "--key must be in an ordinary file"),
        (["train", "new.npz", *SMALL, "--rewards", "PLACE"], "--rewards must be in an ordinary file"),
    ],
)
@pytest.mark.parametrize("place", ["/dev/zero", "pipe"])
def test_what_is_read_is_an_ordinary_file(trained, tmp_path, monkeypatch, arguments, sentence, place):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    answer = call(*({"PLACE": place, "FILE": trained}.get(x, x) for x in arguments))

    assert answer.exit_code == 2
    assert sentence in answer.output


def test_large_files_are_refused_by_their_size(trained, tmp_path):
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate(1 << 40)  # takes no place

    assert "--key must be at most 1024 bytes long" in call("release", trained, "--key", large).output
    answer = call("train", tmp_path / "new.npz", *SMALL, "--rewards", large)
    assert "--rewards must be at most" in answer.output


def test_a_training_takes_no_more_memory_than_its_file(trained, tmp_path):
    with np.load(trained) as arrays:
        parts = dict(arrays)
    for name, header in (("runs", {"runs": 10_000}), ("steps", {"options": {"replay": 10_000_000}})):
        told = json.loads(str(parts["header"]))
        told["options"] |= header.pop("options", {})
        np.savez(tmp_path / f"{name}.npz", **parts | {"header": np.array(json.dumps(told | header))})
        answer = call("evaluate", tmp_path / f"{name}.npz")
        assert answer.exit_code == 2
        assert "memory must hold" in answer.output, name

    np.savez_compressed(tmp_path / "bomb.npz", **parts | {"rewards": np.zeros(10_000_000)})
    assert "bytes of arrays" in call("evaluate", tmp_path / "bomb.npz").output
