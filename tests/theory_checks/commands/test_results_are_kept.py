"""Whatever is run next: what was computed before is still there, or the run was refused, or it was dropped by name."""

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from theory_checks.commands.group import cli
from theory_checks.engine.journal import open_journal
from theory_checks.engine.stored import ResultsError, recorded

FIRST, SECOND = "dpdqn/line22-sum", "dpdqn/line22-sum/repaired"
RESULTS = Path("results/results.json")


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def call(*arguments):
    return CliRunner().invoke(cli, [str(a) for a in arguments], catch_exceptions=False)


def run(*arguments):
    return call("run", "--engine", "serial", *arguments)


def computed():
    return {s["id"] for s in json.loads(RESULTS.read_text())["statements"] if s["verdict"]}


def test_a_run_of_one_statement_adds_to_the_results_of_another():
    run(FIRST)
    timed = json.loads(Path("results/results.timings.json").read_text())["seconds"]

    assert run(SECOND).exit_code == 0
    assert computed() == {FIRST, SECOND}
    assert timed.items() <= json.loads(Path("results/results.timings.json").read_text())["seconds"].items()


def test_two_runs_of_parts_give_the_bytes_of_one_run():
    run(SECOND)
    run(FIRST)
    run(FIRST, SECOND, "--out", "whole.json")

    assert Path("whole.json").read_bytes() == RESULTS.read_bytes()


def test_the_chances_of_earlier_tests_are_counted_again():
    run(FIRST)
    results = json.loads(RESULTS.read_text())
    reading = next(s for s in results["statements"] if s["id"] == FIRST)["readings"][0]
    reading["silent_tests"] = [{"count": 3, "error_probability": 1e-10}]
    RESULTS.write_text(json.dumps(results))
    run(SECOND)

    assert json.loads(RESULTS.read_text())["error_control"]["tests"] == 3


@pytest.mark.parametrize("more", [("--seed", "5"), ("--profile", "full")])
def test_another_run_is_refused_unless_it_is_to_replace_the_results(more):
    run(FIRST)
    before = RESULTS.read_bytes()
    result = run(SECOND, *more)

    assert result.exit_code == 2
    assert f"with the same {more[0].strip('-')} to be added to" in result.output
    assert "--fresh" in result.output
    assert "--out" in result.output
    assert RESULTS.read_bytes() == before
    assert run(SECOND, *more, "--fresh").exit_code == 0
    assert computed() == {SECOND}


def test_results_of_other_versions_or_of_another_format_are_refused():
    run(FIRST)
    whole = json.loads(RESULTS.read_text())
    reading = next(s for s in whole["statements"] if s["id"] == FIRST)["readings"][0]
    del reading["silent_tests"]
    RESULTS.write_text(json.dumps(whole))
    assert "the same format" in run(SECOND).output

    RESULTS.write_text(json.dumps(whole | {"versions": {"python": "2.7"}}))
    assert "the same versions, format" in run(SECOND).output


def test_results_of_a_paper_that_is_not_there_are_not_dropped():
    run(FIRST)
    RESULTS.write_text(RESULTS.read_text().replace(f'"{FIRST}"', '"mine/theorem"'))
    result = run(SECOND)

    assert result.exit_code == 2
    assert "got mine/theorem [printed]: name its paper by --paper" in result.output


def test_what_an_interrupted_run_had_finished_is_kept_by_the_next_one_of_something_else():
    run(FIRST)
    results = json.loads(RESULTS.read_text())
    statement = next(s for s in results["statements"] if s["id"] == FIRST)
    record = {"id": FIRST, "reading": "printed", **statement["readings"][0]}
    RESULTS.unlink()
    header = {name: results["suite"][name] for name in ("seed", "profile")} | {"versions": results["versions"]}
    with open_journal(RESULTS.with_suffix(".journal"), header) as journal:
        journal.add(record)
    run(SECOND)

    assert computed() == {FIRST, SECOND}
    assert not RESULTS.with_suffix(".journal").exists()


def test_a_run_that_was_interrupted_before_anything_was_finished_names_no_file(monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("theory_checks.commands.run.run_plan", interrupted)

    result = run(FIRST)

    assert result.exit_code == 130
    assert "interrupted; nothing was finished: repeat the command" in result.output
    assert not RESULTS.with_suffix(".journal").exists()


def test_exit_status_is_about_what_was_run_now():
    run(FIRST)
    results = json.loads(RESULTS.read_text())
    reading = next(s for s in results["statements"] if s["id"] == FIRST)["readings"][0]
    reading["error"] = "OverflowError: x"
    RESULTS.write_text(json.dumps(results))

    assert run(SECOND).exit_code == 0


def test_a_second_run_into_one_file_is_refused():
    with open_journal(RESULTS.with_suffix(".journal"), {}):
        result = run(FIRST)

    assert result.exit_code == 2
    assert "only one run may write to" in result.output


@pytest.mark.parametrize("place", ["", ".", "..", "folder", "link.json", "pipe", "/dev/null", "/dev/full", "x.journal"])
def test_nothing_but_a_file_is_replaced(place):
    Path("folder").mkdir()
    Path("aim.json").write_text("mine")
    Path("link.json").symlink_to("aim.json")
    os.mkfifo("pipe")
    result = run(FIRST, "--out", place)

    assert result.exit_code == 2
    assert "--out must name a file" in result.output
    assert sorted(path.name for path in Path().iterdir()) == ["aim.json", "folder", "link.json", "pipe"]
    assert Path("aim.json").read_text() == "mine"


@pytest.mark.parametrize("place", ["pipe", "/dev/null", "file"])
def test_a_site_is_made_in_a_folder_alone(place):
    run(FIRST)
    Path("file").touch()
    os.mkfifo("pipe")
    result = call("report", "--out", place)

    assert result.exit_code == 2
    assert "--out must name a folder" in result.output


def test_a_complete_run_takes_the_place_of_one_with_other_versions_but_of_no_other_seed_or_profile():
    run(FIRST)
    whole = json.loads(RESULTS.read_text())
    header = {"seed": 0, "profile": "quick", "versions": {"python": "4.0"}}
    RESULTS.write_text(json.dumps(whole))

    assert recorded(RESULTS, header, complete=True) == {}
    for other in ({"seed": 1}, {"profile": "full"}):
        with pytest.raises(ResultsError, match="to be added to"):
            recorded(RESULTS, header | other, complete=True)


def test_what_is_current_is_not_computed_again_unless_it_is_asked_for():
    assert "1 reading computed" in run(FIRST).output
    before = RESULTS.read_bytes()

    assert "0 of 1 reading computed" in run(FIRST).output
    assert "1 of 2 readings computed" in run(FIRST, SECOND).output
    assert "0 of 2 readings computed" not in run(FIRST, SECOND, "--fresh").output
    assert run(FIRST, "--fresh").exit_code == 0
    assert RESULTS.read_bytes() == before


def test_an_edited_verdict_is_computed_again():
    run(FIRST)
    before = RESULTS.read_bytes()
    RESULTS.write_bytes(before.replace(b"REFUTED", b"VERIFIED"))

    assert run(FIRST).exit_code == 0
    assert RESULTS.read_bytes() == before
