"""`theory-checks hunt` of formulas: what it prints, writes and ends with."""

import json
import os
import subprocess
import sys

import pytest
from click.testing import CliRunner

from theory_checks.checker import checker
from theory_checks.commands.group import cli
from theory_checks.engine import files


@pytest.fixture
def command(tmp_path):
    (tmp_path / "claims.py").write_text(
        "import theory_checks as tc\n\n"
        'small = tc.formula("x * (1 - x) <= 1/5", where="0 <= x <= 1")\n'
        'true = tc.formula("x * (1 - x) <= 26/100", where="0 <= x <= 1")\n'
        'broken = tc.formula("1 / (x - x) <= 1", where="0 <= x <= 1")\n'
    )

    def run(*arguments):
        call = [sys.executable, "-m", "theory_checks", "hunt", *arguments]
        wide = {**os.environ, "COLUMNS": "200"}
        done = subprocess.run(call, check=False, capture_output=True, text=True, cwd=tmp_path, env=wide)
        return done.returncode, done.stdout, done.stderr

    return run


def test_the_command_refutes_and_writes_a_certificate(command, tmp_path):
    status, out, _ = command("claims.py::small", "--work", "10000")

    assert status == 1
    assert "✗ REFUTED: False" in out
    assert "x = 1/2" in out
    (certificate,) = (tmp_path / ".theory-checks").glob("*.json")
    assert checker.check_file(str(certificate))["accepted"]
    assert len([*(tmp_path / ".theory-checks/atlas").iterdir()]) == 1


@pytest.mark.parametrize("place", [".theory-checks", ".theory-checks/atlas"])
def test_a_link_in_the_place_of_what_is_kept_is_not_followed(command, tmp_path, place):
    command("claims.py::small", "--work", "10000")
    (kept,) = (tmp_path / place).glob("*.json")
    kept.rename(tmp_path / "other")
    kept.symlink_to(tmp_path / "other")
    (tmp_path / "other").write_text("mine")
    status, _, err = command("claims.py::small", "--work", "10000")

    assert (status, "must name a file or nothing yet, got a link at" in err) == (2, True)
    assert f"{place}/{kept.name}" in err
    assert (tmp_path / "other").read_text() == "mine"


def test_a_page_in_the_place_of_what_was_kept_is_one_sentence(command):
    status, _, err = command("claims.py::small", "--work", "10000", "--atlas", "kept", "--page", "kept")

    assert (status, "--page must name a file or nothing yet, got a folder at kept" in err) == (2, True)
    assert "Traceback" not in err


def test_what_is_found_is_told_where_nothing_can_be_kept(tmp_path, monkeypatch):
    (tmp_path / "claims.py").write_text(
        'import theory_checks as tc\n\nbad = tc.formula("x <= 1/2", where="0 <= x <= 1")\n'
    )
    monkeypatch.setattr(files.os, "access", lambda *_: False)
    places = ["--atlas", str(tmp_path / "atlas"), "--certificates", str(tmp_path / "kept")]
    told = CliRunner().invoke(cli, ["hunt", str(tmp_path / "claims.py"), "--work", "1000", *places])

    assert told.exit_code == 1
    assert "REFUTED: False" in told.output
    assert f"nothing can be kept in {tmp_path / 'atlas'}\nnothing can be kept in {tmp_path / 'kept'}\n" in told.output
    assert {path.name for path in tmp_path.iterdir()} - {"__pycache__"} == {"claims.py"}


def test_the_command_passes_what_survives(command):
    status, out, _ = command("claims.py::true", "--work", "10000", "--json")

    (document,) = json.loads(out)
    assert status == 0
    assert document["fate"] in ("survived", "proved")
    assert document["certificate"] is None


def test_the_command_hunts_all_claims_of_a_file(command):
    status, out, _ = command("claims.py", "--work", "10000")

    assert status == 1
    assert out.count("a hunt") == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["claims.py::nobody"], "claim must be one of small, true, broken, got 'nobody' in claims.py"),
        (["nothing.py"], "FILE must name a Python file"),
        (["dpdqn/prop1000"], "a statement id must be one of"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(command, arguments, message):
    status, _, err = command(*arguments)

    assert status == 2
    assert message in err
    assert "Traceback" not in err


def test_a_broken_claim_is_a_mistake(command):
    status, out, _ = command("claims.py::broken", "--work", "10000")

    assert status == 2
    assert "broken" in out


def test_a_claim_that_ends_the_program_is_a_mistake(command, tmp_path):
    (tmp_path / "ends.py").write_text(
        "class Own(SystemExit): pass\n\ndef ends(mdp):\n    exit(0)\n\ndef leaves(mdp):\n    raise Own(0)\n"
    )

    status, out, _ = command("ends.py")

    assert status == 2
    assert "ends must not end the program, got SystemExit 0" in out
    assert "leaves must not end the program, got Own 0" in out


def test_a_file_that_prints_and_goes_elsewhere_moves_no_answer(command, tmp_path):
    (tmp_path / "elsewhere/deep").mkdir(parents=True)
    (tmp_path / "loud.py").write_text(
        'import os\nimport theory_checks as tc\n\nprint("read")\nos.chdir("elsewhere")\n'
        'deep = os.path.abspath("deep")\n\n\n'
        'def loud(law):\n    print("asked")\n    os.chdir(deep)\n    return tc.entropy(law), "<=", 1\n'
    )
    status, out, err = command("loud.py", "--work", "3000", "--json", "--page", "page.html")

    assert (status, json.loads(out)[0]["fate"]) == (1, "refuted")
    assert {"read", "asked"} <= {*err.split()}
    assert (tmp_path / "page.html").is_file()
    assert [*(tmp_path / ".theory-checks/atlas").glob("*.json")]
    assert [x.name for x in (tmp_path / "elsewhere").rglob("*")] == ["deep"]


def test_a_file_without_a_claim_is_refused(command, tmp_path):
    (tmp_path / "empty.py").write_text("x = 1\n")

    assert (
        "FILE must hold a formula, a function of an mdp, a law or a mechanism, or a decorated claim"
        in command("empty.py")[2]
    )


def test_a_page_does_not_take_the_place_of_the_hunted_file(command, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("claim = 1\n")
    status, _, err = command("mine.py::claim", "--page", "mine.py")

    assert status == 2
    assert "must be different files, got mine.py twice" in " ".join(err.split())
    assert file.read_text() == "claim = 1\n"


def test_the_command_writes_a_page(command, tmp_path):
    (tmp_path / "laws.py").write_text(
        "import theory_checks as tc\n\n\n"
        'def small(law):\n    """Entropy <1> is small."""\n    return tc.entropy(law), "<=", 1\n'
    )
    status, _, _ = command("laws.py", "--work", "3000", "--page", "page.html")
    page = (tmp_path / "page.html").read_text()

    assert status == 1
    assert "REFUTED: False" in page
    assert "Entropy &lt;1&gt; is small." in page
    assert page.count("<svg") == 1


def test_a_number_that_is_too_long_to_be_written_is_told_by_its_length(command, tmp_path):
    (tmp_path / "long.py").write_text("def c(law):\n    return 10**100000, '<=', 1\n")
    status, out, err = command("long.py", "--work", "10")

    assert (status, err.strip()) == (1, "")
    assert "not a number of 332194 bits <= 1" in out
    assert "assert left > right" in out
