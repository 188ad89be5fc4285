"""`theory-checks tables`: the rows that are named, a file, and what happens when another library does not answer."""

import json
from fractions import Fraction

import pytest
from click.testing import CliRunner

from theory_checks.commands.group import cli
from theory_checks.tables.document import document, entries
from theory_checks.tables.entry import Enclosure, Entry

ROW = "gaussian-sigma/epsilon=1,delta=1/100000"


@pytest.fixture
def call(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(cli, ["tables", *map(str, arguments)], catch_exceptions=False)


def test_a_row_is_computed_again_by_its_command(call):
    made = json.loads(call(ROW, "--json").stdout)
    (row,) = made["tables"][0]["rows"]

    assert row["command"] == f"theory-checks tables '{ROW}'"
    assert row["shown"] == "3.73063163481594183224982257504e+0"
    assert {peer["name"]: peer["side"] for peer in row["peers"]}.keys() == {"dp-accounting get_sigma_gaussian"}


def test_what_is_named_is_shown_and_nothing_is_written(call, tmp_path):
    answer = call("optimal-value/mdp=bandit,discount=1/2", ROW)

    assert "2/3" in answer.stdout
    assert "3.7306316348159418322498225750" in answer.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_file_holds_what_json_says(call, tmp_path):
    told = call(ROW, "--out", "t.json").stdout
    written = json.loads((tmp_path / "t.json").read_text())

    assert written == json.loads(call(ROW, "--json").stdout)
    assert written["schema"] == "theory-checks/tables/1"
    assert "1 values written to t.json" in told


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["none"], "TABLE must be one of gaussian-delta, "),
        ([ROW, "--out", "."], "--out must name a file, got '.'"),
    ],
)
def test_mistakes_are_told_in_one_sentence(call, arguments, text):
    answer = call(*arguments)

    assert answer.exit_code == 2
    assert text in answer.stderr


def refuses():
    raise ValueError("the argument\nis not liked")


def absent():
    import no_such_library  # pyright: ignore[reportMissingImports]

    return no_such_library.answer()


def test_another_library_may_have_no_answer():
    peers = {"absent": absent, "refuses": refuses, "infinite": lambda: float("inf")}
    row = Entry("optimal-value", {"n": "1"}, lambda: Enclosure.of(Fraction(1)), peers)
    (table,) = document([row])["tables"]

    assert [(p["name"], p["returns"], p["side"]) for p in table["rows"][0]["peers"]] == [
        ("absent", "not installed", "no answer"),
        ("refuses", "ValueError: the argument is not liked", "no answer"),
        ("infinite", "inf", "above"),
    ]


def test_a_table_is_named_by_its_rows():
    assert {row.table for row in entries(["gaussian-sigma"])} == {"gaussian-sigma"}
    assert [row.id for row in entries([ROW])] == [ROW]
