"""The command line: every call ends with one of the three statuses and, if it is a mistake, with one sentence."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from theory_checks.commands.group import cli
from theory_checks.engine.papers import load

FAST = "dpdqn/line22-sum"


@pytest.fixture
def call(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def invoke(*arguments):
        return CliRunner().invoke(cli, [str(a) for a in arguments], catch_exceptions=False)

    return invoke


def run_fast(call, *more):
    return call("run", FAST, "--engine", "serial", *more)


def test_help_names_every_command(call):
    text = call("--help").output

    assert all(name in text for name in ("list", "find", "show", "run", "diff", "report", "check"))


@pytest.mark.parametrize("command", ["list", "find", "show", "run", "diff", "report", "check"])
def test_every_command_has_help(call, command):
    result = call(command, "--help")

    assert result.exit_code == 0
    assert "Usage" in result.output


def test_list_shows_every_statement(call):
    result = call("list")

    assert result.exit_code == 0
    assert all(id_ in result.output for id_ in load().statements)


def test_list_filters(call):
    untested = json.loads(call("list", "--untested", "--json", "gpope").output)
    open_ones = {s.id for s in load().statements.values() if s.verdict is None and s.id.startswith("gpope/")}
    refuted = json.loads(call("list", "--verdict", "refuted", "--json").output)

    assert {row["id"] for row in untested} == open_ones
    assert {row["verdict"] for row in refuted} == {"REFUTED"}


@pytest.mark.parametrize("id_", ["dpdqn/prop10", "pucb/counter-accuracy", "dpdqn/prop10/repaired"])
def test_show_explains_with_or_without_results(call, id_):
    result = call("show", id_)

    assert result.exit_code == 0
    assert id_ in result.output


def test_show_uses_the_evidence_of_a_run(call):
    assert "evidence: theory-checks run" in call("show", FAST, "--long").output
    run_fast(call)

    assert "(exact)" in call("show", FAST, "--long").output
    assert json.loads(call("show", FAST, "--json").output)["readings"][0]["evidence"]


@pytest.mark.parametrize("damage", ["{}", "not JSON", '{"schema": "theory-checks/results/0", "statements": []}'])
def test_show_does_without_results_that_it_cannot_read(call, tmp_path, damage):
    (tmp_path / "results").mkdir()
    (tmp_path / "results/results.json").write_text(damage)

    for arguments in ((), ("--long",), ("--json",)):
        answer = call("show", FAST, *arguments)
        assert answer.exit_code == 0
        assert FAST in answer.stdout
    assert "what the ledger records is shown, for the results must" in answer.stderr
    assert call("show", FAST, "--results", "results/results.json").exit_code == 2


@pytest.mark.parametrize("command", [(), ("run",), ("show",)])
def test_help_uses_the_width_of_the_terminal(command):
    def widest(columns):
        text = CliRunner().invoke(cli, [*command, "--help"], terminal_width=columns).output
        return max(map(len, text.splitlines()))

    assert widest(60) <= 60
    assert 90 < widest(110) <= 110


def test_run_writes_results_and_agrees_with_the_ledger(call, tmp_path):
    result = run_fast(call)

    assert result.exit_code == 0, result.output
    written = json.loads((tmp_path / "results/results.json").read_text())
    computed = {s["id"]: s["verdict"] for s in written["statements"] if s["verdict"]}
    assert computed == {FAST: load()[FAST].verdict}


def test_run_answers_a_program_in_json(call):
    answer = json.loads(run_fast(call, "--json").stdout)

    assert answer["verdicts"] == {FAST: load()[FAST].verdict}
    assert answer["differences"] == []


def test_run_resumes(call, tmp_path):
    run_fast(call)
    first = (tmp_path / "results/results.json").read_bytes()

    assert run_fast(call, "--resume").exit_code == 0
    assert (tmp_path / "results/results.json").read_bytes() == first


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("show", "dpdqn/prop1o"), "a statement id must be one of"),
        (("list", "nothing"), "a statement id must be one of"),
        (("run", "nothing"), "a statement id must be one of"),
        (("run", FAST, "--engine", "gpu"), "engine must be processes, serial or dask:ADDRESS, got 'gpu'"),
        (("run", FAST, "--jobs", "0"), "--jobs must be a number of processes"),
        (("run", FAST, "--profile", "slow"), "Invalid value for '--profile'"),
        (("run", FAST, "--seed", "-1"), "Invalid value for '--seed'"),
        (("report",), "the results must exist"),
        (("report", "no-such-file.json"), "the results must exist, got no file at no-such-file.json"),
        (("check",), "Missing argument"),
        (("frobnicate",), "No such command"),
    ],
)
def test_a_mistake_is_one_sentence_and_status_2(call, arguments, sentence):
    result = call(*arguments)

    assert result.exit_code == 2
    assert sentence in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"schema": "other"}', "\x00"])
def test_report_refuses_what_is_no_results_file(call, tmp_path, content):
    path = tmp_path / "results.json"
    path.write_text(content)
    result = call("report", path)

    assert result.exit_code == 2
    assert "the results must" in result.output


def test_resume_of_another_seed_is_refused(call):
    run_fast(call)
    result = run_fast(call, "--resume", "--seed", "3")

    assert result.exit_code == 2
    assert "must hold results with the same seed" in result.output


def test_check_accepts_a_shipped_certificate_and_refuses_an_altered_one(call, tmp_path):
    run_fast(call)
    written = json.loads((tmp_path / "results/results.json").read_text())
    statement = next(s for s in written["statements"] if s["id"] == FAST)
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    certificate = statement["readings"][0]["certificates"][0]["certificate"]
    good.write_text(json.dumps(certificate))
    certificate["values"]["last"] = "0"  # then it is not where the sum of batch j ends
    bad.write_text(json.dumps(certificate))

    assert call("check", good).exit_code == 0
    assert call("check", bad).exit_code == 1
    assert call("check", good, bad).exit_code == 1


def test_coverage_counts_what_certificates_rest_on(call):
    run_fast(call)
    written = json.loads(Path("results/results.json").read_text())
    reading = next(s for s in written["statements"] if s["id"] == FAST)["readings"][0]
    certificates = [{"values": {}, "assumed": []}, {"conclusion": {}, "assumed": ["x"]}, {"values": {}, "assumed": []}]
    reading["certificates"] = [{"digest": "0", "certificate": one} for one in certificates]
    Path("results/results.json").write_text(json.dumps(written), encoding="utf-8")

    line = "certificates: 2 of 3 decide the formula of their statement, 1 assume something"
    assert line in call("list", "--coverage").output


@pytest.mark.parametrize("name", ["--help", "--json", "-h", "--statements=x"])
def test_a_certificate_may_have_any_name(call, name):
    Path(name).write_text("{}")
    told = call("check", "--", name)

    assert (told.exit_code, told.output.startswith(f"{name}: refused: ")) == (1, True)
