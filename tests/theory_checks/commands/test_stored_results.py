"""Results files that are damaged, hostile or of another run: one sentence, and what moved between two of them."""

import json
import os
from copy import deepcopy

import pytest
from click.testing import CliRunner

from theory_checks.commands.group import cli

FAST = "dpdqn/line22-sum"


def call(*arguments):
    return CliRunner().invoke(cli, [str(a) for a in arguments], catch_exceptions=False)


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    path = tmp_path_factory.mktemp("results") / "results.json"
    call("run", FAST, "--engine", "serial", "--out", path)
    return json.loads(path.read_text())


def readings(results):
    return next(s for s in results["statements"] if s["id"] == FAST)["readings"]


def written(folder, results, name="damaged.json"):
    path = folder / name
    path.write_text(json.dumps(results))
    return path


def places(value, path=()):
    """Yield the places of a JSON value that commands read."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield (*path, key)
            yield from places(item, (*path, key))
    elif isinstance(value, list) and value:
        yield from places(value[0], (*path, 0))


@pytest.mark.parametrize("wrong", ["missing", None, 7, "text", [], {}, [[]], {"a": 1}])
def test_a_part_that_is_missing_or_wrong_ends_no_command_in_a_traceback(results, tmp_path, wrong):
    alone = results | {"statements": [s for s in results["statements"] if s["id"] == FAST]}
    for place in places({k: v for k, v in alone.items() if k in ("schema", "suite", "versions", "statements")}):
        if "certificate" in place[:-1] or "figures" in place[:-1] or "tables" in place[:-1]:
            continue
        damaged = deepcopy(alone)
        inside = damaged
        for step in place[:-1]:
            inside = inside[step]
        if wrong == "missing":
            del inside[place[-1]]
        else:
            inside[place[-1]] = wrong
        path = written(tmp_path, damaged)
        for command in (("show", FAST, "--long", "--results", path), ("diff", path, path)):
            result = call(*command)
            assert result.exit_code in (0, 2), place
            assert "must" in result.output or result.exit_code == 0


@pytest.mark.parametrize("text", ["NaN", "-Infinity", "1e999", '"\\ud800"'])
@pytest.mark.parametrize("command", [("show", FAST, "--results"), ("report",), ("run", FAST, "--out")])
def test_what_no_results_can_hold_is_refused_wherever_it_is(results, tmp_path, command, text):
    damaged = deepcopy(results)
    readings(damaged)[0]["tables"] = [{"title": "wrong"}]
    path = written(tmp_path, damaged)
    path.write_text(path.read_text().replace('"wrong"', text))

    result = call(*command, path)

    assert result.exit_code == 2
    assert "the results must be JSON of the schema" in result.output


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "", "{", "[]", "nul", '"\\ud800"', "1" * 5000])
@pytest.mark.parametrize("command", [("show", FAST, "--results"), ("report",), ("run", FAST, "--out")])
def test_what_is_no_json_is_one_sentence(tmp_path, command, text):
    path = tmp_path / "r.json"
    path.write_text(text)
    result = call(*command, path)

    assert result.exit_code == 2
    assert "the results must be JSON" in result.output
    assert path.read_text() == text


@pytest.mark.parametrize("place", ["/dev/zero", "pipe", "."])
def test_results_are_an_ordinary_file(tmp_path, monkeypatch, place):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    for command in (("show", FAST, "--results", place), ("report", place), ("diff", place, place)):
        result = call(*command)
        assert result.exit_code == 2
        assert "ordinary file" in result.output or "Is a directory" in result.output


def test_results_that_are_too_large_are_refused_by_their_size(tmp_path):
    with (tmp_path / "large").open("wb") as file:
        file.truncate(1 << 40)  # takes no place

    assert "the results must be at most" in call("report", tmp_path / "large").output


def test_diff_of_a_file_with_itself_is_nothing(results, tmp_path):
    path = written(tmp_path, results)
    result = call("diff", path, path)

    assert result.exit_code == 0
    assert result.output.startswith("0 verdicts and 0 cases moved")


def test_diff_tells_numbers_and_verdicts_apart(results, tmp_path):
    old, moved = written(tmp_path, results), deepcopy(results)
    readings(moved)[0]["evidence"][0]["left"] = "1234567"
    number = call("diff", old, written(tmp_path, moved, "number.json"))
    next(s for s in moved["statements"] if s["id"] == FAST)["verdict"] = "VERIFIED"
    verdict = call("diff", old, written(tmp_path, moved, "verdict.json"))

    assert number.exit_code == 0
    assert "1234567" in number.output
    assert "0 verdicts and 1 cases moved" in number.output
    assert verdict.exit_code == 1
    assert f"{FAST}: REFUTED -> VERIFIED" in verdict.output
    rows = json.loads(call("diff", old, tmp_path / "verdict.json", "--json").output)
    assert [row["kind"] for row in rows] == ["verdict", "number"]


def test_what_one_file_alone_holds_is_no_moved_verdict(results, tmp_path):
    without = deepcopy(results)
    for statement in without["statements"]:
        statement["verdict"] = None
        for reading in statement["readings"]:
            reading.update(verdict=None, evidence=[])
    result = call("diff", written(tmp_path, results), written(tmp_path, without, "new.json"))

    assert result.exit_code == 0
    assert "stand in OLD alone, 0 in NEW alone" in result.output


@pytest.mark.parametrize("tests", [{"count": 10**15, "error_probability": 0.0}, {"count": 1, "error_probability": 2}])
def test_impossible_tests_are_not_counted(results, tmp_path, tests):
    damaged = deepcopy(results)
    readings(damaged)[0]["silent_tests"] = [tests]

    assert call("run", FAST, "--out", written(tmp_path, damaged)).exit_code == 2


@pytest.mark.parametrize("kind", ["link", "pipe", "file"])
def test_a_site_where_none_can_be_is_refused_before_the_run(tmp_path, kind):
    site = tmp_path / "site"
    {"link": lambda: site.symlink_to(site), "pipe": lambda: os.mkfifo(site), "file": site.touch}[kind]()
    done = call("run", FAST, "--engine", "serial", "--out", tmp_path / "r.json", "--site", site)

    assert (done.exit_code, "--site must name a folder or nothing yet, got a" in done.output) == (2, True)
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


@pytest.mark.parametrize(
    "command", [("run", FAST, "--engine", "serial", "--out", "new.json", "--site"), ("report", "none.json", "--out")]
)
def test_a_folder_that_is_no_site_is_refused_before_any_work(tmp_path, monkeypatch, command, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/text").touch()

    assert call(*command, "mine").exit_code == 2
    rule = "must be a new or empty folder or a site that was built before, got something else"
    assert capfd.readouterr().err == f"error: {tmp_path / 'mine'} {rule}\n"
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_cases_of_one_name_are_compared_one_by_one(results, tmp_path):
    many = deepcopy(results)
    readings(many)[0]["evidence"] *= 3
    moved = json.loads(json.dumps(many))
    readings(moved)[0]["evidence"][-1]["left"] = "1234567"
    told = call("diff", written(tmp_path, many), written(tmp_path, moved, "moved.json"), "--json")
    (row,) = json.loads(told.output)

    assert row["what"] == f"{FAST} [printed]: {readings(many)[0]['evidence'][-1]['case']}"
    assert "1234567" in row["new"]


def test_tests_without_number_are_not_counted(results, tmp_path):
    damaged = deepcopy(results)
    readings(damaged)[0]["silent_tests"] = [{"count": 90_000, "error_probability": 0.0}] * 2
    path = written(tmp_path, damaged)
    told = call("run", f"{FAST}/repaired", "--engine", "serial", "--out", path)

    assert (told.exit_code, "must count at most 100000 silent tests, got more" in told.output) == (2, True)
    assert json.loads(path.read_text()) == damaged


@pytest.mark.parametrize("name", ["r.timings.json", "r.made.json"])
def test_a_place_beside_the_results_that_is_taken_is_refused_before_the_run(tmp_path, name):
    (tmp_path / name).mkdir()
    told = call("run", FAST, "--engine", "serial", "--out", tmp_path / "r.json", "--site", tmp_path / "site")

    assert (told.exit_code, f"nothing yet, got a folder at {tmp_path / name}" in told.output) == (2, True)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_verdict_that_no_code_has_computed_is_not_reported(results, tmp_path):
    damaged = deepcopy(results)
    readings(damaged)[0]["source"] = None
    said = call("report", written(tmp_path, damaged), "--out", tmp_path / "site")
    assert said.exit_code == 2
    assert "a verdict must come with the code that has computed it, got none of dpdqn/line22-sum" in said.output
    assert not (tmp_path / "site").exists()


def test_a_verdict_of_readings_without_any_is_not_reported(results, tmp_path):
    damaged = deepcopy(results)
    readings(damaged)[0].update(verdict=None, source=None)
    said = call("report", written(tmp_path, damaged), "--out", tmp_path / "site")
    assert said.exit_code == 2
    assert "a verdict must come with those of all readings, got none of one of dpdqn/line22-sum" in said.output
    assert not (tmp_path / "site").exists()
