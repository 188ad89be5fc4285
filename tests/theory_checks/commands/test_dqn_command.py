"""`theory-checks dqn train` as people call it, interrupt it and mistake it."""

import os
import signal
import subprocess
import sys

import numpy as np
import pytest
from dqn_calls import OPTIONS, SMALL, call, refused

from tabular.dpdqn import saving
from tabular.dpdqn.saving import load, save
from tabular.dpdqn.training import Training, train


def test_training_is_saved_and_is_that_of_the_library(trained):
    np.testing.assert_array_equal(load(trained).parameters, train(OPTIONS, 3, 0, jobs=1).parameters)


def test_an_interrupted_training_is_resumed_to_the_same_bits(tmp_path):
    file = tmp_path / "half.npz"
    save(Training(OPTIONS, 3, 0).advance(77), file)

    assert call("train", file, "--resume").exit_code == 0
    np.testing.assert_array_equal(load(file).parameters, train(OPTIONS, 3, 0, jobs=1).parameters)


LONG = ("--runs", 3, "--set", "horizon=2000000", "--set", "batch_size=20", "--set", "noise_level=0.3")


def test_a_training_that_is_killed_goes_on_from_its_last_checkpoint(tmp_path):
    file, whole = tmp_path / "killed.npz", tmp_path / "whole.npz"
    command = [sys.executable, "-m", "theory_checks", "dqn", "train", file, *LONG, "--checkpoint", "0.01"]
    process = subprocess.Popen([*map(str, command)], stderr=subprocess.DEVNULL)
    while not file.exists():
        assert process.poll() is None
    process.kill()
    process.wait()

    reached = load(file).steps
    assert (reached > 0).any()
    assert call("train", file, "--resume").exit_code == 0
    assert call("train", whole, *LONG).exit_code == 0
    assert file.read_bytes() == whole.read_bytes()
    assert (reached < load(whole).steps).any()


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
    advance, run = Training.advance, Training._run

    def slow(self, some, halt, **how):  # as real ones are: the last is not over before the first is told
        if self.runs - 1 in some:
            halt.wait()
        return run(self, some, halt=halt, **how)

    def interrupted(self, *, jobs, progress, seconds):
        def told(done, total):
            heard.append(done)
            signal.raise_signal(signal.SIGINT)
            progress(done, total)

        return advance(self, jobs=jobs, progress=told, seconds=seconds)

    def impatient(number):
        signal.raise_signal(signal.SIGINT)
        sync(number)

    with monkeypatch.context() as patched:
        patched.setattr(Training, "_run", slow)
        patched.setattr(Training, "advance", interrupted)
        patched.setattr(saving.os, "fsync", impatient)
        answer = call("train", file, "--runs", 9, *SMALL[2:], "--jobs", 1)

    assert answer.exit_code == 130
    assert heard == [1]
    assert not load(file).finished
    assert call("train", file, "--resume").exit_code == 0
    np.testing.assert_array_equal(load(file).parameters, train(OPTIONS, 9, 0, jobs=1).parameters)


def test_a_place_that_cannot_be_written_is_found_before_the_training(tmp_path, monkeypatch):
    def never(self, **_):
        raise AssertionError

    monkeypatch.setattr(Training, "advance", never)
    (tmp_path / "folder").mkdir()

    missing = tmp_path / "no" / "x.npz"
    answer = call("train", missing, *SMALL)
    assert "No such file or directory" in answer.output
    assert str(missing) in answer.output
    assert ".x.npz." not in answer.output
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


def test_help_speaks_of_keys_and_rewards():
    told = " ".join(call("release", "--help").output.split())
    assert "Keep one secret key per training" in told
    assert "equispaced states from 0 to 1" in " ".join(call("train", "--help").output.split())
