"""A first paper of one's own: it runs, refutes and reports at once, by the commands that are told."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from theory_checks.commands import new
from theory_checks.commands.group import cli


def call(*arguments, folder):
    command = [sys.executable, "-m", "theory_checks", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Return a new paper, what was told of it, and the results of the command that was told."""
    place = tmp_path_factory.mktemp("made")
    told = call("new", "my loops", folder=place)
    run, report, test = [shlex.split(line) for line in told.stdout.splitlines() if line.startswith("  ")]
    answers = [call(*command[1:], folder=place) for command in (run, report)]
    return place / "my loops", told, answers, test


def test_the_commands_that_are_told_run_and_report(made):
    folder, told, (run, report), _ = made

    assert (told.returncode, run.returncode, report.returncode) == (0, 0, 0), run.stderr + report.stderr
    assert re.findall(r"my-loops/\S+ +\S (\w+)", run.stdout) == ["VERIFIED", "REFUTED", "VERIFIED"]
    assert "False as printed" in (folder / "site/statements/my-loops/horizon.html").read_text()


def test_its_tests_pass(made):
    folder, _, _, (pytest_, place) = made
    command = [sys.executable, "-m", pytest_, "-q", "-p", "theory_checks.testing.plugin", place]
    answer = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder.parent)

    assert (answer.returncode, "5 passed" in answer.stdout) == (0, True), answer.stdout


def test_the_certificate_of_the_refutation_is_accepted_for_this_paper_alone(made, tmp_path):
    results = json.loads((made[0] / "results.json").read_text())
    statement = next(x for x in results["statements"] if x["id"] == "my-loops/horizon")
    certificate = tmp_path / "certificate.json"
    certificate.write_text(json.dumps(statement["readings"][0]["certificates"][0]["certificate"]))

    accepted = call("--paper", made[0], "check", certificate, folder=tmp_path)
    assert (accepted.returncode, "8/27 > 1/4" in accepted.stdout) == (0, True), accepted.stdout + accepted.stderr
    assert call("check", certificate, folder=tmp_path).returncode == 1


def test_every_near_miss_is_caught(made, tmp_path):
    answer = call("--only", made[0], "mutate", "--no-keep", "--jobs", 1, folder=tmp_path)

    assert (answer.returncode, "8 near misses: 8 caught" in answer.stdout) == (0, True), answer.stdout


def test_it_is_listed_found_shown_and_compared(made, tmp_path):
    def asked(*arguments):
        answer = call("--only", made[0], *arguments, folder=tmp_path)
        assert answer.returncode == 0, answer.stderr
        return answer.stdout

    assert len(json.loads(asked("list", "--json"))) == 3
    assert asked("find", "quarter").startswith("my-loops/horizon")
    assert "use instead (my-loops/horizon/repaired, VERIFIED)" in asked("show", "horizon")
    results = made[0] / "results.json"
    assert "0 verdicts and 0 cases moved" in asked("diff", results, results)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("full", "FOLDER must be a folder that is empty or not there yet, got full"),
        ("file", "FOLDER must be a folder that is empty or not there yet, got file"),
        ("pipe", "FOLDER must be a folder that is empty or not there yet, got pipe"),
        ("nowhere", "FOLDER must be a folder that is empty or not there yet, got nowhere"),
        ("!", "FOLDER must have letters or digits in its name, got !"),
        ("dpdqn", "FOLDER must not be called like a paper that is there, got dpdqn"),
    ],
)
def test_refusals(tmp_path, monkeypatch, name, sentence):
    monkeypatch.chdir(tmp_path)
    Path("full").mkdir()
    Path("full/notes.txt").touch()
    Path("file").touch()
    os.mkfifo("pipe")
    Path("nowhere").symlink_to("not-there")
    result = CliRunner().invoke(cli, ["new", name])

    assert (result.exit_code, sentence in " ".join(result.output.split())) == (2, True), result.output
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "full", "notes.txt", "nowhere", "pipe"]


def test_an_empty_folder_is_filled(tmp_path):
    result = CliRunner().invoke(cli, ["new", str(tmp_path)])

    assert result.exit_code == 0
    assert (tmp_path / "paper.toml").is_file()
    assert list(tmp_path.rglob("*.txt")) == []
    assert [path for path in tmp_path.rglob("*.*") if re.search("<(key|year)>", path.read_text())] == []


def test_what_is_interrupted_leaves_no_half_of_a_paper(tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(new, "write_text", interrupted)

    assert CliRunner().invoke(cli, ["new", str(tmp_path / "half")]).exit_code == 130
    assert [*tmp_path.iterdir()] == []


def test_a_folder_below_more_new_ones_than_can_be_made_is_refused(tmp_path):
    answer = CliRunner().invoke(cli, ["new", str(tmp_path / ("n/" * 1200))], catch_exceptions=False)

    assert (answer.exit_code, [*tmp_path.iterdir()]) == (2, [])
    assert "FOLDER must name a folder that can be written, got" in " ".join(answer.output.split())
