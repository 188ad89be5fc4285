"""The papers in `examples`, which go through the door that everybody has: they run, report, and are tests."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

import theory_checks.door
from theory_checks.checker import checker
from theory_checks.engine.panel import TRUE_AS_WELL, UNDETECTED
from theory_checks.engine.papers import read
from theory_checks.engine.results import unreviewed

ROOT = Path(__file__).resolve().parent.parent
CLASSICS = ROOT / "examples" / "classics"
LEDGER = read([CLASSICS])
PAIRS = [(s, LEDGER[s.repaired_by[0]]) for s in LEDGER.statements.values() if s.repaired_by]
MODULES = sorted(CLASSICS.rglob("*.py"))


def call(*command, folder=ROOT):
    command = [sys.executable, "-m", *map(str, command)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """Return the results of all classics; the command ends with 0 if the verdicts are those of the ledger."""
    path = tmp_path_factory.mktemp("classics") / "results.json"
    answer = call("theory_checks", "--only", CLASSICS, "run", "--jobs", 1, "--out", path)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    return path


def certificates(results):
    statements = json.loads(results.read_text())["statements"]
    return {s["id"]: [c["certificate"] for r in s["readings"] for c in r["certificates"]] for s in statements}


def test_every_statement_is_computed(results):
    assert certificates(results).keys() == LEDGER.statements.keys()


@pytest.mark.parametrize(("quoted", "true"), PAIRS, ids=lambda s: s.id)
def test_what_is_misquoted_is_refuted_and_its_correction_is_argued(quoted, true):
    assert (quoted.verdict, true.verdict, true.repairs) == ("REFUTED", "VERIFIED", quoted.id)
    assert all(reading.covers for reading in true.readings)


def test_all_statements_are_pairs():
    assert len(LEDGER.statements) == 2 * len(PAIRS)


def test_every_text_that_decides_was_reviewed_with_its_verdict():
    assert [s.id for s in LEDGER.statements.values() if unreviewed(s) or not s.reviewed] == []


@pytest.mark.long
def test_the_checker_accepts_all_certificates_and_each_refutation_has_one(results):
    found = certificates(results)
    answers = [checker.check_bytes(json.dumps(x).encode()) for given in found.values() for x in given]

    assert {id_ for id_, given in found.items() if given} == {quoted.id for quoted, _ in PAIRS}
    assert [answer["sentence"] for answer in answers if not answer["accepted"]] == []


def test_the_report_has_a_page_for_each_statement(results, tmp_path):
    answer = call("theory_checks", "--only", CLASSICS, "report", results, "--out", tmp_path)
    pages = [tmp_path / "statements" / f"{id_}.html" for id_ in LEDGER.statements]

    assert answer.returncode == 0, answer.stderr
    assert [page.name for page in pages if not page.is_file()] == []


def test_the_folder_is_a_suite_of_tests():
    answer = call("pytest", "-q", "-n", 0, "-p", "theory_checks.testing.plugin", CLASSICS)

    assert (answer.returncode, f"{len(LEDGER.statements)} passed" in answer.stdout) == (0, True), answer.stdout


@pytest.mark.parametrize("room", sorted(path.parent for path in CLASSICS.glob("*/panel.json")), ids=lambda x: x.name)
def test_near_misses_are_caught_or_said_to_be_unseen(room):
    panels = json.loads((room / "panel.json").read_text())
    silent = [key for key, panel in panels.items() if panel[UNDETECTED] and not unseen(key)]

    assert silent == []
    assert [key for key, panel in panels.items() if panel[TRUE_AS_WELL] and not sharper(key)] == []


def unseen(key):
    id_, _, reading = key.partition("#")
    return LEDGER[id_].reading(reading).unseen


def sharper(key):
    id_, _, reading = key.partition("#")
    return LEDGER[id_].reading(reading).sharper


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_nothing_is_used_but_the_door(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = [x.names[0].name for x in ast.walk(tree) if isinstance(x, ast.Import)]
    modules = [x.module or "" for x in ast.walk(tree) if isinstance(x, ast.ImportFrom) and not x.level]
    used = {x.attr for x in ast.walk(tree) if isinstance(x, ast.Attribute) and ast.unparse(x.value) == "tc"}

    assert [x for x in imported if x.startswith("theory_checks") and x != "theory_checks"] == []
    assert [x for x in modules if x.startswith("theory_checks") or "._" in x] == []
    assert used <= set(theory_checks.door.__all__)
