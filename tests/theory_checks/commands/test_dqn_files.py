"""Files that `theory-checks dqn` reads: tables of rewards, trainings and keys, of any kind and size."""

import json
import os
import resource
import subprocess
import sys

import numpy as np
import pytest
from dqn_calls import OPTIONS, SMALL, call, refused

from tabular.dpdqn.environment import MIDDLE
from tabular.dpdqn.saving import load
from tabular.dpdqn.training import train

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


def test_the_rewards_are_not_written_over(tmp_path):
    file = tmp_path / "rewards.csv"
    file.write_text("0,1\n1,0\n")
    refused("must be different files", "train", file, "--force", "--rewards", file)
    assert file.read_text() == "0,1\n1,0\n"


def test_what_stands_beside_a_training_stays(tmp_path):
    beside, other = tmp_path / "x.npz.part", tmp_path / "other"
    other.write_text("mine")
    beside.symlink_to(other)

    assert call("train", tmp_path / "x.npz", *SMALL).exit_code == 0
    assert {path.name for path in tmp_path.iterdir()} == {"x.npz", "x.npz.part", "other"}
    assert other.read_text() == "mine"


def test_a_key_that_cannot_be_written_whole_is_not_there(tmp_path):
    writes = "import sys; from pathlib import Path; from theory_checks.commands.dqn_files import write_key; "
    command = [sys.executable, "-B", "-c", writes + "write_key(Path(sys.argv[1]), bytes(32))", str(tmp_path / "key")]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20)),
    )  # fmt: skip

    assert f"File too large: '{tmp_path / 'key'}'" in done.stderr
    assert [*tmp_path.iterdir()] == []
